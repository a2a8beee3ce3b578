"""The next deal: a list to go by, and what to do when it went wrong."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.scorebook import Misdealt, NotPossible, StaleEntry

from ..deal_pages import make_deal_page
from ..keys import open_table, scorebook
from ..phones import signature

views = Blueprint("deal", __name__)


@views.get("/t/<match_id>/deal")
def show(match_id: str) -> str:
    """How the next hand is dealt, step by step."""
    table = open_table(match_id)
    page = make_deal_page(table.record, table.may_edit)
    return render_template("deal/deal.html", page=page)


@views.post("/t/<match_id>/deal")
def misdeal(match_id: str) -> Response:
    """Notes a misdeal: the same dealer deals again, or the deal passes on."""
    open_table(match_id, edit=True)
    seen, entry_id = request.form.get("seen", -1, type=int), request.form.get("entry_id", "")[:64]
    event = Misdealt(request.form.get("then") == "pass")
    try:
        scorebook().change(match_id, event, seen, entry_id, signature())
    except (StaleEntry, NotPossible):
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    return redirect(url_for("deal.show", match_id=match_id), 303)
