"""Who deals first: chosen, or cut for with a card for each player."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.problems import DocumentError
from scorekeeper.scorebook import NotPossible, StaleEntry

from ..cut_pages import make_dealer_page
from ..keys import open_table, scorebook
from ..languages import gettext
from ..phones import signature

views = Blueprint("dealer", __name__)


@views.get("/t/<match_id>/dealer")
def show(match_id: str) -> Response:
    """The first dealer, the cards of the cut, and until the first hand the ways to change it."""
    return _page(match_id, 200)


@views.post("/t/<match_id>/dealer")
def choose(match_id: str) -> Response:
    """Lets the chosen seat deal first."""
    open_table(match_id, edit=True)
    seat = request.form.get("dealer", -1, type=int)
    try:
        scorebook().choose_dealer(match_id, seat, *_request())
    except DocumentError:
        return _page(match_id, 422, gettext("Who deals first?"))
    except (StaleEntry, NotPossible):
        return _moved_on(match_id)
    return redirect(url_for("table.board", match_id=match_id), 303)


@views.post("/t/<match_id>/dealer/cut")
def cut(match_id: str) -> Response:
    """Draws a card for each player and lets the highest deal."""
    open_table(match_id, edit=True)
    try:
        scorebook().cut_dealer(match_id, *_request())
    except (StaleEntry, NotPossible):
        return _moved_on(match_id)
    return redirect(url_for("dealer.show", match_id=match_id), 303)


def _request() -> tuple[int, str, str]:
    seen = request.form.get("seen", -1, type=int)
    return seen, request.form.get("entry_id", "")[:64], signature()


def _moved_on(match_id: str) -> Response:
    return _page(match_id, 409, gettext("Nothing changed: another phone was faster. Look again."))


def _page(match_id: str, status: int, problem: str = "") -> Response:
    table = open_table(match_id)
    page = make_dealer_page(table.record, table.may_edit)
    return make_response(render_template("dealer/dealer.html", page=page, problem=problem), status)
