"""What a correction has changed, side by side, for the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.language.rulebook import rule_title
from scorekeeper.rules.scoring import LINE_ORDER
from scorekeeper.scorebook import Counted, Step

from .languages import language


@dataclass(frozen=True, slots=True)
class Difference:
    """Points before and after a correction, and what they are for."""

    what: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class SideChange:
    """What a correction changed for a side: its total, if that moved, and its lines."""

    name: str
    total: Difference | None
    lines: tuple[Difference, ...]


def changed_sides(step: Step, names: tuple[str, ...]) -> Iterator[SideChange]:
    """What a correction changed, side by side."""
    if step.before is None or step.after is None:
        return
    for side, name in enumerate(names):
        before, after = step.before.totals[side], step.after.totals[side]
        total = Difference("", before, after) if before != after else None
        lines = tuple(_changed_lines(step.before, step.after, side))
        if total or lines:
            yield SideChange(name, total, lines)


def _changed_lines(before: Counted, after: Counted, side: int) -> Iterator[Difference]:
    """The lines that differ, where both entries have lines."""
    if before.score is None or after.score is None:
        return
    was, now = (
        {line.rule: line.points for line in counted.sides[side].lines}
        for counted in (before.score, after.score)
    )
    for rule in LINE_ORDER:
        if was.get(rule) != now.get(rule):
            yield Difference(rule_title(rule, language()), was.get(rule, 0), now.get(rule, 0))
