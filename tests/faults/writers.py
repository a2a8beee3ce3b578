"""Many phones that enter hands into one match at once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

from .checks import Row, read_rows, totals, unkept_promises, unlike
from .ledger import Entry, Ledger
from .table import Table, open_match
from .wire import Phone

FIELDS = {"totals_only": "1", "save": "1", "counts": ""}
REFUSAL = 'id="clash"'
AT_ONCE = 5


@dataclass(slots=True)
class Writing:
    """What came of it; `problems` is empty if all was as it should be."""

    events: int = 0
    conflicts: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = f"{self.events} events, {self.conflicts} conflicts that were settled"
        return "\n".join([told, *self.problems, "NOT KEPT" if self.problems else "none lost"])


def write_at_once(
    roots: list[str], database: Path, writers: int, entries: int, seed: int
) -> Writing:
    """So many phones enter so many hands each; whoever is refused reads, and sends it again.

    They take turns in choosing one of the servers of this database.
    """
    table, ledger, done = open_match(roots[0]), Ledger(), Writing()
    ledger.add_start(table.entry_id)
    phones = [table.join(root) for root, _ in zip(cycle(roots), range(writers), strict=False)]
    chances = [Random(f"{seed} {number}") for number in range(writers)]

    def work(phone: Phone, chance: Random) -> None:
        for _ in range(entries):
            done.conflicts += _enter(phone, table, chance, ledger, done)

    together([lambda p=p, c=c: work(p, c) for p, c in zip(phones, chances, strict=True)])
    rows, wrong = read_rows(database)
    mine = _of(rows, table)
    done.events = sum(row.kind == "hand_recorded" for row in mine)
    done.problems += [*wrong, *unkept_promises(mine, ledger), *ledger.problems]
    done.problems += unlike(table.phone, table.board, totals(mine, ledger)[table.id])
    if done.events != writers * entries:
        done.problems.append(f"{done.events} events for {writers} × {entries} entries")
    return done


def _enter(phone: Phone, table: Table, chance: Random, ledger: Ledger, done: Writing) -> int:
    """Enters a hand, however often others are first; how often they were."""
    points, refused = (chance.randint(-40, 60), chance.randint(-40, 60)), 0
    typed = FIELDS | {f"s{side}-total": str(number) for side, number in enumerate(points)}
    answer = phone.get(table.entry)
    while True:
        fields = answer.fields(table.entry) or {}
        entry = Entry(fields["entry_id"], "hand", table.entry, fields | typed, points)
        ledger.send(entry)
        answer = phone.post(entry.path, entry.fields)
        ledger.settle(entry, answer.status)
        if answer.status != 409:
            return refused
        refused += 1
        if REFUSAL not in answer.text:
            done.problems.append("a refusal that does not show what was saved meanwhile")


def post_at_once(roots: list[str], database: Path) -> Writing:
    """One form, sent five times at the same moment."""
    table, done = open_match(roots[0]), Writing()
    fields = (table.phone.get(table.entry).fields(table.entry) or {}) | FIELDS
    fields |= {"s0-total": "30", "s1-total": "10"}
    start, answers = threading.Barrier(AT_ONCE), []

    def send(root: str) -> None:
        copy = Phone(root, dict(table.phone.cookies))
        start.wait()
        answers.append(copy.post(table.entry, fields))

    turns = zip(cycle(roots), range(AT_ONCE), strict=False)
    together([lambda root=root: send(root) for root, _ in turns])
    said = Counter((answer.status, answer.location) for answer in answers)
    if said != Counter({(303, table.board): AT_ONCE}):
        done.problems.append(f"five answers that differ: {said}")
    rows, wrong = read_rows(database)
    done.events = sum(row.kind == "hand_recorded" for row in _of(rows, table))
    done.problems += wrong
    if done.events != 1:
        done.problems.append(f"one hand is there {done.events} times")
    return done


def together(tasks: list[Callable[[], None]]) -> None:
    """Does all of it at once; raises what one of them has raised."""
    failures: list[BaseException] = []

    def run(task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(task,), daemon=True) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def _of(rows: list[Row], table: Table) -> list[Row]:
    return [row for row in rows if row.match == table.id]
