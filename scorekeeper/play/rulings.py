"""What the judge answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..rules.problems import Problem
from .position import Position


class Effect(StrEnum):
    """What a legal move brings about; at most one of the first three."""

    TAKES_MORTO = "takes_morto"
    GOES_OUT = "goes_out"
    HAND_ENDS = "hand_ends"
    MAKES_CANASTA = "makes_canasta"
    SOILS_CANASTA = "soils_canasta"
    CONCEALED = "concealed"


def in_order(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects, what becomes of the hand first."""
    found = set(effects)
    return tuple(effect for effect in Effect if effect in found)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judge's answer to a move or a turn.

    `problems` say why it is illegal; `missing` says what the position lacks for an answer
    (`turn.position`). A legal one has its effects, the rule that allows it, and the position
    after it. `move` is the number of the first illegal move of a turn. `unknown` names effects
    that the position is silent about.
    """

    problems: tuple[Problem, ...] = ()
    missing: tuple[Problem, ...] = ()
    effects: tuple[Effect, ...] = ()
    rule: str = "turn.order"
    after: Position | None = None
    move: int | None = None
    unknown: tuple[Effect, ...] = ()

    @property
    def legal(self) -> bool | None:
        """True, False, or None where the position lacks something that the answer needs."""
        if self.problems:
            return False
        return None if self.missing else True
