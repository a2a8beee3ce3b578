"""The heaps of a side as its fields give them: the table, the hand, the morto.

Every way of counting has fields of its own for a heap, a layer; those of the ways not in use stay
in the form, so that nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards import Cards
from scorekeeper.rules.checks import counted_values, knows_canasta
from scorekeeper.rules.melds import Canasta
from scorekeeper.rules.problems import CardError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import ByCard, ByPoints, ByValue, Count

from .fields import CountField
from .keypad import HAND, TABLE, parse_melds
from .side_form import SideForm
from .ways import CARD, HEAPS, POINTS, VALUE, WAYS

THREES = "threes"


def way_of(side: SideForm, heap: str) -> str:
    """How a heap is counted; the hand and the morto go with the table unless told otherwise."""
    chosen = (side.way.data,) if heap == TABLE else (side.hway.data, side.way.data)
    return next((str(way) for way in chosen if way in WAYS), POINTS)


def canastas_known(ruleset: Ruleset) -> tuple[str, ...]:
    """The names of the canastas that a side counts at this table."""
    return tuple(str(kind) for kind in Canasta if knows_canasta(kind, ruleset))


def field_names(heap: str, ruleset: Ruleset) -> Iterator[str]:
    """The names of the fields that count a heap by value."""
    return (f"{heap}{value}" for value in counted_values(ruleset))


def own_layer(heap: str, way: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The names of the fields that hold the cards of a heap in one way of counting."""
    if way == CARD:
        return (f"{heap}cards",)
    return tuple(field_names(heap, ruleset)) if way == VALUE else (HEAPS[heap],)


def beside(heap: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The names of what is counted beside the cards, by points and by value; cards tell it."""
    if heap == TABLE:
        return canastas_known(ruleset)
    return (THREES,) if heap == HAND and ruleset.three_in_hand is not None else ()


def layer(heap: str, way: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The names of all fields that hold a heap in one way of counting."""
    own = own_layer(heap, way, ruleset)
    return own if way == CARD else own + beside(heap, ruleset)


def melds_of(side: SideForm, heap: str) -> tuple[Cards, ...]:
    """The melds listed in a heap, the one being built last; none if the text can't be read."""
    try:
        return parse_melds(str(side[f"{heap}cards"].data or ""))
    except CardError:
        return ()


def cards_of(side: SideForm, heap: str) -> Cards:
    """The cards listed in a heap."""
    return tuple(card for meld in melds_of(side, heap) for card in meld)


def is_blank(side: SideForm, names: tuple[str, ...]) -> bool:
    """Whether nothing was typed in these fields; a nought is nothing."""
    return all(typed_in(side, name) in ("", "0") for name in names)


def is_readable(side: SideForm, names: tuple[str, ...]) -> bool:
    """Whether all that was typed in these fields can be read."""
    return all(_reads(side, name) for name in names)


def typed_in(side: SideForm, name: str) -> str:
    """What stands in a field, as it was typed."""
    field = side[name]
    return (field.typed if isinstance(field, CountField) else str(field.data or "")).strip()


def number_in(side: SideForm, name: str) -> int:
    """The number in a field; 0 for a blank one and for one that this table does not have."""
    return side[name].data or 0 if name in side else 0


def count_of(side: SideForm, heap: str, way: str, ruleset: Ruleset) -> Count:
    """A heap as it was counted in one way; a blank or unreadable field counts as nothing."""
    if way == CARD:
        return ByCard(cards_of(side, heap))
    return counted_by_hand(side, heap, way, ruleset)


def counted_by_hand(side: SideForm, heap: str, way: str, ruleset: Ruleset) -> ByValue | ByPoints:
    """A heap as it was counted by value or by points."""
    threes = number_in(side, THREES) if heap == HAND else 0
    if way == VALUE:
        counts = ((value, number_in(side, f"{heap}{value}")) for value in counted_values(ruleset))
        return ByValue(tuple(pair for pair in counts if pair[1]), threes)
    return ByPoints(number_in(side, HEAPS[heap]), threes)


def _reads(side: SideForm, name: str) -> bool:
    field = side[name]
    if isinstance(field, CountField):
        return field.is_blank or field.data is not None
    try:
        parse_melds(str(field.data or ""))
    except CardError:
        return False
    return True
