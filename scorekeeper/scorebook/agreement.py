"""What sides have counted apart: their parts of the next hand, and whether a hand is agreed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import LINE_ORDER, score_tally
from scorekeeper.rules.tally import SideTally, Tally
from scorekeeper.storage.events import HandEntry


@dataclass(frozen=True, slots=True)
class Half:
    """What one side has counted of the next hand: `entry` is of that side alone.

    `seq` is the number of the event that brought it.
    """

    side: int
    entry: HandEntry
    seq: int
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line of a side that two counts of a hand see differently; no rule: its whole total."""

    side: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A second count that differs from the hand as it stands, and the lines in which it does.

    `is_open` says that both were counted again and still differ: from then on each may see the
    other. Until then `awaits` tells which are still to be counted again, the first and the second.
    """

    second: HandEntry
    at: datetime
    by: str
    doubts: tuple[Doubt, ...]
    awaits: tuple[bool, bool]

    @property
    def is_open(self) -> bool:
        return not any(self.awaits)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Which sides have said yes to a hand that all have to confirm, and what they disagree on.

    `is_counted_twice` says that a second count came to the same.
    """

    yes: tuple[bool, ...]
    dispute: Dispute | None = None
    is_counted_twice: bool = False

    @property
    def is_complete(self) -> bool:
        return all(self.yes)


def join_halves(halves: Mapping[int, Half], ruleset: Ruleset) -> HandEntry:
    """The hand that these parts of all sides make: only totals if a side has given no more."""
    entries = [halves[side].entry for side in sorted(halves)]
    tallies = [entry for entry in entries if isinstance(entry, Tally)]
    if len(tallies) == len(entries):
        return Tally(tuple(side for tally in tallies for side in tally.sides))
    return tuple(points for entry in entries for points in totals_of(entry, ruleset))


def alone(side: int, entry: HandEntry, sides: int) -> HandEntry:
    """A hand in which one side has this entry and the others have nothing."""
    if isinstance(entry, Tally):
        return Tally(tuple(entry.sides[0] if n == side else SideTally() for n in range(sides)))
    return tuple(entry[0] if n == side else 0 for n in range(sides))


def part_of(entry: HandEntry, side: int) -> HandEntry:
    """What one side has in a hand."""
    return Tally((entry.sides[side],)) if isinstance(entry, Tally) else (entry[side],)


def totals_of(entry: HandEntry, ruleset: Ruleset) -> tuple[int, ...]:
    """The points of each side of an entry."""
    return score_tally(entry, ruleset).totals if isinstance(entry, Tally) else entry


def doubts_between(first: HandEntry, second: HandEntry, ruleset: Ruleset) -> tuple[Doubt, ...]:
    """The lines, side by side, that two counts of a hand see differently; none if they agree.

    Counted in different ways, cards that are worth the same are the same.
    """
    if isinstance(first, Tally) and isinstance(second, Tally):
        return tuple(_differing_lines(first, second, ruleset))
    both = zip(totals_of(first, ruleset), totals_of(second, ruleset), strict=True)
    return tuple(Doubt(side) for side, (one, other) in enumerate(both) if one != other)


def _differing_lines(first: Tally, second: Tally, ruleset: Ruleset) -> Iterator[Doubt]:
    both = zip(_points(first, ruleset), _points(second, ruleset), strict=True)
    for side, (one, other) in enumerate(both):
        for rule in LINE_ORDER:
            if one.get(rule) != other.get(rule):
                yield Doubt(side, rule)


def _points(tally: Tally, ruleset: Ruleset) -> list[dict[str, int]]:
    """The points of every line, by side and rule."""
    sides = score_tally(tally, ruleset).sides
    return [{line.rule: line.points for line in side.lines} for side in sides]
