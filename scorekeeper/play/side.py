"""What is dealt, and what lies before a side."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.cards import Card, Cards
from ..rules.checks import lacks_among
from ..rules.ruleset import Ruleset
from .kinds import Shape
from .position import SideMorto


@dataclass(frozen=True, slots=True)
class Deal:
    """Where every card lies before the first turn (`setup.deal`, `setup.mortos`,
    `setup.upcard`); the first card of the stock is drawn first."""

    hands: tuple[Cards, ...]
    mortos: tuple[Cards | None, ...]
    stock: Cards
    upcard: Card | None
    dealer: int


class Side:
    """What lies before a side."""

    __slots__ = (
        "canastas",
        "clean_canastas",
        "laid",
        "late_red_threes",
        "melds",
        "morto",
        "opened",
        "red_threes",
        "score",
        "shapes",
        "unplayed",
    )

    def __init__(self, score: int | None) -> None:
        self.melds: list[list[Card]] = []
        self.shapes: list[Shape] = []
        self.red_threes: list[Card] = []
        self.late_red_threes: list[Card] = []
        self.morto = SideMorto.AVAILABLE
        self.unplayed = False
        self.canastas = 0
        self.clean_canastas = 0
        self.opened = False
        self.laid = 0
        self.score = score

    def copy(self) -> Side:
        other = Side(self.score)
        other.melds = [list(meld) for meld in self.melds]
        other.shapes = list(self.shapes)
        other.red_threes = list(self.red_threes)
        other.late_red_threes = list(self.late_red_threes)
        other.morto, other.unplayed = self.morto, self.unplayed
        other.canastas, other.clean_canastas = self.canastas, self.clean_canastas
        other.opened, other.laid = self.opened, self.laid
        return other

    def lacks_canasta(self, ruleset: Ruleset) -> bool:
        """Whether the side has no canasta of those that going out needs (`out.needs`)."""
        return lacks_among(self.canastas, self.clean_canastas, ruleset)
