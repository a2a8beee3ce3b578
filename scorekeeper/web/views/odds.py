"""Each side's chance from here: the switch, and what is known so far."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..errors import is_fragment_request
from ..keys import access_to, open_table
from ..odds_pages import are_wanted, odds_of, want

views = Blueprint("odds", __name__)


@views.get("/t/<match_id>/odds")
def show(match_id: str) -> Response:
    """The chances, or that they are being worked out: a part of the board, or a page."""
    record = open_table(match_id).record
    if record.is_over:
        if is_fragment_request():
            return make_response("")
        return redirect(url_for("table.board", match_id=match_id), 303)
    template = "odds/_odds.html" if is_fragment_request() else "odds/odds.html"
    page = render_template(template, odds=odds_of(record), wanted=are_wanted())
    return make_response(page)


@views.post("/odds")
def switch() -> Response:
    """Shows the chances on the boards of this phone, or no longer."""
    want(request.form.get("on") == "1")
    match_id = request.form.get("match", "")
    if access_to(match_id) is None:
        return redirect(url_for("home.index"), 303)
    return redirect(url_for("table.board", match_id=match_id), 303)
