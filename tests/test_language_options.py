"""Every option, value and preset has a name in every language."""

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.options import (
    CHOICES,
    TITLES,
    UNSET,
    option_title,
    option_value,
    preset_summary,
    preset_title,
)
from scorekeeper.rules.options import OPTIONS, format_option
from scorekeeper.rules.ruleset import PRESETS, Opening


def test_every_option_and_choice_has_a_name_and_no_other_has():
    assert set(TITLES) == set(OPTIONS)
    assert set(CHOICES) == {
        (name, choice)
        for name, option in OPTIONS.items()
        if option.kind == "choice"
        for choice in option.choices
    }
    assert all(OPTIONS[name].nullable for name in UNSET)


@pytest.mark.parametrize("code", LANGUAGES)
def test_titles_differ(code):
    assert len({option_title(name, code) for name in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_values_read_the_same_from_a_ruleset_and_from_a_document(code, preset):
    for name in OPTIONS:
        value = option_value(name, getattr(PRESETS[preset], name), code)
        assert value
        assert "%" not in value
        assert value == option_value(name, format_option(PRESETS[preset], name), code)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("runs", True, "sim"),
        ("runs", False, "não"),
        ("target", 3000, "3.000"),
        ("bonus_concealed", None, "não há"),
        ("red3_all_four", None, "quatro vezes um"),
        ("out_needs_canasta", "none", "nenhuma canastra"),
        ("lock_cards", ("joker", "two", "black_three"), "joker, 2 e três preto"),
        ("lock_cards", (), "nada"),
        ("opening_minimum", Opening(75), "75"),
        ("opening_minimum", {"points": 75, "from": 1500}, "75 a partir de um total de 1.500"),
        (
            "card_values",
            {"JK": 50, "A": 20, "2": 20, "3": 5},
            "JK = 50 · A, 2 = 20 · três preto = 5",
        ),
    ],
)
def test_values_in_words(name, value, expected):
    assert option_value(name, value, "pt_BR") == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_presets_have_a_title_and_one_sentence(code):
    assert len({preset_title(preset, code) for preset in PRESETS}) == len(PRESETS)
    summaries = {preset_summary(preset, code) for preset in PRESETS}
    assert len(summaries) == len(PRESETS)
    assert all(summary.endswith(".") for summary in summaries)


@pytest.mark.parametrize("name", [option_title, preset_title, preset_summary])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(KeyError):
        name("wilds", "en")


def test_a_value_that_no_option_has_is_refused():
    with pytest.raises(TypeError):
        option_value("target", 1.5, "en")
    with pytest.raises(KeyError):
        option_value("tie", "coin", "en")
