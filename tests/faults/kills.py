"""Kills the server while phones write to it, again and again, and looks what became of it all."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from .checks import read_rows, totals, unkept_promises, unlike
from .ledger import Ledger, Told
from .scribe import Gate, Scribe
from .server import Server
from .table import open_match
from .wire import Phone

PHONES = 6
MATCHES = 2
NEW_MATCHES_AFTER = 10  # kills: a match that grows for ever is slow and tells nothing more
MOST_BEFORE_A_KILL = 12


@dataclass(slots=True)
class Report:
    """What was done and what came of it; `problems` is empty if all promises were kept."""

    kills: int = 0
    in_flight: int = 0
    doubtful: int = 0
    doubtful_kept: int = 0
    problems: list[str] = field(default_factory=list)
    entries: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        lines = [
            f"{self.kills} kills, {self.in_flight} of them with requests under way",
            f"{self.doubtful} answers lost; {self.doubtful_kept} of these entries were in the log",
            f"entries by what the phones were told: {dict(self.entries)}",
            f"answers: {dict(sorted(self.answers.items()))}",
            *self.problems,
            "NOT KEPT" if self.problems else "every promise kept",
        ]
        return "\n".join(lines)


@dataclass(slots=True)
class Killing:
    """One run on the files of a folder."""

    server: Server
    chance: Random
    ledger: Ledger = field(default_factory=Ledger)
    gate: Gate = field(default_factory=Gate)
    phone: Phone = field(default_factory=lambda: Phone(""))
    report: Report = field(default_factory=Report)
    links: dict[str, str] = field(default_factory=dict)

    def run(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Report:
        """Kills so often, looks after every start and, all answered, once more at the end."""
        self.phone.root = self.server.start()
        with self._phones():
            while self.report.kills < kills and not self.report.problems:
                if self.report.kills % NEW_MATCHES_AFTER == 0:
                    self._start_matches()
                self._kill()
                self.phone.root = self.server.start()
                self._look([*self.gate.links])
                say(f"{self.report.kills} kills, {self.ledger.sent} requests")
            if not self.report.problems:
                self._let_all_answer()
                self._look([*self.links])
        self.report.entries = Counter(entry.told for entry in self.ledger.entries.values())
        self.report.answers = self.ledger.answers
        return self.report

    @contextmanager
    def _phones(self) -> Iterator[None]:
        seeds = [self.chance.random() for _ in range(PHONES)]
        scribes = [Scribe(Phone(""), Random(n), self.ledger, self.gate) for n in seeds]
        threads = [threading.Thread(target=scribe.run, daemon=True) for scribe in scribes]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.gate.end()
            for thread in threads:
                thread.join(60)

    def _start_matches(self) -> None:
        """New matches through the form, and the links by which the phones come to them."""
        tables = [open_match(self.phone.root, self.phone) for _ in range(MATCHES)]
        for table in tables:
            self.ledger.add_start(table.entry_id)
        self.gate.links = {table.board: table.link for table in tables}
        self.links |= self.gate.links

    def _kill(self) -> None:
        wanted = self.ledger.sent + self.chance.randint(1, MOST_BEFORE_A_KILL)
        self.gate.open(self.phone.root)
        self.ledger.wait_for(wanted, 20)
        self._wait_for_a_moment()
        self.gate.shut()
        self.server.kill(workers=self.chance.random() < 0.7)
        self.report.kills += 1
        self.gate.wait_until_quiet(PHONES)

    def _wait_for_a_moment(self) -> None:
        """Somewhere while requests are answered; every other time while one is written down."""
        usual, wait = self.ledger.usual, threading.Event().wait
        if self.chance.random() < 0.5:
            wait(self.chance.random() * 2 * usual)
            return
        before, end = self._journal(), monotonic() + 4 * usual
        while self._journal() == before and monotonic() < end:
            wait(0.0005)
        wait(self.chance.random() * 0.004)

    def _journal(self) -> int:
        try:
            return self.server.database.with_name("scorekeeper.db-wal").stat().st_size
        except FileNotFoundError:
            return 0

    def _look(self, boards: list[str]) -> None:
        """Whether all that the phones were told is so. They stand still meanwhile."""
        rows, wrong = read_rows(self.server.database)
        there = {row.entry for row in rows}
        lost = [e for e in self.ledger.entries.values() if e.told is Told.NOTHING]
        self.report.in_flight += bool(lost)
        self.report.doubtful += len(lost)
        self.report.doubtful_kept += sum(entry.id in there for entry in lost)
        wrong += [*unkept_promises(rows, self.ledger), *self.ledger.problems]
        sums = totals(rows, self.ledger)
        for board in boards:
            self.phone.get(self.links[board])  # a phone keeps only its latest matches
            wrong += unlike(self.phone, board, sums[board.removeprefix("/t/")])
        if "Traceback" in self.server.notes.read_text():
            wrong.append("a traceback in the notes of the server")
        self.report.problems += wrong

    def _let_all_answer(self) -> None:
        """Without a kill: whatever was in doubt is sent again and answered."""
        self.gate.open(self.phone.root, only_doubtful=True)
        self.gate.wait_until_answered(PHONES)
        self.gate.shut()
        self.gate.wait_until_quiet(PHONES)
        if self.ledger.count(Told.NOTHING):
            self.report.problems.append("an entry was never answered")


def kill_often(folder: Path, kills: int, seed: int, kind: str = "serve",
               say: Callable[[str], None] = lambda _: None) -> Report:  # fmt: skip
    """A run of its own in this folder."""
    with Server(folder, kind) as server:
        return Killing(server, Random(seed)).run(kills, say)
