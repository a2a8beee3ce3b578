"""Boards drawn once for all phones that see the same, and filled in for each.

A board depends on the log of its match, on who looks and in which language: that is its key. What
belongs to one request (its time, the token of a form, the number of an entry) is left open when it
is drawn. So a board is never old: with another log it has another key.
"""

from __future__ import annotations

import os
import re
import secrets
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


def form_token() -> str:
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

    def fill(self, csrf: str) -> bytes:
        """The page for one request, with this token in its forms."""
        values = {"drawn": _now(), "csrf": csrf}
        filled = (values.get(gap) or new_entry_id() for gap in self.gaps)
        parts = zip_longest(self.pieces, (one.encode() for one in filled), fillvalue=b"")
        return b"".join(chain.from_iterable(parts))


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at which page of a match, as far as the page tells."""

    template: str
    language: str
    root: str
    has_odds: bool
    phone: str
    nickname: str

    def key(self, sight: Sight) -> tuple[object, ...]:
        """All that the page depends on; a phone that wrote none of the log is like any."""
        signed = self.phone and sight.has_signed(self.phone)
        who = (self.phone, self.nickname) if signed else ()
        may_edit = sight.access.may_edit
        return self.template, self.language, self.root, self.has_odds, who, may_edit, sight.state


def open_boards(app: Flask) -> None:
    """Gives the application its memory of boards and of the tokens in them."""
    app.extensions[NAME] = Memory[tuple[object, ...], Drawn](MOST_WEIGHT)
    app.extensions[TOKENS] = Memory[str, str](MOST_TOKENS)


def cut(page: str) -> Drawn:
    """A page that was drawn with `CONTEXT`."""
    parts = _OPEN.split(page)
    return Drawn(tuple(part.encode() for part in parts[::2]), tuple(parts[1::2]))


def looker(template: str) -> Looker:
    """The phone of this request, looking at this page."""
    phone = str(session.get("phone", ""))
    root = request.script_root
    return Looker(template, language(), root, are_wanted(), phone, nickname())


def find_drawn(app: Flask, who: Looker, sight: Sight) -> Drawn | None:
    """The page as it was drawn of this state for such a phone, if it was lately."""
    memory: Memory[tuple[object, ...], Drawn] = app.extensions[NAME]
    return memory.find(who.key(sight))


def keep_drawn(app: Flask, who: Looker, sight: Sight, page: str, is_lasting: bool) -> Drawn:
    """A page that was just drawn; one that is not lasting depends on more than its log."""
    memory: Memory[tuple[object, ...], Drawn] = app.extensions[NAME]
    drawn = cut(page)
    if is_lasting:
        memory.keep(who.key(sight), drawn, drawn.weight + sight.weight)
    return drawn
