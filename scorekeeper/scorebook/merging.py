"""Two corrections of one hand, made at the same time by two phones."""

from __future__ import annotations

from scorekeeper.rules.tally import SideTally, Tally
from scorekeeper.storage.events import HandEntry

from .records import HandRecord


def merged(hand: HandRecord, seen: int, mine: HandEntry) -> HandEntry | None:
    """My correction together with those written after event number `seen`.

    None where a side was changed in two ways, or where there is nothing to put together.
    """
    known = [version.entry for version in hand.versions if version.seq <= seen]
    theirs = hand.entry
    if not known:
        return None
    both = _both(known[-1], theirs, mine)
    return None if both in (None, theirs, mine) else both


def _both(base: HandEntry, theirs: HandEntry, mine: HandEntry) -> HandEntry | None:
    if not (isinstance(base, Tally) and isinstance(theirs, Tally) and isinstance(mine, Tally)):
        return None
    sides: list[SideTally] = []
    for was, yours, own in zip(base.sides, theirs.sides, mine.sides, strict=True):
        if own not in (was, yours) and yours != was:
            return None
        sides.append(yours if own == was else own)
    return Tally(tuple(sides))
