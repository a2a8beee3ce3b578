"""The line chart: where its lines, dots and labels stand."""

from __future__ import annotations

import pytest

from scorekeeper.web.chart import (
    BOTTOM,
    LABEL_GAP,
    LEFT,
    MOST_DOTS,
    MOST_NUMBERS,
    MOST_POINTS,
    RIGHT,
    TOP,
    draw,
)


def points(curve):
    return [tuple(map(float, pair.split(","))) for pair in curve.path.split()]


def test_the_lines_begin_at_zero_and_end_at_the_last_hand():
    chart = draw([(1500, 300)], 3000, str)
    ours, theirs = map(points, chart.curves)
    assert ours == [(LEFT, BOTTOM), (RIGHT, (TOP + BOTTOM) / 2)]
    assert theirs[-1] == (RIGHT, BOTTOM - (BOTTOM - TOP) / 10)
    assert [curve.label for curve in chart.curves] == ["1500", "300"]


def test_the_goal_is_the_top_until_somebody_passes_it():
    assert draw([(100, 50)], 3000, str).goal == TOP
    past = draw([(6000, 50)], 3000, str)
    assert past.goal == (TOP + BOTTOM) / 2
    assert points(past.curves[0])[-1][1] == TOP
    assert past.goal_label == "3000"


def test_a_match_without_a_target_has_no_goal():
    chart = draw([(100, -50)], 0, str)
    assert chart.goal is None
    assert points(chart.curves[0])[-1][1] == TOP


def test_totals_below_zero_stay_inside():
    chart = draw([(-3000, 200), (-1000, 400)], 3000, str)
    assert chart.zero == (TOP + BOTTOM) / 2
    heights = [y for curve in chart.curves for _, y in points(curve)]
    assert max(heights) == BOTTOM
    assert min(heights) >= TOP


@pytest.mark.parametrize("hands", [1, 2, 24, 200])
def test_a_long_match_is_not_crowded(hands):
    running = [(10 * n, 5 * n) for n in range(1, hands + 1)]
    chart = draw(running, 3000, str)
    assert len(chart.curves[0].dots) == (hands if hands < MOST_DOTS else 1)
    assert chart.curves[0].dots[-1] == points(chart.curves[0])[-1]
    assert 1 <= len(chart.numbers) <= MOST_NUMBERS
    assert all(LEFT < x <= RIGHT for x, _ in chart.numbers)


def test_labels_of_equal_totals_do_not_cover_each_other():
    chart = draw([(500, 500, 505)], 1500, str)
    heights = sorted(curve.label_y for curve in chart.curves)
    assert heights[1] - heights[0] >= LABEL_GAP
    assert heights[2] - heights[1] >= LABEL_GAP


def test_nothing_but_zeros():
    chart = draw([(0, 0)], 0, str)
    assert points(chart.curves[0]) == [(LEFT, BOTTOM), (RIGHT, BOTTOM)]


@pytest.mark.parametrize("hands", [1, MOST_POINTS, MOST_POINTS + 1, 4999, 5000])
def test_a_long_match_has_no_more_points_than_the_chart_is_wide(hands):
    running = [(10 * n, n) for n in range(1, hands + 1)]
    chart = draw(running, 60_000, str)
    found = points(chart.curves[0])
    assert len(found) <= MOST_POINTS + 1
    if hands <= MOST_POINTS:
        assert len(found) == hands + 1
    assert found == sorted(set(found))
    assert found[0] == (LEFT, BOTTOM)
    assert found[-1] == chart.curves[0].dots[-1]
    assert found[-1][0] == RIGHT
