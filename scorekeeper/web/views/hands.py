"""Entering, correcting, reading and deleting a hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.options import changes_between
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import ByCard, Melds, Tally
from scorekeeper.scorebook import (
    HandRecord,
    MatchRecord,
    NotPossible,
    StaleEntry,
    TallyRejected,
    UnknownHand,
)
from scorekeeper.scorebook.fold import score_entry

from ..agreement_pages import hides_lines, make_agreement, to_agree
from ..cards import CardView, MeldView, view_card, view_meld
from ..entry_pages import EntryPage, entry_page
from ..errors import is_fragment_request
from ..hand_clash import stale_page
from ..hand_form import HandForm
from ..hand_halves import (
    after_counting_apart,
    after_saving,
    change_of,
    new_form,
    turned,
)
from ..hand_switch import parse_switch, switch
from ..keypad import press
from ..keys import Table, open_table, scorebook
from ..options_form import option_words
from ..pages import make_board, make_lines, make_versions
from ..phones import signature
from ..steppers import step

views = Blueprint("hands", __name__)

NOT_TYPED = ("csrf_token", "save", "restore")


@views.route("/t/<match_id>/hands/new", methods=["GET", "POST"])
def enter(match_id: str) -> Response:
    """The form of the next hand, and its answer."""
    return _entry(match_id, None)


@views.route("/t/<match_id>/hands/<int:hand>/recount", methods=["GET", "POST"])
def recount(match_id: str, hand: int) -> Response:
    """The form of a second count of a hand, apart from the first, and its answer."""
    return _entry(match_id, hand, is_recount=True)


@views.route("/t/<match_id>/hands/<int:hand>/edit", methods=["GET", "POST"])
def correct(match_id: str, hand: int) -> Response:
    """The form of an earlier hand, and its answer."""
    return _entry(match_id, hand)


@views.post("/t/<match_id>/hands/preview")
def preview(match_id: str) -> str:
    """The totals, lines and problems of what is typed so far. Writes nothing.

    A side whose way of counting was changed comes with it.
    """
    table = open_table(match_id, edit=True)
    hand, is_recount = request.args.get("hand", type=int), "recount" in request.args
    if hand is not None and table.record.is_lost(hand):
        hand, is_recount = None, False  # it can still be saved as a new one
    ruleset = _hand_ruleset(table, hand)
    form = HandForm(ruleset, _pressed(ruleset), may_be_half=hand is None)
    page = entry_page(table, form, hand, typing=True, is_recount=is_recount)
    switched = parse_switch(request.form.get("way", ""), ruleset.sides)
    if switched is not None:
        page = replace(page, switched=switched.side)
    return render_template("hands/_preview.html", page=page, form=form)


@views.get("/t/<match_id>/hands/<int:hand>")
def show(match_id: str, hand: int) -> str | Response:
    """The lines of a hand."""
    table = open_table(match_id)
    found = table.record.hand(hand)
    if found is None and table.record.is_lost(hand):
        return _moved_on(match_id)
    if found is None:
        abort(404)
    return render_template(
        "hands/show.html",
        board=make_board(table.record, table.may_edit),
        hand=found,
        lines=make_lines(found.score) if found.score else (),
        before=table.record.hands[found.number - 2] if found.number > 1 else None,
        after=next(iter(table.record.hands[found.number :]), None),
        versions=make_versions(found),
        other_rules=option_words(changes_between(table.record.in_force, found.ruleset)),
        melds=() if hides_lines(found) else _melds(found),
        loose=_loose(found),
        agreement=make_agreement(table.record),
        agreeing=to_agree(table.record, found),
        hides_lines=hides_lines(found),
    )


def _melds(hand: HandRecord) -> tuple[tuple[MeldView, ...], ...]:
    """The melds of each side that was counted by card."""
    if not isinstance(hand.entry, Tally):
        return ()
    return tuple(
        tuple(view_meld(n, cards, hand.ruleset) for n, cards in enumerate(side.table.melds))
        if isinstance(side.table, Melds)
        else ()
        for side in hand.entry.sides
    )


def _loose(hand: HandRecord) -> tuple[tuple[tuple[CardView, ...], ...], ...]:
    """The cards in hand and in the morto of each side, where they were listed."""
    if not isinstance(hand.entry, Tally):
        return ()
    return tuple(
        tuple(
            tuple(map(view_card, heap.cards)) if isinstance(heap, ByCard) else ()
            for heap in (side.hand, side.morto_cards)
        )
        for side in hand.entry.sides
    )


@views.post("/t/<match_id>/hands/<int:hand>/delete")
def delete(match_id: str, hand: int) -> Response:
    """Takes a hand out of the match; it can be put back."""
    return _change(match_id, hand, scorebook().delete_hand)


@views.post("/t/<match_id>/hands/<int:hand>/restore")
def restore(match_id: str, hand: int) -> Response:
    """Puts a deleted hand back."""
    return _change(match_id, hand, scorebook().restore_hand)


def _change(match_id: str, hand: int, change: Callable[..., object]) -> Response:
    open_table(match_id, edit=True)
    seen = request.form.get("seen", -1, type=int)
    try:
        change(match_id, hand, seen, request.form.get("entry_id", "")[:64], signature())
    except StaleEntry:
        return _moved_on(match_id)
    return redirect(url_for("table.board", match_id=match_id), 303)


def _moved_on(match_id: str) -> Response:
    return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)


def _entry(match_id: str, hand: int | None, is_recount: bool = False) -> Response:
    table = open_table(match_id, edit=True)
    if hand is not None and table.record.deleted_hand(hand) is not None:
        if request.method == "GET":
            return _moved_on(match_id)
        if "restore" not in request.form:
            return _gone(table.record, None, hand)
        return _put_back(match_id, hand)
    if hand is not None and table.record.is_lost(hand):
        return _moved_on(match_id) if request.method == "GET" else _entered_anew(table)
    ruleset = _hand_ruleset(table, hand)
    if request.method == "GET" and hand is None and table.record.is_over:
        return redirect(url_for("table.board", match_id=match_id), 303)
    if request.method == "GET":
        form = new_form(table.record, ruleset, hand, is_recount, request.args.get("side", ""))
        return _answer(entry_page(table, form, hand, typing=True, is_recount=is_recount), 200)
    typed = request.form.to_dict()
    if hand is None and "apart" in typed:
        typed = turned(match_id, ruleset, typed)
    elif any(name in typed for name in ("step", "key", "way")):
        typed = _pressed(ruleset)
    form = HandForm(ruleset, typed, may_be_half=hand is None)
    if any(name in request.values for name in ("apart", "step", "key", "way", "check")):
        return _answer(entry_page(table, form, hand, typing=True, is_recount=is_recount), 200)
    return _save(table, form, hand, is_recount)


def _pressed(ruleset: Ruleset) -> dict[str, str]:
    """What was typed, after a stepper, a key of the keypad or another way of counting."""
    typed = request.form.to_dict()
    if "way" in typed:
        return switch(typed, typed["way"], ruleset)
    if "key" in typed:
        return press(typed, typed["key"], ruleset.sides)
    return step(typed, typed["step"]) if "step" in typed else typed


def _save(table: Table, form: HandForm, hand: int | None, is_recount: bool) -> Response:
    record = table.record
    if form.errors:
        return _answer(entry_page(table, form, hand, is_recount=is_recount), 422)
    try:
        done = scorebook().change(
            record.id, change_of(form, hand, is_recount), form.seen, form.entry_id, signature()
        )
    except TallyRejected:
        return _answer(entry_page(table, form, hand, is_recount=is_recount), 422)
    except NotPossible as refused:  # a second count of what is agreed by now
        return _answer(_clashing(table, form, hand, StaleEntry(refused.record, form.seen)), 409)
    except StaleEntry as stale:
        if hand is not None and stale.record.hand(hand) is None:
            return _gone(stale.record, form, hand)
        apart = after_counting_apart(stale, form) if hand is None else None
        if apart is not None:
            return _onward(apart)
        return _answer(_clashing(table, form, hand, stale), 409)
    return _onward(after_saving(record, done.match, form, hand))


def _clashing(table: Table, form: HandForm, hand: int | None, stale: StaleEntry) -> EntryPage:
    rules = _hand_ruleset(Table(stale.record, table.may_edit), hand)
    return stale_page(table, form, rules, hand, stale)


def _gone(record: MatchRecord, form: HandForm | None, hand: int) -> Response:
    """The hand that was corrected here was deleted meanwhile: what was typed, and the way back."""
    found = record.deleted_hand(hand)
    if found is None:
        abort(404)
    form = form or HandForm(found.ruleset, request.form.to_dict())
    page = render_template(
        "hands/gone.html",
        record=record,
        hand=hand,
        totals=() if form.errors else score_entry(form.entry(), found.ruleset)[0],
        typed=[(k, v) for k, v in request.form.items(multi=True) if k not in NOT_TYPED],
    )
    return make_response(page, 409)


def _entered_anew(table: Table) -> Response:
    """What was typed as a correction, as a new hand: a backup put back lacks the corrected one."""
    form = HandForm(table.record.ruleset, request.form.to_dict())
    return _answer(_clashing(table, form, None, StaleEntry(table.record, form.seen)), 409)


def _put_back(match_id: str, hand: int) -> Response:
    """Restores the hand and corrects it with what was typed."""
    record = scorebook().read(match_id)
    sent = request.form.get("entry_id", "")[:60]
    try:
        restored = scorebook().restore_hand(match_id, hand, record.last, f"{sent}-b", signature())
    except (StaleEntry, UnknownHand):
        return _moved_on(match_id)
    table = open_table(match_id, edit=True)
    typed = request.form.to_dict() | {"seen": str(restored.match.last)}
    form = HandForm(_hand_ruleset(table, hand), typed)
    return _save(table, form, hand, is_recount=False)


def _onward(address: str) -> Response:
    if is_fragment_request():
        return Response(status=200, headers={"HX-Redirect": address})
    return redirect(address, 303)


def _answer(page: EntryPage, status: int) -> Response:
    name = "hands/_entry.html" if is_fragment_request() else "hands/entry.html"
    return make_response(render_template(name, page=page, form=page.form), status)


def _hand_ruleset(table: Table, hand: int | None) -> Ruleset:
    if hand is None:
        return table.record.ruleset
    found = table.record.hand(hand)
    if found is None:
        abort(404)
    return found.ruleset
