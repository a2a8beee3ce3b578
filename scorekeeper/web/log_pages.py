"""The log of a match as people read it: what happened, when, by which phone."""

from __future__ import annotations

from collections.abc import Container, Mapping, Set
from dataclasses import dataclass, replace
from datetime import datetime

from markupsafe import Markup

from scorekeeper.language.options import preset_title
from scorekeeper.scorebook import (
    AdjustmentDeleted,
    DealerChosen,
    HandDeleted,
    History,
    MatchRecord,
    Renewal,
    Step,
    read_history,
)

from .agreement_pages import hidden_from
from .agreement_words import note_about_agreement
from .languages import day, fill, gettext, isolate, language, points
from .log_changes import SideChange, changed_sides
from .log_words import is_told, note_about_the_table, title_of
from .options_form import OptionChange, option_changes
from .pages import seat_label
from .phones import Phones
from .ruling_kept import KeptView, told_again
from .stretches import cut_stretch

MOST_EVENTS = 250  # on one page


@dataclass(frozen=True, slots=True)
class SidePoints:
    """The points of a side."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """A hand, or points beside the hands, that this event has deleted and nothing restored."""

    id: int
    is_hand: bool


@dataclass(frozen=True, slots=True)
class Item:
    """One event of the log. `offer` is "undo" or "redo" where a button may say so."""

    seq: int
    at: datetime
    who: Markup
    title: Markup
    is_hand: bool
    undone: bool
    totals: tuple[SidePoints, ...]
    corrected: tuple[SideChange, ...]
    options: tuple[OptionChange, ...]
    note: Markup
    offer: str
    put_back: PutBack | None
    url: str = ""


@dataclass(frozen=True, slots=True)
class LogDay:
    """The events of one day, the latest first; today alone needs no heading."""

    heading: str
    events: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """A stretch of the log by days; `earlier` and `later` are the others, as `Stretch` has them."""

    days: tuple[LogDay, ...]
    earlier: int | None
    later: int | None


@dataclass(frozen=True, slots=True)
class _Match:
    """What is read once for all events: `hidden` is the first hand that should not be seen yet,
    `gone` has the latest events that deleted what is deleted still."""

    record: MatchRecord
    history: History
    phones: Phones
    hidden: int | None
    rulings: Mapping[int, KeptView]
    gone: Container[int]


def make_log(
    record: MatchRecord, renewals: tuple[Renewal, ...] = (), before: int | None = None
) -> LogPage:
    """The latest events of the match, or those before number `before`, the latest first, and the
    links that were renewed meanwhile.

    A clock that was set back begins a day anew: the order of the log stays.
    """
    renewed = {renewal.after for renewal in renewals}
    told = [one for one in record.log if is_told(one.event) or one.seq in renewed]
    page = cut_stretch(told[::-1], before, MOST_EVENTS, lambda logged: logged.seq)
    match = _read(record, renewals, {logged.seq for logged in page.shown})
    days: list[tuple[str, list[Item]]] = []
    for logged in page.shown:
        for renewal in reversed(renewals):
            if renewal.after == logged.seq:
                _add(days, day(renewal.at), _renewed(renewal, match.phones))
        step = match.history.step(logged.seq)
        if step is not None and is_told(logged.event):
            _add(days, day(logged.at), _item(match, step))
    is_whole = page.earlier is page.later is None
    if is_whole and [date for date, _ in days] == [day(datetime.now().astimezone())]:
        return LogPage((LogDay("", tuple(days[0][1])),), None, None)
    listed = tuple(LogDay(date, tuple(items)) for date, items in days)
    return LogPage(listed, page.earlier, page.later)


def _read(record: MatchRecord, renewals: tuple[Renewal, ...], shown: Set[int]) -> _Match:
    return _Match(
        record,
        read_history(record, shown),
        Phones((*record.log, *renewals)),
        hidden_from(record),
        told_again(record, shown),
        _gone(record),
    )


def _gone(record: MatchRecord) -> frozenset[int]:
    """The numbers of the latest events that deleted what is deleted still."""
    hands = (HandDeleted(hand.id) for hand in record.deleted)
    points = (AdjustmentDeleted(adjustment.id) for adjustment in record.deleted_adjustments)
    gone: Set[HandDeleted | AdjustmentDeleted] = {*hands, *points}
    deletions = (
        one for one in record.log if isinstance(one.event, HandDeleted | AdjustmentDeleted)
    )
    latest = {one.event: one.seq for one in deletions if one.event in gone}
    return frozenset(latest.values())


def _add(days: list[tuple[str, list[Item]]], date: str, item: Item) -> None:
    if not days or days[-1][0] != date:
        days.append((date, []))
    days[-1][1].append(item)


def offer_of(history: History, step: Step) -> str:
    """Whether this is the event that would be taken back or done again next."""
    for name, offered in (("undo", history.undo), ("redo", history.redo)):
        if offered is not None and offered.seq == step.seq:
            return name
    return ""


def _item(match: _Match, step: Step) -> Item:
    record, history, phones = match.record, match.history, match.phones
    names = tuple(side.name for side in record.sides)
    shown = replace(step, before=None, after=None) if is_about(step, match.hidden) else step
    corrected = tuple(changed_sides(shown, names))
    ruling = match.rulings.get(step.seq)
    return Item(
        seq=step.seq,
        at=step.logged.at,
        who=phones.name(step.logged.by),
        title=ruling.title if ruling else title_of(history, step),
        is_hand=bool(step.after) and step.before is None and step.reverses is None,
        undone=step.undone,
        totals=_totals(shown, names),
        corrected=corrected,
        options=option_changes(*step.rules) if step.rules else (),
        note=_note(record, step, bool(corrected)),
        offer=offer_of(history, step),
        # what was undone is done again by the button that says so, while there is one
        put_back=None if step.reverses and history.redo else _put_back(match, step),
        url=ruling.url if ruling else "",
    )


def _renewed(renewal: Renewal, phones: Phones) -> Item:
    """A note beside the events: it changed who may come in, and nothing of the match."""
    if renewal.may_edit:
        title = gettext("The link for entering hands was renewed")
    else:
        title = gettext("The link for watching was renewed")
    return Item(
        seq=renewal.after,
        at=renewal.at,
        who=phones.name(renewal.by),
        title=fill(title),
        is_hand=False,
        undone=False,
        totals=(),
        corrected=(),
        options=(),
        note=Markup(""),
        offer="",
        put_back=None,
    )


def _put_back(known: _Match, step: Step) -> PutBack | None:
    match step.logged.event:
        case HandDeleted(seq) | AdjustmentDeleted(seq) if step.seq in known.gone:
            return PutBack(seq, isinstance(step.logged.event, HandDeleted))
    return None


def is_about(step: Step, hidden: int | None) -> bool:
    """Whether the step tells of hands from that number on, which this phone should not see yet."""
    return hidden is not None and step.seq >= hidden and bool(step.before or step.after)


def _totals(step: Step, names: tuple[str, ...]) -> tuple[SidePoints, ...]:
    """The points of a whole hand or of an adjustment; a correction has its differences instead."""
    if step.adjustment is not None:
        given = zip(names, step.adjustment.points, strict=True)
        return tuple(SidePoints(name, number) for name, number in given if number)
    counted = step.after or step.before
    if counted is None or (step.before and step.after):
        return ()
    return tuple(map(SidePoints, names, counted.totals))


def _note(record: MatchRecord, step: Step, is_changed: bool) -> Markup:
    """A word beside the title: the game, the reason, from which hand on."""
    if not step.fits:
        return Markup("")
    if step.logged.seq == record.log[0].seq:
        ruleset = record.setup.ruleset
        title = preset_title(ruleset.preset, language())
        if ruleset.express:
            return fill(gettext("%(game)s, one hand"), game=title)
        return fill(gettext("%(game)s, to %(target)s"), game=title, target=points(ruleset.target))
    if isinstance(step.logged.event, DealerChosen):
        seat = step.logged.event.dealer % record.ruleset.players
        return fill(gettext("Deals first: %(player)s"), player=isolate(seat_label(record, seat)))
    about_agreement = note_about_agreement(step, tuple(side.name for side in record.sides))
    if about_agreement:
        return about_agreement
    about_the_table = note_about_the_table(step)
    if about_the_table:
        return about_the_table
    if step.adjustment is not None:
        return isolate(step.adjustment.reason)
    if step.rules is not None:
        return Markup(gettext("From hand %(number)s on")) % {"number": step.number}  # noqa: S704
    if step.before and step.after and not is_changed:
        return Markup(gettext("Counted another way, with the same points"))  # noqa: S704
    return Markup("")
