"""Which matches this phone may open: their secrets, kept in its signed session."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import NoReturn

from flask import abort, current_app, g, session

from scorekeeper.scorebook import (
    Access,
    DeletedMatch,
    Following,
    Invitations,
    MatchKeys,
    MatchRecord,
    RetiredLink,
    Scorebook,
    Sight,
    Transfers,
)

KEPT_MATCHES = 24


def scorebook() -> Scorebook:
    """The scorebook of this application."""
    if "scorebook" not in g:
        config = current_app.config
        g.scorebook = Scorebook(config["DATABASE"], config["JOURNAL"])
    book: Scorebook = g.scorebook
    return book


def invitations() -> Invitations:
    """The codes and links of this application's matches."""
    config, key = current_app.config, current_app.secret_key or ""
    secret = key if isinstance(key, bytes) else key.encode()
    return Invitations(config["DATABASE"], secret, config["JOURNAL"])


def transfers() -> Transfers:
    """Takes this application's matches out of its database and others in."""
    return Transfers(current_app.config["DATABASE"], current_app.config["JOURNAL"])


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


def forget(match_id: str) -> None:
    """Lets this phone no longer know the match."""
    session["matches"] = [[key, value] for key, value in _held().items() if key != match_id]


def accept(match_id: str, secret: str, may_edit: bool) -> None:
    """Remembers a match by this secret, unless the phone has one that allows more."""
    held = access_to(match_id)
    if held is None or may_edit or not held.may_edit:
        keep(match_id, secret)


def keep_own(keys: MatchKeys) -> None:
    """Remembers a match that this phone has begun or brought here, to be edited.

    Asked once more, by a form sent again, that gives no way back to a phone that is out since:
    raises `RetiredLink` after a renewal.
    """
    held = access_to(keys.id)
    if held is None or not held.may_edit:
        check_link(keys.id, may_edit=True)
    keep(keys.id, keys.edit)


def held_secret(match_id: str) -> str:
    """The secret that this phone has for the match, or nothing."""
    return _held().get(match_id, "")


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


def find_newest(match_id: str) -> int | None:
    """The number of the last event of a match, or None if this phone may not see it."""
    secret = _held().get(match_id)
    return None if secret is None else _following().newest(match_id, secret)


def look_at(match_id: str) -> Sight | None:
    """The match as it stands, or None if this phone may not see it."""
    secret = _held().get(match_id)
    return None if secret is None else _following().look(match_id, secret)


def open_table(match_id: str, edit: bool = False) -> Table:
    """The match, or a 404 (no key) or 403 (`edit` asked for with a key for watching).

    Raises `RetiredLink` for the key of a link that was renewed, `DeletedMatch` for that of a match
    that is not here any more.
    """
    sight = look_at(match_id)
    if sight is None:
        refuse_table(match_id)
    if edit and not sight.access.may_edit:
        abort(403)
    return Table(sight.record, sight.access.may_edit)


def refuse(secret: str) -> NoReturn:
    """A 404 for a secret that opens nothing, or `RetiredLink` if it did once."""
    renewal = invitations().renewal_of(secret) if secret else None
    if renewal is not None:
        raise RetiredLink(renewal.match_id, renewal.may_edit)
    abort(404)


def refuse_table(match_id: str) -> NoReturn:
    """A 404, or why a phone may not see this match any more: `RetiredLink`, `DeletedMatch`."""
    secret = held_secret(match_id)
    if secret and invitations().renewal_of(secret) is None and not scorebook().has(match_id):
        raise DeletedMatch(match_id)
    refuse(secret)


def check_link(match_id: str, may_edit: bool) -> None:
    """Returns if the first link of this kind still holds; raises `RetiredLink` once it was renewed.

    What a phone may do in one match of the table it may do in the next, but not after a renewal.
    """
    if any(renewal.may_edit == may_edit for renewal in invitations().renewals(match_id)):
        raise RetiredLink(match_id, may_edit)


def _following() -> Following:
    return Following(current_app.config["DATABASE"], current_app.config["JOURNAL"])


def _held() -> dict[str, str]:
    held = session.get("matches", [])
    return dict(held)
