"""The matches that a table played one after the other: a day, and who won how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from scorekeeper.rules.ranking import Ranking, Result, rank

from .chain import is_rematch_of
from .records import MatchRecord

PAUSE = timedelta(hours=12)
MOST_MATCHES = 50

Read = Callable[[str], MatchRecord | None]
"""Reads the match with this id, or gives None if there is none that can be read."""


@dataclass(frozen=True, slots=True)
class DayMatch:
    """A match of the day; its result has the sides in the order of the match that was asked for."""

    record: MatchRecord
    result: Result


@dataclass(frozen=True, slots=True)
class Day:
    """The matches of a day, the first one first, and what they come to."""

    matches: tuple[DayMatch, ...]
    ranking: Ranking


def read_day(record: MatchRecord, read: Read) -> Day:
    """The day of this match: the rematches before and after it, up to a pause of twelve hours.

    What was annulled or is still played is listed and does not count (`match.annul`).
    """
    before = [*_earlier(record, read)][::-1]
    chain = [*before, record, *_later(record, read)]
    turned = [False]
    for _, after in pairwise(chain):
        turned.append(turned[-1] != after.setup.swapped)
    here = turned[len(before)]
    matches = tuple(
        DayMatch(one, _result(one, is_turned != here))
        for one, is_turned in zip(chain, turned, strict=True)
    )
    return Day(matches, rank((match.result for match in matches), record.ruleset.sides))


def _earlier(record: MatchRecord, read: Read) -> Iterator[MatchRecord]:
    for _ in range(MOST_MATCHES):
        before = read(record.setup.follows) if record.setup.follows else None
        if before is None or not is_rematch_of(record, before) or not _same_day(before, record):
            return
        yield before
        record = before


def _later(record: MatchRecord, read: Read) -> Iterator[MatchRecord]:
    for _ in range(MOST_MATCHES):
        after = read(record.successor) if record.successor else None
        if after is None or not is_rematch_of(after, record) or not _same_day(record, after):
            return
        yield after
        record = after


def _same_day(before: MatchRecord, after: MatchRecord) -> bool:
    """Whether the later match began soon after the earlier one, at a table of as many sides."""
    if before.ruleset.sides != after.ruleset.sides:
        return False
    return after.started_at - before.changed_at <= PAUSE


def _result(record: MatchRecord, turned: bool) -> Result:
    totals, ruling = record.standing.totals, record.standing.ruling
    return Result(totals, ruling).turned() if turned else Result(totals, ruling)
