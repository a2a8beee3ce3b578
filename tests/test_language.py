"""The languages, how one is chosen, and how they write points."""

import subprocess
import sys

import pytest

from scorekeeper.language import LANGUAGE_NAMES, LANGUAGES, mark, mark_plural, negotiate
from scorekeeper.language.numbers import format_points


def test_every_language_has_a_name():
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)
    assert len(set(LANGUAGE_NAMES.values())) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["pt-PT", "en"], "pt_BR"),
        (["pt"], "pt_BR"),
        (["PT_br"], "pt_BR"),
        (["en-GB", "pt"], "en"),
        (["de-AT", "sv", "fr-CH", "it"], "fr"),
        ([" nl-BE "], "nl"),
        (["es-419"], "es"),
        (["de", "*"], None),
        (["enm", "fry", ""], None),
        ([], None),
    ],
)
def test_the_first_tag_that_we_speak_wins(tags, expected):
    assert negotiate(tags) == expected


def test_marking_changes_nothing():
    assert mark("kings") == "kings"
    assert mark_plural("one", "many") == ("one", "many")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pt_BR", "2.460"),
        ("en", "2,460"),
        ("es", "2460"),
        ("fr", "2\u202f460"),
        ("it", "2.460"),
        ("nl", "2.460"),
    ],
)
def test_thousands_are_grouped_as_the_language_does(code, expected):
    assert format_points(2460, code) == expected
    assert format_points(-2460, code) == "\u2212" + expected
    assert format_points(2460, code, signed=True) == "+" + expected


def test_spanish_groups_from_five_digits_on():
    assert format_points(12460, "es") == "12.460"


@pytest.mark.parametrize("signed", [True, False])
def test_zero_has_no_sign(signed):
    assert format_points(0, "en", signed=signed) == "0"


def test_small_numbers():
    assert format_points(780, "pt_BR") == "780"
    assert format_points(-375, "pt_BR", signed=True) == "\u2212375"
    assert format_points(1234567, "en") == "1,234,567"


def test_importing_the_languages_does_not_load_babel():
    code = (
        "import sys, scorekeeper.language.rulebook, scorekeeper.language.sentences, "
        "scorekeeper.language.rulings; "
        "sys.exit(any(name.partition('.')[0] == 'babel' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
