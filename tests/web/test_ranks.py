"""The ranks behind a value, in few signs."""

from __future__ import annotations

import pytest

from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.web.ranks import ranks_of_value


@pytest.mark.parametrize(
    ("value", "ranks"),
    [(50, "joker"), (20, "2, A"), (10, "8–K"), (5, "4–7, black 3"), (15, "")],
)
def test_the_classic_values(app, value, ranks):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert ranks_of_value(CLASSIC, value) == ranks


def test_no_joker_where_the_pack_has_none(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert ranks_of_value(override(CLASSIC, {"jokers": 0}), 50) == ""


def test_no_three_where_threes_have_a_price_of_their_own(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert ranks_of_value(PRESETS["online"], 10) == "2–A"
