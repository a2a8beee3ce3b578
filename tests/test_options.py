import json

import pytest
from dealing import overrides, presets
from hypothesis import given

from scorekeeper.rules.options import (
    OPTIONS,
    check_change,
    check_ruleset,
    format_option,
    override,
    overrides_of,
    parse_ruleset,
)
from scorekeeper.rules.problems import DocumentError, Finding, Problem
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Opening, Ruleset

ON, OFF = True, False
CLASSIC_CARDS = {
    "JK": 50, "A": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
    "7": 5, "6": 5, "5": 5, "4": 5, "3": 5, "2": 20,
}  # fmt: skip
LOCKS = ["joker", "two", "black_three"]

# name: (what it may be, classic, online), written out from the rules
TABLE = {
    "sides": ((2, 3), 2, 2),
    "players_per_side": ((1, 2), 2, 2),
    "jokers": ((0, 4), 4, 0),
    "hand_size": ((7, 15), 11, 11),
    "morto_size": ((7, 15), 11, 11),
    "mortos_face_up": (bool, OFF, OFF),
    "mortos_owned": (bool, ON, OFF),
    "initial_upcard": (bool, ON, OFF),
    "lock_cards": (list, LOCKS, ["black_three"]),
    "lock_until_taken": (bool, OFF, OFF),
    "runs": (bool, OFF, ON),
    "ace_to_ace": (bool, OFF, ON),
    "wild_only_melds": (bool, OFF, ON),
    "aces_wild": (bool, OFF, OFF),
    "one_meld_per_rank": (bool, OFF, OFF),
    "allow_soiling": (bool, ON, ON),
    "max_wilds": ((0, 4), 2, 1),
    "min_naturals": ((1, 3), 2, 2),
    "naturals_per_wild": ((0, 3), 0, 0),
    "black3_meld": ({"going_out", "never"}, "going_out", "never"),
    "red3_value": (int, 100, 100),
    "red3_needs": ({"any", "clean"}, "any", "clean"),
    "red3_all_four": ("int or null", None, 800),
    "red3_all_four_without": ("int or null", None, -400),
    "red3_late_value": ("int or null", None, 10),
    "morto_by_discard": ({"same_turn", "next_turn"}, "same_turn", "next_turn"),
    "out_needs_canasta": ({"none", "any", "clean"}, "any", "clean"),
    "out_needs_morto": (bool, ON, ON),
    "out_needs_discard": (bool, OFF, OFF),
    "stock_empty": ({"play_on", "end", "morto_becomes_stock"}, "play_on", "morto_becomes_stock"),
    "card_values": (dict, CLASSIC_CARDS, dict.fromkeys(CLASSIC_CARDS, 10)),
    "three_in_hand": ("int or null", None, 100),
    "bonus_clean": (int, 200, 200),
    "bonus_dirty": (int, 100, 100),
    "bonus_out": (int, 100, 100),
    "bonus_concealed": ("int or null", 200, None),
    "bonus_royal": ("int or null", None, 500),
    "bonus_ace_to_ace": ("int or null", None, 1000),
    "bonus_wild": ("int or null", None, 1000),
    "morto_penalty": (int, 100, 100),
    "morto_cards_count": (bool, ON, OFF),
    "unused_morto_counts": (bool, OFF, ON),
    "opening_minimum": ("opening", 0, 0),
    "target": ((5, 100000), 3000, 2000),
    "tie": ({"extra_hand", "starter_wins"}, "extra_hand", "starter_wins"),
    "express": (bool, OFF, OFF),
}


def refused(name, value):
    with pytest.raises(DocumentError) as caught:
        override(CLASSIC, {name: value})
    assert caught.value.where.startswith(f"overrides.{name}")
    return caught.value.finding


def names(kind):
    return [name for name, (allowed, _, _) in TABLE.items() if kind(allowed)]


ranges = names(lambda allowed: isinstance(allowed, tuple))
choices = names(lambda allowed: isinstance(allowed, set))
bools = names(lambda allowed: allowed is bool)
nullable = names(lambda allowed: allowed == "int or null")
plain_ints = names(lambda allowed: allowed is int)


def test_the_options_are_those_of_the_table_in_its_order():
    assert list(OPTIONS) == list(TABLE)
    assert [name for name in Ruleset.__dataclass_fields__ if name != "preset"] == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_defaults(name):
    assert format_option(PRESETS["classic"], name) == TABLE[name][1]
    assert format_option(PRESETS["online"], name) == TABLE[name][2]


@pytest.mark.parametrize("name", ranges)
def test_ranges(name):
    (low, high), step = TABLE[name][0], 5 if name == "target" else 1
    assert getattr(override(CLASSIC, {name: low}), name) == low
    assert getattr(override(CLASSIC, {name: high}), name) == high
    assert refused(name, low - step) is Finding.OPTION_OUT_OF_RANGE
    assert refused(name, high + step) is Finding.OPTION_OUT_OF_RANGE
    assert refused(name, None) is Finding.OPTION_WRONG_TYPE


@pytest.mark.parametrize("name", [*ranges, *plain_ints, *nullable])
@pytest.mark.parametrize("value", ["10", 10.0, True, [10], {}])
def test_numbers_are_whole_numbers(name, value):
    assert refused(name, value) is Finding.OPTION_WRONG_TYPE


@pytest.mark.parametrize("name", choices)
def test_choices(name):
    for choice in TABLE[name][0]:
        assert getattr(override(CLASSIC, {name: choice}), name) == choice
    assert set(OPTIONS[name].choices) == TABLE[name][0]
    assert refused(name, "maybe") is Finding.OPTION_NOT_A_CHOICE
    assert refused(name, True) is Finding.OPTION_WRONG_TYPE


@pytest.mark.parametrize("name", bools)
def test_switches(name):
    assert getattr(override(CLASSIC, {name: True}), name) is True
    assert getattr(override(CLASSIC, {name: False}), name) is False
    for value in (0, 1, "true", None):
        assert refused(name, value) is Finding.OPTION_WRONG_TYPE


@pytest.mark.parametrize("name", nullable)
def test_null_where_a_table_may_not_know_the_thing(name):
    assert getattr(override(PRESETS["online"], {name: None}), name) is None
    assert getattr(override(CLASSIC, {name: -35}), name) == -35


@pytest.mark.parametrize("name", plain_ints)
def test_points_that_are_always_known(name):
    assert refused(name, None) is Finding.OPTION_WRONG_TYPE
    assert getattr(override(CLASSIC, {name: 0}), name) == 0


@pytest.mark.parametrize("value", [7, 1001, 99_999])
def test_a_target_is_a_multiple_of_five(value):
    assert refused("target", value) is Finding.OPTION_NOT_A_MULTIPLE


def test_lock_cards():
    assert override(CLASSIC, {"lock_cards": []}).lock_cards == ()
    assert override(CLASSIC, {"lock_cards": ["two", "joker"]}).lock_cards == ("joker", "two")
    assert refused("lock_cards", ["ace"]) is Finding.OPTION_NOT_A_CHOICE
    assert refused("lock_cards", [["two"]]) is Finding.OPTION_NOT_A_CHOICE
    assert refused("lock_cards", "two") is Finding.OPTION_WRONG_TYPE


def test_card_values_change_only_what_they_name():
    changed = override(CLASSIC, {"card_values": {"A": 15, "3": 0}})
    assert changed.card_values == CLASSIC_CARDS | {"A": 15, "3": 0}
    assert refused("card_values", {"A": 7}) is Finding.OPTION_NOT_A_MULTIPLE
    assert refused("card_values", {"A": -5}) is Finding.OPTION_OUT_OF_RANGE
    assert refused("card_values", {"A": None}) is Finding.OPTION_WRONG_TYPE
    assert refused("card_values", {"1": 5}) is Finding.KEY_UNKNOWN
    assert refused("card_values", [5]) is Finding.OPTION_WRONG_TYPE


def test_opening_minimum():
    assert override(CLASSIC, {"opening_minimum": 50}).opening_minimum == Opening(50)
    from_total = {"points": 75, "from": 1500}
    changed = override(CLASSIC, {"opening_minimum": from_total})
    assert changed.opening_minimum == Opening(75, 1500)
    assert format_option(changed, "opening_minimum") == from_total
    assert refused("opening_minimum", {"from": 1500}) is Finding.KEY_MISSING
    assert refused("opening_minimum", {"points": 5, "to": 1}) is Finding.KEY_UNKNOWN
    assert refused("opening_minimum", -5) is Finding.OPTION_OUT_OF_RANGE
    assert refused("opening_minimum", None) is Finding.OPTION_WRONG_TYPE


@pytest.mark.parametrize("value", [None, [], "target", 5])
def test_overrides_are_an_object(value):
    with pytest.raises(DocumentError) as caught:
        parse_ruleset("classic", value)
    assert (caught.value.finding, caught.value.where) == (Finding.WRONG_TYPE, "overrides")


def test_an_unknown_preset_or_option_is_named():
    with pytest.raises(DocumentError) as caught:
        parse_ruleset("clasic", {})
    assert caught.value.params["preset"] == "clasic"
    assert caught.value.where == "ruleset"
    assert refused("preset", "online") is Finding.OPTION_UNKNOWN
    assert refused("Target", 3000) is Finding.OPTION_UNKNOWN


@pytest.mark.parametrize("value", [None, 1, ["classic"], {"preset": "classic"}])
def test_a_preset_is_a_text(value):
    with pytest.raises(DocumentError) as caught:
        parse_ruleset(value, {})
    assert caught.value.finding is Finding.WRONG_TYPE


def findings(options, base="classic"):
    return [problem.finding for problem in check_ruleset(override(PRESETS[base], options))]


def test_options_that_do_not_go_together():
    """`ruleset.options`"""
    assert findings({"sides": 3}) == [Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES]
    assert findings({"sides": 3, "players_per_side": 1}) == []
    # 4 hands of 15, 2 mortos of 15 and an upcard are 91 cards: they fit
    assert findings({"hand_size": 15, "morto_size": 15}) == []
    # with three pairs, 90 + 45 + 1 do not fit, and both faults are told
    both = [Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES, Finding.OPTIONS_PACK_TOO_SMALL]
    assert findings({"sides": 3, "hand_size": 15, "morto_size": 15}) == both


def test_the_sides_of_a_match_stay():
    for changes in ({"sides": 3, "players_per_side": 1}, {"players_per_side": 1}):
        problems = check_change(CLASSIC, override(CLASSIC, changes), "hands[1].overrides")
        assert {problem.params["option"] for problem in problems} == set(changes)
        assert {problem.where for problem in problems} == {"hands[1].overrides"}
    assert check_change(CLASSIC, override(CLASSIC, {"target": 4000}), "") == ()


@given(presets(), overrides())
def test_what_is_overridden_reads_back(base, options):
    changed = override(base, options)
    again = parse_ruleset(base.preset, overrides_of(changed))
    assert again == changed
    assert again.preset == base.preset
    assert {name: format_option(changed, name) for name in options if name in ("runs", "tie")} == {
        name: value for name, value in options.items() if name in ("runs", "tie")
    }


# a value that is refused, with the place below the option and the facts
REFUSED = [
    ("runs", 1, Finding.OPTION_WRONG_TYPE, "", {"expected": "true or false"}),
    ("tie", 1, Finding.OPTION_WRONG_TYPE, "", {"expected": "text"}),
    ("tie", "draw", Finding.OPTION_NOT_A_CHOICE, "", {"choices": ("extra_hand", "starter_wins")}),
    ("lock_cards", "two", Finding.OPTION_WRONG_TYPE, "", {"expected": "list"}),
    ("lock_cards", ["ace"], Finding.OPTION_NOT_A_CHOICE, "", {"choices": tuple(LOCKS)}),
    ("jokers", "4", Finding.OPTION_WRONG_TYPE, "", {"expected": "whole number"}),
    ("jokers", 5, Finding.OPTION_OUT_OF_RANGE, "", {"low": 0, "high": 4}),
    ("bonus_out", 100_001, Finding.OPTION_OUT_OF_RANGE, "", {"low": -100_000, "high": 100_000}),
    ("target", 7, Finding.OPTION_NOT_A_MULTIPLE, "", {"step": 5}),
    ("card_values", [5], Finding.OPTION_WRONG_TYPE, "", {"expected": "object"}),
    ("card_values", {"A": 7}, Finding.OPTION_NOT_A_MULTIPLE, ".A", {"step": 5}),
    ("opening_minimum", "5", Finding.OPTION_WRONG_TYPE, "", {"expected": "whole number"}),
    ("opening_minimum", {"points": -1}, Finding.OPTION_OUT_OF_RANGE, ".points",
     {"low": 0, "high": 100_000}),
    ("opening_minimum", {"points": 5, "from": 100_001}, Finding.OPTION_OUT_OF_RANGE, ".from",
     {"low": -100_000, "high": 100_000}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "finding", "below", "facts"), REFUSED)
def test_a_value_that_is_refused_says_where_and_why(name, value, finding, below, facts):
    with pytest.raises(DocumentError) as caught:
        override(CLASSIC, {name: value})
    error = caught.value
    assert (error.finding, error.where) == (finding, f"overrides.{name}{below}")
    assert error.params == {"option": name} | facts


@pytest.mark.parametrize(
    ("name", "value", "finding", "below", "key"),
    [
        ("card_values", {"1": 5}, Finding.KEY_UNKNOWN, ".1", "1"),
        ("opening_minimum", {"points": 5, "to": 1}, Finding.KEY_UNKNOWN, ".to", "to"),
        ("opening_minimum", {"from": 1500}, Finding.KEY_MISSING, "", "points"),
    ],
)
def test_a_wrong_key_of_a_value_is_named(name, value, finding, below, key):
    with pytest.raises(DocumentError) as caught:
        override(CLASSIC, {name: value})
    assert (caught.value.finding, caught.value.where) == (finding, f"overrides.{name}{below}")
    assert caught.value.params == {"key": key}


def test_an_opening_minimum_without_a_total_holds_from_the_start():
    assert override(CLASSIC, {"opening_minimum": {"points": 75}}).opening_minimum == Opening(75)


@pytest.mark.parametrize(
    ("preset", "overrides", "finding", "place", "facts"),
    [
        (5, {}, Finding.WRONG_TYPE, "ruleset", {"expected": "text"}),
        ("clasic", {}, Finding.PRESET_UNKNOWN, "ruleset",
         {"preset": "clasic", "choices": tuple(PRESETS)}),
        ("classic", [], Finding.WRONG_TYPE, "overrides", {"expected": "object"}),
        ("classic", {"x": 1}, Finding.OPTION_UNKNOWN, "overrides.x", {"option": "x"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["", "table"])
def test_a_ruleset_that_cannot_be_read_says_where_and_why(
    preset, overrides, finding, place, facts, where
):
    with pytest.raises(DocumentError) as caught:
        parse_ruleset(preset, overrides, where)
    assert (caught.value.finding, caught.value.where) == (
        finding,
        f"{where}.{place}" if where else place,
    )
    assert caught.value.params == facts


def test_options_that_do_not_go_together_are_told_with_their_place_and_facts():
    """Six hands of 12, three mortos of 12: 108 cards fit the pack, the upcard does not."""
    fitting = {"sides": 3, "hand_size": 12, "morto_size": 12, "initial_upcard": False}
    partners = Problem("ruleset.options", Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES, "overrides")

    def too_many(cards, pack):
        facts = {"cards": cards, "pack": pack}
        return Problem("ruleset.options", Finding.OPTIONS_PACK_TOO_SMALL, "overrides", facts)

    def problems(**more):
        return check_ruleset(override(CLASSIC, fitting | more))

    assert problems() == (partners,)
    assert problems(initial_upcard=True) == (partners, too_many(109, 108))
    # six hands of 12, three mortos of 11, and no jokers
    assert problems(jokers=0, morto_size=11) == (partners, too_many(105, 104))


def test_a_change_that_cannot_be_is_told_with_its_place_and_facts():
    where = "hands[1].overrides"
    assert check_change(CLASSIC, override(CLASSIC, {"sides": 3}), where) == (
        Problem("ruleset.options", Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES, where),
        Problem("ruleset.options", Finding.OPTIONS_SIDES_FIXED, where, {"option": "sides"}),
    )


def test_an_option_is_written_as_json_has_it():
    changed = override(CLASSIC, {"card_values": {"A": 15}, "lock_cards": []})
    written = overrides_of(changed)
    assert json.loads(json.dumps(written)) == written
    assert written == {"lock_cards": [], "card_values": CLASSIC_CARDS | {"A": 15}}
