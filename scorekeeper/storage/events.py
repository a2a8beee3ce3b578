"""What happens in a match, as events in the past tense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.rules.tally import Tally

HandEntry = Tally | tuple[int, ...]
"""What is entered for a hand: a tally, or only the points of each side."""


@dataclass(frozen=True, slots=True)
class SideSetup:
    """The name of a side and of its players, who may be left unnamed."""

    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The options as a preset and what it changes, who plays, and the seat that deals first."""

    preset: str
    overrides: Mapping[str, object] = field(hash=False)
    sides: tuple[SideSetup, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """A hand was entered; the number of this event is the hand's id from then on."""

    entry: HandEntry


@dataclass(frozen=True, slots=True)
class HandCorrected:
    hand: int
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class HandDeleted:
    hand: int


@dataclass(frozen=True, slots=True)
class HandRestored:
    hand: int


Event = MatchStarted | HandRecorded | HandCorrected | HandDeleted | HandRestored


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """An event of a kind, version or content that this version of the program cannot read."""

    kind: str
    version: int


@dataclass(frozen=True, slots=True)
class Logged:
    """An event of the log: its number in the match, when it was written and by whom."""

    seq: int
    event: Event | UnknownEvent
    at: datetime
    by: str
    entry_id: str | None = None
