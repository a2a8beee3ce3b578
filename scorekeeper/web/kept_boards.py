"""Boards drawn once for all phones that see the same, and filled in for each.

A board depends on the log of its match, on who looks and in which language: that is its key. What
belongs to one request (its time, the token of a form, the number of an entry) is left open when it
is drawn. So a board is never old: with another log it has another key.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import chain, count, zip_longest

from flask import Flask, current_app, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.scorebook import Sight
from scorekeeper.storage.remembering import Memory

from .languages import language
from .odds_pages import are_wanted
from .phones import nickname

NAME = "boards"
TOKENS = "form tokens"
MOST_TOKENS = 500_000
MOST_WEIGHT = 8_000_000
"""Bytes of boards that a process remembers: some hundred tables with a board or two each."""

# Nobody can write this into the name of a player.
_MARK = secrets.token_hex(16)
_OPEN = re.compile(f"{_MARK}-(drawn|csrf|entry)-")


_SOURCE = secrets.token_bytes(32)
_numbers = count()


def new_entry_id() -> str:
    """The number of an entry that a form will make; nobody can guess the next one.

    Asking the system for chance lets another thread go first, several times on every board.
    """
    number = f"{os.getpid()} {next(_numbers)}".encode()
    return blake2b(number, key=_SOURCE, digest_size=11).hexdigest()


def _csrf() -> str:
    """The token of this phone's forms; signing it takes longer than all the rest of a board."""
    tokens: Memory[str, str] = current_app.extensions[TOKENS]
    raw = str(session.get("csrf_token", ""))
    token = tokens.find(raw) if raw else None
    if token is None:
        token = str(generate_csrf())
        tokens.keep(session["csrf_token"], token, len(token))
    return token


def _now() -> str:
    return datetime.now(UTC).isoformat()


FILLED: dict[str, Callable[[], str]] = {
    "drawn": _now,
    "csrf": _csrf,
    "entry": new_entry_id,
}
CONTEXT: dict[str, object] = {
    "drawn_at": f"{_MARK}-drawn-",
    "csrf_token": lambda: f"{_MARK}-csrf-",
    "new_entry_id": lambda: f"{_MARK}-entry-",
}
"""What a template is given in place of what belongs to one request."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page with gaps: the pieces of its text, and what comes after each but the last."""

    pieces: tuple[bytes, ...]
    gaps: tuple[str, ...]

    @property
    def weight(self) -> int:
        return sum(map(len, self.pieces)) + 100 * len(self.pieces)

    def fill(self) -> bytes:
        """The page for this request."""
        filled = (FILLED[gap]().encode() for gap in self.gaps)
        return b"".join(chain.from_iterable(zip_longest(self.pieces, filled, fillvalue=b"")))


def open_boards(app: Flask) -> None:
    """Gives the application its memory of boards and of the tokens in them."""
    app.extensions[NAME] = Memory[tuple[object, ...], Drawn](MOST_WEIGHT)
    app.extensions[TOKENS] = Memory[str, str](MOST_TOKENS)


def cut(page: str) -> Drawn:
    """A page that was drawn with `CONTEXT`."""
    parts = _OPEN.split(page)
    return Drawn(tuple(part.encode() for part in parts[::2]), tuple(parts[1::2]))


def board_of(
    template: str, sight: Sight, draw: Callable[[], str], is_lasting: Callable[[], bool]
) -> bytes:
    """The board, remembered or drawn; one that is not lasting depends on more than its log."""
    memory: Memory[tuple[object, ...], Drawn] = current_app.extensions[NAME]
    key = (template, sight.state, sight.access.may_edit, *_reader(sight))
    known = memory.find(key)
    if known is None:
        known = cut(draw())
        if is_lasting():
            memory.keep(key, known, known.weight + sight.weight)
    return known.fill()


def _reader(sight: Sight) -> tuple[object, ...]:
    """Who looks, as far as the board tells: a phone that wrote none of the log is like any."""
    phone = str(session.get("phone", ""))
    signed = (phone, nickname()) if phone and sight.has_signed(phone) else ()
    return language(), request.script_root, are_wanted(), signed
