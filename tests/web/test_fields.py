"""Fields that say in one sentence why they could not read what was typed, and keep it."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.web.fields import CountField, NameField, SignedField, number_sentence
from scorekeeper.web.numbers import Unreadable


class Paper(Form):
    count = CountField()
    signed = SignedField()
    name = NameField()


@pytest.fixture(autouse=True)
def request_in_english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def typed(**fields):
    form = Paper(MultiDict({"count": "1", "signed": "1", "name": "Ana"} | fields))
    form.validate()
    return form


@pytest.mark.parametrize("number", ["1460", "1.460", "1,460", "1 460"])
def test_the_same_number_in_every_writing(number):
    form = typed(count=number)
    assert form.count.data == 1460
    assert form.count.typed == number
    assert not form.errors


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Nothing typed here. Type 0 if there is nothing."),
        ("-5", "No minus here: what counts against a side is subtracted by itself."),
        ("\u0661\u0662", "Please use the digits 0 to 9."),
        ("1.46", "“1.46” could mean two things. Points are whole numbers: 1460."),
        ("1_0", "“1_0” is not a number. Type 215, or a sum such as 120+95."),
        ("12a", "“12a” is not a number. Type 215, or a sum such as 120+95."),
        ("10000000000", "That number is too long for a card table."),
    ],
)
def test_what_cannot_be_read_is_kept_and_explained(text, sentence):
    form = typed(count=text)
    assert form.count.data is None
    assert form.count.typed == text
    assert form.errors["count"] == [sentence]


@pytest.mark.parametrize("why", Unreadable)
def test_every_reason_has_its_own_sentence(why):
    others = {number_sentence(other, "x") for other in Unreadable if other is not why}
    assert number_sentence(why, "x") not in others


def test_a_blank_is_no_zero():
    assert typed(count="").count.is_blank
    zero = typed(count="0").count
    assert zero.data == 0
    assert not zero.is_blank


def test_a_missing_field_is_a_blank():
    form = Paper(MultiDict({"name": "Ana"}))
    assert form.count.is_blank
    assert not form.validate()


def test_a_field_filled_by_the_program():
    form = Paper(data={"count": 0, "signed": -1050})
    assert (form.count.typed, form.signed.typed) == ("0", "-1050")
    assert Paper().count.typed == ""


@pytest.mark.parametrize(("text", "shown"), [("120+85", True), ("1.460", True), ("205", False)])
def test_whether_the_result_is_worth_showing(text, shown):
    assert typed(count=text).count.has_sum is shown


def test_a_sign_where_one_makes_sense():
    form = typed(signed="\u22121.050")
    assert form.signed.data == -1050
    assert not form.errors


@pytest.mark.parametrize("name", ["N" * 40, "\U0001f0cf" * 40, "\u05d0\u05d1\u05d2", ""])
def test_a_name_of_any_script_or_none(name):
    form = typed(name=name)
    assert not form.errors
    assert form.name.data == (name or None)


def test_a_name_that_is_too_long_is_kept_whole():
    form = typed(name="N" * 41)
    assert form.errors["name"] == ["A name has at most 40 letters; this one has 41."]
    assert form.name.typed == "N" * 41


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u3164", "\u202e", "\u00a0"])
def test_a_name_that_nobody_could_see(name):
    form = typed(name=name)
    assert form.errors["name"] == ["This name would be invisible. Type some letters."]
    assert form.name.typed == name
