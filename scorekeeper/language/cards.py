"""Cards and ranks as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.cards import Card
from . import mark
from .voice import Voice

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "": ""}

RANKS = {
    "JK": mark("jokers"),
    "A": mark("aces"),
    "K": mark("kings"),
    "Q": mark("queens"),
    "J": mark("jacks"),
    "10": mark("tens"),
    "9": mark("nines"),
    "8": mark("eights"),
    "7": mark("sevens"),
    "6": mark("sixes"),
    "5": mark("fives"),
    "4": mark("fours"),
    "3": mark("threes"),
    "2": mark("twos"),
}


def show_card(card: Card) -> str:
    """`K♠`, `10♥`, `JK`."""
    return card.rank + SUITS[card.suit]


def show_cards(cards: Iterable[Card]) -> str:
    """`K♠ 10♥ JK`."""
    return " ".join(map(show_card, cards))


def rank_word(rank: str, code: str) -> str:
    """The cards of a rank as a word: “kings”, “fours”."""
    return Voice(code).say(RANKS[rank])
