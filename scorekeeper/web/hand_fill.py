"""The form of a hand filled in from an earlier entry."""

from __future__ import annotations

import secrets

from scorekeeper.rules.cards import Cards
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
    CountedTable,
    Melds,
    SideTally,
    Tally,
    canastas_of,
    cards_worth,
    hand_points,
    points_of,
    threes_in,
    without_priced_threes,
)

from .keypad import HAND, MORTO, TABLE, format_melds
from .ways import CARD, HEAPS, NOBODY, POINTS, VALUE, is_coarser


def fill_shared(
    entry: Tally | tuple[int, ...] | None, seen: int, only: int | None = None
) -> dict[str, object]:
    """What concerns the whole hand; every form has an id of its own, so that it counts once."""
    filled: dict[str, object] = {"seen": str(seen), "entry_id": secrets.token_urlsafe(16)}
    filled["counts"] = "" if only is None else str(only)
    if isinstance(entry, tuple):
        filled["totals_only"] = True
    elif entry is not None:
        outs = [number for number, side in enumerate(entry.sides) if side.went_out]
        filled["went_out"] = str(outs[0]) if outs else NOBODY
        filled["concealed"] = any(side.concealed for side in entry.sides)
    return filled


def fill_sides(entry: Tally | tuple[int, ...] | None, ruleset: Ruleset) -> list[dict[str, object]]:
    """The fields of each side."""
    if entry is None:
        return [{} for _ in range(ruleset.sides)]
    if isinstance(entry, tuple):
        return [{"total": total} for total in entry]
    return [_fill_side(side, ruleset) for side in entry.sides]


def fill_heap(heap: str, count: Count, ruleset: Ruleset) -> dict[str, object]:
    """A heap in its own way of counting, and in the coarser ones to which it can be taken."""
    filled: dict[str, object] = {}
    if isinstance(count, ByCard) and heap != TABLE:
        filled[f"{heap}cards"] = format_melds((count.cards,)).rstrip(";")
    if heap == HAND and ruleset.three_in_hand is not None:
        filled["threes"] = threes_in(count)
    if not isinstance(count, ByPoints):
        priced = without_priced_threes(count, ruleset) if heap == HAND else count
        counts = cards_worth(priced, ruleset)
        filled |= {f"{heap}{value}": number for value, number in counts.items()}
    worth = hand_points(count, ruleset) if heap == HAND else points_of(count, ruleset)
    return filled | {HEAPS[heap]: worth}


def fill_canastas(table: Melds | CountedTable, ruleset: Ruleset) -> dict[str, object]:
    """How many canastas of each kind lie on a table, counted from its melds if they are listed."""
    canastas = canastas_of(SideTally(table), ruleset)
    return {kind: getattr(canastas, kind) for kind in Canastas.__slots__}


def listed_table(melds: tuple[Cards, ...]) -> ByCard:
    """The cards of all melds together."""
    return ByCard(tuple(card for meld in melds for card in meld))


def _fill_side(side: SideTally, ruleset: Ruleset) -> dict[str, object]:
    heaps: dict[str, Count | None] = {HAND: side.hand, MORTO: side.morto_cards}
    filled: dict[str, object] = {
        "morto": str(side.morto),
        "red_threes": side.red_threes,
        "red_threes_late": side.red_threes_late,
    }
    filled |= fill_canastas(side.table, ruleset)
    if isinstance(side.table, Melds):
        filled |= {"way": CARD, f"{TABLE}cards": format_melds(side.table.melds)}
        heaps[TABLE] = listed_table(side.table.melds)
    else:
        filled["way"] = _way_of(side.table.count)
        heaps[TABLE] = side.table.count
    hand = _way_of_hand(side)
    if hand != filled["way"]:
        filled["hway"] = hand
    for heap, count in heaps.items():
        if count is not None:
            filled |= fill_heap(heap, count, ruleset)
    return filled


def _way_of_hand(side: SideTally) -> str:
    """The coarser one, where the hand and the morto left were counted in two ways."""
    hand = _way_of(side.hand)
    morto = hand if side.morto_cards is None else _way_of(side.morto_cards)
    return morto if is_coarser(morto, hand) else hand


def _way_of(count: Count) -> str:
    match count:
        case ByCard():
            return CARD
        case ByValue():
            return VALUE
        case ByPoints():
            return POINTS
