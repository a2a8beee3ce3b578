"""What every part of a ruling needs: the position, what was found, and what is missing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from ..rules.cards import Cards
from ..rules.problems import NOTHING, Finding, Problem
from ..rules.ruleset import Ruleset
from .moves import LayRedThree, Move
from .position import Phase, Position
from .rulings import Effect, Ruling


def lacks(where: str) -> Problem:
    """What a ruling needs and was not told (`turn.position`)."""
    return Problem("turn.position", Finding.POSITION_LACKS, where, {"field": where})


class Hearing(ABC):
    """One move before the judge: collects what is wrong, what is missing, what comes of it."""

    def __init__(self, position: Position, ruleset: Ruleset, looks_ahead: bool) -> None:
        self.position = position
        self.ruleset = ruleset
        self.looks_ahead = looks_ahead
        self.problems: list[Problem] = []
        self.missing: list[Problem] = []
        self.effects: list[Effect] = []
        self.unknown: list[Effect] = []

    @abstractmethod
    def judge(self, move: Move) -> Ruling:
        """The ruling on the move."""

    def elsewhere(self, position: Position, looks_ahead: bool = False) -> Self:
        """Another hearing, of what might be played next."""
        return type(self)(position, self.ruleset, looks_ahead)

    def judged_there(self, position: Position, move: Move) -> Ruling:
        """The ruling on a move of its own in another position."""
        return self.elsewhere(position, looks_ahead=True).judge(move)

    def find(self, rule: str, finding: Finding, **facts: object) -> None:
        self.problems.append(Problem(rule, finding, "", facts or NOTHING))

    def lack(self, field: str) -> None:
        problem = lacks(f"position.{field}")
        if problem not in self.missing:
            self.missing.append(problem)

    def hand(self) -> Cards:
        if self.position.hand is None:
            self.lack("hand")
            return ()
        return self.position.hand

    def melds(self) -> tuple[Cards, ...]:
        if self.position.melds is None:
            self.lack("melds")
            return ()
        return self.position.melds

    def red_threes_first(self, move: Move) -> None:
        """A red 3 in hand is laid before anything else (`red3.lay`)."""
        if isinstance(move, LayRedThree):
            return
        for card in self.position.hand or ():
            if card.is_red_three:
                self.find("red3.lay", Finding.RED_THREE_FIRST, card=card)
                return

    def in_play(self) -> Position:
        """The position once a card was drawn or none can be (`turn.order`, `stock.empty`)."""
        position = self.position
        if position.phase is Phase.PLAY:
            return position
        if self.ruleset.stock_empty != "play_on":
            self.find("turn.order", Finding.DRAW_FIRST)
        elif position.stock is None:
            self.lack("stock")
        elif position.stock:
            self.find("turn.order", Finding.DRAW_FIRST)
        return position._replace(phase=Phase.PLAY)

    def taken_from_hand(self, position: Position, cards: Cards) -> Position | None:
        """The position with these cards out of the hand (`turn.cards`)."""
        left, absent = without(self.hand(), cards)
        if self.position.hand is None:
            return None
        if len(absent) > position.hidden:
            self.find("turn.cards", Finding.CARDS_NOT_HELD, cards=absent)
            return None
        return position._replace(hand=left, hidden=position.hidden - len(absent))


def without(cards: Cards, taken: Cards) -> tuple[Cards, Cards]:
    """The cards that are left, and those of the taken that were not there."""
    left = list(cards)
    absent = []
    for card in taken:
        if card in left:
            left.remove(card)
        else:
            absent.append(card)
    return tuple(left), tuple(absent)
