"""What was counted, asked directly: what a heap tells, and whether it lists its cards."""

import pytest

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    CountedTable,
    Melds,
    SideTally,
    Tally,
    cards_worth,
    is_listed,
    threes_cost,
)

ONLINE = PRESETS["online"]
CARDS = ByCard(parse_cards("KS 4D 3S 3H"))


@pytest.mark.parametrize("hand", [CARDS, ByValue(((10, 1),), threes=2), ByPoints(10, threes=2)])
def test_threes_cost_their_price_and_nothing_without_one(hand):
    """`score.threes`"""
    assert threes_cost(hand, ONLINE) == 200
    assert threes_cost(hand, CLASSIC) == 0


def test_how_many_cards_of_each_value_a_heap_tells():
    assert cards_worth(CARDS, CLASSIC) == {10: 1, 5: 2}
    assert cards_worth(ByValue(((10, 1), (5, 2), (10, 3))), CLASSIC) == {10: 4, 5: 2}
    assert cards_worth(ByPoints(40), CLASSIC) == {}


@pytest.mark.parametrize(
    ("side", "listed"),
    [
        (SideTally(), True),
        (SideTally(table=Melds((CARDS.cards,)), hand=CARDS, morto_cards=CARDS), True),
        (SideTally(table=CountedTable()), False),
        (SideTally(hand=ByValue()), False),
        (SideTally(morto_cards=ByPoints(95)), False),
    ],
)
def test_a_tally_is_listed_if_every_heap_is(side, listed):
    assert is_listed(Tally((side,))) is listed
    assert is_listed(Tally((SideTally(), side))) is listed
