"""What is left to chance: ids, which people read and type, secrets, and the cards of a cut."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from random import SystemRandom

from scorekeeper.rules.cards import Card, Cards, pack
from scorekeeper.storage.log import MatchKeys

TokenSource = Callable[[int], str]
"""Gives url-safe text with so many bytes of chance."""

Shuffle = Callable[[Cards], Cards]
"""Gives the same cards in an order of chance."""

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0 and o, 1, i and l
ID_LENGTH = 10
ID_BYTES = 16
SECRET_BYTES = 18


def random_token(size: int) -> str:
    return secrets.token_urlsafe(size)


def shuffled(cards: Cards) -> Cards:
    return tuple(SystemRandom().sample(cards, len(cards)))


def cards_to_cut(jokers: int, shuffle: Shuffle) -> Iterator[Card]:
    """The cards of a shuffled pack, and of another if that one is used up."""
    while True:
        yield from shuffle(pack(jokers))


def make_keys(token: TokenSource) -> MatchKeys:
    """An id and two secrets for a new match."""
    return MatchKeys(_spell(token(ID_BYTES)), token(SECRET_BYTES), token(SECRET_BYTES))


def _spell(token: str) -> str:
    number = int.from_bytes(token.encode(), "big")
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)
