"""Cutting for the first deal ("pinta"): the high card deals (`setup.dealer`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import RANKS, Card


@dataclass(frozen=True, slots=True)
class Draw:
    """A player, by seat, and the card drawn."""

    seat: int
    card: Card


Draws = tuple[Draw, ...]
"""One round of a cut: a card for each player who takes part, in the order of the seats."""


def high_seats(draws: Draws) -> tuple[int, ...]:
    """The seats that drew the highest rank, ace high and 2 low; suits do not count.

    More than one: they cut again. A joker, which should have been put back, is no rank at all.
    """
    best = min(map(_place, draws), default=0)
    return tuple(draw.seat for draw in draws if _place(draw) == best)


def cut(seats: Sequence[int], cards: Iterable[Card]) -> tuple[Draws, ...]:
    """The rounds that the seats draw from these cards until one of them is highest
    (`setup.dealer`).

    The cards are taken in order; a joker is put back and another card drawn. Raises `ValueError`
    if the cards run out before the cut is decided.
    """
    drawn = (card for card in cards if not card.is_joker)
    rounds: list[Draws] = []
    left = tuple(seats)
    while len(left) > 1 or not rounds:
        found = zip(left, drawn, strict=False)
        rounds.append(tuple(Draw(seat, card) for seat, card in found))
        if len(rounds[-1]) < len(left):
            raise ValueError("not enough cards to decide the cut")
        left = high_seats(rounds[-1])
    return tuple(rounds)


def dealer_of(rounds: Sequence[Draws]) -> int | None:
    """The seat that the cut makes the dealer; None while equal ranks have to cut again."""
    high = high_seats(rounds[-1]) if rounds else ()
    return high[0] if len(high) == 1 else None


def _place(draw: Draw) -> int:
    """0 for an ace, 12 for a 2."""
    return len(RANKS) if draw.card.is_joker else RANKS.index(draw.card.rank)
