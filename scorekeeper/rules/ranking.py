"""Several matches of one table → who won how many, and with how many points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .match import Ruling, Status


@dataclass(frozen=True, slots=True)
class Result:
    """A match as a ranking sees it: the totals of the sides, and how it ended."""

    totals: tuple[int, ...]
    ruling: Ruling

    @property
    def counts(self) -> bool:
        """Whether it enters a ranking: it is over and was not annulled (`match.annul`)."""
        return self.ruling.status in (Status.WON, Status.DRAW)

    def turned(self) -> Result:
        """The same result for sides that are listed in the other order."""
        winner = self.ruling.winner
        if winner is not None:
            winner = len(self.totals) - 1 - winner
        return Result(self.totals[::-1], replace(self.ruling, winner=winner))


@dataclass(frozen=True, slots=True)
class Ranking:
    """How many matches count, and by side the matches won and the points made in them."""

    matches: int
    wins: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the most wins and, among those, the most points; none before a match."""
        if not self.matches:
            return ()
        places = list(zip(self.wins, self.points, strict=True))
        return tuple(side for side, place in enumerate(places) if place == max(places))


def rank(results: Iterable[Result], sides: int) -> Ranking:
    """The ranking of these matches; those that do not count are passed over (`match.annul`)."""
    wins, points, matches = [0] * sides, [0] * sides, 0
    for result in results:
        if not result.counts:
            continue
        matches += 1
        for side, total in enumerate(result.totals):
            points[side] += total
        if result.ruling.winner is not None:
            wins[result.ruling.winner] += 1
    return Ranking(matches, tuple(wins), tuple(points))
