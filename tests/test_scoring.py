"""Each line of a score, counted by hand."""

import pytest

from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.rules.scoring import Line, Score, SideScore, score_tally, sole_leader

KINGS = "KS KH KD KC KS KH KD"
DIRTY_QUEENS = "QS QH QD QC QS JK 2C"
ROYAL = "4S 5S 6S 7S 8S 9S 10S JS QS KS AS"


def lines(preset="classic", options=None, **keys):
    ruleset = override(PRESETS[preset], options or {})
    side = {"hand": "", "morto": "taken"} | keys
    if "table" not in side:
        side.setdefault("melds", [])
    rest = [{"melds": [], "hand": "", "morto": "taken"} for _ in range(ruleset.sides - 1)]
    score = score_tally(parse_tally({"sides": [side, *rest]}, ruleset), ruleset)
    assert all(other.lines == () and other.total == 0 for other in score.sides[1:])
    return [(line.rule, line.count, line.points) for line in score.sides[0].lines]


def test_the_cards_on_the_table():
    melds = ["JK AS AH", "2S 2H KD", "QC JS 10S", "9S 8S 7S", "6S 5S 4S", "3S 3C 3S"]
    # 50 + 20 + 20, 20 + 20 + 10, 30, 25, 15, 15
    assert lines(melds=melds) == [("score.cards", 18, 225)]
    # every card but the red threes is 10
    assert lines("online", melds=melds) == [("score.cards", 18, 180)]


def test_canastas():
    assert lines(melds=[KINGS, DIRTY_QUEENS]) == [
        ("score.cards", 14, 190),  # 7 x 10, and 5 x 10 + 50 + 20
        ("score.clean", 1, 200),
        ("score.dirty", 1, 100),
    ]
    assert lines("three_player", melds=[KINGS, DIRTY_QUEENS]) == [
        ("score.cards", 14, 190),
        ("score.clean", 1, 100),
        ("score.dirty", 1, 50),
    ]


def test_the_higher_bonus_replaces_the_clean_one():
    assert lines("online", melds=[ROYAL]) == [("score.cards", 11, 110), ("score.royal", 1, 500)]
    assert lines("online", melds=[f"AS {ROYAL}"]) == [
        ("score.cards", 12, 120),
        ("score.ace_to_ace", 1, 1000),
    ]
    assert lines("online", melds=["2S 2H 2D 2C 2S 2H 2D"]) == [
        ("score.cards", 7, 70),
        ("score.wild", 1, 1000),
    ]


def test_seven_wilds_earn_nothing_where_the_table_does_not_know_them():
    wilds = {"melds": ["2S 2H 2D 2C 2S 2H 2D"]}
    assert lines("online", {"bonus_wild": None}, **wilds) == [("score.cards", 7, 70)]


@pytest.mark.parametrize(
    ("canasta", "count", "points"),
    [(True, 1, 100), (True, 3, 300), (True, 4, 400), (False, 1, -100), (False, 4, -400)],
)
def test_red_threes(canasta, count, points):
    """`red3.value`"""
    table = {"points": 35, "dirty": int(canasta)}
    assert ("red3.value", count, points) in lines(table=table, red_threes=count)


@pytest.mark.parametrize(
    ("kind", "count", "points"),
    [
        ("clean", 2, 200),
        ("royal", 2, 200),
        ("dirty", 2, -200),
        ("wild", 2, -200),
        ("clean", 4, 800),
        ("dirty", 4, -400),
    ],
)
def test_red_threes_online_need_a_clean_canasta(kind, count, points):
    table = {"points": 700, kind: 1}
    assert ("red3.value", count, points) in lines("online", table=table, red_threes=count)


def test_late_red_threes():
    """`red3.late`"""
    clean, nothing = {"points": 70, "clean": 1}, {"points": 0}
    late = lines("online", table=clean, red_threes=1, red_threes_late=2)
    assert late[-2:] == [("red3.value", 1, 100), ("red3.late", 2, 20)]
    late = lines("online", table=nothing, red_threes_late=2)
    assert late == [("red3.late", 2, -20)]
    together = lines("online", table=clean, red_threes=1, red_threes_late=3)
    assert together[-1] == ("red3.value", 4, 800)
    assert lines(table=nothing, red_threes=1, red_threes_late=1) == [
        ("red3.value", 1, -100),
        ("red3.late", 1, -100),
    ]


def test_going_out():
    assert lines(went_out=True) == [("score.out", None, 100)]
    assert lines(went_out=True, concealed=True) == [("score.concealed", None, 200)]
    assert lines("online", went_out=True) == [("score.out", None, 100)]


def test_a_morto_left():
    """`score.morto`, `score.morto_cards`"""
    cards = "AC JD QH 10S 8H 7C 6D 5C 4H 2S JK"  # 20 + 4 x 10 + 4 x 5 + 20 + 50
    left = {"morto": "left", "morto_cards": cards}
    assert lines(**left) == [("score.morto", None, -100), ("score.morto_cards", 11, -150)]
    assert lines(options={"morto_cards_count": False}, **left) == [("score.morto", None, -100)]
    assert lines("online", **left) == [("score.morto", None, -100)]
    reds = {"morto": "left", "morto_cards": cards.replace("JK", "3H")}
    assert lines(**reds)[1] == ("score.morto_cards", 10, -100)


def test_a_morto_taken_and_never_played():
    assert lines("online", morto="unused") == [("score.morto", None, -100)]
    assert lines("online", {"unused_morto_counts": False}, morto="unused") == []
    assert lines(options={"morto_by_discard": "next_turn"}, morto="unused") == []


def test_the_hand():
    assert lines(hand="JK AH KC 7D 3S") == [("score.hand", 5, -90)]
    assert lines(hand={"points": 90}) == [("score.hand", None, -90)]
    assert lines(hand={"counts": {"20": 2, "5": 3}}) == [("score.hand", 5, -55)]


def test_threes_in_hand_have_a_price_of_their_own_online():
    """`score.threes`"""
    expected = [("score.threes", 2, -200), ("score.hand", 2, -20)]
    assert lines("online", hand="KS 3H 3S 4D") == expected
    assert lines("online", hand={"counts": {"10": 2}, "threes": 2}) == expected
    by_points = [("score.threes", 2, -200), ("score.hand", None, -20)]
    assert lines("online", hand={"points": 20, "threes": 2}) == by_points


def test_lines_of_nothing_are_left_out():
    assert lines() == []
    assert lines(options={"bonus_out": 0, "morto_penalty": 0}, went_out=True, morto="left") == []
    assert lines(options={"bonus_clean": 0}, melds=[KINGS]) == [("score.cards", 7, 70)]


def test_the_order_of_the_lines():
    everything = lines(
        "online",
        {"morto_cards_count": True},
        table={"points": 700, "clean": 1, "dirty": 1, "royal": 1, "ace_to_ace": 1, "wild": 1},
        red_threes=1,
        red_threes_late=1,
        hand="KS 3S",
        went_out=True,
        morto="left",
        morto_cards="KH KD",
    )
    assert [rule for rule, _, _ in everything] == [
        "score.cards", "score.clean", "score.dirty", "score.royal", "score.ace_to_ace",
        "score.wild", "red3.value", "red3.late", "score.threes", "score.out", "score.morto",
        "score.hand", "score.morto_cards",
    ]  # fmt: skip


def test_the_winner_of_a_hand():
    """`match.hand_winner`"""
    assert sole_leader((10, -5)) == 0
    assert sole_leader((-10, -5)) == 1
    assert sole_leader((10, 10)) is None
    assert sole_leader((10, 10, 5)) is None
    assert sole_leader((10, 10, 15)) == 2
    score = Score((SideScore((Line("score.cards", 5), Line("score.hand", -20))), SideScore(())))
    assert score.totals == (-15, 0)
    assert score.hand_winner == 1
