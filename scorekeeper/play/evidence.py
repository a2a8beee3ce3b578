"""Where a record shows that unseen cards lay: what was played later was there before."""

from __future__ import annotations

from collections import Counter

from ..rules.cards import Card, Cards
from .known import Heap
from .moves import Discard, Draw, LayRedThree, Move, TakePile
from .position import Phase, Position
from .record import Record, RecordedTurn
from .replay import Player, Refusal
from .rulings import Ruling

Place = tuple[str, int]
"""`hand` or `waiting` and a seat, `morto` and its number, `pile` and how many cards lie below it,
`stock` or, of a morto that becomes it, `morto 0` or `morto 1`, and how many are drawn before it."""


class Witness(Player):
    """Plays on from a turn and notes where the unseen cards that turn up must have lain.

    An unseen card that a player plays may be the one that came first into the hand or the one that
    came `last`: a way to explain what was seen is looked for with either. A red 3 is always the
    one that came last.
    """

    def __init__(self, record: Record, before: int, last: bool = False) -> None:
        super().__init__(record)
        self.last = last
        self.lay: dict[Place, list[Card]] = {}
        """The cards that were noted, by the place where they lay at the start."""
        self.kept_out: set[Place] = set()
        """Places that held no other red 3: what came from them was in hand while its player did
        something else than lay one (`red3.lay`)."""
        self.doubted: Counter[Card] = Counter()
        """Cards that were known until an unseen discard: when they turn up, nothing new is seen."""
        self.drawn = 0
        self.stock_was: int | None = None
        """The morto that became the stock since."""
        self.origins: list[list[Place]] | None = None
        self.pile_origins: list[Place | None] = []
        self.refusal = self.play_all(record.turns[:before])
        self.watch()

    def watch(self) -> None:
        """Takes note from here on."""
        hands = self.table.hands
        self.drawn = 0
        self.stock_was = None
        self.doubted.clear()
        self.origins = [[("hand", seat)] * hand.hidden for seat, hand in enumerate(hands)]
        for seat, hand in enumerate(hands):
            if hand.waiting is not None:
                self.origins[seat] += [("waiting", seat)] * hand.waiting.hidden
        self.pile_origins = [
            ("pile", number) if card is None else None
            for number, card in enumerate(self.table.pile)
        ]

    def play_line(self, turn: RecordedTurn) -> Refusal | None:
        """Plays moves that may leave the turn unfinished, or says why they cannot be played."""
        played = self.play_moves(turn)
        if isinstance(played, Refusal):
            return played
        return self.end_turn(turn, *played) if played[0].phase is Phase.OVER else None

    def play_all(self, turns: tuple[RecordedTurn, ...]) -> Refusal | None:
        """Plays the turns up to the first illegal one, and gives its refusal."""
        for turn in turns:
            refusal = self.play(turn)
            if refusal is not None:
                return refusal
        return None

    def draw(self, seat: int, told: Card | None) -> Card | None:
        table = self.table
        if not len(table.stock):
            self.stock_was = table.free_morto()
            self.drawn = 0
        known = len(table.stock.cards)
        place = ("stock", self.drawn)
        if self.stock_was is not None:
            place = (f"morto {self.stock_was}", self.drawn)
            morto = table.mortos[self.stock_was]
            known = len(morto.cards if morto else table.stock.cards)
        self.drawn += 1
        told_before = told is not None and told in self._stock_cards()
        card = super().draw(seat, told)
        if known and card is not None and not told_before and self.stock_was is not None:
            self.lay.setdefault(("morto", self.stock_was), []).append(card)
        if not known and self.origins is not None:
            if card is None:
                self.origins[seat].append(place)
            else:
                self.lay.setdefault(place, []).append(card)
        return card

    def _stock_cards(self) -> list[Card]:
        """The known cards of what is drawn from next."""
        morto = self.table.mortos[self.stock_was] if self.stock_was is not None else None
        return morto.cards if morto else self.table.stock.cards

    def reveal(self, seat: int, position: Position, cards: Cards) -> None:
        unseen = list((Counter(cards) - Counter(position.hand)).elements())
        super().reveal(seat, position, cards)
        for card in unseen:
            self.note(seat, card)

    def follow(self, seat: int, before: Position, move: Move, ruling: Ruling) -> Position | None:
        held = list(self.origins[seat]) if self.origins is not None else []
        after = super().follow(seat, before, move, ruling)
        if after is None or self.origins is None:
            return after
        if not isinstance(move, Draw | LayRedThree):
            self.kept_out.update(held)
        if isinstance(move, Discard):
            unseen = self.origins[seat] if move.card is None else []
            self.pile_origins.append(unseen.pop() if unseen else None)
        elif isinstance(move, TakePile):
            self.origins[seat] += [place for place in self.pile_origins[:-1] if place]
            self.pile_origins.clear()
        return after

    def discard_unseen(
        self, seat: int, position: Position, move: Discard
    ) -> tuple[Discard, Position]:
        told, doubtful = super().discard_unseen(seat, position, move)
        self.doubted += Counter(position.hand) - Counter(doubtful.hand)
        return told, doubtful

    def note(self, seat: int, card: Card) -> None:
        if self.doubted[card]:
            self.doubted[card] -= 1
            return
        origins = self.origins[seat] if self.origins is not None else []
        if not origins:
            return
        place = origins.pop() if self.last or card.is_red_three else origins.pop(0)
        self.kept_out.discard(place)
        self.lay.setdefault(place, []).append(card)

    def take_morto(self, seat: int) -> Heap:
        number = self.table.morto_number(self.table.side_of(seat))
        morto = super().take_morto(seat)
        if self.origins is not None:
            self.origins[seat] = [("morto", number)] * morto.hidden
        return morto
