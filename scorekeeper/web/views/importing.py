"""Taking in a match that was exported here or elsewhere."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.sentences import error_sentence
from scorekeeper.rules.problems import DocumentError
from scorekeeper.scorebook import parse_export

from ..keys import access_to, keep, phone, transfers
from ..languages import gettext, language

views = Blueprint("importing", __name__)

LARGEST_FILE = 4 * 2**20  # bytes; a long match with every card of every hand has a quarter of it


@views.url_value_preprocessor
def _allow_whole_matches(endpoint: str | None, values: dict[str, object] | None) -> None:
    # before anything reads the form, which the usual limit would refuse
    request.max_content_length = LARGEST_FILE
    request.max_form_memory_size = LARGEST_FILE


@views.get("/import")
def ask() -> Response:
    """The form for a file."""
    return _form(200)


@views.post("/import")
def take_in() -> Response:
    """Adds the match of the file, or opens it if it is here already."""
    data = _sent()
    if not data:
        return _form(422, gettext("Choose the file of a match first."))
    try:
        export = parse_export(data)
    except DocumentError as error:
        return _form(422, gettext("This file can’t be taken in."), _named(error))
    held = access_to(export.match_id)
    imported = transfers().take_in(export, phone(), held is not None and held.may_edit)
    keep(imported.keys.id, imported.keys.edit)
    return redirect(url_for("table.board", match_id=imported.keys.id), 303)


def _sent() -> bytes:
    file = request.files.get("file")
    if file is None:
        return b""
    with file.stream as stream:
        return bytes(stream.read())


def _named(error: DocumentError) -> str:
    sentence = error_sentence(error, language())
    return f"{error.where}: {sentence}" if error.where else sentence


def _form(status: int, problem: str = "", detail: str = "") -> Response:
    page = render_template("importing/import.html", problem=problem, detail=detail)
    return make_response(page, status)
