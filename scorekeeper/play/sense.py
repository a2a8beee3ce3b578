"""What a careful player knows of a ruleset before any card is dealt, by kinds of card."""

from __future__ import annotations

from functools import lru_cache

from ..rules.cards import pack
from .kinds import Kinds
from .table import Table


class Sense:
    """How many cards of each kind there are, and which kinds help each other."""

    __slots__ = ("blocker", "copies", "mates", "natural")

    def __init__(self, kinds: Kinds) -> None:
        self.copies = [0] * len(kinds.faces)
        for card in pack(kinds.ruleset.jokers):
            self.copies[kinds.of[card]] += 1
        self.natural = [face.is_natural for face in kinds.faces]
        self.mates = tuple([self._mates_of(kind, kinds) for kind in range(len(kinds.faces))])
        """For each kind, those that share a meld of three with it and no wild."""
        self.blocker = kinds.black_three if kinds.black_three in kinds.lockers else -1
        """The kind of a black 3 if it blocks the pile, or a number that no kind has."""

    def _mates_of(self, kind: int, kinds: Kinds) -> tuple[int, ...]:
        if not self.natural[kind]:
            return ()
        pairs = kinds.pairs.get(kind, ())
        clean = [pair for pair in pairs if not kinds.shape((kind, *pair)).wilds]
        return tuple(sorted({mate for pair in clean for mate in pair}))

    def unseen(self, table: Table) -> list[int]:
        """For each kind, how many cards the player has not before the eyes."""
        left = list(self.copies)
        for kind, cards in table.hand.items():
            left[kind] -= len(cards)
        of = table.kinds.of
        for card in table.pile:
            left[of[card]] -= 1
        for side in table.sides:
            for shape in side.shapes:
                for kind in shape.kinds:
                    left[kind] -= 1
        return left


@lru_cache(maxsize=64)
def sense_of(kinds: Kinds) -> Sense:
    """The sense for these kinds, worked out once."""
    return Sense(kinds)
