"""Words as people type them: folding, stems, forms, slips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.language.words import (
    BEGUN,
    EXACT,
    ONE_SLIP,
    SAME_STEM,
    TWO_SLIPS,
    distance,
    fold,
    likeness,
    stem,
    words_of,
)

VOCABULARY = ("canastra", "canasta", "morto", "monte", "lixo", "bater", "melds", "3", "2000")
SHORT = st.text("abcd", max_size=6)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Três VERMELHOS", ["tres", "vermelhos"]),
        ("l’asso, d'as", ["l", "asso", "d", "as"]),
        ("Ünïcode_ﬁn", ["unicode", "fin"]),
        ("3♠ 10.000", ["3", "10", "000"]),
        ("؟!? … 🃏", []),
        ("a\0b\ud800c", ["a", "b", "c"]),
    ],
)
def test_words_without_accents_and_capitals(text, folded):
    assert words_of(text) == folded


@pytest.mark.parametrize(
    "forms",
    [
        ("meld", "melds"),
        ("canastra", "canastras", "canasta", "canaste"),
        ("bate", "bater", "batida", "bateu"),
        ("trancar", "trancado", "trancada"),
        ("chiude", "chiuso", "chiusura"),
        ("sort", "sorti", "sortir"),
        ("kaart", "kaarten"),
        ("three", "drie", "3"),
        ("went", "going"),
    ],
)
def test_forms_of_one_word_have_one_stem(forms):
    assert len({stem(fold(form)) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("morto", "monte"), ("real", "rei"), ("lixo", "limpa"), ("set", "sete")]
)
def test_other_words_keep_their_own_stem(one, other):
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("typed", "word", "sureness"),
    [
        ("lixo", "lixo", EXACT),
        ("li", "lixo", BEGUN),
        ("meld", "melds", BEGUN),
        ("melding", "melds", SAME_STEM),
        ("bati", "bater", SAME_STEM),
        ("canastas", "canastra", SAME_STEM),
    ],
)
def test_how_a_word_is_met(typed, word, sureness):
    alike = likeness(typed, VOCABULARY)
    assert alike.found[word] == sureness
    assert not alike.is_guess


@pytest.mark.parametrize(
    ("typed", "word"), [("lxio", "lixo"), ("cannasta", "canasta"), ("mroto", "morto")]
)
def test_one_slip_is_forgiven(typed, word):
    alike = likeness(typed, VOCABULARY)
    assert next(iter(alike.found)) == word
    assert TWO_SLIPS / 3 < alike.found[word] <= ONE_SLIP
    assert alike.is_guess


def test_of_two_words_as_near_the_one_that_begins_alike_comes_first():
    assert list(likeness("morte", VOCABULARY).found) == ["morto", "monte"]


@pytest.mark.parametrize("typed", ["lx", "lxo", "xyzzy", "2001", "4", "qwertyuiop", "batqwx"])
def test_what_is_too_far_is_not_guessed(typed):
    alike = likeness(typed, VOCABULARY)
    assert alike.found == {}
    assert not alike.is_guess


def test_a_single_letter_begins_nothing():
    assert likeness("m", VOCABULARY).found == {}


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("", "", 0), ("ab", "ba", 1), ("abc", "ac", 1), ("ac", "abc", 1), ("abc", "axc", 1),
     ("morto", "morot", 1), ("currinha", "curinga", 2), ("ca", "abc", 3), ("", "abc", 3)],
)  # fmt: skip
def test_how_many_slips_apart(one, other, slips):
    assert distance(one, other, 9) == slips
    assert distance(one, other, slips) == slips
    assert slips == 0 or distance(one, other, slips - 1) == slips


def plain_distance(one, other):
    """The same by its definition, slowly."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        plain_distance(one[1:], other) + 1,
        plain_distance(one, other[1:]) + 1,
        plain_distance(one[1:], other[1:]) + (one[0] != other[0]),
    ]
    if one[:2] == other[1::-1] and len(one) > 1 and len(other) > 1:
        ways.append(plain_distance(one[2:], other[2:]) + 1)
    return min(ways)


@given(SHORT, SHORT, st.integers(0, 6))
def test_the_distance_is_that_of_its_definition(one, other, limit):
    wanted = plain_distance(one, other)
    assert distance(one, other, limit) == min(wanted, limit + 1)
    assert distance(other, one, limit) == min(wanted, limit + 1)


@given(st.text())
def test_any_text_has_words_that_stay_as_they_are(text):
    for word in words_of(text):
        assert words_of(word) == [word]
        assert stem(word)
