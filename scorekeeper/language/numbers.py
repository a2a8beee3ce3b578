"""Points as each language writes them."""

from __future__ import annotations

from functools import lru_cache

MINUS = "\u2212"

# The locale data Babel carries leave out the least number of digits that are grouped: 2,460 is
# 2460 in Spanish, and 12.460 has its point.
FIRST_GROUPED = {"es": 10_000}


def format_points(points: int, code: str, signed: bool = False) -> str:
    """The number grouped as the language does, with a true minus; `signed` shows a plus too."""
    size = abs(points)
    written = str(size)
    if size >= FIRST_GROUPED.get(code, 1000):
        written = f"{size:,}".replace(",", _separator(code))
    if points < 0:
        return MINUS + written
    return f"+{written}" if signed and points else written


@lru_cache
def _separator(code: str) -> str:
    from babel.numbers import get_group_symbol

    return get_group_symbol(code)
