"""Which matches this phone may open: their secrets, kept in its signed session."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import abort, current_app, g, session

from scorekeeper.scorebook import Access, MatchRecord, Scorebook

KEPT_MATCHES = 24


def scorebook() -> Scorebook:
    """The scorebook of this application."""
    if "scorebook" not in g:
        config = current_app.config
        g.scorebook = Scorebook(config["DATABASE"], config["JOURNAL"])
    book: Scorebook = g.scorebook
    return book


def phone() -> str:
    """A random name for this phone, the same for the whole session."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(6)
    return str(session["phone"])


def keep(match_id: str, secret: str) -> None:
    """Remembers a match and its secret, the newest last; a cookie has room for a few dozen."""
    held = {key: value for key, value in _held().items() if key != match_id}
    kept = [*held.items()][-(KEPT_MATCHES - 1) :]
    session.permanent = True
    session["matches"] = [[key, value] for key, value in kept] + [[match_id, secret]]


def known_matches() -> tuple[str, ...]:
    """The matches this phone has opened, the latest first."""
    return tuple(reversed(_held()))


@dataclass(frozen=True, slots=True)
class Table:
    """A match as this phone may see it."""

    record: MatchRecord
    may_edit: bool


def access_to(match_id: str) -> Access | None:
    """What this phone may do with the match, or None."""
    secret = _held().get(match_id)
    return None if secret is None else scorebook().access(match_id, secret)


def open_table(match_id: str, edit: bool = False) -> Table:
    """The match, or a 404 (no key) or 403 (`edit` asked for with a key for watching)."""
    access = access_to(match_id)
    if access is None:
        abort(404)
    if edit and not access.may_edit:
        abort(403)
    return Table(scorebook().read(match_id), access.may_edit)


def _held() -> dict[str, str]:
    held = session.get("matches", [])
    return dict(held)
