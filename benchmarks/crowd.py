"""Many phones in one process, without a thread for each: they ask, wait, and ask again.

Run by `benchmarks/load.py` with a JSON task on its input; prints one JSON object.
"""

from __future__ import annotations

import heapq
import json
import re
import selectors
import socket
import sys
from dataclasses import dataclass, field
from time import perf_counter

SEEN = re.compile(rb'data-seen="(\d+)"')
PATIENCE = 30.0


@dataclass(slots=True, eq=False)
class Asker:
    """A phone that asks for one page, `every` so many seconds, or at once again for 0.

    A phone that follows a board asks with the number of the last event it has seen.
    """

    path: str
    cookie: str
    every: float = 0.0
    seen: int | None = None
    line: socket.socket | None = None
    heard: bytes = b""
    asked: float = 0.0

    def request(self) -> bytes:
        path = self.path if self.seen is None else f"{self.path}?seen={self.seen}"
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n"
            "Accept-Language: pt-BR,pt;q=0.8\r\nAccept-Encoding: gzip\r\n\r\n"
        ).encode()


@dataclass(slots=True)
class Crowd:
    """All phones of this process and what they have met."""

    port: int
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    times: dict[int, list[float]] = field(default_factory=dict)
    opened: int = 0

    def run(self, askers: list[Asker], seconds: float) -> None:
        """Lets them ask for so long, those with a pace spread over it; then waits for the last."""
        begun = perf_counter()
        end = begun + seconds
        due = [(begun + asker.every * n / len(askers), n, asker) for n, asker in enumerate(askers)]
        heapq.heapify(due)
        waiting = 0
        while (due and due[0][0] < end) or waiting:
            now = perf_counter()
            if now > end + PATIENCE:
                raise SystemExit("the server does not answer")
            while due and due[0][0] <= min(now, end):
                self._ask(heapq.heappop(due)[2])
                waiting += 1
            rest = due[0][0] - now if due and due[0][0] < end else 0.5
            for key, _ in self.selector.select(max(0.0, rest)):
                asker = key.data
                if self._hear(asker):
                    waiting -= 1
                    again = max(perf_counter(), asker.asked + asker.every)
                    heapq.heappush(due, (again, id(asker), asker))

    def _ask(self, asker: Asker) -> None:
        asker.asked, asker.heard = perf_counter(), b""
        if asker.line is None:
            self._open(asker)
        try:
            asker.line.sendall(asker.request())
        except OSError:  # the server has closed a line that was silent for long
            self._close(asker)
            self._open(asker)
            asker.line.sendall(asker.request())

    def _hear(self, asker: Asker) -> bool:
        """Takes in what has come; True at the end of an answer."""
        got = asker.line.recv(1 << 17)
        if not got:
            if asker.heard:
                raise SystemExit("an answer was cut off")
            self._close(asker)
            self._open(asker)
            asker.line.sendall(asker.request())
            return False
        asker.heard += got
        head, found, body = asker.heard.partition(b"\r\n\r\n")
        if not found:
            return False
        head = head.lower()
        length = re.search(rb"content-length: (\d+)", head)
        if len(body) < (int(length[1]) if length else 0):
            return False
        status = int(head[9:12])
        self.times.setdefault(status, []).append(perf_counter() - asker.asked)
        if asker.seen is not None and status == 200:
            told = SEEN.search(body)
            asker.seen = int(told[1]) if told else asker.seen
        if b"connection: close" in head:
            self._close(asker)
        return True

    def _open(self, asker: Asker) -> None:
        asker.line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        asker.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector.register(asker.line, selectors.EVENT_READ, asker)
        self.opened += 1

    def _close(self, asker: Asker) -> None:
        if asker.line is not None:
            self.selector.unregister(asker.line)
            asker.line.close()
            asker.line = None


def main() -> None:
    task = json.load(sys.stdin)
    crowd = Crowd(task["port"])
    started = perf_counter()
    crowd.run([Asker(**asker) for asker in task["askers"]], task["seconds"])
    took = perf_counter() - started
    json.dump({"times": crowd.times, "seconds": took, "opened": crowd.opened}, sys.stdout)


if __name__ == "__main__":
    main()
