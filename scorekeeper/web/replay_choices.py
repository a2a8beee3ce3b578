"""What the rules allowed at a point of a hand, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.play.alternatives import Alternatives, alternatives
from scorekeeper.play.moves import Draw, Move
from scorekeeper.play.position import Phase, Position
from scorekeeper.play.record import Record, format_moves

from .languages import gettext
from .replay_words import Melds, move_words

SHOWN = 6
"""So many moves of a kind are listed; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was allowed, in words, and the moves of the turn up to it as a record has
    them."""

    words: Markup
    moves: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The allowed moves of one kind: those that are listed, and how many more there are."""

    title: str
    listed: tuple[Choice, ...]
    rest: int


def choices_at(position: Position, played: tuple[Move, ...], record: Record) -> tuple[Choices, ...]:
    """The allowed moves by kind, after those of the turn that were `played` already."""
    found = alternatives(position, record.ruleset)
    melds: Melds = position.melds or ()
    later = position.phase is Phase.DRAW
    groups = []
    for title, moves, is_later in _kinds(found, later):
        before = (*played, Draw()) if is_later else played
        listed = tuple(
            [
                Choice(move_words(move, melds, record.ruleset), format_moves((*before, move)))
                for move in moves[:SHOWN]
            ]
        )
        if moves:
            groups.append(Choices(title, listed, len(moves) - len(listed)))
    return tuple(groups)


def _kinds(found: Alternatives, later: bool) -> Iterator[tuple[str, tuple[Move, ...], bool]]:
    if later:
        yield gettext("To begin the turn"), found.now, False
        yield gettext("New melds, after drawing"), found.melds, True
        yield gettext("Additions, after drawing"), found.additions, True
        yield gettext("Discards, after drawing"), found.discards, True
    else:
        yield gettext("First of all"), found.now, False
        yield gettext("New melds"), found.melds, False
        yield gettext("Additions"), found.additions, False
        yield gettext("Discards"), found.discards, False
