"""The glossary: the words of the table, each with its rules."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.language.glossary import GLOSSARY
from scorekeeper.rules.ruleset import PRESETS

from ..keys import open_table
from ..search_pages import USUAL, Place

views = Blueprint("glossary", __name__)


@views.get("/glossary")
def show() -> str:
    """Every word; its rules are those of a table (`match`) or of a preset (`ruleset`)."""
    match_id = request.args.get("match") or None
    preset = request.args.get("ruleset", USUAL)
    if preset not in PRESETS:
        abort(404)
    ruleset = open_table(match_id).record.in_force if match_id else PRESETS[preset]
    place = Place(match_id, ruleset)
    return render_template("glossary/show.html", groups=GLOSSARY, place=place)
