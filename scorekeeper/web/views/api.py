"""The JSON API: the answers of the commands, and an open match for programs to watch."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException

from scorekeeper.answers import Answer, answer_match, answer_ruling, answer_tally
from scorekeeper.replaying import answer_record
from scorekeeper.scorebook import RetiredLink, StorageError, UnknownMatch, UnreadableMatch

from ..api_allowance import ALLOWANCE, Allowance
from ..api_match import open_match
from ..api_requests import (
    LARGEST_DOCUMENT,
    asked_too_much,
    no_more_than,
    refuse,
    refuse_http,
    respond,
    respond_with,
)
from ..errors import storage_sentence
from ..keys import refuse as refuse_secret
from ..keys import scorebook
from ..languages import gettext, language
from ..request_log import note_fault
from .joining import household

views = Blueprint("api", __name__, url_prefix="/api/v1")

LEAST_WORK = 0.002
"""Seconds that a request is taken to cost besides its own work."""
JSON, TEXT = "application/json", "text/plain"
DESCRIPTION = Path(__file__).parent.parent / "openapi.json"


@views.record
def _open_allowance(state: BlueprintSetupState) -> None:
    config = state.app.config
    state.app.extensions[ALLOWANCE] = Allowance(config["API_BURST"], config["API_SHARE"])


@views.post("/score")
def score() -> Response:
    """The score of a tally."""
    return _answered(answer_tally, JSON)


@views.post("/match")
def match() -> Response:
    """How a match stands."""
    return _answered(answer_match, JSON)


@views.post("/judge")
def judge() -> Response:
    """The ruling on a move or a turn."""
    return _answered(answer_ruling, JSON)


@views.post("/replay")
def replay() -> Response:
    """What a recorded hand comes to."""
    return _answered(answer_record, TEXT)


@views.get("/t/<secret>")
def table(secret: str) -> Response:
    """An open match, by the secret of either of its links; 204 if nothing is newer than `seen`."""
    access = scorebook().find(secret)
    if access is None:
        refuse_secret(secret)
    if request.args.get("seen", type=int) == scorebook().last_seq(access.match_id):
        return Response(status=204)
    record = scorebook().read(access.match_id)
    return respond_with(open_match(record, language()))


@views.get("/openapi.json")
def description() -> Response:
    """What there is and how it is asked for, as an OpenAPI file."""
    described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    described["servers"] = [{"url": f"{request.script_root}{views.url_prefix}"}]
    return respond_with(described)


def _answered(answering: Callable[[bytes, str], Answer], kind: str) -> Response:
    """The answer to the body, or why it was not read; the work is taken from the allowance."""
    allowance: Allowance = current_app.extensions[ALLOWANCE]
    address = household(request.remote_addr or "")
    wait = math.ceil(allowance.wait(address))
    if wait:
        return _too_much(wait)
    began = time.thread_time()
    try:
        return _turned_away(kind) or _answer_body(answering)
    finally:
        allowance.spend(address, LEAST_WORK + time.thread_time() - began)


def _turned_away(kind: str) -> Response | None:
    """Why the body is not read, as far as its headers tell."""
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype not in ("", kind) or charset not in ("utf-8", "utf8", "us-ascii"):
        sentence = gettext("Send this as %(kind)s in UTF-8, and say so in Content-Type.")
        return refuse(415, sentence % {"kind": kind})
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        return refuse(415, gettext("Nothing compressed is read here: send it as it is."))
    return None


def _answer_body(answering: Callable[[bytes, str], Answer]) -> Response:
    # one byte more, since a body that does not tell its length ends at the limit without a word
    request.max_content_length = LARGEST_DOCUMENT + 1
    data = request.get_data()
    if len(data) > LARGEST_DOCUMENT:
        return refuse(413, no_more_than(LARGEST_DOCUMENT))
    return respond(answering(data, language()))


def _too_much(wait: int) -> Response:
    answer = refuse(429, asked_too_much(wait))
    answer.headers["Retry-After"] = str(wait)
    return answer


@views.errorhandler(HTTPException)
def _http(error: HTTPException) -> Response:
    return refuse_http(error)


@views.errorhandler(UnknownMatch)
def _unknown(_: UnknownMatch) -> Response:
    return refuse(404, gettext("This match is not here any more."))


@views.errorhandler(RetiredLink)
def _retired(_: RetiredLink) -> Response:
    return refuse(410, gettext("This link was renewed: ask for the new one at the table."))


@views.errorhandler(UnreadableMatch)
def _unreadable(_: UnreadableMatch) -> Response:
    return refuse(503, gettext("It was written by another version of this app."))


@views.errorhandler(StorageError)
def _storage(error: StorageError) -> Response:
    note_fault(error.fault.value)
    return refuse(503, storage_sentence(error))
