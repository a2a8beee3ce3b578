"""Each impossible tally, written by hand, and the rule that it breaks."""

import pytest

from scorekeeper.rules.checks import check_tally, counted_values, least_canasta_points
from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import Finding
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.rules.tally import Canastas

KINGS = "KS KH KD KC KS KH KD"
ELEVEN = "AC JD QH 10S 8H 7C 6D 5C 4H 2S JK"


def side(**keys):
    return {"melds": [], "hand": "", "morto": "taken"} | keys


def table(**keys):
    counted = side(table=keys)
    del counted["melds"]
    return counted


def out(**keys):
    return side(went_out=True) | keys


def check(*sides, preset="classic", **options):
    ruleset = override(PRESETS[preset], options)
    missing = [side() for _ in range(ruleset.sides - len(sides))]
    return check_tally(parse_tally({"sides": [*sides, *missing]}, ruleset), ruleset)


def found(*sides, preset="classic", **options):
    return [(p.rule, p.where) for p in check(*sides, preset=preset, **options)]


def test_a_tally_of_nothing_is_possible():
    for preset in PRESETS:
        assert found(preset=preset) == []


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("KS KH", "meld.size"),
        ("KS KH QD", "meld.rank"),
        ("KS JK 2C", "meld.naturals"),
        ("KS KH JK JK 2C", "meld.wilds"),
        ("3S 3C 3S", "black3.meld"),
    ],
)
def test_an_invalid_meld(cards, rule):
    assert found(side(melds=["4S 4H 4D", cards])) == [(rule, "sides[0].melds[1]")]


def test_black_threes_of_the_side_that_went_out():
    assert found(out(melds=[KINGS, "3S 3C 3S"])) == []
    assert found(out(melds=[KINGS]), side(melds=["3S 3C 3S"])) == [
        ("black3.meld", "sides[1].melds[0]")
    ]


def test_one_meld_of_a_rank():
    twice = side(melds=["KS KH KD", "KS KH KC"])
    assert found(twice) == []
    assert found(twice, one_meld_per_rank=True) == [("meld.shared", "sides[0].melds[1]")]
    runs = side(melds=["4S 5S 6S", "4H 5H 6H"])
    assert found(runs, preset="carioca", one_meld_per_rank=True) == []


def test_a_card_more_often_than_the_pack_has_it():
    """`setup.pack`"""
    assert found(side(melds=["KS KH KD", "KS KH KC"])) == []
    assert found(side(melds=["KS KS KD"]), side(hand="KS")) == [("setup.pack", "sides[1].hand")]
    left = side(morto="left", morto_cards=ELEVEN.replace("AC", "KS"))
    assert found(side(melds=["KS KS KD"]), left) == [("setup.pack", "sides[1].morto_cards")]
    assert found(side(melds=["KS KS KS"])) == [("setup.pack", "sides[0].melds[0]")]
    assert found(side(hand="JK JK"), side(hand="JK JK")) == []
    assert found(side(hand="JK JK"), side(hand="JK JK JK")) == [("setup.pack", "sides[1].hand")]
    problem = check(side(hand="JK JK JK JK JK"))[0]
    assert (problem.params["count"], problem.params["most"]) == (5, 4)


def test_a_joker_in_a_pack_without_jokers():
    (problem,) = check(side(hand="JK JK"), preset="online")
    assert (problem.rule, problem.finding) == ("setup.pack", Finding.NO_JOKERS_IN_PACK)


def test_at_most_four_red_threes():
    assert found(side(red_threes=2), side(red_threes=1, red_threes_late=1)) == []
    assert found(side(red_threes=5)) == [("setup.pack", "sides[0].red_threes")]
    assert found(side(red_threes=3), side(red_threes_late=2)) == [
        ("setup.pack", "sides[1].red_threes")
    ]
    left = side(red_threes=3, morto="left", morto_cards="3H 3D " + ELEVEN[:-6])
    assert ("setup.pack", "sides[0].red_threes") in found(left)
    assert found(side(hand="3H 3D"), side(red_threes=3), preset="online") == [
        ("setup.pack", "sides[1].red_threes")
    ]


def test_at_most_eight_threes():
    five = side(red_threes=4, hand={"points": 0, "threes": 5})
    assert found(five, preset="online") == [("setup.pack", "sides")]
    four = side(red_threes=4, hand={"points": 0, "threes": 4})
    assert found(four, preset="online") == []


def test_two_sides_out():
    queens = KINGS.replace("K", "Q")
    assert found(out(melds=[KINGS]), out(melds=[queens])) == [("out.needs", "sides[1].went_out")]


@pytest.mark.parametrize(
    ("needs", "melds", "fine"),
    [
        ("any", [], False),
        ("any", ["KS KH KD KC KS KH JK"], True),
        ("clean", ["KS KH KD KC KS KH JK"], False),
        ("clean", [KINGS], True),
        ("none", [], True),
    ],
)
def test_going_out_needs_a_canasta(needs, melds, fine):
    expected = [] if fine else [("out.needs", "sides[0].went_out")]
    assert found(out(melds=melds), out_needs_canasta=needs) == expected


def test_going_out_needs_the_morto():
    left = out(melds=[KINGS], morto="left", morto_cards=ELEVEN)
    assert found(left) == [("out.needs", "sides[0].went_out")]
    assert found(left, out_needs_morto=False) == []
    assert found(left, stock_empty="morto_becomes_stock") == []
    assert found(out(melds=[KINGS], morto="unused"), preset="online") == []
    assert found(out(melds=[KINGS], morto="left"), preset="online") == []


def test_both_needs_are_told_at_once():
    problems = check(out(morto="left", morto_cards=ELEVEN))
    assert [p.finding for p in problems] == [Finding.OUT_WITHOUT_MORTO, Finding.OUT_WITHOUT_CANASTA]


def test_a_royal_or_ace_to_ace_canasta_is_clean_and_a_wild_one_is_not():
    for kind, fine in {"royal": True, "ace_to_ace": True, "wild": False}.items():
        problems = found(table(points=700, **{kind: 1}) | {"went_out": True}, preset="online")
        assert problems == ([] if fine else [("out.needs", "sides[0].went_out")])


def test_unused_only_where_the_morto_waits_for_the_next_turn():
    assert found(side(morto="unused")) == [("setup.mortos", "sides[0].morto")]
    assert found(side(morto="unused"), morto_by_discard="next_turn") == []


def test_a_side_of_one_that_went_out_holds_nothing():
    """`out.last_card`"""
    held = out(melds=[KINGS], hand="4S")
    assert found(held) == []
    for preset in ("two_player", "three_player"):
        assert found(held, preset=preset) == [("out.last_card", "sides[0].hand")]
    for hand in ({"points": 5}, {"counts": {"5": 1}}):
        assert found(held | {"hand": hand}, preset="two_player") == [
            ("out.last_card", "sides[0].hand")
        ]
    for hand in ("", {"points": 0}, {"counts": {"5": 0}}, {"counts": {}}):
        assert found(held | {"hand": hand}, preset="two_player") == []


def test_concealed():
    assert found(out(melds=[KINGS], concealed=True)) == []
    assert found(side(concealed=True)) == [("score.concealed", "sides[0].concealed")]
    assert found(out(melds=[KINGS], concealed=True), preset="online") == [
        ("score.concealed", "sides[0].concealed")
    ]


def test_a_red_three_in_hand():
    assert found(side(hand="4S 3H")) == [("red3.lay", "sides[0].hand")]
    assert found(side(hand="4S 3H"), preset="online") == []
    assert found(side(hand="4S 3S")) == []


def test_threes_counted_apart_need_a_price():
    assert found(side(hand={"points": 0, "threes": 1})) == [
        ("score.threes", "sides[0].hand.threes")
    ]
    assert found(side(hand={"points": 0, "threes": 0})) == []


def test_the_cards_of_a_morto():
    assert found(side(morto="left", morto_cards=ELEVEN)) == []
    assert found(side(morto="left")) == [("score.morto_cards", "sides[0].morto_cards")]
    assert found(side(morto="left"), morto_cards_count=False) == []
    place = [("setup.mortos", "sides[0].morto_cards")]
    assert found(side(morto_cards=ELEVEN)) == place
    assert found(side(morto="left", morto_cards="AC JD")) == place
    assert found(side(morto="left", morto_cards="")) == place
    assert found(side(morto="left", morto_cards=ELEVEN), morto_size=12) == place
    assert found(side(morto="left", morto_cards=f"{ELEVEN} 9H"), morto_size=12) == []
    assert found(side(morto="left", morto_cards={"points": 150})) == []
    assert found(side(morto="left", morto_cards={"counts": {"10": 11}})) == []
    # four of the eleven can be red threes, which have no value to be counted by
    assert found(side(morto="left", morto_cards={"counts": {"10": 7}})) == []
    assert found(side(morto="left", morto_cards={"counts": {"10": 6}})) == place
    assert found(side(morto="left", morto_cards={"counts": {"10": 12}})) == place


def test_canastas_need_their_cards():
    """`setup.pack`: seven each, counted by value"""
    place = [("setup.pack", "sides[0].table.counts")]
    assert found(table(counts={"10": 14}, clean=1, dirty=1)) == []
    assert found(table(counts={"10": 13}, clean=1, dirty=1)) == place
    assert found(table(counts={"10": 11}, royal=1), preset="online") == []
    assert found(table(counts={"10": 10}, royal=1), preset="online") == place
    assert found(table(counts={"10": 12}, ace_to_ace=1), preset="online") == []
    assert found(table(counts={"10": 11}, ace_to_ace=1), preset="online") == place


@pytest.mark.parametrize(
    ("preset", "kind", "least", "step"),
    [
        ("classic", "clean", 35, 5),
        ("classic", "dirty", 35, 5),
        ("online", "clean", 70, 10),
        ("online", "dirty", 70, 10),
        ("online", "wild", 70, 10),
        ("online", "royal", 110, 10),
        ("online", "ace_to_ace", 120, 10),
    ],
)
def test_canastas_need_their_points(preset, kind, least, step):
    """`canasta.size`"""
    assert least_canasta_points(Canastas(**{kind: 1}), PRESETS[preset]) == least
    place = [("canasta.size", "sides[0].table.points")]
    assert found(table(points=least, **{kind: 1}), preset=preset) == []
    assert found(table(points=least - step, **{kind: 1}), preset=preset) == place
    assert found(table(points=2 * least, **{kind: 2}), preset=preset) == []
    assert found(table(points=2 * least - step, **{kind: 2}), preset=preset) == place


@pytest.mark.parametrize(("preset", "step", "most"), [("classic", 5, 1180), ("online", 10, 960)])
def test_points_are_multiples_and_not_more_than_the_pack_holds(preset, step, most):
    """`score.cards`, `setup.pack`"""
    assert found(table(points=step), preset=preset) == []
    assert found(table(points=step + 1), preset=preset) == [
        ("score.cards", "sides[0].table.points")
    ]
    assert found(side(hand={"points": step - 1}), preset=preset) == [
        ("score.cards", "sides[0].hand.points")
    ]
    assert found(table(points=most), preset=preset) == []
    assert found(table(points=most + step), preset=preset) == [
        ("setup.pack", "sides[0].table.points")
    ]
    assert found(table(points=most), side(hand={"points": step}), preset=preset) == [
        ("setup.pack", "sides[1].hand.points")
    ]


def test_listed_threes_take_no_points_from_the_pack_where_they_have_their_own_price():
    """All 96 other cards on the table, and the threes in the hands."""
    assert found(table(points=960), side(hand="3S 3C 3S 3C"), preset="online") == []
    assert found(table(counts={"10": 96}), side(hand="3S 3C 3S 3C"), preset="online") == []


def test_values_that_no_card_has():
    assert found(table(counts={"15": 1})) == [("score.cards", "sides[0].table.counts.15")]
    assert found(table(counts={"15": 0})) == []
    assert found(table(counts={"15": 1}), card_values={"A": 15}) == []
    assert found(side(hand={"counts": {"5": 1}}), preset="online") == [
        ("score.cards", "sides[0].hand.counts.5")
    ]
    assert found(table(counts={"50": 1}), jokers=0) == [("score.cards", "sides[0].table.counts.50")]


def test_more_cards_of_a_value_than_the_pack_has():
    # classic: 4 of 50, 16 of 20, 48 of 10, 36 of 5
    assert found(table(counts={"50": 4, "20": 16, "10": 48, "5": 36})) == []
    for value, most in {"50": 4, "20": 16, "10": 48, "5": 36}.items():
        assert found(table(counts={value: most + 1})) == [
            ("setup.pack", f"sides[0].table.counts.{value}")
        ]
    three = table(counts={"50": 3})
    assert found(three, side(hand="JK")) == []
    assert found(three, side(hand="JK JK")) == [("setup.pack", "sides[0].table.counts.50")]


def test_canastas_that_the_table_does_not_know():
    for kind in ("royal", "ace_to_ace", "wild"):
        assert found(table(points=700, **{kind: 1})) == [("canasta.kind", f"sides[0].table.{kind}")]


def test_every_problem_is_found_not_only_the_first():
    first = side(
        melds=["KS KH QD", "3S 3C 3S", "9S 9H"],
        hand="KS KS 3H",
        morto="unused",
        morto_cards="AC",
        red_threes=5,
        concealed=True,
    )
    second = out(morto="left", table={"points": 12, "clean": 1})
    del second["melds"]
    assert sorted(found(first, second)) == sorted(
        [
            ("meld.rank", "sides[0].melds[0]"),
            ("black3.meld", "sides[0].melds[1]"),
            ("meld.size", "sides[0].melds[2]"),
            ("red3.lay", "sides[0].hand"),
            ("setup.mortos", "sides[0].morto"),
            ("setup.mortos", "sides[0].morto_cards"),
            ("score.concealed", "sides[0].concealed"),
            ("canasta.size", "sides[1].table.points"),
            ("score.morto_cards", "sides[1].morto_cards"),
            ("out.needs", "sides[1].went_out"),
            ("score.cards", "sides[1].table.points"),
            ("setup.pack", "sides[0].hand"),
            ("setup.pack", "sides[0].red_threes"),
        ]
    )


def test_hints_are_no_problems():
    """An empty hand of the side that did not go out, or one far above the usual."""
    assert found(out(melds=[KINGS]), side(hand="")) == []
    assert found(side(hand=" ".join(f"{rank}H {rank}D" for rank in "AKQJ987654"))) == []


def test_the_values_to_count_by():
    assert counted_values(PRESETS["classic"]) == (50, 20, 10, 5)
    assert counted_values(PRESETS["online"]) == (10,)
    assert counted_values(override(PRESETS["classic"], {"jokers": 0})) == (20, 10, 5)
