"""Which phone wrote an event, and the name it has given itself."""

from __future__ import annotations

from collections.abc import Iterable

from flask import session
from markupsafe import Markup

from scorekeeper.scorebook import Logged, Renewal

from .keys import phone
from .languages import gettext, isolate

NICKNAME = "nickname"


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
