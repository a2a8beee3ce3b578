"""Which phone wrote an event, and the name it has given itself."""

from __future__ import annotations

from collections.abc import Iterable

from flask import session
from markupsafe import Markup

from scorekeeper.scorebook import Logged, Renewal

from .keys import phone
from .languages import gettext, isolate

NICKNAME, OWN_SIDES = "nickname", "sides"
MOST_OWN_SIDES = 6


def nickname() -> str:
    """What this phone calls itself, or nothing."""
    return str(session.get(NICKNAME, ""))


def call_this_phone(name: str) -> None:
    """Keeps a name for what this phone writes from now on; an empty one is forgotten."""
    session.permanent = True
    if name:
        session[NICKNAME] = name
    else:
        session.pop(NICKNAME, None)


def own_side(match_id: str) -> int | None:
    """The one side that this phone counts in a match, if it does."""
    return dict(_own_sides()).get(match_id)


def count_for(match_id: str, side: int | None) -> None:
    """Remembers which side this phone counts in a match; None for all of them."""
    kept = [pair for pair in _own_sides() if pair[0] != match_id]
    if side is not None:
        kept.append((match_id, side))
    session.permanent = True
    session[OWN_SIDES] = kept[-MOST_OWN_SIDES:]


def _own_sides() -> list[tuple[str, int]]:
    return [(str(match_id), int(side)) for match_id, side in session.get(OWN_SIDES, [])]


def signature() -> str:
    """What this phone writes below an event: itself and its name."""
    return f"{phone()} {nickname()}".strip()


def is_mine(by: str) -> bool:
    """Whether this phone has written what is signed so."""
    return bool(by) and _phone_of(by) == session.get("phone")


class Phones:
    """The phones of one log, those without a name numbered as they came."""

    def __init__(self, log: Iterable[Logged | Renewal]) -> None:
        self.names: dict[str, str] = {}
        for logged in log:
            if logged.by:
                known, _, name = logged.by.partition(" ")
                self.names[known] = name or self.names.get(known, "")

    def name(self, by: str) -> Markup:
        """Who has signed so: the name of that time, the latest one, or a number."""
        known, _, name = by.partition(" ")
        mine = nickname() if is_mine(by) else ""
        named = name or self.names.get(known, "") or mine
        if named:
            return isolate(named)
        if is_mine(by):
            return Markup(gettext("this phone"))  # noqa: S704
        if not by:
            return Markup("")
        number = list(self.names).index(known) + 1
        return Markup(gettext("phone %(number)s")) % {"number": number}  # noqa: S704


def _phone_of(by: str) -> str:
    return by.partition(" ")[0]
