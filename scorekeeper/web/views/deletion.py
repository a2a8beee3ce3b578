"""Deleting a match for good, with all its names."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..keys import Table, forget, open_table, scorebook
from ..languages import gettext
from ..pages import make_board

views = Blueprint("deletion", __name__)


@views.get("/t/<match_id>/delete")
def ask(match_id: str) -> Response:
    """What would be gone, and the button for it."""
    return _asking(open_table(match_id, edit=True), 200)


@views.post("/t/<match_id>/delete")
def delete(match_id: str) -> Response:
    """Deletes the match once the box is ticked; nothing of it can be put back."""
    table = open_table(match_id, edit=True)
    if "sure" not in request.form:
        problem = gettext("Tick the box first: a match deleted for good can’t be put back.")
        return _asking(table, 422, problem)
    scorebook().forget(match_id)
    forget(match_id)
    return redirect(url_for("home.index", deleted=1), 303)


def _asking(table: Table, status: int, problem: str = "") -> Response:
    board = make_board(table.record, table.may_edit)
    page = render_template("deletion/delete.html", board=board, problem=problem)
    return make_response(page, status)
