"""Search over rules, questions and the glossary: a page, and its results as one types."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.rules.ruleset import PRESETS

from ..errors import is_fragment_request
from ..keys import open_table
from ..search_pages import USUAL, Place, make_search

views = Blueprint("search", __name__)


@views.get("/search")
def show() -> tuple[str, int]:
    """Search under a preset (`ruleset`)."""
    preset = request.args.get("ruleset", USUAL)
    if preset not in PRESETS:
        abort(404)
    return _answer(Place(None, PRESETS[preset]))


@views.get("/t/<match_id>/search")
def table_show(match_id: str) -> tuple[str, int]:
    """Search under the house rules of a table."""
    return _answer(Place(match_id, open_table(match_id).record.in_force))


def _answer(place: Place) -> tuple[str, int]:
    page = make_search(request.args.get("q", "").strip(), place)
    status = 422 if page.problem else 200
    if is_fragment_request():
        return render_template("search/_found.html", page=page, oob=True), status
    back, back_label = place.back()
    text = render_template("search/show.html", page=page, back=back, back_label=back_label)
    return text, status
