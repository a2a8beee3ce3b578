"""The day of a table: the matches it has played, and who won how many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from scorekeeper.rules.match import Status
from scorekeeper.scorebook import Day, DayMatch, MatchRecord

from .keys import access_to, scorebook
from .languages import day, fill, gettext
from .unread_words import unread_note


@dataclass(frozen=True, slots=True)
class SideDay:
    """A side: matches won, and points made in the matches that count."""

    name: str
    players: tuple[str, ...]
    wins: int
    points: int
    leads: bool


@dataclass(frozen=True, slots=True)
class MatchOfDay:
    """A match of the day. `note` says what is special about it, `unread` what its totals are
    without; `id` is empty without a key."""

    number: int
    id: str
    totals: tuple[int, ...]
    winner: int | None
    note: str
    counts: bool
    is_here: bool
    at: datetime
    unread: str = ""


@dataclass(frozen=True, slots=True)
class DayPage:
    """The day as the board and the page of the day show it."""

    id: str
    sides: tuple[SideDay, ...]
    matches: tuple[MatchOfDay, ...]
    counted: int
    last_at: datetime
    unread: str = ""

    @property
    def title(self) -> Markup | str:
        """Today, or the day it was."""
        date = day(self.last_at)
        if date == day(datetime.now(UTC)):
            return gettext("Today at this table")
        return fill(gettext("%(day)s at this table"), day=date)


def make_day(record: MatchRecord) -> DayPage:
    """The day that this match belongs to."""
    found = scorebook().day(record.id)
    return DayPage(
        id=record.id,
        sides=_sides(record, found),
        matches=tuple(_match(number, one, record) for number, one in enumerate(found.matches, 1)),
        counted=found.ranking.matches,
        last_at=found.matches[-1].record.changed_at,
        unread=unread_note(sum(len(one.record.unreadable) for one in found.matches)),
    )


def _sides(record: MatchRecord, found: Day) -> tuple[SideDay, ...]:
    ranking = found.ranking
    return tuple(
        SideDay(
            name=side.name,
            players=tuple(player for player in side.players if player),
            wins=ranking.wins[number],
            points=ranking.points[number],
            leads=ranking.leaders == (number,),
        )
        for number, side in enumerate(record.sides)
    )


def _match(number: int, match: DayMatch, here: MatchRecord) -> MatchOfDay:
    ruling = match.result.ruling
    notes = {
        Status.ANNULLED: gettext("annulled, does not count"),
        Status.DRAW: gettext("a draw"),
        Status.WON: "",
    }
    return MatchOfDay(
        number=number,
        id=match.record.id if access_to(match.record.id) else "",
        totals=match.result.totals,
        winner=ruling.winner,
        note=notes.get(ruling.status, gettext("in play, does not count yet")),
        unread=unread_note(len(match.record.unreadable)),
        counts=match.result.counts,
        is_here=match.record.id == here.id,
        at=match.record.started_at,
    )
