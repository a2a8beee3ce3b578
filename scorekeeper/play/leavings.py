"""What lies before a side when a hand is over, and what it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..rules.cards import Cards
from ..rules.ruleset import Ruleset
from ..rules.tally import ByCard, ByPoints, Melds, Morto, SideTally
from .position import SideMorto

_Morto = TypeVar("_Morto")


@dataclass(frozen=True, slots=True)
class Leavings:
    """What lies before one side when a hand is over; `morto` has the cards of one never taken,
    None where it is gone."""

    melds: tuple[Cards, ...]
    red_threes: int
    late_red_threes: int
    held: Cards
    side_morto: SideMorto
    unplayed: bool
    morto: Cards | None
    went_out: bool
    concealed: bool
    name: str = ""


def tally_of(side: Leavings, ruleset: Ruleset) -> SideTally:
    """What the side counts (`score.hand`, `score.morto`, `score.morto_cards`, `red3.lay`,
    `red3.late`)."""
    held, full, late = side.held, side.red_threes, side.late_red_threes
    if ruleset.red3_late_value is None:
        full, late = full + late, 0
    if ruleset.three_in_hand is None:  # a red 3 that nobody came to lay counts as laid
        full += sum(card.is_red_three for card in held)
        held = tuple([card for card in held if not card.is_red_three])
    morto = Morto.TAKEN
    morto_cards: ByCard | ByPoints | None = None
    if side.side_morto is not SideMorto.TAKEN:
        morto = Morto.LEFT
        if side.morto is not None:
            morto_cards = ByCard(side.morto)
        elif ruleset.morto_cards_count:
            morto_cards = ByPoints(0)
    elif side.unplayed:
        morto = Morto.UNUSED
    return SideTally(
        table=Melds(side.melds),
        hand=ByCard(held),
        morto=morto,
        morto_cards=morto_cards,
        red_threes=full,
        red_threes_late=late,
        went_out=side.went_out,
        concealed=side.went_out and side.concealed and ruleset.bonus_concealed is not None,
        name=side.name,
    )


def morto_left(
    number: int, mortos: Sequence[_Morto | None], without: Sequence[int], ruleset: Ruleset
) -> _Morto | None:
    """The morto that counts for a side that took none; `without` lists those sides. Mortos that
    belong to nobody are counted in order."""
    if ruleset.mortos_owned:
        return mortos[number]
    left = [morto for morto in mortos if morto is not None]
    place = without.index(number)
    return left[place] if place < len(left) else None
