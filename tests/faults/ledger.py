"""What the phones remember: every entry they sent, and what they were told about it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

Points = tuple[int, int]


class Told(StrEnum):
    """What a phone knows about an entry."""

    NOTHING = "nothing"  # sent, and the answer was lost
    KEPT = "kept"
    REFUSED = "refused"


@dataclass(slots=True)
class Entry:
    """Something that was sent: where to, with which fields, and what it is worth.

    `points` are those of a hand or an adjustment, worked out by hand; None for what has none.
    """

    id: str
    kind: str
    path: str
    fields: dict[str, str]
    points: Points | None = None
    told: Told = Told.NOTHING


@dataclass(slots=True)
class Ledger:
    """The entries of all phones, and how many requests have left them."""

    entries: dict[str, Entry] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    sent: int = 0
    usual: float = 0.05  # seconds that an answer has taken lately
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def send(self, entry: Entry) -> None:
        """Written down before the request leaves."""
        with self._changed:
            self.entries[entry.id] = entry
            self.sent += 1
            self._changed.notify_all()

    def settle(self, entry: Entry, status: int, seconds: float = 0.0) -> None:
        """What the answer means; anything that is neither yes nor a clear no is a problem."""
        with self._changed:
            self.usual += (seconds - self.usual) / 8
            self.answers[f"{entry.kind} {status}"] += 1
            if status == 303:
                entry.told = Told.KEPT
                return
            entry.told = Told.REFUSED
            if status != 409:
                self.problems.append(f"{entry.kind} was answered with {status}")

    def add_start(self, entry_id: str) -> None:
        """The start of a match, which was acknowledged."""
        self.entries[entry_id] = Entry(entry_id, "start", "/new", {}, None, Told.KEPT)

    def wait_for(self, sent: int, seconds: float) -> None:
        """Returns when so many requests have left, or after so long."""
        with self._changed:
            self._changed.wait_for(lambda: self.sent >= sent, seconds)

    def count(self, told: Told) -> int:
        return sum(entry.told is told for entry in self.entries.values())
