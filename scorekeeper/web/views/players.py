"""Who plays: names of sides and players, and a fifth person who comes in for the others in turn."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.match import place_of_seat, side_of_seat
from scorekeeper.rules.problems import DocumentError
from scorekeeper.scorebook import MatchRecord, NotPossible, SeatTaken, StaleEntry

from ..cut_pages import seats_of
from ..keys import open_table, scorebook
from ..languages import gettext
from ..phones import signature
from ..players_form import PlayersForm

views = Blueprint("players", __name__)


@views.get("/t/<match_id>/players")
def change(match_id: str) -> Response:
    """The names at this table, to be changed."""
    record = open_table(match_id, edit=True).record
    return _form(record, PlayersForm(record), 200)


@views.post("/t/<match_id>/players")
def save(match_id: str) -> Response:
    """Saves the names, or shows the form again with every problem."""
    record = open_table(match_id, edit=True).record
    form = PlayersForm(record, request.form)
    if form.errors:
        return _form(record, form, 422)
    if not form.changes_something:
        return _board(match_id)
    try:
        scorebook().change(match_id, form.event, *_request())
    except StaleEntry as stale:
        form.move_on(stale.record.last)
        form.errors[""] = [
            gettext("The match changed meanwhile. Look at the names, then save once more.")
        ]
        return _form(stale.record, form, 409)
    return _board(match_id)


@views.post("/t/<match_id>/players/seat")
def take_seat(match_id: str) -> Response:
    """Lets the first of those who sit out take a seat."""
    open_table(match_id, edit=True)
    seat = request.form.get("seat", -1, type=int)
    try:
        scorebook().change(match_id, SeatTaken(seat), *_request())
    except (StaleEntry, NotPossible):
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    except DocumentError:
        record = scorebook().read(match_id)
        form = PlayersForm(record)
        form.errors["seat"] = [gettext("Whose seat?")]
        return _form(record, form, 422)
    return _board(match_id)


def _request() -> tuple[int, str, str]:
    seen = request.form.get("seen", -1, type=int)
    return seen, request.form.get("entry_id", "")[:64], signature()


def _form(record: MatchRecord, form: PlayersForm, status: int) -> Response:
    page = render_template(
        "players/players.html",
        match_id=record.id,
        record=record,
        form=form,
        fields=form.fields,
        seats=seats_of(record),
        side_of_seat=side_of_seat,
        place_of_seat=place_of_seat,
    )
    return make_response(page, status)


def _board(match_id: str) -> Response:
    return redirect(url_for("table.board", match_id=match_id), 303)
