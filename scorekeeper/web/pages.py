"""What the pages show, made ready for the templates: frozen values, no rule of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.rules.match import Ruling, Status, next_hand_decides, place_of_seat, side_of_seat
from scorekeeper.rules.options import overrides_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import LINE_ORDER, Score, sole_leader
from scorekeeper.scorebook import (
    AdjustmentDeleted,
    AdjustmentRecord,
    HandDeleted,
    HandRecord,
    HandRecorded,
    MatchRecord,
)
from scorekeeper.scorebook.fold import score_entry
from scorekeeper.scorebook.records import EntryRecord, in_order

from .agreement_pages import shown_entries
from .chart import Chart, draw
from .languages import fill, gettext, isolate, join_names, language, ngettext, points
from .unread_words import unread_note, unread_sentence


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the board."""

    name: str
    players: tuple[str, ...]
    total: int
    reach: int
    reach_label: str
    left: Markup


@dataclass(frozen=True, slots=True)
class Row:
    """A hand of the board, or an adjustment between hands, which has a reason and no number."""

    id: int
    number: int
    totals: tuple[int, ...]
    running: tuple[int, ...]
    winner: int | None = None
    corrected: bool = False
    reason: str = ""

    @property
    def label(self) -> str:
        return "±" if self.reason else str(self.number)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Who comes in next for whom, and on which seat."""

    comes: str
    goes: str
    seat: int


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a match as one phone sees it."""

    id: str
    seen: int
    may_edit: bool
    sides: tuple[SideView, ...]
    target: int
    rows: tuple[Row, ...]
    deleted: tuple[Row, ...]
    chart: Chart | None
    hands: int
    can_resume: bool
    deals: str
    plays: str
    ruleset: Ruleset
    changes: Mapping[str, object]
    ruling: Ruling
    verdict: Markup
    started_at: datetime
    changed_at: datetime
    follows: str = ""
    successor: str = ""
    change: SeatChange | None = None
    next_decides: bool = False
    unreadable: int = 0

    @property
    def unread(self) -> str:
        """That entries of the match are not in the totals, if any."""
        return unread_sentence(self.unreadable)

    @property
    def unread_note(self) -> str:
        """The same in a few words."""
        return unread_note(self.unreadable)

    @property
    def next_number(self) -> int:
        return self.hands + 1

    @property
    def is_over(self) -> bool:
        return self.ruling.status.is_over

    @property
    def is_extra_hand(self) -> bool:
        return self.ruling.status is Status.EXTRA_HAND

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def title(self) -> str:
        return " × ".join(f"{side.name} {points(side.total)}" for side in self.sides)

    @property
    def headline(self) -> Markup:
        """The match in a few words, for a list of matches."""
        if self.ruling.winner is None:
            return Markup(" × ").join(isolate(name) for name in self.names)
        losers = [name for n, name in enumerate(self.names) if n != self.ruling.winner]
        return fill(
            gettext("%(winner)s beat %(losers)s"),
            winner=isolate(self.names[self.ruling.winner]),
            losers=join_names(losers),
        )

    @property
    def minutes(self) -> int:
        return int((self.changed_at - self.started_at).total_seconds() // 60)

    @property
    def facts(self) -> Iterator[tuple[str, Markup]]:
        """The match in numbers."""
        hands = [(max(row.totals), row) for row in self.rows if not row.reason]
        if hands:
            best, row = max(hands, key=lambda pair: pair[0])
            side = self.names[row.totals.index(best)]
            yield (
                gettext("Best hand"),
                fill(
                    gettext("%(points)s for %(side)s in hand %(number)s"),
                    points=points(best, signed=True),
                    side=isolate(side),
                    number=row.number,
                ),
            )


def seat_label(record: MatchRecord, seat: int) -> str:
    """The player at the seat, or the side and the place within it."""
    sides = record.setup.sides
    number, place = side_of_seat(seat, len(sides)), place_of_seat(seat, len(sides))
    side = sides[number]
    if place < len(side.players) and side.players[place]:
        return side.players[place]
    return f"{side.name} {place + 1}" if record.ruleset.players_per_side > 1 else side.name


def house_rules(ruleset: Ruleset) -> dict[str, object]:
    """What a table has changed in its preset; the target is told elsewhere."""
    changes = overrides_of(ruleset)
    return {name: value for name, value in changes.items() if name not in ("target", "express")}


def make_board(record: MatchRecord, may_edit: bool) -> Board:
    """The board of a match, without the points from the hand on that this phone should not see."""
    standing, ruleset, entries = record.standing, record.in_force, shown_entries(record)
    names = tuple(side.name for side in record.setup.sides)
    target = 0 if ruleset.express else ruleset.target
    totals = entries[-1].running if entries else (0,) * len(names)
    sides = tuple(
        _side_view(side.name, side.players, total, target, standing.ruling.status.is_over)
        for side, total in zip(record.setup.sides, totals, strict=True)
    )
    rows = tuple(_row(entry) for entry in reversed(entries))
    return Board(
        id=record.id,
        seen=record.last,
        may_edit=may_edit,
        sides=sides,
        target=target,
        rows=rows,
        deleted=tuple(map(_row, _just_deleted(record))),
        chart=_chart(rows[::-1], target),
        hands=len(record.hands),
        can_resume=record.is_stopped or record.is_annulled,
        deals=seat_label(record, record.dealer),
        plays=seat_label(record, record.first_player),
        ruleset=ruleset,
        changes=house_rules(ruleset),
        ruling=standing.ruling,
        verdict=_verdict(record, names),
        started_at=record.started_at,
        changed_at=record.changed_at,
        follows=record.setup.follows,
        successor=record.successor,
        change=_seat_change(record),
        next_decides=not ruleset.express and next_hand_decides(totals, record.ruleset),
        unreadable=len(record.unreadable),
    )


def _seat_change(record: MatchRecord) -> SeatChange | None:
    if not record.bench:
        return None
    seat = record.next_out % record.ruleset.players
    return SeatChange(record.bench[0], seat_label(record, seat), seat)


def _verdict(record: MatchRecord, names: Iterable[str]) -> Markup:
    """How the match stands, in a sentence of ours around names that are escaped."""
    isolated = tuple(map(isolate, names))
    told = ruling_sentence(record.standing, record.in_force, isolated, language())
    return Markup(told or "")  # noqa: S704


def _just_deleted(record: MatchRecord) -> tuple[EntryRecord, ...]:
    """What was deleted since the last hand, the latest first; the log has all that ever was."""
    ids: set[int] = set()
    for logged in reversed(record.log):
        match logged.event:
            case HandDeleted(seq) | AdjustmentDeleted(seq):
                ids.add(seq)
            case HandRecorded():
                break
    gone = in_order(record.deleted, record.deleted_adjustments)
    return tuple(entry for entry in reversed(gone) if entry.id in ids)


def _chart(rows: tuple[Row, ...], target: int) -> Chart | None:
    if not rows:
        return None
    return draw([row.running for row in rows], target, points, [row.label for row in rows])


def _row(entry: EntryRecord) -> Row:
    if isinstance(entry, AdjustmentRecord):
        return Row(entry.id, 0, entry.points, entry.running, reason=entry.reason)
    winner = sole_leader(entry.totals)
    return Row(entry.id, entry.number, entry.totals, entry.running, winner, entry.corrected)


def _side_view(
    name: str, players: tuple[str, ...], total: int, target: int, over: bool
) -> SideView:
    shown = tuple(player for player in players if player)
    if not target:
        return SideView(name, shown, total, 0, "", Markup(""))
    label = gettext("%(side)s: %(total)s of %(target)s")
    reach_label = label % {"side": name, "total": points(total), "target": points(target)}
    missing = target - total
    if missing <= 0:
        left = fill(
            gettext("%(points)s past the target"),
            points=Markup("<b>{}</b>").format(points(-missing)),
        )
    else:
        sentence = gettext("%(points)s short") if over else gettext("%(points)s to go")
        left = fill(sentence, points=Markup("<b>{}</b>").format(points(missing)))
    return SideView(name, shown, total, min(max(total, 0), target), reach_label, left)


@dataclass(frozen=True, slots=True)
class LineView:
    """One rule of a hand's score: points and count for each side."""

    rule: str
    cells: tuple[tuple[int, str] | None, ...]


def make_lines(score: Score) -> tuple[LineView, ...]:
    """The lines of all sides side by side, in the order of the rulebook."""
    found = [{line.rule: line for line in side.lines} for side in score.sides]
    return tuple(
        LineView(
            rule,
            tuple(
                (lines[rule].points, _counted(rule, lines[rule].count)) if rule in lines else None
                for lines in found
            ),
        )
        for rule in LINE_ORDER
        if any(rule in lines for lines in found)
    )


@dataclass(frozen=True, slots=True)
class VersionView:
    """An earlier entry of a hand: when, and the totals it gave."""

    at: datetime
    totals: tuple[int, ...]


def make_versions(hand: HandRecord) -> tuple[VersionView, ...]:
    """What a corrected hand was before, oldest first."""
    return tuple(
        VersionView(version.at, score_entry(version.entry, hand.ruleset)[0])
        for version in hand.versions[:-1]
    )


def _counted(rule: str, count: int | None) -> str:
    if count is None:
        return ""
    if rule in ("score.cards", "score.hand", "score.morto_cards"):
        return ngettext("%(num)s card", "%(num)s cards", count) % {"num": count}
    return str(count)
