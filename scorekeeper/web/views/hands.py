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
    HandCorrected,
    HandRecord,
    HandRecorded,
    StaleEntry,
    TallyRejected,
    read_history,
)

from ..cards import CardView, MeldView, view_card, view_meld
from ..entry_pages import EntryPage, entry_page
from ..errors import is_fragment_request
from ..hand_form import HandForm
from ..hand_switch import parse_switch, switch
from ..keypad import press
from ..keys import Table, open_table, scorebook
from ..log_words import title_of
from ..options_form import option_words
from ..pages import make_board, make_lines, make_versions
from ..phones import signature
from ..steppers import step

views = Blueprint("hands", __name__)


@views.route("/t/<match_id>/hands/new", methods=["GET", "POST"])
def enter(match_id: str) -> Response:
    """The form of the next hand, and its answer."""
    return _entry(match_id, None)


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
    hand = request.args.get("hand", type=int)
    ruleset = _hand_ruleset(table, hand)
    form = HandForm(ruleset, _pressed(ruleset))
    page = entry_page(table, form, hand, typing=True)
    switched = parse_switch(request.form.get("way", ""), ruleset.sides)
    if switched is not None:
        page = replace(page, switched=switched.side)
    return render_template("hands/_preview.html", page=page, form=form)


@views.get("/t/<match_id>/hands/<int:hand>")
def show(match_id: str, hand: int) -> str:
    """The lines of a hand."""
    table = open_table(match_id)
    found = table.record.hand(hand)
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
        melds=_melds(found),
        loose=_loose(found),
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


def _entry(match_id: str, hand: int | None) -> Response:
    table = open_table(match_id, edit=True)
    if hand is not None and table.record.deleted_hand(hand) is not None:
        return _moved_on(match_id)
    ruleset = _hand_ruleset(table, hand)
    if request.method == "GET" and hand is None and table.record.is_over:
        return redirect(url_for("table.board", match_id=match_id), 303)
    if request.method == "GET":
        found = table.record.hand(hand) if hand is not None else None
        entry = found.entry if found else None
        form = HandForm(ruleset, entry=entry, seen=table.record.last)
        return _answer(entry_page(table, form, hand, typing=True), 200)
    if any(name in request.form for name in ("step", "key", "way")):
        form = HandForm(ruleset, _pressed(ruleset))
        return _answer(entry_page(table, form, hand, typing=True), 200)
    form = HandForm(ruleset, request.form)
    if "check" in request.values:
        return _answer(entry_page(table, form, hand, typing=True), 200)
    return _save(table, form, hand)


def _pressed(ruleset: Ruleset) -> dict[str, str]:
    """What was typed, after a stepper, a key of the keypad or another way of counting."""
    typed = request.form.to_dict()
    if "way" in typed:
        return switch(typed, typed["way"], ruleset)
    if "key" in typed:
        return press(typed, typed["key"], ruleset.sides)
    return step(typed, typed["step"]) if "step" in typed else typed


def _save(table: Table, form: HandForm, hand: int | None) -> Response:
    record = table.record
    if form.errors:
        return _answer(entry_page(table, form, hand), 422)
    book = scorebook()
    try:
        if hand is None:
            book.record_hand(record.id, form.entry(), form.seen, form.entry_id, signature())
        else:
            book.correct_hand(record.id, hand, form.entry(), form.seen, form.entry_id, signature())
    except TallyRejected:
        return _answer(entry_page(table, form, hand), 422)
    except StaleEntry as stale:
        if hand is not None and stale.record.hand(hand) is None:
            return _moved_on(record.id)
        return _answer(_stale_page(table, form, hand, stale), 409)
    board = url_for("table.board", match_id=record.id)
    if is_fragment_request():
        return Response(status=200, headers={"HX-Redirect": board})
    return redirect(board, 303)


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


def _stale_page(table: Table, form: HandForm, hand: int | None, stale: StaleEntry) -> EntryPage:
    """The form again, with what others wrote meanwhile; sent once more, it counts on top."""
    now = Table(stale.record, table.may_edit)
    form = HandForm(_hand_ruleset(now, hand), request.form)  # the rules may be others by now
    form.renew(stale.record.last)
    written = {logged.seq for logged in stale.since}
    clash = tuple(
        found
        for found in stale.record.hands
        if any(version.seq in written for version in found.versions) or found.id == hand
    )
    page = entry_page(now, form, hand)
    return replace(page, clash=clash, is_stale=True, news=_news(stale))


def _news(stale: StaleEntry) -> tuple[str, ...]:
    """What happened meanwhile, beside the hands that are shown with their points."""
    history = read_history(stale.record)
    events = [step for step in history.steps if step.seq > stale.seen]
    return tuple(
        title_of(history, step)
        for step in events
        if step.reverses is not None
        or not isinstance(step.logged.event, HandRecorded | HandCorrected)
    )
