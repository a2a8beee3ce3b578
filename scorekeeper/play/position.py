"""What a ruling knows: one player's view of the table, as much of it as was told."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..rules.cards import Card, Cards
from ..rules.melds import read_meld
from ..rules.ruleset import Opening, Ruleset
from ..rules.tally import Canastas, canastas_among


class Phase(StrEnum):
    """Where a turn stands: nothing drawn yet, playing, or over."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class SideMorto(StrEnum):
    """What the side may still expect: a morto to take, none since it took one, or none at all."""

    AVAILABLE = "available"
    TAKEN = "taken"
    NONE = "none"


Pile = tuple[Card | None, ...]


class Position(NamedTuple):
    """A player's turn in one hand. None is what nobody told.

    `hidden` counts further cards of the hand that nobody but the player saw; with `unseen` set,
    cards that are not told are of that kind, as in a record, and not missing, as in a ruling.
    `laid` has the points melded in this turn by a side that had not melded before it. With
    `mortos_unclear`, a morto became stock since, and nobody told which are left.
    """

    phase: Phase
    hand: Cards | None = None
    melds: tuple[Cards, ...] | None = None
    pile: Pile | None = None
    stock: int | None = None
    morto: SideMorto | None = None
    melded_before: bool | None = None
    mortos_left: int | None = None
    morto_cards: Cards | None = None
    score: int | None = None
    opened: bool | None = None
    hidden: int = 0
    unseen: bool = False
    laid: int = 0
    black_threes_laid: bool = False
    mortos_unclear: bool = False

    @property
    def side_has_melded(self) -> bool | None:
        """Whether the side had melded before this turn, as far as that is known."""
        if self.opened is None and self.melds is not None:
            return bool(self.melds)
        return self.opened

    @property
    def card_count(self) -> int | None:
        """How many cards the player holds."""
        return None if self.hand is None else len(self.hand) + self.hidden


def canastas_on(melds: tuple[Cards, ...], ruleset: Ruleset) -> Canastas:
    """The canastas among melds on the table."""
    return canastas_among([read_meld(cards, ruleset) for cards in melds])


def opening_points(opening: Opening, score: int) -> int:
    """What a side's first melds must be worth at this total of the side, in points
    (`meld.opening`)."""
    if opening.from_total is not None and score < opening.from_total:
        return 0
    return opening.points
