"""Which matches a ranking counts, and what it adds up."""

from __future__ import annotations

import pytest

from scorekeeper.rules.match import Ruling, Status
from scorekeeper.rules.ranking import Ranking, Result, rank

WON = Ruling(Status.WON, 0, "match.target")
LOST = Ruling(Status.WON, 1, "match.tie")
DRAW = Ruling(Status.DRAW, None, "match.stopped")
ANNULLED = Ruling(Status.ANNULLED, None, "match.annul")
EXTRA = Ruling(Status.EXTRA_HAND, None, "match.tie")


def test_wins_and_points_are_added_up_by_side():
    results = [Result((3145, 2550), WON), Result((1200, 3005), LOST), Result((3000, -200), WON)]
    assert rank(results, 2) == Ranking(3, (2, 1), (7345, 5355))


def test_a_draw_counts_its_points_and_gives_nobody_a_win():
    assert rank([Result((900, 900), DRAW)], 2) == Ranking(1, (0, 0), (900, 900))


@pytest.mark.parametrize("ruling", [ANNULLED, EXTRA, Ruling()])
def test_what_was_annulled_or_is_still_played_counts_in_no_ranking(ruling):
    """`match.annul`"""
    results = [Result((5000, 10), ruling), Result((3000, 100), WON)]
    assert rank(results, 2) == Ranking(1, (1, 0), (3000, 100))
    assert not results[0].counts


def test_three_sides():
    results = [Result((1500, 200, 300), WON), Result((10, 1600, 1500), LOST)]
    assert rank(results, 3) == Ranking(2, (1, 1, 0), (1510, 1800, 1800))


@pytest.mark.parametrize(
    ("ranking", "leaders"),
    [
        (Ranking(0, (0, 0), (0, 0)), ()),
        (Ranking(3, (2, 1), (10, 9000)), (0,)),
        (Ranking(2, (1, 1), (3000, 3005)), (1,)),
        (Ranking(2, (1, 1), (3000, 3000)), (0, 1)),
    ],
)
def test_wins_lead_then_points(ranking, leaders):
    assert ranking.leaders == leaders
