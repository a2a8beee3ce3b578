"""Taking in a match that was exported here or elsewhere."""

from __future__ import annotations

import math
from threading import Lock

from flask import (
    Blueprint,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from scorekeeper.language.log_places import log_error_sentences
from scorekeeper.rules.problems import DocumentError
from scorekeeper.scorebook import Taken, parse_export

from ..api_allowance import ALLOWANCE, Allowance
from ..api_requests import asked_too_much
from ..keys import access_to, keep_own, open_table, phone, transfers
from ..languages import gettext, language
from .joining import household

views = Blueprint("importing", __name__)

TOLD = (Taken.NOTHING_NEW, Taken.PARTED, Taken.APART)

LARGEST_FILE = 4 * 2**20  # bytes; a long match with every card of every hand has a quarter of it
LARGEST_FIELDS = 2**18  # bytes of everything beside the file
TURN_SECONDS = 0.5  # that a file waits for its turn
_reading = Lock()
BYTES_IN_A_SECOND = 2**20  # that are read for certain, of the file that takes longest


@views.url_value_preprocessor
def _allow_whole_matches(endpoint: str | None, values: dict[str, object] | None) -> None:
    # before anything reads the form, which the usual limit would refuse
    if request.mimetype == "multipart/form-data":  # without a file, no form is so large
        request.max_content_length = LARGEST_FILE
        request.max_form_memory_size = LARGEST_FIELDS


@views.get("/import")
def ask() -> Response:
    """The form for a file."""
    return _form(200)


@views.post("/import")
def take_in() -> Response:
    """Adds the match of the file, or opens it if it is here already.

    The work is taken from what the API allows this address. A process reads one file at a time:
    several at once would keep all others waiting, from however many addresses they come.
    """
    data = _sent()
    if not data:
        return _form(422, gettext("Choose the file of a match first."))
    if not _reading.acquire(timeout=TURN_SECONDS):
        return _too_much(1)
    try:
        allowance: Allowance = current_app.extensions[ALLOWANCE]
        address = household(request.remote_addr or "")
        wait = math.ceil(allowance.wait(address))
        if wait:
            return _too_much(wait)
        with allowance.working(address, len(data) / BYTES_IN_A_SECOND):
            return _take_in(data)
    finally:
        _reading.release()


def _too_much(seconds: int) -> Response:
    answer = _form(429, asked_too_much(seconds))
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _take_in(data: bytes) -> Response:
    try:
        export = parse_export(data)
    except DocumentError as error:
        problem, details = gettext("This file can’t be taken in."), _named(error)
        return _form(422, problem, details)
    imported = transfers().take_in(export, phone(), lambda keys: access_to(keys.id))
    if imported.may_edit:
        keep_own(imported.keys)
    match_id, taken = imported.keys.id, imported.taken
    if taken in TOLD:
        return redirect(url_for("importing.told", match_id=match_id, taken=taken), 303)
    return redirect(url_for("table.board", match_id=match_id), 303)


@views.get("/t/<match_id>/taken-in/<taken>")
def told(match_id: str, taken: str) -> str:
    """What came of a file from which no match was made as one might expect."""
    if taken not in TOLD:
        abort(404)
    open_table(match_id)
    return render_template("importing/told.html", match_id=match_id, taken=taken)


def _sent() -> bytes:
    file = request.files.get("file")
    if file is None:
        return b""
    with file.stream as stream:
        return bytes(stream.read())


def _named(error: DocumentError) -> tuple[str, ...]:
    return log_error_sentences(error, language())


def _form(status: int, problem: str = "", details: tuple[str, ...] = ()) -> Response:
    page = render_template("importing/import.html", problem=problem, details=details)
    return make_response(page, status)
