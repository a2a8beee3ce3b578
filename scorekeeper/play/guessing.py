"""The unseen cards of a recorded hand dealt at random, as far as what was seen allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ..rules.cards import Card, Cards
from .dealing import can_stand
from .evidence import Place
from .known import Heap, KnownTable
from .position import SideMorto
from .side import Deal, Side
from .table import Table


class Guess:
    """Deals the unseen cards of a known table. `lay` has cards that are known to lie somewhere,
    `kept_out` places where no other red 3 lay."""

    def __init__(
        self,
        known: KnownTable,
        lay: Mapping[Place, list[Card]],
        kept_out: frozenset[Place],
    ) -> None:
        self.known = known
        self.lay = lay
        self.kept_out = kept_out
        self.fixed = {place: list(cards) for place, cards in lay.items()}
        self.places = list(self._places())
        pool = known.unseen()
        for cards in lay.values():
            for card in cards:
                pool.remove(card)
        self.pool = pool

    def _places(self) -> Iterator[tuple[Place, int, int]]:
        """Every place with unseen cards that nothing tells of: how many, and what may lie there:
        2 only what may start the pile, 1 no red 3, 0 anything."""
        known = self.known
        for number, card in enumerate(known.pile):
            if card is None and not self.lay.get(("pile", number)):
                starts = number == 0 and not any(hand.had_a_turn for hand in known.hands)
                yield ("pile", number), 1, 2 if starts else 1
        for seat, hand in enumerate(known.hands):
            yield self._open(("hand", seat), hand, hand.had_a_turn)
            if hand.waiting is not None:
                yield self._open(("waiting", seat), hand.waiting)
        for number, morto in enumerate(known.mortos):
            if morto is not None:
                yield from self._open_morto(number, morto)
        first = len(known.stock.cards)
        for number in range(first, first + known.stock.hidden):
            place = ("stock", number)
            if place not in self.lay:
                yield place, 1, int(place in self.kept_out)

    def _open(self, place: Place, heap: Heap, kept_out: bool = False) -> tuple[Place, int, int]:
        level = int(kept_out or place in self.kept_out)
        return place, heap.hidden - len(self.lay.get(place, ())), level

    def _open_morto(self, number: int, morto: Heap) -> Iterator[tuple[Place, int, int]]:
        """A place for every card, since a morto may be drawn from like a stock. Cards of one that
        was taken up are put anywhere in it."""
        places = [place for place in _in_morto(number, morto) if place not in self.lay]
        noted = self.lay.get(("morto", number), [])
        for card in noted[: len(places)]:
            self.fixed[places.pop()] = [card]
        for place in places:
            yield place, 1, int(place in self.kept_out or ("morto", number) in self.kept_out)

    def is_possible(self) -> bool:
        """Whether every unseen card has a place, and the red 3s have some where nothing keeps them
        out (`red3.lay`)."""
        room = sum([count for _, count, level in self.places if level == 0])
        enough = sum([count for _, count, _ in self.places]) == len(self.pool)
        return enough and sum([card.is_red_three for card in self.pool]) <= room

    def deal(self, rng: Random) -> dict[Place, list[Card]]:
        """The cards of every place that has unseen ones. The narrowest places are dealt first, so
        that every deal that agrees with what was seen is as likely as any other."""
        pool, shuffled_for = list(self.pool), -1
        dealt = {place: list(cards) for place, cards in self.fixed.items()}
        for place, count, level in sorted(self.places, key=lambda item: -item[2]):
            if level != shuffled_for:  # what narrower places could not hold lies together
                rng.shuffle(pool)
                shuffled_for = level
            cards = dealt.setdefault(place, [])
            for _ in range(count):
                cards.append(_drawn(pool, level))
        return dealt

    def table(self, rng: Random, seat: int) -> Table:
        """A table with every card dealt, before the turn of this seat."""
        known, dealt = self.known, self.deal(rng)
        hands = [_filled(hand, dealt, ("hand", n)) for n, hand in enumerate(known.hands)]
        stock = list(known.stock.cards)
        stock += [dealt[("stock", len(stock) + n)][0] for n in range(known.stock.hidden)]
        table = Table(
            known.ruleset,
            Deal(
                hands=tuple(hands),
                mortos=tuple(
                    [
                        None if morto is None else _filled(morto, dealt, *_in_morto(n, morto))
                        for n, morto in enumerate(known.mortos)
                    ]
                ),
                stock=tuple(stock),
                upcard=None,
                dealer=seat - 1,
            ),
        )
        for number, card in enumerate(known.pile):
            table.discarded(card or dealt[("pile", number)][0])
        for number, side in enumerate(known.sides):
            self._lay_out(table, number, table.sides[number], side.morto)
        for n, hand in enumerate(known.hands):
            table.melded_before[n] = hand.melded_before
            if hand.waiting is not None:
                table.wait(n, _filled(hand.waiting, dealt, ("waiting", n)))
        return table

    def _lay_out(self, table: Table, number: int, side: Side, morto: SideMorto) -> None:
        seen = self.known.sides[number]
        for cards in seen.melds:
            table.lay_out(side, cards)
        side.red_threes = list(seen.red_threes)
        side.late_red_threes = list(seen.late_red_threes)
        side.opened, side.morto = seen.opened, morto
        opening = self.known.ruleset.opening_minimum
        side.score = (opening.from_total or 0) - 1  # a record knows no totals


def _in_morto(number: int, morto: Heap) -> list[Place]:
    first = len(morto.cards)
    return [(f"morto {number}", place) for place in range(first, first + morto.hidden)]


def _filled(heap: Heap, dealt: Mapping[Place, list[Card]], *places: Place) -> Cards:
    return (*heap.cards, *(card for place in places for card in dealt.get(place, ())))


def _drawn(pool: list[Card], level: int) -> Card:
    """The last card of a shuffled pool that may lie at a place of this level."""
    for number in range(len(pool) - 1, -1, -1):
        card = pool[number]
        if level == 0 or (level == 1 and not card.is_red_three) or (level == 2 and can_stand(card)):
            return pool.pop(number)
    raise AssertionError
