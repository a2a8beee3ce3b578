"""What people count at the end of a hand, in three ways: by card, by value, by points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from .cards import Card, Cards
from .melds import Canasta, Meld, read_meld
from .ruleset import Ruleset


class Morto(StrEnum):
    """What became of a side's morto; `unused` is one taken by a discard and never played."""

    TAKEN = "taken"
    LEFT = "left"
    UNUSED = "unused"


@dataclass(frozen=True, slots=True)
class ByCard:
    """Cards listed one by one."""

    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class ByValue:
    """How many cards of each value, as pairs (points, how many)."""

    counts: tuple[tuple[int, int], ...] = ()
    threes: int = 0


@dataclass(frozen=True, slots=True)
class ByPoints:
    """The value of the cards together, in points."""

    points: int = 0
    threes: int = 0


Count = ByCard | ByValue | ByPoints


@dataclass(frozen=True, slots=True)
class Canastas:
    """How many canastas of each kind a side has (`canasta.kind`)."""

    clean: int = 0
    dirty: int = 0
    royal: int = 0
    ace_to_ace: int = 0
    wild: int = 0

    def of(self, kind: Canasta) -> int:
        number: int = getattr(self, kind)
        return number

    @property
    def any(self) -> int:
        return self.clean_ones + self.dirty + self.wild

    @property
    def clean_ones(self) -> int:
        """Those that count as clean: royal and ace to ace among them."""
        return self.clean + self.royal + self.ace_to_ace


@dataclass(frozen=True, slots=True)
class Melds:
    """A side's table listed meld by meld."""

    melds: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A side's table counted by value or by points, its canastas beside."""

    count: ByValue | ByPoints = ByPoints()
    canastas: Canastas = Canastas()


@dataclass(frozen=True, slots=True)
class SideTally:
    """What one side declares."""

    table: Melds | CountedTable = Melds()
    hand: Count = ByCard()
    morto: Morto = Morto.TAKEN
    morto_cards: Count | None = None
    red_threes: int = 0
    red_threes_late: int = 0
    went_out: bool = False
    concealed: bool = False
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """What all sides declare at the end of one hand."""

    sides: tuple[SideTally, ...]


def canastas_of(side: SideTally, ruleset: Ruleset) -> Canastas:
    """The side's canastas, counted from its melds or as declared; an invalid meld is none."""
    if isinstance(side.table, CountedTable):
        return side.table.canastas
    return canastas_among([read_meld(cards, ruleset) for cards in side.table.melds])


def canastas_among(melds: Iterable[Meld | None]) -> Canastas:
    """The canastas among melds that were read; None is an invalid one."""
    counts: dict[str, int] = {}
    for meld in melds:
        if meld is not None and meld.canasta is not None:
            counts[meld.canasta] = counts.get(meld.canasta, 0) + 1
    return Canastas(**counts)


def points_of(count: Count, ruleset: Ruleset) -> int:
    """The value of what was counted, in points; red 3s have none (`score.cards`)."""
    if isinstance(count, ByCard):
        return cards_points(count.cards, ruleset)
    if isinstance(count, ByValue):
        return sum([value * number for value, number in count.counts])
    return count.points


def cards_points(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """The value of listed cards, in points; red 3s have none (`score.cards`)."""
    values = ruleset.card_values
    return sum([values[card.rank] for card in cards if not card.is_red_three])


def hand_points(hand: Count, ruleset: Ruleset) -> int:
    """The value of a hand without the threes where those have a price of their own."""
    return points_of(without_priced_threes(hand, ruleset), ruleset)


def without_priced_threes(hand: Count, ruleset: Ruleset) -> Count:
    """The hand without its listed threes where those have a price of their own."""
    if isinstance(hand, ByCard) and ruleset.three_in_hand is not None:
        return ByCard(tuple([card for card in hand.cards if not card.is_three]))
    return hand


def threes_cost(hand: Count, ruleset: Ruleset) -> int:
    """What the threes of a hand cost by a price of their own, in points (`score.threes`)."""
    return (ruleset.three_in_hand or 0) * threes_in(hand)


def threes_in(hand: Count) -> int:
    """How many threes a hand holds, as far as they are counted apart (`score.threes`)."""
    if isinstance(hand, ByCard):
        return sum([card.is_three for card in hand.cards])
    return hand.threes


def is_empty(hand: Count) -> bool:
    """Whether nothing at all was declared in the hand."""
    match hand:
        case ByCard(cards):
            return not cards
        case ByValue(counts, threes):
            return not threes and not any(number for _, number in counts)
        case ByPoints(points, threes):
            return not points and not threes


@dataclass(frozen=True, slots=True)
class Place:
    """One counted heap of a tally and where it stands in the document."""

    where: str
    count: Count


def places(tally: Tally) -> Iterator[Place]:
    """Every heap of cards that a tally declares, in the order of the document."""
    for number, side in enumerate(tally.sides):
        where = f"sides[{number}]"
        if isinstance(side.table, Melds):
            for position, cards in enumerate(side.table.melds):
                yield Place(f"{where}.melds[{position}]", ByCard(cards))
        else:
            yield Place(f"{where}.table", side.table.count)
        yield Place(f"{where}.hand", side.hand)
        if side.morto_cards is not None:
            yield Place(f"{where}.morto_cards", side.morto_cards)


def listed_cards(tally: Tally) -> list[Card]:
    """The cards of every heap that lists them one by one, in the order of the document."""
    cards: list[Card] = []
    for side in tally.sides:
        if isinstance(side.table, Melds):
            for meld in side.table.melds:
                cards += meld
        for count in (side.hand, side.morto_cards):
            if isinstance(count, ByCard):
                cards += count.cards
    return cards


def is_listed(tally: Tally) -> bool:
    """Whether every heap lists its cards one by one."""
    return all(
        isinstance(side.table, Melds)
        and isinstance(side.hand, ByCard)
        and (side.morto_cards is None or isinstance(side.morto_cards, ByCard))
        for side in tally.sides
    )


def red_threes_in(count: Count) -> int:
    """The red threes among listed cards."""
    if not isinstance(count, ByCard):
        return 0
    return sum([card.is_red_three for card in count.cards])


def cards_worth(count: Count, ruleset: Ruleset) -> dict[int, int]:
    """How many cards of each value a heap declares, as far as it tells; red threes left out."""
    numbers: dict[int, int] = {}
    if isinstance(count, ByCard):
        for card in count.cards:
            if not card.is_red_three:
                value = ruleset.value(card)
                numbers[value] = numbers.get(value, 0) + 1
    elif isinstance(count, ByValue):
        for value, number in count.counts:
            numbers[value] = numbers.get(value, 0) + number
    return numbers
