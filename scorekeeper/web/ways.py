"""The ways of counting a side, and the names of what is counted."""

from __future__ import annotations

POINTS, VALUE, CARD = "points", "value", "card"
WAYS = (POINTS, VALUE, CARD)
NOBODY = "nobody"
HEAPS = {"t": "table", "h": "hand", "m": "morto_cards"}
LETTERS = {name: letter for letter, name in HEAPS.items()}


def is_coarser(way: str, than: str) -> bool:
    """Whether this way of counting tells less about the cards than the other."""
    return WAYS.index(way) < WAYS.index(than)
