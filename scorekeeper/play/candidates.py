"""The primitive moves that a position suggests, legal or not, each once.

A primitive move is a draw, the pile with one meld or exactly two cards of the hand, a meld of
exactly three cards (black 3s three or four), one card added, a red 3, a discard.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..rules.cards import Card, Cards, sort_cards
from ..rules.ruleset import Ruleset
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position


def kind_of(card: Card, ruleset: Ruleset) -> str:
    """What of a card matters to a player: suits only where runs are played, and for 3s."""
    if card.is_joker:
        return card.rank
    if card.is_three:
        return "red 3" if card.is_red_three else "black 3"
    return str(card) if ruleset.runs and card.is_natural else card.rank


def one_of_each(cards: Cards, ruleset: Ruleset) -> Cards:
    """The first card of every kind, in a fixed order."""
    kinds: dict[str, Card] = {}
    for card in sort_cards(cards):
        kinds.setdefault(kind_of(card, ruleset), card)
    return tuple(kinds.values())


def handfuls(cards: Cards, size: int, ruleset: Ruleset) -> Iterator[Cards]:
    """Every choice of so many cards, those that differ in nothing that matters once."""
    seen: set[tuple[str, ...]] = set()
    for chosen in combinations(sort_cards(cards), size):
        kinds = tuple([kind_of(card, ruleset) for card in chosen])
        if kinds not in seen:
            seen.add(kinds)
            yield chosen


def candidates(position: Position, ruleset: Ruleset) -> Iterator[Move]:
    """The primitive moves of a position whose hand, melds and pile are told."""
    hand = position.hand or ()
    singles = one_of_each(hand, ruleset)
    for card in singles:
        if card.is_red_three:
            yield LayRedThree(card)
    if position.phase is Phase.DRAW:
        yield Draw()
        yield from pile_candidates(position, ruleset)
    yield from (LayMeld(cards) for cards in handfuls(hand, 3, ruleset))
    black = tuple(card for card in hand if card.is_black_three)
    if len(black) > 3:
        yield LayMeld(sort_cards(black)[:4])
    for number in range(len(position.melds or ())):
        yield from (Add(number, (card,)) for card in singles)
    yield from (Discard(card) for card in singles)


def pile_candidates(position: Position, ruleset: Ruleset) -> Iterator[TakePile]:
    """The primitive ways to take the pile."""
    if not position.pile:
        return
    yield from (TakePile(meld=number) for number in range(len(position.melds or ())))
    yield from (TakePile(cards) for cards in handfuls(position.hand or (), 2, ruleset))
