"""The form of a hand filled in from an earlier entry."""

from __future__ import annotations

import secrets

from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
    Melds,
    SideTally,
    Tally,
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


def fill_sides(entry: Tally | tuple[int, ...] | None, sides: int) -> list[dict[str, object]]:
    """The fields of each side."""
    if entry is None:
        return [{} for _ in range(sides)]
    if isinstance(entry, tuple):
        return [{"total": total} for total in entry]
    return [_fill_side(side) for side in entry.sides]


def _fill_side(side: SideTally) -> dict[str, object]:
    filled: dict[str, object] = {
        "morto": str(side.morto),
        "red_threes": side.red_threes,
        "red_threes_late": side.red_threes_late,
    }
    heaps: dict[str, Count | None] = {HAND: side.hand, MORTO: side.morto_cards}
    if isinstance(side.table, Melds):
        filled |= {"way": CARD, f"{TABLE}cards": format_melds(side.table.melds)}
    else:
        filled["way"] = VALUE if isinstance(side.table.count, ByValue) else POINTS
        filled |= {kind: getattr(side.table.canastas, kind) for kind in Canastas.__slots__}
        heaps[TABLE] = side.table.count
    if isinstance(side.hand, (ByValue, ByPoints)):
        filled["threes"] = side.hand.threes
    for letter, heap in heaps.items():
        if isinstance(heap, ByValue):
            filled |= {f"{letter}{value}": number for value, number in heap.counts}
        elif isinstance(heap, ByPoints):
            filled[HEAPS[letter]] = heap.points
        elif isinstance(heap, ByCard):
            filled[f"{letter}cards"] = format_melds((heap.cards,)).rstrip(";")
    return filled
