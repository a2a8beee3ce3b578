"""Entering a hand in parts: which side this phone counts, and what its form is saved as."""

from __future__ import annotations

from collections.abc import Mapping

from flask import url_for
from markupsafe import Markup

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Tally
from scorekeeper.scorebook import (
    Change,
    HandCorrected,
    HandEntry,
    HandRecord,
    HandRecorded,
    HandRecounted,
    History,
    MatchRecord,
    NotPossible,
    SideCounted,
    StaleEntry,
    Step,
    TallyRejected,
    alone,
    problems_of_halves,
)

from .agreement_pages import hides_lines
from .hand_form import HandForm
from .keys import scorebook
from .languages import isolate
from .log_words import title_of
from .phones import count_for, is_mine, own_side, signature
from .ways import NOBODY


def new_form(
    record: MatchRecord, ruleset: Ruleset, hand: int | None, is_recount: bool, wanted: str
) -> HandForm:
    """The form as it is first shown; `wanted` names the side to be counted, or nothing."""
    if hand is not None:
        found = record.hand(hand)
        entry = _earlier_entry(found, is_recount) if found else None
        return HandForm(ruleset, entry=entry, seen=record.last)
    only = int(wanted) if wanted in map(str, range(ruleset.sides)) else None
    if only is None and not wanted:
        only = _side_to_count(record)
    half = None if only is None else record.halves.get(only)
    part = None
    if only is not None and half is not None and is_mine(half.by):
        part = alone(only, half.entry, ruleset.sides)
    form = HandForm(ruleset, entry=part, seen=record.last, only=only)
    if only is not None and part is None and _somebody_went_out(record):
        form.shared.went_out.data = NOBODY
    return form


def _somebody_went_out(record: MatchRecord) -> bool:
    """Whether a side says it went out, so that the others need not say that they did not."""
    entries = [half.entry for half in record.halves.values()]
    return any(isinstance(one, Tally) and one.sides[0].went_out for one in entries)


def _earlier_entry(hand: HandRecord, is_recount: bool) -> HandEntry | None:
    """What this phone may go on from; of a second count only its own."""
    if not is_recount:
        return hand.entry
    dispute = hand.agreement.dispute if hand.agreement else None
    return dispute.second if dispute and is_mine(dispute.by) else None


def _side_to_count(record: MatchRecord) -> int | None:
    """The side that is missing, where others have counted theirs; else the one of this phone."""
    own = own_side(record.id)
    missing = [n for n in range(record.ruleset.sides) if n not in record.halves]
    if not record.halves or not missing or own in missing:
        return own
    return missing[0]


def turned(match_id: str, ruleset: Ruleset, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed, after another choice of the sides that this phone counts."""
    wanted = typed.get("apart", "")
    only = wanted if wanted in map(str, range(ruleset.sides)) else ""
    count_for(match_id, int(only) if only else None)
    kept = dict(typed) | {"counts": only}
    if typed.get("counts") != only and typed.get("went_out") == NOBODY:
        del kept["went_out"]  # "not we" is not "nobody"
    return kept


def change_of(form: HandForm, hand: int | None, is_recount: bool) -> Change:
    """The event that saving this form asks for. Only for a form without errors."""
    if form.only is not None:
        return SideCounted(form.only, form.half())
    if hand is None:
        return HandRecorded(form.entry())
    return (HandRecounted if is_recount else HandCorrected)(hand, form.entry())


def after_saving(before: MatchRecord, after: MatchRecord, form: HandForm, hand: int | None) -> str:
    """Where to go: to the board, or back to what this phone has to count again."""
    if form.only is None:
        return _after_whole(after, hand)
    others = [half for side, half in before.halves.items() if side != form.only]
    is_shared = any(is_mine(half.by) for half in others)
    count_for(after.id, None if is_shared else form.only)
    if problems_of_halves(after):
        return url_for("hands.enter", match_id=after.id, side=form.only)
    return url_for("table.board", match_id=after.id)


def _after_whole(record: MatchRecord, hand: int | None) -> str:
    found = None if hand is None else record.hand(hand)
    if found is not None and hides_lines(found):
        return url_for("hands.recount", match_id=record.id, hand=hand)
    return url_for("table.board", match_id=record.id)


def after_counting_apart(stale: StaleEntry, form: HandForm) -> str | None:
    """Takes a hand that another phone was first to enter as a second count of it; where to go then.

    That is so where the sides have to confirm, and this form was opened before that hand was there.
    """
    new = [hand for hand in stale.record.hands if hand.id > stale.seen]
    if form.only is not None or len(new) != 1 or is_mine(new[0].by):
        return None
    change = HandRecounted(new[0].id, form.entry())
    try:
        done = scorebook().change(
            stale.record.id, change, stale.record.last, form.entry_id, signature()
        )
    except (NotPossible, StaleEntry, TallyRejected):
        return None
    return _after_whole(done.match, new[0].id)


def title_with_side(history: History, step: Step, record: MatchRecord) -> Markup:
    """What happened, and by which side if one alone did it."""
    title = title_of(history, step)
    if step.side is None or step.side >= len(record.sides):
        return title
    return Markup("{} ({})").format(title, isolate(record.sides[step.side].name))
