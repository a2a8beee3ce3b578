"""The pack shuffled and dealt."""

from __future__ import annotations

from random import Random

from ..rules.cards import Card, pack
from ..rules.ruleset import Ruleset
from .side import Deal


def deal(ruleset: Ruleset, rng: Random, dealer: int) -> Deal:
    """A deal: hands one card at a time clockwise, mortos, stock (`setup.deal`,
    `setup.mortos`)."""
    cards = list(pack(ruleset.jokers))
    rng.shuffle(cards)
    seats = ruleset.players
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for number in range(seats * ruleset.hand_size):
        hands[(dealer + 1 + number) % seats].append(cards.pop())
    size = ruleset.morto_size
    mortos = tuple([tuple([cards.pop() for _ in range(size)]) for _ in range(ruleset.sides)])
    upcard = turn_upcard(cards) if ruleset.initial_upcard else None
    return Deal(tuple(map(tuple, hands)), mortos, tuple(reversed(cards)), upcard, dealer)


def can_stand(card: Card) -> bool:
    """Whether a card may start the pile: no wild and no red 3 (`setup.upcard`)."""
    return not card.is_wild and not card.is_red_three


def turn_upcard(stock: list[Card]) -> Card | None:
    """Takes the first card off the end of the stock that may start the pile, and buries those that
    may not in the middle; None where no card may (`setup.upcard`)."""
    for _ in range(len(stock)):
        card = stock.pop()
        if can_stand(card):
            return card
        stock.insert(len(stock) // 2, card)
    return None
