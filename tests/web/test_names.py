"""Names in any script, compared as people would at a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scorebook.wording import tidy
from scorekeeper.web.names import likeness


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   e  Caio ", "Ana e Caio"),
        ("Ana\nCaio\tBia", "Ana Caio Bia"),
        ("Jose\u0301", "José"),
        ("\u202eevil", "evil"),
        ("A\u0000n\u0007a", "Ana"),
        ("\u200e\u0633\u0644\u0627\u0645\u200f", "\u0633\u0644\u0627\u0645"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_tidy_name(typed, kept):
    assert tidy(typed) == kept


@given(st.text(max_size=20))
def test_a_tidy_name_stays_as_it_is(text):
    assert tidy(tidy(text)) == tidy(text)


@pytest.mark.parametrize("name", ["A", "7", "♥", "\U0001f0cf", "नी", "שלום", "!"])
def test_a_name_that_shows(name):
    assert tidy(name) == name


@pytest.mark.parametrize(
    "name", ["", "\u200b", "\u200b\u200d\ufeff", "\u3164", "\u2800", "\ufe0f", "\u00ad", "\u0301"]
)
def test_a_name_that_nobody_sees(name):
    assert tidy(name) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Aná"),
        ("José", "JOSE\u0301"),
        ("Strasse", "straße"),
        ("Os Gatos", "osgatos"),
        ("Ana", "\uff21\uff4e\uff41"),
        ("Ana", "A\u200bna"),
        ("İpek", "ipek"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_names_that_are_alike(one, other):
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("\u0930\u093e\u092e", "\u0930\u0940\u092e"), ("♥", "♠")]
)
def test_names_that_differ(one, other):
    assert likeness(one) != likeness(other)
