"""The board of a match, and the answer to phones that follow it."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..keys import access_to, keep, open_table, scorebook
from ..pages import make_board

views = Blueprint("table", __name__)


@views.get("/j/<secret>")
def join(secret: str) -> Response:
    """Keeps the secret of a link in the session and leaves it out of the address from then on."""
    access = scorebook().find(secret)
    if access is None:
        abort(404)
    held = access_to(access.match_id)
    if held is None or access.may_edit or not held.may_edit:
        keep(access.match_id, secret)
    return redirect(url_for("table.board", match_id=access.match_id), 303)


@views.get("/t/<match_id>")
def board(match_id: str) -> str:
    """The board, or the end of the match."""
    table = open_table(match_id)
    return render_template("table/board.html", board=make_board(table.record, table.may_edit))


@views.get("/t/<match_id>/board")
def follow(match_id: str) -> tuple[str, int]:
    """The board if there is something newer than event number `seen`, else 204."""
    access = access_to(match_id)
    if access is None:
        abort(404)
    book = scorebook()
    if request.args.get("seen", type=int) == book.last_seq(match_id):
        return "", 204
    table = make_board(book.read(match_id), access.may_edit)
    return render_template("table/_board.html", board=table, followed=True), 200
