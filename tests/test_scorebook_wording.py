"""What people write themselves, made tidy."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scorebook.wording import tidy


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("  a\t foul \r\n of Rui ", "a foul of Rui"),
        ("a\u00a0b\u2028c", "a b c"),
        ("a\x00b\x7fc\ud800d\ue000", "abcd"),
        ("Joa\u0303o", "João"),
        ("\u202eabc\u2066", "abc"),
        ("👩\u200d🚀 क्\u200dष", "👩\u200d🚀 क्\u200dष"),
        ("خطأ", "خطأ"),
        ("…", "…"),
        (" \u200b\u2060\ufeff ", ""),
        ("\u0301", ""),
    ],
    ids=ascii,
)
def test_texts(text, kept):
    assert tidy(text) == kept


@given(st.text(st.characters()))
def test_what_is_tidy_stays(text):
    once = tidy(text)
    assert tidy(once) == once
    assert once == once.strip()
    assert not {"Cc", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, once))
    once.encode()
