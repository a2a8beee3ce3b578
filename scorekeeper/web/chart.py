"""The line chart of a match: coordinates only, the template draws them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

LEFT, RIGHT, TOP, BOTTOM = 38.0, 288.0, 12.0, 112.0
LABEL_GAP = 15.0
MOST_DOTS = 24
MOST_POINTS = 250  # as many as the chart is wide
MOST_NUMBERS = 8


@dataclass(frozen=True, slots=True)
class Curve:
    """One side's line: its points, the dots worth drawing, and its label."""

    path: str
    dots: tuple[tuple[float, float], ...]
    label: str
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All that the template needs to draw the totals after every hand."""

    curves: tuple[Curve, ...]
    zero: float
    goal: float | None
    goal_label: str
    numbers: tuple[tuple[float, str], ...]
    left: float = LEFT
    right: float = RIGHT


def draw(
    running: Sequence[tuple[int, ...]],
    target: int,
    write: Callable[[int], str],
    labels: Sequence[str] = (),
) -> Chart:
    """The chart of the running totals; the goal line is left out where there is no target.

    `labels` name the entries below; without them they are counted.
    """
    rows = [(0,) * len(running[0]), *running]
    top = max(target, *(max(row) for row in rows), 1)
    bottom = min(0, *(min(row) for row in rows))

    def x(hand: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * hand / (len(rows) - 1), 1)

    def y(total: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (total - bottom) / (top - bottom), 1)

    ends = _spread([y(total) for total in rows[-1]])
    shown = range(1, len(rows)) if len(rows) <= MOST_DOTS else [len(rows) - 1]
    step = -(-(len(rows) - 1) // MOST_POINTS)
    drawn = [*range(0, len(rows) - 1, step), len(rows) - 1]
    curves = tuple(
        Curve(
            path=" ".join(f"{x(hand)},{y(rows[hand][side])}" for hand in drawn),
            dots=tuple((x(hand), y(rows[hand][side])) for hand in shown),
            label=write(rows[-1][side]),
            label_y=round(ends[side] + 4, 1),
        )
        for side in range(len(rows[0]))
    )
    stride = max(1, -(-(len(rows) - 1) // MOST_NUMBERS))
    named = labels or [str(hand) for hand in range(1, len(rows))]
    numbers = tuple((x(hand), named[hand - 1]) for hand in range(stride, len(rows), stride))
    goal = y(target) if target else None
    return Chart(curves, y(0), goal, write(target), numbers)


def _spread(heights: list[float]) -> list[float]:
    """The heights of labels, pushed apart so that none covers another."""
    order = sorted(range(len(heights)), key=lambda side: heights[side])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    return placed
