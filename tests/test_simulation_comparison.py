"""What a house rule changes, in numbers."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from scorekeeper.play.simulate import STOCK, WENT_OUT
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.simulation.comparison import (
    BEST,
    CLEAN,
    DIRTY,
    OUT,
    TURNS,
    WORST,
    Comparison,
    Sums,
    compare_hands,
    measured,
)
from scorekeeper.simulation.jobs import Bots, HandJob, Outcome

CLASSIC = PRESETS["classic"]


def outcome(*totals, reason=WENT_OUT, turns=20, clean=0, dirty=0):
    return Outcome(totals, reason, turns, 100, clean, dirty)


def test_a_hand_in_numbers():
    told = measured(outcome(-50, 300, 120, reason=STOCK, turns=31, clean=1, dirty=2))
    assert told == {BEST: 300, WORST: -50, TURNS: 31, OUT: 0, CLEAN: 1, DIRTY: 2}
    assert measured(outcome(5, 10))[OUT] == 100


@pytest.mark.parametrize("numbers", [[3], [7, 7, 7], [-5, 10, 1000, 3], list(range(100))])
def test_a_mean_and_half_of_its_interval(numbers):
    sums = Sums()
    for number in numbers:
        sums.add(number)
    told = sums.as_json()
    assert told["mean"] == pytest.approx(mean(numbers), abs=0.0001)
    spread = stdev(numbers) if len(numbers) > 1 else 0
    assert told["within"] == pytest.approx(1.96 * spread / len(numbers) ** 0.5, rel=0.001)


def test_the_difference_is_taken_deal_by_deal():
    comparison = Comparison()
    for before, after in ((100, 130), (500, 530), (-200, -170)):
        comparison.add(outcome(before, before), outcome(after, after))
    told = comparison.as_json()["measures"][BEST]
    assert told["difference"] == {"mean": 30, "within": 0}
    assert told["before"]["within"] > 100
    assert comparison.as_json()["hands"] == 3


def test_every_deal_is_played_under_both():
    after = override(CLASSIC, {"bonus_dirty": 400})
    comparisons = list(compare_hands(CLASSIC, after, 9, 6))
    assert [one.hands for one in comparisons] == [6] * 6  # the one comparison, as it then is
    told = comparisons[-1].as_json()["measures"]
    assert told[TURNS]["difference"] == {"mean": 0, "within": 0}
    assert told[DIRTY]["before"]["mean"] > 0
    more = told[BEST]["difference"]["mean"] + told[WORST]["difference"]["mean"]
    assert more == pytest.approx(300 * told[DIRTY]["before"]["mean"], abs=0.01)


def test_canastas_are_counted_over_all_sides():
    job = HandJob(CLASSIC, Bots(("careful",) * 2), 9)
    bonus = {"clean": 0, "dirty": 0}
    for number in range(5):
        hand = job(number).hands[0]
        bonus["clean"] += hand.clean
        bonus["dirty"] += hand.dirty
    bare = override(CLASSIC, {"bonus_clean": 0, "bonus_dirty": 0})
    plain = HandJob(bare, Bots(("careful",) * 2), 9)
    lost = sum(sum(job(n).hands[0].totals) - sum(plain(n).hands[0].totals) for n in range(5))
    assert lost == 200 * bonus["clean"] + 100 * bonus["dirty"]
