"""Each impossible tally, written by hand, and the rule that it breaks."""

import pytest

from scorekeeper.rules.cards import card
from scorekeeper.rules.checks import (
    check_tally,
    counted_values,
    knows_canasta,
    least_canasta_points,
    ranks_worth,
)
from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.melds import Canasta
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import Finding, Problem
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.rules.tally import ByValue, Canastas, Morto, SideTally, Tally

KINGS = "KS KH KD KC KS KH KD"
QUEENS = KINGS.replace("K", "Q")
JACKS = KINGS.replace("K", "J")
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
    assert found(out(melds=[KINGS]), out(melds=[QUEENS])) == [("out.needs", "sides[1].went_out")]


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
    # black threes have a value as long as they can be melded or have no price of their own in hand
    assert counted_values(override(PRESETS["classic"], {"card_values": {"3": 15}})) == (
        50, 20, 15, 10, 5,
    )  # fmt: skip


def test_the_ranks_of_a_value():
    classic, online = PRESETS["classic"], PRESETS["online"]
    assert ranks_worth(50, classic) == {"JK"}
    assert ranks_worth(20, classic) == {"A", "2"}
    assert ranks_worth(10, classic) == {"K", "Q", "J", "10", "9", "8"}
    assert ranks_worth(5, classic) == {"7", "6", "5", "4", "3"}
    assert ranks_worth(15, classic) == set()
    assert ranks_worth(10, online) == set("AKQJ9876542") | {"10"}


@pytest.mark.parametrize(
    ("preset", "options", "known"),
    [
        ("classic", {}, {"clean", "dirty"}),
        ("online", {}, {"clean", "dirty", "royal", "ace_to_ace", "wild"}),
        ("online", {"runs": False}, {"clean", "dirty", "wild"}),
        ("online", {"bonus_royal": None}, {"clean", "dirty", "ace_to_ace", "wild"}),
        ("online", {"bonus_ace_to_ace": None}, {"clean", "dirty", "royal", "wild"}),
        ("online", {"ace_to_ace": False}, {"clean", "dirty", "royal", "wild"}),
        ("online", {"wild_only_melds": False}, {"clean", "dirty", "royal", "ace_to_ace"}),
        # wild melds need no bonus
        ("classic", {"wild_only_melds": True}, {"clean", "dirty", "wild"}),
    ],
)
def test_the_canastas_that_a_table_knows(preset, options, known):
    """`canasta.kind`"""
    ruleset = override(PRESETS[preset], options)
    assert {kind for kind in Canasta if knows_canasta(kind, ruleset)} == known


def test_the_cheapest_card_of_the_pack_sets_the_least_points_of_a_canasta():
    """`canasta.size`: a joker counts where the pack has jokers."""
    cheap_jokers = {"card_values": {"JK": 5}}
    one = Canastas(dirty=1)
    assert least_canasta_points(one, override(PRESETS["online"], cheap_jokers)) == 70
    with_jokers = override(PRESETS["online"], cheap_jokers | {"jokers": 2})
    assert least_canasta_points(one, with_jokers) == 35


def test_black_threes_are_worth_points_unless_they_can_only_stay_in_a_hand_at_a_price():
    """All 104 cards with a value in classic are worth 1180 points, 20 of them in black threes."""
    all_points = [table(points=1160), side(hand={"points": 20})]
    assert found(*all_points) == []
    assert found(*all_points, black3_meld="never") == []
    assert found(*all_points, three_in_hand=100) == []
    assert found(*all_points, black3_meld="never", three_in_hand=100) == [
        ("setup.pack", "sides[1].hand.points")
    ]


def test_threes_counted_apart_are_cards_of_a_morto_like_others():
    """They make eight; the three that lack can be red threes, which have no value."""
    left = SideTally(morto=Morto.LEFT, morto_cards=ByValue(((10, 5),), threes=3))
    assert check_tally(Tally((left, SideTally())), PRESETS["online"]) == ()


def test_cards_without_any_value_are_worth_nothing_together():
    worthless = {"card_values": dict.fromkeys(PRESETS["classic"].card_values, 0)}
    assert found(table(points=0), **worthless) == []
    assert check(table(points=5), **worthless) == (
        Problem("score.cards", Finding.WRONG_MULTIPLE, "sides[0].table.points",
                {"points": 5, "step": 0}),
        Problem("setup.pack", Finding.TOO_MANY_POINTS, "sides[0].table.points",
                {"points": 5, "most": 0}),
    )  # fmt: skip


def test_a_joker_too_many_hides_no_other_card():
    assert check(side(hand="JK KS KS KS"), preset="online") == (
        Problem("setup.pack", Finding.NO_JOKERS_IN_PACK, "sides[0].hand"),
        Problem("setup.pack", Finding.CARD_TOO_OFTEN, "sides[0].hand",
                {"card": card("KS"), "count": 3, "most": 2}),
    )  # fmt: skip


def test_too_many_points_are_shown_at_the_heap_that_has_them_all():
    assert check(table(points=1185), side(hand={"points": 5})) == (
        Problem("setup.pack", Finding.TOO_MANY_POINTS, "sides[0].table.points",
                {"points": 1190, "most": 1180}),
    )  # fmt: skip


# sides, preset, options, and the one problem they have: rule, finding, place, facts
ONE_PROBLEM = [
    ([out(melds=[KINGS]), out(melds=[QUEENS]), out(melds=[JACKS])], "three_player", {},
     ("out.needs", Finding.TWO_WENT_OUT, "sides[2].went_out", {"count": 3})),
    ([side(melds=["KS KH KD", "4S 4H 4D", "KS KH KC"])], "classic", {"one_meld_per_rank": True},
     ("meld.shared", Finding.MELD_RANK_TWICE, "sides[0].melds[2]", {"rank": "K"})),
    ([side(), side(melds=["4S 4H 4D", "KS KH"])], "classic", {},
     ("meld.size", Finding.MELD_TOO_SMALL, "sides[1].melds[1]", {"count": 2, "least": 3})),
    ([table(points=700, royal=1)], "classic", {},
     ("canasta.kind", Finding.UNKNOWN_CANASTA_KIND, "sides[0].table.royal", {"kind": "royal"})),
    ([table(counts={"10": 8, "5": 5}, clean=1, dirty=1)], "classic", {},
     ("setup.pack", Finding.TOO_FEW_CARDS_FOR_CANASTAS, "sides[0].table.counts",
      {"count": 13, "least": 14})),
    ([table(points=65, clean=1, dirty=1)], "classic", {},
     ("canasta.size", Finding.TOO_FEW_POINTS_FOR_CANASTAS, "sides[0].table.points",
      {"points": 65, "least": 70})),
    ([side(hand="4S 3H 3D")], "classic", {},
     ("red3.lay", Finding.RED_THREE_IN_HAND, "sides[0].hand", {"count": 2})),
    ([side(hand={"points": 5, "threes": 1})], "classic", {},
     ("score.threes", Finding.THREES_HAVE_NO_PRICE, "sides[0].hand.threes", {})),
    ([side(morto="unused")], "classic", {},
     ("setup.mortos", Finding.MORTO_CANNOT_BE_UNUSED, "sides[0].morto", {})),
    ([side(morto="left")], "classic", {},
     ("score.morto_cards", Finding.MORTO_CARDS_MISSING, "sides[0].morto_cards", {})),
    ([side(morto_cards=ELEVEN)], "classic", {},
     ("setup.mortos", Finding.MORTO_CARDS_OF_A_TAKEN_MORTO, "sides[0].morto_cards", {})),
    ([side(morto="left", morto_cards="AC JD")], "classic", {},
     ("setup.mortos", Finding.MORTO_WRONG_SIZE, "sides[0].morto_cards",
      {"count": 2, "size": 11})),
    ([side(morto="left", morto_cards={"counts": {"10": 4, "5": 2}})], "classic", {},
     ("setup.mortos", Finding.MORTO_WRONG_SIZE, "sides[0].morto_cards",
      {"count": 6, "size": 11})),
    ([side(concealed=True)], "classic", {},
     ("score.concealed", Finding.CONCEALED_WITHOUT_GOING_OUT, "sides[0].concealed", {})),
    ([out(melds=[KINGS], concealed=True)], "classic", {"bonus_concealed": None},
     ("score.concealed", Finding.CONCEALED_UNKNOWN, "sides[0].concealed", {})),
    ([out(melds=[KINGS], morto="left", morto_cards=ELEVEN)], "classic", {},
     ("out.needs", Finding.OUT_WITHOUT_MORTO, "sides[0].went_out", {})),
    ([out()], "classic", {},
     ("out.needs", Finding.OUT_WITHOUT_CANASTA, "sides[0].went_out", {})),
    ([out()], "classic", {"out_needs_canasta": "clean"},
     ("out.needs", Finding.OUT_WITHOUT_CLEAN_CANASTA, "sides[0].went_out", {})),
    ([out(melds=[KINGS], hand="4S")], "two_player", {},
     ("out.last_card", Finding.OUT_WITH_CARDS_IN_HAND, "sides[0].hand", {})),
    ([table(points=6)], "classic", {},
     ("score.cards", Finding.WRONG_MULTIPLE, "sides[0].table.points", {"points": 6, "step": 5})),
    ([table(counts={"15": 1})], "classic", {},
     ("score.cards", Finding.NO_CARD_OF_VALUE, "sides[0].table.counts.15", {"value": 15})),
    ([side(melds=["KS KS KD"]), side(hand="KS")], "classic", {},
     ("setup.pack", Finding.CARD_TOO_OFTEN, "sides[1].hand",
      {"card": card("KS"), "count": 3, "most": 2})),
    ([side(hand="JK JK JK")], "classic", {"jokers": 2},
     ("setup.pack", Finding.CARD_TOO_OFTEN, "sides[0].hand",
      {"card": card("JK"), "count": 3, "most": 2})),
    ([table(counts={"50": 3}), side(hand="JK JK")], "classic", {},
     ("setup.pack", Finding.VALUE_TOO_OFTEN, "sides[0].table.counts.50",
      {"value": 50, "count": 5, "most": 4})),
    ([table(points=1180), side(hand={"points": 5})], "classic", {},
     ("setup.pack", Finding.TOO_MANY_POINTS, "sides[1].hand.points",
      {"points": 1185, "most": 1180})),
    ([side(red_threes=3), side(red_threes_late=2)], "classic", {},
     ("setup.pack", Finding.TOO_MANY_RED_THREES, "sides[1].red_threes",
      {"count": 5, "most": 4})),
    ([side(red_threes=4, hand={"points": 0, "threes": 5})], "online", {},
     ("setup.pack", Finding.TOO_MANY_THREES, "sides", {"count": 9, "most": 8})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "preset", "options", "problem"), ONE_PROBLEM, ids=[row[3][1] for row in ONE_PROBLEM]
)
def test_a_problem_says_what_was_found_where_and_with_which_facts(sides, preset, options, problem):
    assert check(*sides, preset=preset, **options) == (Problem(*problem),)
