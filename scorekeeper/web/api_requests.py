"""What is asked under `/api/`: its language, without a session, and its answers, always JSON."""

from __future__ import annotations

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from scorekeeper.answers import Answer, as_json, no_document
from scorekeeper.language import DEFAULT, LANGUAGES, negotiate
from scorekeeper.terminal import encoded

from .languages import gettext, language, ngettext

PREFIX = "/api/"
LARGEST_DOCUMENT = 64 * 1024
"""Bytes: eighty hands by card. The worst that so many can ask for is half a second of work."""
OK, WRONG_SHAPE, CANNOT_BE = 200, 400, 422
DAY = 24 * 60 * 60  # seconds


def is_api() -> bool:
    """Whether a program asks, and not a person with a browser."""
    return request.path.startswith(PREFIX)


def listen(app: Flask) -> None:
    """Lets the answers under `/api/` be in the language asked for, and open to pages elsewhere."""
    app.before_request(_choose_language)
    app.after_request(_open_to_all)


def status_of(answer: Answer) -> int:
    """The status of an answer: 200 for a yes or a no, 422 for what cannot be, 400 for no document
    at all."""
    match answer.document:
        case {"error": _}:
            return WRONG_SHAPE
        case {"valid": False} | {"legal": None}:
            return CANNOT_BE
        case _:
            return OK


def respond(answer: Answer) -> Response:
    """The document of the answer, the very line that a command prints."""
    return respond_with(answer.document, status_of(answer))


def respond_with(document: dict[str, object], status: int = OK) -> Response:
    """A document of ours on one line."""
    body = encoded(as_json(document)) + b"\n"
    return Response(body, status, mimetype="application/json")


def refuse(status: int, sentence: str) -> Response:
    """The sentence as a document of the wrong shape is answered."""
    answer = respond(no_document(sentence))
    answer.status_code = status
    return answer


def refuse_http(error: HTTPException) -> Response:
    """The refusal of a request that never came to an endpoint, or was turned away there."""
    match error.code:
        case 404:
            sentence = gettext("Nothing is here: the address is wrong, or the link is incomplete.")
        case 405:
            sentence = gettext("The address exists, but not for this kind of request.")
        case 413:
            sentence = no_more_than(LARGEST_DOCUMENT)
        case 500:
            sentence = gettext(
                "It is our mistake, not yours. What was saved before is still there."
            )
        case _:
            sentence = gettext("The request could not be read.")
    answer = refuse(error.code or 500, sentence)
    if error.code == 405:
        answer.headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    return answer


def no_more_than(most: int) -> str:
    """The sentence for a body that is too long."""
    return gettext("This is too long: at most %(most)s bytes are read here.") % {"most": most}


def asked_too_much(wait: int) -> str:
    """The sentence for who has to wait so many seconds."""
    sentence = ngettext(
        "Too much was asked from this address. Try again in %(num)s second.",
        "Too much was asked from this address. Try again in %(num)s seconds.",
        wait,
    )
    return sentence % {"num": wait}


def _choose_language() -> Response | None:
    if not is_api():
        return None
    asked = request.args.get("lang")
    accepted = negotiate(tag for tag, _ in request.accept_languages) or DEFAULT
    code = accepted if asked is None else negotiate([asked])
    g.language = code or accepted
    if code is not None:
        return None
    sentence = gettext("This language is not spoken here. Choose one of these: %(languages)s.")
    return refuse(WRONG_SHAPE, sentence % {"languages": ", ".join(LANGUAGES)})


def _open_to_all(response: Response) -> Response:
    """Any page may read the answers: no cookie is looked at, so they are the same for everyone."""
    if not is_api():
        return response
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Expose-Headers"] = "Content-Language, Retry-After"
    if request.method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = "Accept-Language, Content-Type"
        headers["Access-Control-Max-Age"] = str(DAY)
    if response.mimetype == "text/html":  # of a redirect to an address without double slashes
        response.set_data(b"")
        headers.pop("Content-Type", None)
    headers["Content-Language"] = language().replace("_", "-")
    return response
