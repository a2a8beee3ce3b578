"""What a house rule changes: the same deals played under two rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt

from ..play.simulate import WENT_OUT
from ..play.summary import SURE
from ..rules.ruleset import Ruleset
from .jobs import Bots, HandJob, Outcome

BEST, WORST, TURNS, OUT, CLEAN, DIRTY = "best", "worst", "turns", "out", "clean", "dirty"
MEASURES = (BEST, WORST, TURNS, OUT, CLEAN, DIRTY)


def measured(outcome: Outcome) -> Mapping[str, int]:
    """A hand in numbers: the points of its best and of its weakest side, its turns, whether a side
    went out (100 or 0, for a percentage), and the canastas of all sides."""
    return {
        BEST: max(outcome.totals),
        WORST: min(outcome.totals),
        TURNS: outcome.turns,
        OUT: 100 if outcome.reason == WENT_OUT else 0,
        CLEAN: outcome.clean,
        DIRTY: outcome.dirty,
    }


@dataclass(slots=True)
class Sums:
    """Numbers added up as they come, exactly."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    def as_json(self) -> dict[str, float]:
        """The mean of at least one number, and half of its 95 % interval."""
        mean = self.total / self.count
        if self.count == 1:
            return {"mean": mean, "within": 0.0}
        spread = self.count * self.squares - self.total * self.total
        variance = spread / (self.count * (self.count - 1))
        return {"mean": round(mean, 4), "within": round(SURE * sqrt(variance / self.count), 4)}


@dataclass(slots=True)
class Comparison:
    """The hands played so far, under the one and under the other ruleset."""

    hands: int = 0
    sums: dict[str, tuple[Sums, Sums, Sums]] = field(
        default_factory=lambda: {name: (Sums(), Sums(), Sums()) for name in MEASURES}
    )

    def add(self, before: Outcome, after: Outcome) -> None:
        """Counts one more deal, played twice."""
        self.hands += 1
        first, second = measured(before), measured(after)
        for name, (of_first, of_second, of_difference) in self.sums.items():
            of_first.add(first[name])
            of_second.add(second[name])
            of_difference.add(second[name] - first[name])

    def as_json(self) -> dict[str, object]:
        """Every measure before and after, and the difference, with the 95 % interval of each; the
        deals are the same, so the difference is known better than the two."""
        return {
            "hands": self.hands,
            "measures": {
                name: dict(zip(("before", "after", "difference"), told, strict=True))
                for name, sums in self.sums.items()
                if (told := [one.as_json() for one in sums])
            },
        }


def compare_hands(before: Ruleset, after: Ruleset, seed: int, hands: int) -> Iterator[Comparison]:
    """Plays so many deals with careful bots under both: the one comparison after every deal."""
    comparison = Comparison()
    first, second = (_job(ruleset, seed) for ruleset in (before, after))
    for number in range(hands):
        comparison.add(*first(number).hands, *second(number).hands)
        yield comparison


def _job(ruleset: Ruleset, seed: int) -> HandJob:
    return HandJob(ruleset, Bots(("careful",) * ruleset.sides), seed)
