"""Where every card of a hand lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from ..rules.cards import Card, Cards
from ..rules.match import first_player
from ..rules.ruleset import Ruleset
from ..rules.tally import SideTally, Tally
from .kinds import Kinds, kinds_of
from .leavings import Leavings, morto_left, tally_of
from .position import Phase, Position, SideMorto
from .side import Deal, Side

Hand = dict[int, list[Card]]


class State:
    """The cards of a hand and whose turn it is; `Table` plays on it."""

    __slots__ = (
        "black_threes_laid",
        "concealed",
        "hand",
        "hands",
        "kinds",
        "lock_depth",
        "melded_before",
        "melded_now",
        "mortos",
        "out",
        "over",
        "phase",
        "pile",
        "ruleset",
        "seat",
        "side",
        "side_number",
        "sides",
        "sizes",
        "stock",
        "taken_up",
        "turns",
        "waiting",
    )

    def __init__(self, ruleset: Ruleset, deal: Deal, scores: Iterable[int] | None = None) -> None:
        """The table before the first turn; `scores` has the totals of the sides, for an opening
        minimum."""
        kinds = kinds_of(ruleset)
        self.ruleset = ruleset
        self.kinds: Kinds = kinds
        self.hands: list[Hand] = [{} for _ in deal.hands]
        self.sizes = [0] * len(deal.hands)
        self.mortos: list[Cards | None] = list(deal.mortos)
        self.stock: list[Card] = list(reversed(deal.stock))
        self.pile: list[Card] = []
        self.lock_depth = 0
        totals = list(scores) if scores is not None else [0] * ruleset.sides
        self.sides = [Side(total) for total in totals]
        self.melded_before = [False] * len(deal.hands)
        self.waiting: list[Cards | None] = [None] * len(deal.hands)
        self.melded_now = False
        self.black_threes_laid = False
        self.over = False
        self.out: int | None = None
        self.concealed = False
        self.turns = 0
        for seat, cards in enumerate(deal.hands):
            self.give(seat, cards)
        if deal.upcard is not None:
            self._onto_pile(deal.upcard)
        self._begin(first_player(deal.dealer, len(deal.hands)))

    def copy(self) -> Self:
        """The same hand, to be played on by itself."""
        other = type(self).__new__(type(self))
        for name in ("black_threes_laid", "concealed", "kinds", "lock_depth"):
            setattr(other, name, getattr(self, name))
        for name in ("melded_now", "out", "over", "phase", "ruleset", "seat", "side_number"):
            setattr(other, name, getattr(self, name))
        other.taken_up = self.taken_up
        other.hands = [{kind: list(cards) for kind, cards in hand.items()} for hand in self.hands]
        other.hand = other.hands[self.seat]
        other.sizes, other.mortos = list(self.sizes), list(self.mortos)
        other.stock, other.pile = list(self.stock), list(self.pile)
        other.sides = [side.copy() for side in self.sides]
        other.side = other.sides[self.side_number]
        other.melded_before, other.waiting = list(self.melded_before), list(self.waiting)
        other.turns = self.turns
        return other

    def give(self, seat: int, cards: Iterable[Card]) -> None:
        """Cards into a player's hand."""
        hand, of = self.hands[seat], self.kinds.of
        for card in cards:
            kind = of[card]
            if kind in hand:
                hand[kind].append(card)
            else:
                hand[kind] = [card]
            self.sizes[seat] += 1

    def _onto_pile(self, card: Card) -> None:
        self.pile.append(card)
        if card.is_wild and self.kinds.of[card] in self.kinds.lockers:
            self.lock_depth += 1

    def _free_morto_for_stock(self) -> int | None:
        """The lowest-numbered morto on the table, where mortos become stock (`stock.empty`)."""
        if self.ruleset.stock_empty != "morto_becomes_stock":
            return None
        return next((n for n, morto in enumerate(self.mortos) if morto is not None), None)

    def _begin(self, seat: int) -> None:
        self.turns += 1
        self.seat = seat
        self.side_number = seat % len(self.sides)
        self.side = self.sides[self.side_number]
        self.hand = self.hands[seat]
        self.phase = Phase.DRAW
        waiting = self.waiting[seat]
        self.taken_up = waiting is not None
        if waiting is not None:
            self.waiting[seat] = None
            self.side.unplayed = False
            self.give(seat, waiting)

    # a hand that others have begun

    def discarded(self, card: Card) -> None:
        """A card lies on the pile."""
        self._onto_pile(card)

    def lay_out(self, side: Side, cards: Cards) -> None:
        """A meld lies before a side."""
        shape = self.kinds.shape([self.kinds.of[card] for card in cards])
        side.melds.append(list(cards))
        side.shapes.append(shape)
        side.canastas += shape.canasta is not None
        side.clean_canastas += shape.canasta is not None and shape.canasta.is_clean

    def wait(self, seat: int, morto: Cards) -> None:
        """A morto taken by a discard waits for the player's turn, which may be now."""
        if seat == self.seat:
            self.give(seat, morto)
            self.taken_up = True
        else:
            self.waiting[seat] = morto
            self.sides[seat % len(self.sides)].unplayed = True

    def end_by_stock(self) -> None:
        """Ends the hand for the player who has no legal play (`stock.empty`); a morto taken up
        for this turn was then never played (`score.morto`)."""
        self.over = True
        if self.taken_up and self.phase is Phase.DRAW:
            self.side.unplayed = True

    # what it comes to

    def position(self) -> Position:
        """The table as the player to move sees it, for the judge."""
        side = self.side
        return Position(
            phase=self.phase,
            hand=self.cards_of(self.seat),
            melds=tuple([tuple(meld) for meld in side.melds]),
            pile=tuple(self.pile),
            stock=len(self.stock),
            morto=side.morto,
            melded_before=self.melded_before[self.seat],
            mortos_left=sum([morto is not None for morto in self.mortos]),
            score=side.score,
            opened=side.opened,
            laid=0 if side.opened or not self.ruleset.opening_minimum.points else side.laid,
            black_threes_laid=self.black_threes_laid,
        )

    def cards_of(self, seat: int) -> Cards:
        """The cards in a player's hand."""
        return tuple([card for cards in self.hands[seat].values() for card in cards])

    def tally(self) -> Tally:
        """The tally of the hand as it stands (`score.hand`, `score.morto`, `red3.lay`)."""
        return Tally(tuple([self._side_tally(number) for number in range(len(self.sides))]))

    def _side_tally(self, number: int) -> SideTally:
        side, places = self.sides[number], range(number, len(self.hands), len(self.sides))
        held: list[Card] = []
        for seat in places:
            held += [*self.cards_of(seat), *(self.waiting[seat] or ())]
        without = [n for n, other in enumerate(self.sides) if other.morto is not SideMorto.TAKEN]
        morto = (
            morto_left(number, self.mortos, without, self.ruleset) if number in without else None
        )
        leavings = Leavings(
            melds=tuple([tuple(meld) for meld in side.melds]),
            red_threes=len(side.red_threes),
            late_red_threes=len(side.late_red_threes),
            held=tuple(held),
            side_morto=side.morto,
            unplayed=side.unplayed,
            morto=morto,
            went_out=self.out is not None and self.out % len(self.sides) == number,
            concealed=self.concealed,
        )
        return tally_of(leavings, self.ruleset)
