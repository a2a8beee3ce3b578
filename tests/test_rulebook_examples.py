"""Every rule has an example at every table, and what is said of it comes from the judge."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from scorekeeper.language.rulebook import TITLES
from scorekeeper.rulebook.examples import EXAMPLES, examples_of
from scorekeeper.rules.cards import copies
from scorekeeper.rules.options import OPTIONS, check_ruleset, override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Opening


def verdicts(rule, ruleset=CLASSIC):
    return [example.good for example in examples_of(rule, ruleset, "en")]


def says(rule, ruleset=CLASSIC):
    return " ".join(
        " ".join([shown.word, shown.text, str(shown.points), *map(str, shown.rows)])
        for shown in examples_of(rule, ruleset, "en")
    )


def test_no_rule_is_without_examples_and_none_is_invented():
    assert set(EXAMPLES) == set(TITLES)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_shows_an_example(preset):
    for rule in TITLES:
        shown = examples_of(rule, PRESETS[preset], "en")
        assert shown, rule
        for example in shown:
            assert example.pictures or example.rows, rule
            if example.good is False:
                assert example.text, rule


@pytest.mark.parametrize("preset", PRESETS)
def test_every_example_can_be_laid_with_the_pack(preset):
    ruleset = PRESETS[preset]
    for rule in set(TITLES) - {"setup.pack", "setup.upcard"}:
        for example in examples_of(rule, ruleset, "en"):
            played = [  # a hand is drawn beside the cards that are played from it
                picture.cards for picture in example.pictures if picture.label != "In hand"
            ]
            counts = Counter(card for cards in played for card in cards if card is not None)
            assert all(n <= copies(card, ruleset.jokers) for card, n in counts.items()), rule


@pytest.mark.parametrize(
    ("rule", "options", "place", "before", "after"),
    [
        ("meld.wilds", {"max_wilds": 3}, 3, False, True),
        ("meld.wilds", {"max_wilds": 1}, 2, True, False),
        ("meld.naturals", {"naturals_per_wild": 2}, 2, True, False),
        ("meld.run", {"runs": True}, 0, False, True),
        ("meld.aces", {"aces_wild": True}, 1, False, True),
        ("meld.shared", {"one_meld_per_rank": True}, 1, True, False),
        ("meld.opening", {"opening_minimum": 75}, 0, True, False),
        ("meld.opening", {"opening_minimum": 75}, 1, True, True),
        ("canasta.kind", {"allow_soiling": False}, 3, True, False),
        ("pile.blocked", {"lock_cards": ["joker", "black_three"]}, 1, False, True),
        ("black3.meld", {"black3_meld": "never"}, 0, True, False),
        ("morto.turn", {"morto_by_discard": "next_turn"}, 0, True, False),
        ("out.needs", {"out_needs_canasta": "clean"}, 1, True, False),
        ("out.needs", {"out_needs_canasta": "none"}, 2, False, True),
        ("out.last_card", {"out_needs_discard": True}, 1, True, False),
        ("stock.empty", {"stock_empty": "end"}, 0, False, True),
        ("score.wild", {"wild_only_melds": True, "bonus_wild": 1000}, 0, False, True),
    ],
)
def test_a_house_rule_turns_the_verdict(rule, options, place, before, after):
    assert verdicts(rule)[place] is before
    assert verdicts(rule, override(CLASSIC, options))[place] is after


@pytest.mark.parametrize(
    ("rule", "options", "wanted"),
    [
        ("score.clean", {"bonus_clean": 375}, "375"),
        ("score.dirty", {"bonus_dirty": 135}, "135"),
        ("score.cards", {"card_values": {"6": 35}}, "+185"),
        ("score.out", {"bonus_out": 145}, "+145"),
        ("score.concealed", {"bonus_concealed": 355}, "+355"),
        ("score.morto", {"morto_penalty": 165}, "−165"),
        ("score.threes", {"three_in_hand": 55}, "−110"),
        ("red3.value", {"red3_value": 130}, "+260"),
        ("red3.value", {"red3_all_four": 990}, "+990"),
        ("red3.late", {"red3_late_value": 15}, "−15"),
        ("match.target", {"target": 4000}, "4,000"),
        ("match.tie", {"tie": "starter_wins"}, "started"),
        ("setup.pack", {"jokers": 2}, "106"),
        ("setup.deal", {"hand_size": 13}, "4 × 13 = 52"),
    ],
)
def test_the_table_s_numbers_are_in_the_examples(rule, options, wanted):
    assert wanted not in says(rule)
    assert wanted in says(rule, override(CLASSIC, options))


def test_a_rule_that_forbids_an_example_is_named():
    wild = examples_of("meld.wilds", override(CLASSIC, {"min_naturals": 3}), "en")
    assert any(shown.rule == "meld.naturals" for shown in wild) is False
    kings = examples_of("meld.aces", CLASSIC, "en")[1]
    assert kings.rule == "meld.rank"
    assert examples_of("meld.size", CLASSIC, "en")[1].rule is None


def test_mortos_lie_open_where_the_table_turns_them():
    hidden, open_ones = (
        examples_of("setup.mortos", PRESETS[preset], "en")[0].pictures[0].cards
        for preset in ("classic", "aberta")
    )
    assert set(hidden) == {None}
    assert None not in open_ones
    assert len(hidden) == len(open_ones) == 11


@cache  # for one value of most options the table is the preset itself
def bare_rules(table, preset):
    """The rules that have no example at a table; two that differ in their preset are two."""
    return [rule for rule in TITLES if not examples_of(rule, table, "en")]


@pytest.mark.parametrize("name", OPTIONS)
def test_no_house_rule_breaks_an_example(name):
    kind, low, high = OPTIONS[name].kind, OPTIONS[name].low, OPTIONS[name].high
    values = {
        "bool": (True, False),
        "choice": OPTIONS[name].choices,
        "int": (low, high),
        "locks": ((), ("joker", "two", "black_three")),
        "opening": (Opening(0), Opening(120), Opening(100_000, -500)),
        "values": (PRESETS["online"].card_values,),
    }[kind]
    for preset in PRESETS.values():
        for value in (*values, *((None,) if OPTIONS[name].nullable else ())):
            table = replace(preset, **{name: value})
            assert check_ruleset(table) or not bare_rules(table, preset.preset), (preset, value)
