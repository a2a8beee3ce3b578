"""What a board tells beside the score, until the next event or the next hand."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.scorebook import (
    ConfirmingChanged,
    MatchRecord,
    OptionsChanged,
    has_reopened,
    read_history,
)

from .log_pages import offer_of
from .log_words import reopened_because, title_of
from .options_form import option_words
from .phones import is_mine


@dataclass(frozen=True, slots=True)
class Notices:
    """`pending` has the options that hold from the next hand on, in words.

    `title` and `offer` are there if this phone wrote the last event: what it did, and "undo" or
    "redo". The title is there for all if it concerns how they agree on hands.
    """

    pending: tuple[tuple[str, str], ...] = ()
    reopened: str = ""
    title: Markup | str = ""
    offer: str = ""

    def __bool__(self) -> bool:
        return bool(self.pending or self.reopened or self.title or self.offer)


def make_notices(record: MatchRecord, may_edit: bool) -> Notices:
    """The notices of a board as this phone sees it."""
    last = record.log[-1]
    words = () if record.is_over else option_words(record.pending)
    is_own = may_edit and is_mine(last.by)
    reopened = has_reopened(record)
    is_for_all = isinstance(last.event, ConfirmingChanged) and not record.is_over
    if not (is_own or reopened or is_for_all):
        return Notices(words)
    history = read_history(record, (last.seq,))
    step = history.steps[-1]
    because = reopened_because(step) if reopened else ""
    offer = offer_of(history, step) if is_own else ""
    is_told = because or (words and isinstance(last.event, OptionsChanged))
    is_silent = is_told or not (offer or is_for_all)
    return Notices(words, because, "" if is_silent else title_of(history, step), offer)
