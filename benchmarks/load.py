"""How much one server carries, beside a bare Flask application on the same server in the same run.

    python benchmarks/load.py [--rounds 5] [--seconds 2] [--tables 100] [--phones 500]
        [--minute 30] [--servers serve,gunicorn]

Boards and follow polls with 8 clients, in turns with a bare page of the same size and a bare 204;
hands saved one after the other; then a full hall: phones that follow their tables while hands are
entered. Two ratios to the bare answers are given: of answers a second, and of the processor time
that the server takes for one, which other programs on the machine disturb less.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

from phones import Phone
from season import ruleset, typed_fields
from servers import Server, bare, gunicorn, memory_of, seconds_of, serve

from scorekeeper.play.players import PLAYERS
from scorekeeper.play.simulate import hand_rng, play_hand, seated

CLIENTS = 8
HANDS_BEFORE = 12
EVERY = 4.0
"""Seconds between two hands of a table in a full hall: many times quicker than people play."""
TARGET = 100_000


@dataclass(slots=True)
class Seat:
    """A table of the hall: its match and the phone that enters its hands."""

    phone: Phone
    match_id: str
    cookie: str = ""
    seen: int = 0


@dataclass(slots=True)
class Measured:
    """Answers of one kind: seconds of each, how many a second, processor time of one."""

    times: list[float]
    rate: float
    cost: float

    def at(self, share: int) -> float:
        """So many per cent were quicker, in milliseconds."""
        return percentile(self.times, share)


@dataclass(slots=True)
class Rounds:
    """The rounds of one server, by the name of what was asked."""

    found: dict[str, list[Measured]] = field(default_factory=dict)

    def keep(self, name: str, measured: Measured) -> None:
        self.found.setdefault(name, []).append(measured)

    def row(self, name: str) -> str:
        """The median round."""
        rounds = self.found[name]
        values = (
            median(one.rate for one in rounds),
            median(one.at(50) for one in rounds),
            median(one.at(99) for one in rounds),
            1000 * median(one.cost for one in rounds),
        )
        return f"{name:28} {values[0]:9.0f} {values[1]:9.1f} {values[2]:9.1f} {values[3]:9.2f}"

    def share(self, name: str, ceiling: str) -> str:
        """How near it comes to the ceiling, round by round."""
        pairs = [*zip(self.found[name], self.found[ceiling], strict=True)]
        rate = median(one.rate / other.rate for one, other in pairs)
        cost = median(other.cost / one.cost for one, other in pairs)
        return f"{name} to {ceiling}: {rate:.0%} of its answers a second, {cost:.0%} by its cost"


def percentile(times: list[float], share: int) -> float:
    """In milliseconds."""
    if len(times) < 2:
        return 1000 * sum(times)
    return 1000 * quantiles(times, n=100, method="inclusive")[share - 1]


def crowd(port: int, askers: list[dict[str, object]], seconds: float) -> dict[str, object]:
    """What a crowd in a process of its own has met."""
    task = json.dumps({"port": port, "askers": askers, "seconds": seconds})
    command = [sys.executable, str(Path(__file__).with_name("crowd.py"))]
    done = subprocess.run(command, input=task, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def measure(server: Server, path: str, status: int, cookie: str, seconds: float) -> Measured:
    """Clients that ask for this as quickly as they are answered."""
    before = seconds_of(server.pid)
    asker = {"path": path, "cookie": cookie}
    met = crowd(server.port, [asker] * CLIENTS, seconds)
    used = seconds_of(server.pid) - before
    if set(met["times"]) != {str(status)}:
        raise SystemExit(f"{path} was answered with {sorted(met['times'])}")
    times = met["times"][str(status)]
    return Measured(times, len(times) / met["seconds"], used / len(times))


def open_table(server: Server, hands: int, chance: Random) -> Seat:
    """A match of this many hands."""
    phone = Phone(server.port)
    page = phone.get("/new")
    typed = {"target": "own", "target_own": str(TARGET), "dealer": "3"}
    address = phone.submit(page, "/new", typed).headers["location"]
    seat = Seat(phone, address.rsplit("/", 1)[1])
    for _ in range(hands):
        save(seat, chance)
    look(seat)
    return seat


def look(seat: Seat) -> int:
    """Looks at the board as a phone does, and gives its length in bytes."""
    text = seat.phone.get(f"/t/{seat.match_id}").text
    seat.cookie = "; ".join(f"{name}={value}" for name, value in seat.phone.cookies.items())
    seat.seen = int(text.partition('data-seen="')[2].partition('"')[0])
    return len(text.encode())


def save(seat: Seat, chance: Random) -> float:
    """Enters a hand: the seconds from sending the form to its answer."""
    rules = ruleset(TARGET)
    bots = seated([PLAYERS["careful"]] * rules.sides, rules)
    played = play_hand(rules, bots, hand_rng(chance.random()))
    path = f"/t/{seat.match_id}/hands/new"
    page = seat.phone.get(path)
    typed = typed_fields(played.tally, chance.choice(("card", "points")), rules)
    return seat.phone.submit(page, "/hands/new", typed | {"save": "1"}).seconds


def rounds_of(server: Server, ceiling: Server, seat: Seat, asked: argparse.Namespace) -> Rounds:
    """Ours and the bare ones in turns, so that what else the machine does meets both."""
    rounds, board = Rounds(), f"/t/{seat.match_id}"
    measure(server, board, 200, seat.cookie, 0.5)  # reads the catalog of the language
    for number in range(asked.rounds):
        steps = [
            ("bare page", ceiling, "/page", 200),
            ("board", server, board, 200),
            ("bare 204", ceiling, "/none", 204),
            ("follow, 204", server, f"{board}/board?seen={seat.seen}", 204),
        ]
        for name, where, path, status in steps if number % 2 else steps[::-1]:
            rounds.keep(name, measure(where, path, status, seat.cookie, asked.seconds))
    return rounds


def hall(server: Server, asked: argparse.Namespace) -> Iterator[str]:
    """Phones that follow their tables, while a hand is entered at each every few seconds."""
    chance = Random(2)
    seats = [open_table(server, 2, chance) for _ in range(asked.tables)]
    askers = [
        {"path": f"/t/{seat.match_id}/board", "cookie": seat.cookie, "every": 2.0}
        | {"seen": seat.seen}
        for seat in seats
        for _ in range(asked.phones // asked.tables)
    ]
    saves: list[float] = []
    over = threading.Event()

    def enter() -> None:
        started = perf_counter()
        for number in range(10**9):
            wait = started + number * EVERY / len(seats) - perf_counter()
            if over.wait(max(0.0, wait)):
                return
            saves.append(save(seats[number % len(seats)], chance))

    writer = threading.Thread(target=enter)
    before = seconds_of(server.pid)
    writer.start()
    met = crowd(server.port, askers, asked.minute)
    over.set()
    writer.join()
    busy = (seconds_of(server.pid) - before) / met["seconds"]
    answers = {int(status): times for status, times in met["times"].items()}
    if set(answers) - {200, 204}:
        yield f"UNEXPECTED ANSWERS: { {status: len(times) for status, times in answers.items()} }"
    for status, name in ((204, "nothing new"), (200, "new board")):
        times = answers.get(status, [])
        label = f"{len(times)} polls, {name}"
        yield f"  {label:28} p50 {percentile(times, 50):7.1f} ms   p99 {percentile(times, 99):7.1f}"
    yield (
        f"  {f'{len(saves)} hands entered':28} p50 {percentile(saves, 50):7.1f} ms"
        f"   p99 {percentile(saves, 99):7.1f}"
    )
    yield f"  processor {busy:.0%} of one core, memory {memory_of(server.pid) / 2**20:.0f} MiB"


def report(name: str, asked: argparse.Namespace) -> Iterator[str]:
    """The figures of one kind of server."""
    behind = name == "gunicorn"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context((gunicorn if behind else serve)(folder))
        yield f"{server.name}: {memory_of(server.pid) / 2**20:.0f} MiB at its start"
        chance = Random(1)
        seat = open_table(server, HANDS_BEFORE, chance)
        size = look(seat)
        ceiling = stack.enter_context(bare(size, behind))
        rounds = rounds_of(server, ceiling, seat, asked)
        yield f"{CLIENTS} clients, a board of {HANDS_BEFORE} hands, {size} bytes"
        yield f"{'':28} {'a second':>9} {'p50, ms':>9} {'p99, ms':>9} {'CPU, ms':>9}"
        yield from (rounds.row(one) for one in ("bare page", "board", "bare 204", "follow, 204"))
        yield rounds.share("board", "bare page")
        yield rounds.share("follow, 204", "bare 204")
        seat = open_table(server, 0, chance)
        times = []
        for _ in range(asked.saves):
            times.append(save(seat, chance))
            sleep(0.02)
            if len(times) % HANDS_BEFORE == 0:
                seat = open_table(server, 0, chance)
        yield (
            f"{len(times)} hands saved one after the other: p50 {percentile(times, 50):.1f} ms, "
            f"p99 {percentile(times, 99):.1f} ms"
        )
        yield f"{asked.phones} phones follow {asked.tables} tables for {asked.minute:.0f} s:"
        yield from hall(server, asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--saves", type=int, default=300)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--minute", type=float, default=30.0, help="seconds of the full hall")
    parser.add_argument("--servers", default="serve,gunicorn")
    asked = parser.parse_args()
    for name in asked.servers.split(","):
        for line in report(name, asked):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
