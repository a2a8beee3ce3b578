"""A whole hand with every card known, quick to play on: the engine of bots and simulations.

Choices are small tuples of kinds and meld numbers, see `Table.choices`. They are exactly the
primitive moves that the judge accepts.
"""

from __future__ import annotations

from ..rules.cards import Card, Cards
from ..rules.melds import Canasta
from .choosing import Choosing
from .emptying import Emptied, emptied
from .kinds import ADD, DISCARD, DRAW, LAY_RED_THREE, MELD, TAKE_ONTO, TAKING_MORTO, Choice
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, SideMorto


class Table(Choosing):
    """One hand being played. Make one from a deal, or `copy` one and play on."""

    __slots__ = ()

    def play(self, choice: Choice) -> None:
        """Plays a legal choice."""
        code = choice[0]
        claims = code == TAKING_MORTO
        if claims:
            choice = choice[1:]
            code = choice[0]
        if code == DRAW:
            self._draw()
        elif code == DISCARD:
            card = self._take_out(choice[1])
            self._onto_pile(card)
            if self.sizes[self.seat]:
                self._end_turn()
            else:
                self._emptied(True, claims)
        elif code == ADD:
            self._add(choice[1], [self._take_out(choice[2])])
            self._after_meld(claims)
        elif code == MELD:
            self._meld([self._take_out(kind) for kind in choice[1:]])
            self._after_meld(claims)
        elif code == LAY_RED_THREE:
            self._lay_red_three()
        elif code == TAKE_ONTO:
            self._use_top(choice[1], [])
            self._after_meld(claims)
        else:
            self._use_top(None, [self._take_out(kind) for kind in choice[1:]])
            self._after_meld(claims)

    def perform(self, move: Move) -> None:
        """Plays a legal move with the very cards it names; its drawn cards are those that lie on
        the stock."""
        match move:
            case Draw(card=card):
                self._bring_up(card)
                self._draw()
            case LayRedThree(replacement=card):
                self._bring_up(card)
                self._lay_red_three()
            case Discard(card=card) if card is not None:
                self._pull((card,))
                self._onto_pile(card)
                if self.sizes[self.seat]:
                    self._end_turn()
                else:
                    self._emptied(True, move.morto)
            case LayMeld(cards=cards):
                self._meld(self._pull(cards))
                self._after_meld(move.morto)
            case Add(meld=number, cards=cards):
                self._add(number, self._pull(cards))
                self._after_meld(move.morto)
            case TakePile():
                self._use_top(move.meld, self._pull(move.using))
                self._after_meld(move.morto)

    def _bring_up(self, card: Card | None) -> None:
        """Lays the card that was drawn on top of the stock; a morto that became it has no order."""
        if card is not None and card in self.stock:
            self.stock.remove(card)
            self.stock.append(card)

    def _pull(self, cards: Cards) -> list[Card]:
        """These cards out of the hand of the player to move."""
        for card in cards:
            kind = self.kinds.of[card]
            self.hand[kind].remove(card)
            if not self.hand[kind]:
                del self.hand[kind]
        self.sizes[self.seat] -= len(cards)
        return list(cards)

    def _after_meld(self, claims: bool) -> None:
        if not self.sizes[self.seat]:
            self._emptied(False, claims)

    def _take_out(self, kind: int) -> Card:
        cards = self.hand[kind]
        card = cards.pop()
        if not cards:
            del self.hand[kind]
        self.sizes[self.seat] -= 1
        return card

    def _from_stock(self) -> Card | None:
        if not self.stock:
            number = self._free_morto_for_stock()
            if number is None:
                return None
            self.stock = list(reversed(self.mortos[number] or ()))
            self.mortos[number] = None
            for place, side in enumerate(self.sides):
                gone = number == place if self.ruleset.mortos_owned else not any(self.mortos)
                if gone and side.morto is SideMorto.AVAILABLE:
                    side.morto = SideMorto.NONE
        return self.stock.pop()

    def _draw(self) -> None:
        card = self._from_stock()
        if card is None:
            self.end_by_stock()
            return
        kind = self.kinds.of[card]
        hand = self.hand
        if kind in hand:
            hand[kind].append(card)
        else:
            hand[kind] = [card]
        self.sizes[self.seat] += 1
        self.phase = Phase.PLAY

    def _lay_red_three(self) -> None:
        self.taken_up = False
        card = self._take_out(self.kinds.red_three)
        replacement = self._from_stock()
        if replacement is None:
            self.side.late_red_threes.append(card)
        else:
            self.side.red_threes.append(card)
            self.give(self.seat, (replacement,))

    def _use_top(self, number: int | None, using: list[Card]) -> None:
        """The pile with its top card on a meld of the side, or in a new one."""
        top = self.pile.pop()
        if number is not None:
            self._add(number, [top])
        else:
            self._meld([*using, top])
        rest, self.pile, self.lock_depth = self.pile, [], 0
        self.give(self.seat, rest)
        self.phase = Phase.PLAY

    def _meld(self, cards: list[Card]) -> None:
        of, side = self.kinds.of, self.side
        shape = self.kinds.shape([of[card] for card in cards])
        side.melds.append(cards)
        side.shapes.append(shape)
        if shape.is_black_threes:
            self.black_threes_laid = True
        self._count(None, shape.canasta)
        self._melded(cards)

    def _add(self, number: int, cards: list[Card]) -> None:
        of, side = self.kinds.of, self.side
        before = side.shapes[number]
        after = before
        for card in cards:
            after = self.kinds.grown(after)[of[card]]
        side.shapes[number] = after
        side.melds[number] += cards
        if before.canasta is not after.canasta:
            self._count(before.canasta, after.canasta)
        self._melded(cards)

    def _count(self, before: Canasta | None, after: Canasta | None) -> None:
        side = self.side
        side.canastas += (after is not None) - (before is not None)
        side.clean_canastas += bool(after and after.is_clean) - bool(before and before.is_clean)

    def _melded(self, cards: list[Card]) -> None:
        self.melded_now = True
        if not self.side.opened:
            values, of = self.kinds.values, self.kinds.of
            self.side.laid += sum([values[of[card]] for card in cards])
        if self.phase is Phase.DRAW:
            self.phase = Phase.PLAY  # melding without a draw, the stock being empty

    def _emptied(self, discards: bool, claims: bool) -> None:
        side = self.side
        outcome = emptied(
            side.morto is SideMorto.AVAILABLE,
            side.lacks_canasta(self.ruleset),
            discards,
            claims,
            self.ruleset,
        )
        if outcome is not Emptied.TAKES_MORTO:
            self.out = self.seat
            self.concealed = not self.melded_before[self.seat]
            self.over = True
            return
        cards = self._take_morto()
        side.morto = SideMorto.TAKEN
        if discards and self.ruleset.morto_by_discard == "next_turn":
            self.waiting[self.seat] = cards
            side.unplayed = True
            self._end_turn()
        else:
            self.give(self.seat, cards)
            self.phase = Phase.PLAY

    def _take_morto(self) -> Cards:
        owned = self.ruleset.mortos_owned
        number = (
            self.side_number
            if owned
            else next(n for n, morto in enumerate(self.mortos) if morto is not None)
        )
        cards = self.mortos[number] or ()
        self.mortos[number] = None
        if not owned and not any(self.mortos):
            for side in self.sides:
                if side.morto is SideMorto.AVAILABLE:
                    side.morto = SideMorto.NONE
        return cards

    def _end_turn(self) -> None:
        self._close_turn()
        self._begin((self.seat + 1) % len(self.hands))

    def _close_turn(self) -> None:
        if self.melded_now:
            self.melded_before[self.seat] = True
            self.side.opened = True
            self.melded_now = False
        self.black_threes_laid = False
