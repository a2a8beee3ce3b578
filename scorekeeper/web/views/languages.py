"""The switch of the language."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language import LANGUAGES

from ..languages import choose

views = Blueprint("languages", __name__)


@views.get("/language")
def choose_language() -> str:
    """The six languages, each in its own words."""
    return render_template("languages/choose.html", back=own_page(request.args.get("next")))


@views.post("/language")
def keep_language() -> Response:
    """Keeps the choice in the session and goes back to where the reader was."""
    code = request.form.get("language", "")
    if code not in LANGUAGES:
        abort(400)
    choose(code)
    return redirect(own_page(request.form.get("next")), 303)


def own_page(address: str | None) -> str:
    """The address if it is a path of this application, else the first page."""
    start = url_for("home.index")
    if not address or not address.startswith(start) or address.startswith("//"):
        return start
    if "\\" in address or any(ord(sign) < 33 for sign in address):
        return start
    return address
