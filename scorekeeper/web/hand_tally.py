"""The tally of one side, as its fields give it."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.melds import Canasta
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import (
    ByCard,
    Canastas,
    Count,
    CountedTable,
    Melds,
    Morto,
    SideTally,
    Tally,
)

from .hand_heaps import count_of, counted_by_hand, melds_of, number_in, way_of
from .keypad import HAND, MORTO, TABLE
from .side_form import SharedForm, SideForm
from .ways import CARD, VALUE


def read_hand(
    shared: SharedForm, sides: Sequence[SideForm], ruleset: Ruleset
) -> Tally | tuple[int, ...]:
    """What all sides declare, or their bare totals."""
    if shared.totals_only.data:
        return tuple(side.total.data or 0 for side in sides)
    concealed = bool(shared.concealed.data)
    outs = [shared.went_out.data == str(number) for number in range(len(sides))]
    read = [read_side(side, ruleset, out, concealed) for side, out in zip(sides, outs, strict=True)]
    return Tally(tuple(read))


def read_side(side: SideForm, ruleset: Ruleset, went_out: bool, concealed: bool) -> SideTally:
    """What a side declares; a blank or unreadable field counts as nothing."""
    morto = Morto(side.morto.data) if side.morto.data in tuple(Morto) else Morto.TAKEN
    return SideTally(
        table=_table(side, ruleset),
        hand=count_of(side, HAND, way_of(side, HAND), ruleset),
        morto=morto,
        morto_cards=_morto_cards(side, ruleset) if morto is Morto.LEFT else None,
        red_threes=number_in(side, "red_threes"),
        red_threes_late=number_in(side, "red_threes_late"),
        went_out=went_out,
        concealed=went_out and concealed,
    )


def _table(side: SideForm, ruleset: Ruleset) -> Melds | CountedTable:
    way = way_of(side, TABLE)
    if way == CARD:
        return Melds(melds_of(side, TABLE))
    canastas = Canastas(**{str(kind): number_in(side, str(kind)) for kind in Canasta})
    return CountedTable(counted_by_hand(side, TABLE, way, ruleset), canastas)


def _morto_cards(side: SideForm, ruleset: Ruleset) -> Count | None:
    """The cards of the morto left; None while they are missing."""
    if not ruleset.morto_cards_count:
        return None
    way = way_of(side, MORTO)
    count = count_of(side, MORTO, way, ruleset)
    if isinstance(count, ByCard):
        return count if count.cards else None
    return count if way == VALUE or not side.morto_cards.is_blank else None
