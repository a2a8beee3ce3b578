"""Cards by what of them matters under a ruleset, and the melds they make, worked out once.

Everything here is asked of the rules, and kept: what is a meld of three, and what may be added to
a meld, is looked up afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from ..rules.additions import check_addition
from ..rules.cards import FACES, Card, Cards
from ..rules.melds import Canasta, MeldKind, check_meld, read_meld
from ..rules.ruleset import Ruleset
from .candidates import kind_of
from .locking import locks

KindTuple = tuple[int, ...]
Choice = tuple[int, ...]
"""A primitive move as a code and kinds or meld numbers."""

DRAW, TAKE_ONTO, TAKE_WITH, MELD, ADD, LAY_RED_THREE, DISCARD, TAKING_MORTO = range(8)

Thirds = tuple[tuple[int, Choice], ...]


class Shape:
    """A meld as far as the rules can tell it from others: the kinds of its cards."""

    __slots__ = ("canasta", "cards", "grown", "is_black_threes", "kinds", "rank", "size", "wilds")

    def __init__(self, kinds: KindTuple, cards: Cards, ruleset: Ruleset) -> None:
        meld = read_meld(cards, ruleset)
        self.kinds = kinds
        self.cards = cards
        self.size = len(kinds)
        self.canasta: Canasta | None = meld.canasta if meld else None
        self.rank = meld.rank if meld and meld.kind is MeldKind.SET else None
        self.wilds = meld.wilds if meld else 0
        self.is_black_threes = meld is not None and meld.kind is MeldKind.BLACK_THREES
        self.grown: dict[int, Shape] | None = None
        """What one more card makes of it: filled by `Kinds.grown` when first asked for."""


class Kinds:
    """The kinds of card of a ruleset, numbered, and their melds. Get one with `kinds_of`."""

    def __init__(self, ruleset: Ruleset) -> None:
        names: dict[str, int] = {}
        faces: list[Card] = []
        self.of: dict[Card, int] = {}
        for face in FACES:
            name = kind_of(face, ruleset)
            if name not in names:
                names[name] = len(names)
                faces.append(face)
            self.of[face] = names[name]
        self.ruleset = ruleset
        self.faces = tuple(faces)
        self.red_three = names["red 3"]
        self.black_three = names["black 3"]
        self.values = tuple(ruleset.value(face) for face in faces)
        self.wild = frozenset(names[name] for name in ("JK", "2"))
        self.lockers = frozenset(kind for kind, face in enumerate(faces) if locks(face, ruleset))
        self._shapes: dict[KindTuple, Shape] = {}
        self.thirds: dict[int, Thirds] = {}
        """For two of a kind, what makes them a meld of three, and the choice that lays it."""
        self.seconds: dict[int, tuple[tuple[int, Thirds], ...]] = {}
        """For a card, higher kinds, and for each what makes the two a meld of three."""
        self.pairs: dict[int, tuple[tuple[int, int], ...]] = {}
        """For the top card of a pile, the two cards of a hand that make a meld with it."""
        self.black_threes = not check_meld((faces[self.black_three],) * 3, ruleset)
        self._index_triples()

    def shape(self, kinds: Iterable[int]) -> Shape:
        """The shape of a meld of these kinds."""
        key = tuple(sorted(kinds))
        shape = self._shapes.get(key)
        if shape is None:
            shape = Shape(key, tuple([self.faces[kind] for kind in key]), self.ruleset)
            self._shapes[key] = shape
        return shape

    def grown(self, shape: Shape) -> dict[int, Shape]:
        """What the shape becomes with one more card, for each kind that may be added."""
        if shape.grown is None:
            shape.grown = {
                kind: self.shape((*shape.kinds, kind))
                for kind in self._likely_additions(shape)
                if not check_addition(shape.cards, (self.faces[kind],), self.ruleset)
            }
        return shape.grown

    def _likely_additions(self, shape: Shape) -> list[int]:
        """Kinds that share the one rank or the one suit of the meld, and those that may stand in;
        anything else is no meld."""
        aces = self.ruleset.aces_wild
        core = [c for c in shape.cards if not c.is_wild and not (aces and c.rank == "A")]
        ranks, suits = {card.rank for card in core}, {card.suit for card in core}
        if not core:
            return list(range(len(self.faces)))
        return [
            kind
            for kind, face in enumerate(self.faces)
            if face.is_wild
            or (aces and face.rank == "A")
            or (len(ranks) == 1 and face.rank in ranks)
            or (len(suits) == 1 and self.ruleset.runs and face.suit in suits)
        ]

    def _index_triples(self) -> None:
        thirds: dict[int, list[int]] = {}
        seconds: dict[int, dict[int, list[int]]] = {}
        pairs: dict[int, list[tuple[int, int]]] = {}
        for triple in sorted(set(self._likely_triples())):
            if not read_meld(tuple([self.faces[kind] for kind in triple]), self.ruleset):
                continue
            a, b, c = triple
            if a == b:
                thirds.setdefault(a, []).append(c)
            elif b == c:
                thirds.setdefault(b, []).append(a)
            else:
                seconds.setdefault(a, {}).setdefault(b, []).append(c)
            for top, rest in {a: (b, c), b: (a, c), c: (a, b)}.items():
                pairs.setdefault(top, []).append(rest)
        self.thirds = {
            kind: tuple([(third, (MELD, kind, kind, third)) for third in found])
            for kind, found in thirds.items()
        }
        self.seconds = {
            kind: tuple(
                [
                    (second, tuple([(third, (MELD, kind, second, third)) for third in found]))
                    for second, found in more.items()
                ]
            )
            for kind, more in seconds.items()
        }
        self.pairs = {kind: tuple(found) for kind, found in pairs.items()}
        if self.black_threes:
            self.pairs[self.black_three] = ((self.black_three, self.black_three),)

    def _likely_triples(self) -> Iterator[KindTuple]:
        """Three cards of a rank or a suit, wilds and aces among them; anything else is no meld."""
        anywhere = [k for k, face in enumerate(self.faces) if face.is_wild or face.rank == "A"]
        naturals = [face for face in self.faces if face.is_natural]
        for group in {face.rank for face in naturals}:
            yield from self._triples_among(anywhere, [f for f in naturals if f.rank == group])
        if self.ruleset.runs:
            for group in {face.suit for face in naturals}:
                yield from self._triples_among(anywhere, [f for f in naturals if f.suit == group])

    def _triples_among(self, anywhere: list[int], group: list[Card]) -> Iterator[KindTuple]:
        kinds = sorted({*anywhere, *(self.of[face] for face in group)})
        return combinations_with_replacement(kinds, 3)


@lru_cache(maxsize=64)
def kinds_of(ruleset: Ruleset) -> Kinds:
    """The kinds of a ruleset, worked out once."""
    return Kinds(ruleset)
