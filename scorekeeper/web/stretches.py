"""A long list of what a match has, so much of it at a time: plain addresses, no script."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

LATEST = 0

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Stretch(Generic[_Item]):
    """What is shown, the latest first, and where the rest is.

    `earlier` and `later` name the stretch that ends before the event of this number; `LATEST` is
    the one that ends with the last event, None says that there is no more.
    """

    shown: tuple[_Item, ...]
    earlier: int | None
    later: int | None


def cut_stretch(
    items: Sequence[_Item], before: int | None, most: int, number: Callable[[_Item], int]
) -> Stretch[_Item]:
    """At most so many items whose number is below `before`; `items` have the latest first.

    Where nothing is before that number, or none is named, the latest are shown.
    """
    start = bisect_right(items, -before, key=lambda item: -number(item)) if before else 0
    if start >= len(items):
        start = 0
    shown = tuple(items[start : start + most])
    earlier = number(shown[-1]) if start + most < len(items) else None
    later = None
    if start:
        later = number(items[start - most - 1]) if start > most else LATEST
    return Stretch(shown, earlier, later)
