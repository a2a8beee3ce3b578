"""What sides agree on: yes to a hand, one of two counts, and whether hands need a yes at all."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.scorebook import (
    Change,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    HandConfirmed,
    HandCorrected,
    HandRecord,
    HandRecounted,
    NotPossible,
    SideWithdrawn,
    StaleEntry,
    TallyRejected,
    UnknownHand,
)

from ..keys import open_table, scorebook
from ..phones import signature

views = Blueprint("confirming", __name__)

REFUSALS = (StaleEntry, NotPossible, TallyRejected, UnknownHand)


@views.post("/t/<match_id>/confirming")
def change(match_id: str) -> Response:
    """Lets both sides confirm each hand from now on, or no longer."""
    open_table(match_id, edit=True)
    return _write(match_id, ConfirmingChanged(request.form.get("confirming") == "1"))


@views.post("/t/<match_id>/parts/<int:side>/withdraw")
def withdraw(match_id: str, side: int) -> Response:
    """Takes back what a side has counted of the hand to come."""
    record = open_table(match_id, edit=True).record
    if side >= len(record.sides):
        abort(404)
    return _write(match_id, SideWithdrawn(side))


@views.post("/t/<match_id>/hands/<int:hand>/confirm")
def confirm(match_id: str, hand: int) -> Response:
    """A side says yes to a hand, or takes its yes back."""
    record = open_table(match_id, edit=True).record
    yes, no = (request.form.get(name, type=int) for name in ("yes", "no"))
    side = yes if yes is not None else no
    found = record.hand(hand)
    if side is None or not 0 <= side < len(record.sides):
        abort(404)
    if found and found.agreement and found.agreement.yes[side] == (yes is not None):
        return _board(match_id)  # said on another phone at the same moment
    event = HandConfirmed if yes is not None else ConfirmationWithdrawn
    return _write(match_id, event(hand, side))


@views.post("/t/<match_id>/hands/<int:hand>/choose")
def choose(match_id: str, hand: int) -> Response:
    """Settles two counts that differ: the other one is taken to be the same as the one chosen."""
    record = open_table(match_id, edit=True).record
    found = record.hand(hand)
    chosen = None if found is None else _choice(found, request.form.get("count", ""))
    return _moved_on(match_id) if chosen is None else _write(match_id, chosen)


def _choice(hand: HandRecord, count: str) -> Change | None:
    dispute = hand.agreement.dispute if hand.agreement else None
    if dispute is None or not dispute.is_open:
        return None
    if count == "second":
        return HandCorrected(hand.id, dispute.second)
    return HandRecounted(hand.id, hand.entry) if count == "first" else None


def _write(match_id: str, event: Change) -> Response:
    seen, entry_id = request.form.get("seen", -1, type=int), request.form.get("entry_id", "")[:64]
    try:
        scorebook().change(match_id, event, seen, entry_id, signature())
    except REFUSALS:
        return _moved_on(match_id)
    return _board(match_id)


def _moved_on(match_id: str) -> Response:
    return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)


def _board(match_id: str) -> Response:
    return redirect(url_for("table.board", match_id=match_id), 303)
