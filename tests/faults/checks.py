"""Whether the database, the board and the command line say what the phones were told."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from scorekeeper.cli import cli

from .ledger import Ledger, Points, Told
from .table import read_totals
from .wire import Phone

SQL = "SELECT match_id, seq, kind, payload, entry_id FROM events ORDER BY match_id, seq"
OF_HANDS = {"hand_recorded", "hand_corrected"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log, read without the program."""

    match: str
    seq: int
    kind: str
    payload: dict[str, object]
    entry: str | None

    @property
    def typed(self) -> str:
        """What was entered for a hand or given beside it, as one text."""
        return json.dumps({k: v for k, v in self.payload.items() if k != "hand"}, sort_keys=True)


def read_rows(database: Path) -> tuple[list[Row], list[str]]:
    """The log, and what SQLite finds wrong with the file."""
    with closing(sqlite3.connect(database)) as plain:
        wrong = [f"integrity_check: {row[0]}" for row in plain.execute("PRAGMA integrity_check")]
        wrong += [f"foreign_key_check: {row}" for row in plain.execute("PRAGMA foreign_key_check")]
        rows = [Row(m, seq, kind, json.loads(p), e) for m, seq, kind, p, e in plain.execute(SQL)]
    return rows, [text for text in wrong if text != "integrity_check: ok"]


def unkept_promises(rows: Iterable[Row], ledger: Ledger) -> Iterator[str]:
    """Entries that are missing, doubled, changed or there against the answer; holes in the log."""
    found: dict[str, list[Row]] = defaultdict(list)
    last: Counter[str] = Counter()
    for row in rows:
        last[row.match] += 1
        if row.seq != last[row.match]:
            yield f"{row.match}: event {row.seq} comes as number {last[row.match]}"
        if row.entry:
            found[row.entry].append(row)
    for entry in [*ledger.entries.values()]:
        here = found.pop(entry.id, [])
        if entry.told is Told.KEPT and len(here) != 1:
            yield f"{entry.kind} {entry.id} was acknowledged and is there {len(here)} times"
        if entry.told is Told.REFUSED and here:
            yield f"{entry.kind} {entry.id} was refused and is there"
        if len(here) > 1:
            yield f"{entry.kind} {entry.id} is there {len(here)} times"
        if here and entry.points is not None and not _says(here[0], entry.points):
            yield f"{entry.kind} {entry.id} says {here[0].payload} and not {entry.points}"
    for entry_id in found:
        yield f"nobody has sent {entry_id}"


def _says(row: Row, points: Points) -> bool:
    """Whether a row has these points, where it has them in figures."""
    told = row.payload.get("totals", row.payload.get("points"))
    return told == list(points) or ("tally" in row.payload and row.kind in OF_HANDS)


def totals(rows: Iterable[Row], ledger: Ledger) -> dict[str, Points]:
    """The totals of every match, added up from the log without the rules of the program."""
    worth: dict[str, Points] = {}
    hands: dict[tuple[str, int], Points] = {}
    gone: set[tuple[str, int]] = set()
    sums: dict[str, Points] = {}
    for row in rows:
        entry = ledger.entries.get(row.entry or "")
        if entry is not None and entry.points is not None:
            worth[row.typed] = entry.points
        number = row.payload.get("hand", row.payload.get("adjustment", row.seq))
        assert isinstance(number, int)
        place = (row.match, number)
        if row.kind in OF_HANDS or row.kind == "points_adjusted":
            hands[place] = worth[row.typed]
        elif row.kind in ("hand_deleted", "adjustment_deleted"):
            gone.add(place)
        elif row.kind in ("hand_restored", "adjustment_restored"):
            gone.discard(place)
        sums.setdefault(row.match, (0, 0))
    for place, (one, other) in hands.items():
        if place not in gone:
            before = sums[place[0]]
            sums[place[0]] = (before[0] + one, before[1] + other)
    return sums


def unlike(phone: Phone, board: str, expected: Points) -> Iterator[str]:
    """Where the board, or `scorekeeper match` on the document of the match, says other totals."""
    shown = read_totals(phone.get(board).text)
    if shown != expected:
        yield f"{board} shows {shown} and the log has {expected}"
    document = phone.get(f"{board}/match.json").text
    ruled = CliRunner().invoke(cli, ["match", "-", "--json"], input=document)
    told = json.loads(ruled.output).get("totals")
    if told != list(expected):
        yield f"scorekeeper match says {told} for {board} and the log has {expected}"
