"""The form of a hand filled in from an earlier entry."""

from __future__ import annotations

import secrets

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
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
from .ways import CARD, HEAPS, NOBODY, POINTS, VALUE


def fill_shared(entry: Tally | tuple[int, ...] | None, seen: int) -> dict[str, object]:
    """What concerns the whole hand; every form has an id of its own, so that it counts once."""
    filled: dict[str, object] = {"seen": str(seen), "entry_id": secrets.token_urlsafe(16)}
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


def _fill_side(side: SideTally, ruleset: Ruleset) -> dict[str, object]:
    filled: dict[str, object] = {
        "morto": str(side.morto),
        "red_threes": side.red_threes,
        "red_threes_late": side.red_threes_late,
    }
    heaps: dict[str, Count | None] = {HAND: side.hand, MORTO: side.morto_cards}
    if isinstance(side.table, Melds):
        filled |= {"way": CARD, f"{TABLE}cards": format_melds(side.table.melds)}
        filled |= _canasta_counts(canastas_of(side, ruleset))
        heaps[TABLE] = ByCard(tuple(card for meld in side.table.melds for card in meld))
    else:
        filled["way"] = VALUE if isinstance(side.table.count, ByValue) else POINTS
        filled |= _canasta_counts(side.table.canastas)
        heaps[TABLE] = side.table.count
    if ruleset.three_in_hand is not None:
        filled["threes"] = threes_in(side.hand)
    for letter, heap in heaps.items():
        if heap is not None:
            filled |= _fill_heap(letter, heap, ruleset)
    return filled


def _canasta_counts(canastas: Canastas) -> dict[str, object]:
    return {kind: getattr(canastas, kind) for kind in Canastas.__slots__}


def _fill_heap(letter: str, heap: Count, ruleset: Ruleset) -> dict[str, object]:
    """A heap in its own way of counting, and in the coarser ones to which it can be taken."""
    filled: dict[str, object] = {}
    if isinstance(heap, ByCard) and letter != TABLE:
        filled[f"{letter}cards"] = format_melds((heap.cards,)).rstrip(";")
    if not isinstance(heap, ByPoints):
        priced = without_priced_threes(heap, ruleset) if letter == HAND else heap
        counts = cards_worth(priced, ruleset)
        filled |= {f"{letter}{value}": number for value, number in counts.items()}
    worth = hand_points(heap, ruleset) if letter == HAND else points_of(heap, ruleset)
    return filled | {HEAPS[letter]: worth}
