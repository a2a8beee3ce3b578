"""Cards, the pack and their text form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

from .problems import CardError

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
RUN_RANKS = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "D", "C")
RED_SUITS = ("H", "D")
JOKER = "JK"
COPIES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 53 faces. Every face exists once, so two equal cards are the same object."""

    rank: str
    suit: str
    order: int
    is_joker: bool = field(init=False)
    is_wild: bool = field(init=False)
    """A joker or a 2, wherever it lies."""
    is_three: bool = field(init=False)
    is_red_three: bool = field(init=False)
    is_black_three: bool = field(init=False)
    is_natural: bool = field(init=False)
    """Neither wild nor a 3."""

    def __post_init__(self) -> None:
        # asked of every card many times over, so worked out once for the 53 of them
        is_joker, is_three, is_red = self.rank == JOKER, self.rank == "3", self.suit in RED_SUITS
        is_wild = is_joker or self.rank == "2"
        object.__setattr__(self, "is_joker", is_joker)
        object.__setattr__(self, "is_wild", is_wild)
        object.__setattr__(self, "is_three", is_three)
        object.__setattr__(self, "is_red_three", is_three and is_red)
        object.__setattr__(self, "is_black_three", is_three and not is_red)
        object.__setattr__(self, "is_natural", not is_wild and not is_three)

    def __str__(self) -> str:
        return self.rank + self.suit

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (str(self),)


Cards = tuple[Card, ...]

FACES: Cards = tuple(
    Card(rank, suit, number)
    for number, (rank, suit) in enumerate([(r, s) for r in RANKS for s in SUITS] + [(JOKER, "")])
)

_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"


def _readings() -> dict[str, Card]:
    readings: dict[str, Card] = {}
    for face in FACES:
        if face.is_joker:
            ranks, suits = ["JK", "jk", "Jk", "jK", "*", "🃏"], [""]
        else:
            names = ["10", "T"] if face.rank == "10" else [face.rank]
            ranks = [form for name in names for form in (name, name.lower())]
            suits = [face.suit, face.suit.lower(), _SYMBOLS[face.suit]]
        readings.update({rank + suit: face for rank in ranks for suit in suits})
    return readings


_FACE_OF_TEXT = _readings()


def card(text: str) -> Card:
    """The card that `text` names. Raises `CardError`."""
    face = _FACE_OF_TEXT.get(text)
    if face is None and text and text[-1] in _VARIATION_SELECTORS:
        face = _FACE_OF_TEXT.get(text[:-1])
    if face is None:
        raise CardError(text, 1)
    return face


def parse_cards(text: str) -> Cards:
    """The cards of a text such as `KS 10H, 2♣ JK`, in its order. Raises `CardError`."""
    pieces = text.replace(",", " ").split()
    try:
        return tuple([_FACE_OF_TEXT[piece] for piece in pieces])
    except KeyError:
        return tuple([_numbered(piece, number) for number, piece in enumerate(pieces, start=1)])


def _numbered(piece: str, number: int) -> Card:
    try:
        return card(piece)
    except CardError:
        raise CardError(piece, number) from None


def format_cards(cards: Iterable[Card]) -> str:
    """The written form: `KS 10H 2C JK`."""
    return " ".join(map(str, cards))


def sort_cards(cards: Iterable[Card]) -> Cards:
    """The same cards in one fixed order."""
    return tuple(sorted(cards, key=attrgetter("order")))


def copies(face: Card, jokers: int) -> int:
    """How often the pack has this face (`setup.pack`)."""
    return jokers if face.is_joker else COPIES


def pack(jokers: int) -> Cards:
    """Two packs of 52 and so many jokers (`setup.pack`)."""
    return tuple(face for face in FACES for _ in range(copies(face, jokers)))
