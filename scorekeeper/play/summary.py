"""Many numbers in a few: their mean and quantiles, the same on every machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

QUANTILES = (5, 25, 50, 75, 95)
SURE = 1.959964  # standard deviations on either side hold 95 % of a normal distribution


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean, and for each percentage the least number that so many of all do not exceed."""

    mean: float
    quantiles: Mapping[int, int]


def spread(numbers: Iterable[int]) -> Spread:
    """The spread of whole numbers, of which there is at least one; the mean to two decimals."""
    return spread_of(Counter(numbers))


def spread_of(times: Mapping[int, int]) -> Spread:
    """The same, where each number is only kept with how many times it came."""
    ordered = sorted(times)
    reached = list(accumulate(times[number] for number in ordered))
    count = reached[-1]
    quantiles = {}
    for percent in QUANTILES:
        rank = (percent * count + 99) // 100
        numbers = zip(ordered, reached, strict=True)
        quantiles[percent] = next(number for number, so_far in numbers if so_far >= rank)
    total = sum([number * often for number, often in times.items()])
    return Spread(round(total / count, 2), quantiles)


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of all trials, and the interval that holds the true one with 95 % confidence."""

    share: float
    low: float
    high: float


def chance(hits: int, trials: int) -> Chance:
    """The chance behind so many hits in at least one trial, after Wilson."""
    share, square = hits / trials, SURE * SURE
    middle = share + square / (2 * trials)
    wide = SURE * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    low, high = (middle - wide) / whole, (middle + wide) / whole
    return Chance(round(share, 4), round(max(0.0, low), 4), round(min(1.0, high), 4))
