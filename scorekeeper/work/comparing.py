"""What a house rule changes, as work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.options import overrides_of, parse_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.simulation.comparison import (
    BEST,
    CLEAN,
    DIRTY,
    MEASURES,
    OUT,
    TURNS,
    WORST,
    compare_hands,
)

from .steps import Facts, Step

__all__ = [
    "BEST",
    "CLEAN",
    "DIRTY",
    "MEASURES",
    "OUT",
    "TURNS",
    "WORST",
    "CompareSpec",
    "compare",
    "read_comparison",
]


@dataclass(frozen=True, slots=True)
class CompareSpec:
    """The deals of a seed under two rulesets."""

    before: Ruleset
    after: Ruleset
    seed: int
    hands: int

    def as_json(self) -> dict[str, object]:
        return {
            "ruleset": self.before.preset,
            "before": overrides_of(self.before),
            "after": overrides_of(self.after),
            "seed": self.seed,
            "hands": self.hands,
        }


def read_comparison(spec: Facts) -> CompareSpec:
    """What `as_json` wrote. Raises `DocumentError`."""
    before, after = (parse_ruleset(spec["ruleset"], spec[which]) for which in ("before", "after"))
    return CompareSpec(before, after, int(str(spec["seed"])), int(str(spec["hands"])))


def compare(spec: Facts) -> Iterator[Step]:
    """The comparison after every deal."""
    asked = read_comparison(spec)
    for found in compare_hands(asked.before, asked.after, asked.seed, asked.hands):
        yield Step(found.hands, asked.hands, found.as_json)
