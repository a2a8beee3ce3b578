"""The shortest way to what phones ask for most: is there anything new, and the board as it stands.

The first question of a phone goes the long way through the application. The same question (same
cookie, same address, same host and language) may be answered the short way for a minute: the
database is asked whether the phone's key is good and how far the match is, and the answer is that
nothing came, or a board that was drawn of exactly this state. Every doubt goes the long way.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, request

from scorekeeper import machine_log
from scorekeeper.scorebook import Following, StorageError
from scorekeeper.storage.remembering import Memory

from .kept_boards import Looker, find_drawn
from .request_log import HEADER, number_of

MARK = "scorekeeper.note"
SECONDS = 60.0
MOST_WEIGHT = 2_000_000
QUESTION = re.compile(r"(?:seen=(\d{1,9}))?")
NOTHING_NEW, FOUND = "204 NO CONTENT", "200 OK"
PARTS_OF_A_QUESTION = (
    "SCRIPT_NAME",
    "PATH_INFO",
    "HTTP_HOST",
    "HTTP_COOKIE",
    "HTTP_ACCEPT_LANGUAGE",
    "wsgi.url_scheme",
)

Key = tuple[object, ...]
Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What a request was for: news of a match, or the board that this phone sees, with its token
    for forms. `secret` is the phone's key to the match."""

    match_id: str
    secret: str
    looker: Looker | None = None
    csrf: str = ""


@dataclass(frozen=True, slots=True)
class _Known:
    """A question that was answered: the headers of the answer, and until when it is believed."""

    note: Note
    headers: Headers
    ends: float


def shorten(app: Flask) -> None:
    """Lets questions to this application go the short way; before proxies are believed."""
    app.wsgi_app = QuickAnswers(app)  # type: ignore[method-assign]


def note(what: Note) -> None:
    """Says what this request is for, so that its answer may be given again."""
    request.environ[MARK] = what


class QuickAnswers:
    """The application, with a short way in front of it."""

    def __init__(self, app: Flask) -> None:
        self.app, self.whole = app, app.wsgi_app
        self.known: Memory[Key, _Known] = Memory(MOST_WEIGHT)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        question = QUESTION.fullmatch(environ.get("QUERY_STRING", ""))
        if question is None or not _is_plain(environ):
            return self.whole(environ, start_response)
        key = (self.app.secret_key, *(environ.get(name) for name in PARTS_OF_A_QUESTION))
        known = self.known.find(key)
        if known is not None and known.ends > monotonic():
            body = self._answer(known.note, question[1])
            if body is not None:
                number = number_of(environ.get("HTTP_X_REQUEST_ID", ""), self.app)
                length = [("Content-Length", str(len(body)))] if body else []
                status = FOUND if body else NOTHING_NEW
                start_response(status, [*known.headers, *length, (HEADER, number)])
                return [body] if body else []
        return self.whole(environ, self._listening(key, environ, start_response))

    def _answer(self, asked: Note, seen: str | None) -> bytes | None:
        """The body of the answer, or None if only the long way knows it."""
        try:
            if asked.looker is not None:
                return self._board(asked, asked.looker)
            return None if seen is None else self._news(asked, int(seen))
        except StorageError:
            return None  # the long way has a page for it

    def _news(self, asked: Note, seen: int) -> bytes | None:
        """Nothing, if nothing came; None if something did, or if the phone is out."""
        newest = self._following().newest(asked.match_id, asked.secret)
        return b"" if newest == seen else None

    def _board(self, asked: Note, looker: Looker) -> bytes | None:
        """The board, if one was drawn of this state for such a phone."""
        sight = self._following().look(asked.match_id, asked.secret)
        drawn = None if sight is None else find_drawn(self.app, looker, sight)
        if drawn is None or ("csrf" in drawn.gaps and not asked.csrf):
            return None
        return drawn.fill(asked.csrf)

    def _following(self) -> Following:
        config = self.app.config
        return Following(config["DATABASE"], config["JOURNAL"])

    def _listening(self, key: Key, environ: WSGIEnvironment, start: StartResponse) -> StartResponse:
        """Passes an answer on, and remembers what it was for."""

        def listen(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            noted: Note | None = environ.get(MARK)
            fits = noted and status == (FOUND if noted.looker else NOTHING_NEW)
            if noted and fits and not any(name == "Set-Cookie" for name, _ in headers):
                own = (HEADER, "Content-Length")
                kept = tuple(pair for pair in headers if pair[0] not in own)
                weight = 1500 + sum(len(str(part)) for part in key)
                self.known.keep(key, _Known(noted, kept, monotonic() + SECONDS), weight)
            return start(status, headers, *more)

        return listen


def _is_plain(environ: WSGIEnvironment) -> bool:
    """Whether it only asks, and the host does not want a line about each request in the log."""
    is_told = machine_log.logger.isEnabledFor(logging.INFO)
    return environ.get("REQUEST_METHOD") == "GET" and not is_told
