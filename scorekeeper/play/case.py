"""One move before the judge: draws, the pile, red 3s and discards, and what comes of each."""

from __future__ import annotations

from ..rules.cards import Card
from ..rules.melds import check_meld
from ..rules.problems import Finding
from ..rules.ruleset import Ruleset
from .hearing import lacks
from .locking import locks
from .melding import Melding
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position, SideMorto
from .prospects import can_take_pile
from .rulings import Effect, Ruling, in_order

__all__ = ["Case", "judge_move", "judge_step", "lacks", "rule_of"]


def judge_move(position: Position, move: Move, ruleset: Ruleset) -> Ruling:
    """The ruling on one move by itself.

    Looks ahead where a rule does: `out.needs` refuses what leaves a last card that the player
    could not get rid of, `black3.meld` what does not go out at once, `meld.opening` what cannot
    reach the minimum in this turn any more.
    """
    return Case(position, ruleset, looks_ahead=True).judge(move)


def judge_step(position: Position, move: Move, ruleset: Ruleset) -> Ruling:
    """The ruling on a move as part of a turn: what looks ahead is left to the end of it."""
    return Case(position, ruleset, looks_ahead=False).judge(move)


def rule_of(effects: tuple[Effect, ...]) -> str | None:
    """The rule that speaks of how a move or turn ends, where it ends in no common way."""
    if Effect.GOES_OUT in effects:
        return "out.needs"
    if Effect.HAND_ENDS in effects:
        return "stock.empty"
    return "morto.take" if Effect.TAKES_MORTO in effects else None


class Case(Melding):
    """One move before the judge."""

    def judge(self, move: Move) -> Ruling:
        rule, after = "turn.order", None
        if self.position.phase is Phase.OVER:
            self.find("turn.order", Finding.TURN_IS_OVER)
        else:
            self.red_threes_first(move)
            rule, after = self.play(move)
        if self.problems or self.missing or after is None:
            return Ruling(tuple(self.problems), tuple(self.missing))
        effects = in_order(self.effects)
        return Ruling(
            effects=effects,
            rule=rule_of(effects) or rule,
            after=after,
            unknown=tuple(self.unknown),
        )

    def play(self, move: Move) -> tuple[str, Position | None]:
        """The rule that allows the move if it is legal, and the position after it."""
        match move:
            case Draw():
                return self.draw(move)
            case TakePile():
                return "pile.top", self.take_pile(move)
            case LayMeld():
                return self.lay_meld(move)
            case Add():
                return "meld.shared", self.add(move)
            case LayRedThree():
                return "red3.lay", self.lay_red_three(move)
            case Discard():
                return "turn.order", self.discard(move)

    # the stock

    def draw(self, move: Draw) -> tuple[str, Position | None]:
        """One card from the stock (`draw.choice`), or what `stock.empty` says without one."""
        position = self.position
        if position.phase is not Phase.DRAW:
            self.find("turn.order", Finding.DRAWN_ALREADY)
            return "draw.choice", None
        if position.stock is None:
            self.lack("stock")
            return "draw.choice", None
        if position.stock == 0:
            turned = self.stock_from_morto()
            if turned is None:
                return "stock.empty", None if self.missing else self.draw_from_nothing()
            position = turned
        stock = (position.stock or 0) - 1
        return "draw.choice", _with_card(position, move.card)._replace(
            phase=Phase.PLAY, stock=stock
        )

    def draw_from_nothing(self) -> Position | None:
        """No card to draw: the hand ends, unless play goes on without or with the pile."""
        ruleset, position = self.ruleset, self.position
        if ruleset.stock_empty == "play_on":
            self.find("stock.empty", Finding.STOCK_GONE_PLAY_ON)
        elif ruleset.stock_empty == "morto_becomes_stock":
            if position.pile is None:
                self.lack("pile")
            elif position.pile and (position.hand is None or position.melds is None):
                self.hand()
                self.melds()
            elif can_take_pile(position, ruleset, self.judged_there):
                self.find("stock.empty", Finding.STOCK_GONE_TAKE_PILE)
        self.effects.append(Effect.HAND_ENDS)
        return position._replace(phase=Phase.OVER)

    def stock_from_morto(self) -> Position | None:
        """The position with a morto turned into stock, where the table does that and has one."""
        position, ruleset = self.position, self.ruleset
        if ruleset.stock_empty != "morto_becomes_stock":
            return None
        left, morto = position.mortos_left, position.morto
        if left is None and morto is SideMorto.NONE and not ruleset.mortos_owned:
            left = 0  # one that belongs to nobody would be the side's to take
        if left == 0:
            return None
        if left is None:
            if morto is not SideMorto.AVAILABLE:
                self.lack("mortos_left")
                return None
            return position._replace(morto=None, stock=ruleset.morto_size, mortos_unclear=True)
        left -= 1
        if morto is SideMorto.AVAILABLE and (ruleset.mortos_owned or not left):
            # whose morto became the stock is told only where none is left
            morto = None if left else SideMorto.NONE
        cards = position.morto_cards if morto is SideMorto.AVAILABLE and left else None
        return position._replace(
            mortos_left=left, morto=morto, stock=ruleset.morto_size, morto_cards=cards
        )

    def lay_red_three(self, move: LayRedThree) -> Position | None:
        """A red 3 laid and replaced (`red3.lay`)."""
        if not move.card.is_red_three:
            self.find("red3.lay", Finding.NOT_A_RED_THREE, card=move.card)
            return None
        after = self.taken_from_hand(self.position, (move.card,))
        if after is None:
            return None
        if after.stock == 0:
            turned = self.stock_from_morto()
            if turned is None and move.replacement is None:
                self.missing.clear()  # laying it is legal either way
                return after if after.card_count else self.emptied(after, False, False)
            if turned is None:
                if not self.missing:
                    self.find("red3.lay", Finding.NO_REPLACEMENT_LEFT)
                return None
            after = turned._replace(hand=after.hand, hidden=after.hidden)
        if after.stock is None and after.card_count == 0 and move.replacement is None:
            self.lack("stock")  # without a replacement the hand is empty
        stock = None if after.stock is None else after.stock - 1
        return _with_card(after, move.replacement)._replace(stock=stock)

    # the pile

    def take_pile(self, move: TakePile) -> Position | None:
        """The pile with its top card used at once (`pile.top`, `pile.blocked`)."""
        position = self.position
        if position.phase is not Phase.DRAW:
            self.find("turn.order", Finding.DRAWN_ALREADY)
        if position.pile is None:
            self.lack("pile")
            return None
        if not position.pile:
            self.find("draw.choice", Finding.PILE_EMPTY)
            return None
        top = position.pile[-1]
        if top is None:
            self.lack("pile")
            return None
        if self.is_blocked(top, move):
            return None
        after = self.with_top_card(top, move)
        if after is None:
            return None
        rest = position.pile[:-1]
        known = tuple(card for card in rest if card is not None)
        after = after._replace(
            phase=Phase.PLAY,
            pile=(),
            hand=(*(after.hand or ()), *known),
            hidden=after.hidden + len(rest) - len(known),
        )
        return self.melded(after, (*move.using, top), move.morto)

    def with_top_card(self, top: Card, move: TakePile) -> Position | None:
        """The position with the top card used, before the rest of the pile comes to hand."""
        cards = (top, *move.using)
        if move.meld is None and len(move.using) < 2:
            facts: dict[str, object] = {"card": top, "count": len(move.using)}
            self.find("pile.top", Finding.PILE_NEEDS_TWO_CARDS, **facts)
            return None
        held = self.taken_from_hand(self.position, move.using)
        found, finding = len(self.problems), Finding.PILE_TOP_OF_NO_USE
        after: Position | None = None
        if move.meld is not None:
            after = self.extended(held or self.position, move.meld, cards)
            useless = any(p.rule != "turn.cards" for p in self.problems[found:])
        else:
            problems = check_meld(cards, self.ruleset)
            self.problems += problems
            useless = bool(problems)
            if held is not None and not useless:
                after = self.laid_down(held, cards)
        if useless:
            # what the top card is refused for comes before what is wrong with the meld
            self.find("pile.top", finding, card=top)
            self.problems.insert(found, self.problems.pop())
        return None if held is None else after

    def is_blocked(self, top: Card, move: TakePile) -> bool:
        """Whether the pile may not be taken in this way (`pile.blocked`), or nobody can tell."""
        if locks(top, self.ruleset):
            self.find("pile.blocked", Finding.PILE_LOCKED, card=top)
            return True
        if not self.ruleset.lock_until_taken:
            return False
        pile = self.position.pile or ()
        below = next((card for card in reversed(pile) if card and self.is_locking_wild(card)), None)
        if below is None:
            return False
        if top.is_natural and move.meld is not None and not self.melds() and self.missing:
            return True
        if self.is_natural_set_of(top, move.meld):
            return False
        self.find("pile.blocked", Finding.PILE_LOCKED_BELOW, card=below, top=top)
        return True

    def is_locking_wild(self, card: Card) -> bool:
        return card.is_wild and locks(card, self.ruleset)

    def is_natural_set_of(self, top: Card, number: int | None) -> bool:
        melds = self.position.melds or ()
        if number is None or not top.is_natural or not 0 <= number < len(melds):
            return False
        return all(card.rank == top.rank for card in melds[number])

    # the discard

    def discard(self, move: Discard) -> Position | None:
        """A card onto the pile, which ends the turn (`turn.order`)."""
        position = self.in_play()
        if move.card is not None:
            after = self.taken_from_hand(position, (move.card,))
        else:
            after = position._replace(hidden=position.hidden - 1)
            if position.hidden < 1:
                self.find("turn.cards", Finding.UNSEEN_CARD_NOT_HELD)
                after = None
        if after is None:
            if self.looks_ahead and position.laid:
                self.enough_laid(position.laid)
            return None
        if after.pile is not None:
            after = after._replace(pile=(*after.pile, move.card))
        if after.card_count == 0:
            ended = self.emptied(after, move.morto, discards=True)
        else:
            ended = after._replace(phase=Phase.OVER)
            if move.morto:
                self.find("morto.take", Finding.MORTO_NOT_DUE)
        if self.looks_ahead and position.laid and ended is not None and not self.problems:
            if ended.phase is Phase.OVER:
                self.enough_laid(position.laid)
            else:  # the morto may bring what is missing
                self.check_reach(ended)
        untold = not self.looks_ahead or self.missing
        if after.black_threes_laid and not untold and Effect.GOES_OUT not in self.effects:
            self.find("black3.meld", Finding.BLACK_THREES_AND_NOT_OUT)
        return ended


def _with_card(position: Position, card: Card | None) -> Position:
    """The position with a card in hand that is known or not."""
    if position.hand is None:
        return position
    if card is None:
        return position._replace(hidden=position.hidden + 1)
    return position._replace(hand=(*position.hand, card))
