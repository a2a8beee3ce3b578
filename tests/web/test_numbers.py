"""Numbers as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.numbers import LIMIT, NumberError, Unreadable, parse_count, parse_signed


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0),
        ("1460", 1460),
        (" 1460 ", 1460),
        ("1.460", 1460),
        ("1,460", 1460),
        ("1 460", 1460),
        ("1'460", 1460),
        ("1\u00a0460", 1460),
        ("1\u202f460", 1460),
        ("1\u2019460", 1460),
        ("12.460", 12460),
        ("1.000.000", 1_000_000),
        ("120+85", 205),
        ("120 + 85 + 5", 210),
        ("120+", 120),
        ("120 + 85 + ", 205),
        ("1.460+40", 1500),
        ("1000000000", 10**9),
    ],
)
def test_what_is_read(typed, number):
    assert parse_count(typed) == number
    assert parse_signed(typed) == number


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", Unreadable.BLANK),
        ("  ", Unreadable.BLANK),
        ("1.46", Unreadable.DECIMAL),
        ("1,4", Unreadable.DECIMAL),
        ("1.", Unreadable.DECIMAL),
        ("0.460", Unreadable.DECIMAL),
        ("1_0", Unreadable.NOT_A_NUMBER),
        ("1O5", Unreadable.NOT_A_NUMBER),
        ("abc", Unreadable.NOT_A_NUMBER),
        ("1.460,5", Unreadable.NOT_A_NUMBER),
        ("1.460 500", Unreadable.NOT_A_NUMBER),
        ("1  460", Unreadable.NOT_A_NUMBER),
        ("+", Unreadable.NOT_A_NUMBER),
        ("120++", Unreadable.NOT_A_NUMBER),
        ("120++5", Unreadable.NOT_A_NUMBER),
        ("+120", Unreadable.NOT_A_NUMBER),
        ("120-20", Unreadable.NOT_A_NUMBER),
        ("1e3", Unreadable.NOT_A_NUMBER),
        ("0x10", Unreadable.NOT_A_NUMBER),
        ("-5", Unreadable.MINUS),
        ("\u22125", Unreadable.MINUS),
        ("\u0661\u0662", Unreadable.OTHER_DIGITS),
        ("\uff11\uff12", Unreadable.OTHER_DIGITS),
        ("1\u0967", Unreadable.OTHER_DIGITS),
        ("\u00b2", Unreadable.OTHER_DIGITS),
        ("1000000001", Unreadable.TOO_LARGE),
        ("999999999+2", Unreadable.TOO_LARGE),
        ("9" * 5000, Unreadable.TOO_LARGE),
    ],
)
def test_what_is_refused(typed, why):
    with pytest.raises(NumberError) as refused:
        parse_count(typed)
    assert refused.value.why is why


@pytest.mark.parametrize("minus", "-\u2212\u2013\u2010\u2011")
def test_every_minus_people_have_on_a_keyboard(minus):
    assert parse_signed(f"{minus}1.050") == -1050
    assert parse_signed(f" {minus} 1050") == -1050


def test_a_plus_before_a_number():
    assert parse_signed("+120") == 120


@pytest.mark.parametrize("typed", ["-", "--5", "+-5", "-+5", "+", "5-"])
def test_signs_that_say_nothing(typed):
    with pytest.raises(NumberError) as refused:
        parse_signed(typed)
    assert refused.value.why is Unreadable.NOT_A_NUMBER


@given(st.integers(0, LIMIT))
def test_a_number_is_read_as_it_is_written(number):
    assert parse_count(str(number)) == number
    assert parse_count(f"{number:,}") == number
    assert parse_signed(str(-number)) == -number


@given(st.text(max_size=12))
def test_any_text_is_a_number_within_bounds_or_a_reason(text):
    try:
        assert 0 <= parse_count(text) <= LIMIT
    except NumberError as refused:
        assert refused.why in Unreadable
