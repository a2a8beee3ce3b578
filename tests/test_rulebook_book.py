"""What steers a rule, how presets differ, the sheet of a table, and the tips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.rulebook import RULE_GROUPS, TITLES, rule_text
from scorekeeper.rulebook.comparison import differences, texts_elsewhere, values_elsewhere
from scorekeeper.rulebook.foreword import foreword
from scorekeeper.rulebook.steering import STEERED_BY, home_of, options_of
from scorekeeper.rulebook.summary import summary_of
from scorekeeper.rulebook.tips import TIPS
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.options import OPTIONS, override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Opening

OTHER = {
    "lock_cards": ((), ("joker",)),
    "opening_minimum": (Opening(75), Opening(75, 1500)),
    "card_values": (PRESETS["online"].card_values,),
}
# what the paragraph mentions in passing, and another rule settles
IN_PASSING = {
    ("meld.wilds", "jokers"),
    ("score.cards", "jokers"),
    ("pile.blocked", "jokers"),
    ("setup.mortos", "sides"),
    ("red3.late", "red3_value"),
    ("score.royal", "bonus_clean"),
    ("score.ace_to_ace", "bonus_clean"),
    ("score.concealed", "bonus_out"),
    ("stock.empty", "morto_penalty"),
    ("match.target", "express"),
}


def other_values(name):
    option = OPTIONS[name]
    if name in OTHER:
        return OTHER[name]
    if option.kind == "bool":
        return (True, False)
    if option.kind == "choice":
        return option.choices
    return (option.low, option.high, *((None,) if option.nullable else ()))


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_that_changes_what_a_rule_says_steers_it(name):
    changed = set()
    for preset in PRESETS.values():
        for value in other_values(name):
            table = replace(preset, **{name: value})
            changed |= {
                rule
                for rule in TITLES
                if rule_text(rule, table, "en") != rule_text(rule, preset, "en")
            }
    steered = {rule for rule in TITLES if name in options_of(rule)}
    assert changed, name
    assert {rule for rule in changed - steered if (rule, name) not in IN_PASSING} == set()


def test_only_rules_and_options_that_there_are_steer():
    assert set(STEERED_BY) <= set(TITLES)
    assert {name for names in STEERED_BY.values() for name in names} == set(OPTIONS)
    assert home_of("players_per_side") == "setup.players"
    assert home_of("morto_by_discard") == "morto.turn"


@pytest.mark.parametrize("one", PRESETS)
@pytest.mark.parametrize("other", PRESETS)
def test_exactly_the_options_that_differ_are_compared(one, other):
    pair = PRESETS[one], PRESETS[other]
    found = [d for chapter in differences(pair, "en") for d in chapter.differences]
    wanted = {name for name in OPTIONS if getattr(pair[0], name) != getattr(pair[1], name)}
    assert {d.option for d in found} == wanted
    assert len(found) == len(wanted)
    assert all(d.values[0] != d.values[1] for d in found)


def test_what_other_games_say_is_what_they_say():
    table = override(CLASSIC, {"bonus_clean": 250})
    said = {
        preset: e.text for e in texts_elsewhere("score.clean", table, "en") for preset in e.presets
    }
    assert set(said) == set(PRESETS)
    assert "+100" in said["three_player"]
    assert "+200" in said["classic"]
    assert texts_elsewhere("meld.size", CLASSIC, "en") == ()


def test_other_values_have_the_games_that_play_them():
    others = values_elsewhere("out_needs_canasta", CLASSIC, "en")
    assert [(other.presets, other.text) for other in others] == [
        (("online",), "a clean canasta"),
        ((), "no canasta"),
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_sheet_has_the_numbers_of_the_table(preset, code):
    table = override(
        PRESETS[preset], {"bonus_clean": 375, "morto_penalty": 165, "target": 995, "hand_size": 8}
    )
    sheet = summary_of(table, code)
    prices = [price.value for price in sheet.prices]
    assert "+375" in prices
    assert "−165" in prices
    text = " ".join(rule.text for chapter in sheet.chapters for rule in chapter.rules)
    assert "995" in text
    assert "8" in text


def test_the_sheet_leaves_out_what_the_table_does_not_know():
    rules = {
        name: {
            rule.rule for chapter in summary_of(ruleset, "en").chapters for rule in chapter.rules
        }
        for name, ruleset in (
            ("classic", CLASSIC),
            ("carioca", PRESETS["carioca"]),
            ("express", override(CLASSIC, {"express": True, "opening_minimum": 75})),
        )
    }
    assert "meld.run" not in rules["classic"]
    assert "meld.run" in rules["carioca"]
    assert rules["express"] - rules["classic"] == {"match.express", "meld.opening"}
    assert rules["classic"] - rules["express"] == {"match.target", "match.both"}


def test_the_foreword_tells_how_this_game_goes():
    said = {name: " ".join(foreword(ruleset, "en")) for name, ruleset in PRESETS.items()}
    assert "neighbours of one suit" in said["carioca"]
    assert "neighbours" not in said["classic"]
    assert "5,000" in said["paulista"]
    assert "Three players" in said["three_player"]
    assert "highest score wins" in " ".join(foreword(override(CLASSIC, {"express": True}), "en"))


def test_tips_have_cards_and_a_rule_behind_them():
    assert 10 <= len(TIPS) <= 15
    assert sum(bool(parse_cards(tip.cards)) for tip in TIPS) >= 4
    assert {tip.rule for tip in TIPS} <= {rule for group in RULE_GROUPS for rule in group.rules}
