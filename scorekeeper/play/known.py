"""A table of which only a part was seen: every card that is known, and how many are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..rules.cards import Card, Cards, copies, pack
from ..rules.checks import RED_THREE_FACES, RED_THREES
from ..rules.problems import Finding, Problem
from ..rules.ruleset import Ruleset
from .position import Phase, Pile, Position, SideMorto
from .record import Record


class ConflictError(Exception):
    """What no deal of the pack explains, as a problem (`record.conflict`)."""

    def __init__(self, finding: Finding, **facts: object) -> None:
        super().__init__(finding)
        self.problem = Problem("record.conflict", finding, "", facts)


@dataclass(slots=True)
class Heap:
    """Cards that are known, and a number of others."""

    cards: list[Card] = field(default_factory=list)
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.cards) + self.hidden


@dataclass(slots=True)
class KnownHand(Heap):
    """A player's hand, and the morto that waits for the next turn."""

    waiting: Heap | None = None
    melded_before: bool = False
    had_a_turn: bool = False


@dataclass(slots=True)
class KnownSide:
    """What lies before a side."""

    melds: tuple[Cards, ...] = ()
    red_threes: list[Card] = field(default_factory=list)
    late_red_threes: list[Card] = field(default_factory=list)
    morto: SideMorto = SideMorto.AVAILABLE
    opened: bool = False


class KnownTable:
    """The table of a record, turn by turn. Changed by `replay` only.

    `seen` counts the cards that are known to lie somewhere.
    """

    def __init__(self, record: Record) -> None:
        ruleset = record.ruleset
        self.ruleset: Ruleset = ruleset
        self.hands = [
            KnownHand(list(cards or ()), ruleset.hand_size - len(cards or ()))
            for cards in record.hands
        ]
        self.mortos: list[Heap | None] = [
            Heap(list(cards or ()), ruleset.morto_size - len(cards or ()))
            for cards in record.mortos
        ]
        self.sides = [KnownSide() for _ in range(ruleset.sides)]
        self.pile: Pile = (record.upcard,) if ruleset.initial_upcard else ()
        left = len(pack(ruleset.jokers))
        left -= ruleset.players * ruleset.hand_size + ruleset.sides * ruleset.morto_size
        self.stock = Heap(list(record.stock or ()), left - ruleset.initial_upcard)
        self.stock.hidden -= len(self.stock.cards)
        self.stock_was_morto = False
        self.seen = Counter(self._known_cards())

    def _known_cards(self) -> Iterator[Card]:
        for heap in (*self.hands, *self.mortos, self.stock):
            if heap is not None:
                yield from heap.cards
        yield from (card for card in self.pile if card is not None)

    def side_of(self, seat: int) -> int:
        return seat % len(self.sides)

    def sides_without_morto(self) -> list[int]:
        """The sides that took no morto."""
        return [n for n, side in enumerate(self.sides) if side.morto is not SideMorto.TAKEN]

    # cards that turn up

    def reveal(self, cards: Iterable[Card]) -> None:
        """Cards that nobody had seen turn up; raises `ConflictError` where all of a face are
        known to be elsewhere."""
        for card in cards:
            self.seen[card] += 1
            most = copies(card, self.ruleset.jokers)
            if self.seen[card] > most:
                raise ConflictError(Finding.RECORD_CARD_ELSEWHERE, card=card, most=most)

    def unseen(self) -> list[Card]:
        """The cards of the pack that nobody has seen yet, in the order of the pack."""
        left = Counter(self.seen)
        cards = []
        for card in pack(self.ruleset.jokers):
            if left[card]:
                left[card] -= 1
            else:
                cards.append(card)
        return cards

    def certain(self, hand: Cards) -> Cards:
        """The cards that are still certain to be in a hand after one that nobody saw was
        discarded: second copies, and red 3s, which nobody discards."""
        copies_held: Counter[Card] = Counter()
        cards = []
        for card in hand:
            copies_held[card] += 1
            if copies_held[card] > 1 or card.is_red_three:
                cards.append(card)
        return tuple(cards)

    def doubt(self, hand: Cards) -> Cards:
        """Takes back what was known of a hand from which an unseen card goes; gives what still
        is."""
        certain = self.certain(hand)
        self.seen -= Counter(hand) - Counter(certain)
        return certain

    def check_red_threes(self) -> None:
        """The red 3s that nobody saw must be where none had to be laid (`red3.lay`); raises
        `ConflictError`."""
        unseen = RED_THREES - sum([self.seen[face] for face in RED_THREE_FACES])
        room = self.stock.hidden + sum(morto.hidden for morto in self.mortos if morto)
        for hand in self.hands:
            room += hand.waiting.hidden if hand.waiting else 0
            room += 0 if hand.had_a_turn else hand.hidden
        if unseen > room:
            raise ConflictError(Finding.RECORD_RED_THREE_UNLAID, count=unseen)

    # the stock

    def draw(self, told: Card | None) -> Card | None:
        """The next card of the stock, None if nobody saw it; a told one must agree."""
        stock = self.stock
        if not len(stock):
            self._turn_morto_into_stock()
        if self.stock_was_morto and stock.cards:
            return self._draw_unordered(told)
        if stock.cards:
            card = stock.cards.pop(0)
            if told is not None and told is not card:
                raise ConflictError(Finding.RECORD_STOCK_DIFFERS, card=told, drawn=card)
            return card
        stock.hidden -= 1
        if told is not None:
            self.reveal((told,))
        return told

    def _draw_unordered(self, told: Card | None) -> Card | None:
        """A card of a morto that became the stock: nobody knows in what order it lies."""
        stock = self.stock
        if told is None:  # any of them: none is known to be left there
            self.seen.subtract(stock.cards)
            stock.hidden += len(stock.cards) - 1
            stock.cards = []
        elif told in stock.cards:
            stock.cards.remove(told)
        elif stock.hidden:
            stock.hidden -= 1
            self.reveal((told,))
        else:
            raise ConflictError(Finding.RECORD_STOCK_DIFFERS, card=told, drawn=stock.cards[0])
        return told

    def _turn_morto_into_stock(self) -> None:
        number = self.free_morto()
        morto = self._take(number)
        self.stock.cards, self.stock.hidden = morto.cards, morto.hidden
        self.stock_was_morto = True
        for place, side in enumerate(self.sides):
            gone = place == number if self.ruleset.mortos_owned else not any(self.mortos)
            if gone and side.morto is SideMorto.AVAILABLE:
                side.morto = SideMorto.NONE

    def room(self, place: tuple[str, int]) -> int:
        """How many unseen cards lie in a place (see `evidence.Place`)."""
        name, number = place
        match name:
            case "hand":
                return self.hands[number].hidden
            case "waiting":
                waiting = self.hands[number].waiting
                return waiting.hidden if waiting else 0
            case "morto":
                morto = self.mortos[number]
                return morto.hidden if morto else 0
            case _:
                return 1

    # mortos

    def take_morto(self, side: int) -> Heap:
        """The morto that the side takes (`morto.take`)."""
        morto = self._take(self.morto_number(side))
        self.sides[side].morto = SideMorto.TAKEN
        if not self.ruleset.mortos_owned and not any(self.mortos):
            for other in self.sides:
                if other.morto is SideMorto.AVAILABLE:
                    other.morto = SideMorto.NONE
        return morto

    def morto_number(self, side: int) -> int:
        """Which morto the side takes: its own, or the lowest-numbered free one."""
        if self.ruleset.mortos_owned:
            return side
        return self.free_morto()

    def free_morto(self) -> int:
        """The lowest-numbered morto on the table."""
        return next(number for number, morto in enumerate(self.mortos) if morto is not None)

    def morto_cards(self, side: int) -> Cards | None:
        """The known cards of the morto that the side may take, if there is one."""
        if self.sides[side].morto is not SideMorto.AVAILABLE:
            return None
        morto = self.mortos[self.morto_number(side)]
        return tuple(morto.cards) if morto else None

    def _take(self, number: int) -> Heap:
        morto = self.mortos[number] or Heap()
        self.mortos[number] = None
        return morto

    # what a player sees

    def position(self, seat: int) -> Position:
        """The table as the player sees it at the start of the turn, for the judge."""
        hand, side = self.hands[seat], self.sides[self.side_of(seat)]
        opening = self.ruleset.opening_minimum
        return Position(
            phase=Phase.DRAW,
            hand=tuple(hand.cards),
            hidden=hand.hidden,
            unseen=True,
            melds=side.melds,
            pile=self.pile,
            stock=len(self.stock),
            morto=side.morto,
            melded_before=hand.melded_before,
            mortos_left=sum(morto is not None for morto in self.mortos),
            morto_cards=self.morto_cards(self.side_of(seat)),
            # a record knows no totals: what some total allows is possible
            score=None if opening.from_total is None else opening.from_total - 1,
            opened=side.opened,
        )
