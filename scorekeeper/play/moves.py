"""The moves of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Draw:
    """One card from the stock (`draw.choice`); None is a card nobody else saw."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class TakePile:
    """The whole pile: its top card goes onto a meld of the side, or into a new meld with cards
    of the hand (`pile.top`)."""

    using: Cards = ()
    meld: int | None = None
    morto: bool = False


@dataclass(frozen=True, slots=True)
class LayMeld:
    """A new meld from the hand."""

    cards: Cards
    morto: bool = False


@dataclass(frozen=True, slots=True)
class Add:
    """Cards of the hand onto a meld of the side (`meld.shared`), counted from 0."""

    meld: int
    cards: Cards
    morto: bool = False


@dataclass(frozen=True, slots=True)
class LayRedThree:
    """A red 3 onto the table, and the card that replaces it, if known (`red3.lay`)."""

    card: Card
    replacement: Card | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card onto the pile; None is a discard nobody remembers."""

    card: Card | None
    morto: bool = False


Emptying = TakePile | LayMeld | Add | Discard
"""The moves that can empty a hand. `morto` says that the side's morto is taken with it: needed only
where the player has the choice to go out instead (`out_needs_morto` off), a claim elsewhere."""

Move = Draw | LayRedThree | Emptying
