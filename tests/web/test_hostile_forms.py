"""Whatever is sent in a form, the answer is a page and never a breakdown."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .browsing import Phone

TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "1",
            "-1",
            "1000000000",
            "999999999+1",
            "1.460",
            "9" * 400,
            "\u0661",
            "\x00",
            "on",
        ]
    ),
    st.sampled_from(
        ["value", "points", "left", "taken", "unused", "nobody", "express", "own", "2"]
    ),
    st.text(max_size=30),
)
STEPS = st.one_of(
    st.sampled_from(["s0-clean:+1", "s0-total:sign", "s1-t50:-1", ":", "csrf_token:+1", "x:y:z"]),
    st.sampled_from(["0:t:card", "0:t:points", "1:h:value", "0:t:points:before", "1:m:card:x"]),
    st.text(max_size=20),
)
ANSWERS = {200, 303, 400, 409, 422}
few = settings(max_examples=20, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.fixture(scope="module")
def phone(app):
    return Phone(app)


@pytest.fixture(scope="module")
def match(phone):
    return phone.get("/new").submit().path


def changed(form, changes, button, step):
    pairs = [(k, v) for k, v in form.values() if k not in changes] + list(changes.items())
    return [*pairs, (button, step if button in ("step", "pick", "way") else "1")]


def check(form, phone, data, button):
    names = sorted(form.names() - {"csrf_token"})
    changes = data.draw(st.dictionaries(st.sampled_from(names), TEXTS, max_size=12))
    sent = changed(form, changes, button, data.draw(STEPS))
    assert phone.post(form.action, sent, redirect=False).status in ANSWERS


@pytest.fixture(scope="module")
def hand_form(phone, match):
    return phone.get(f"{match}/hands/new").form()


@pytest.fixture(scope="module")
def match_form(phone):
    return phone.get("/new").form()


@few
@given(data=st.data(), button=st.sampled_from(["save", "check", "step", "way"]))
def test_a_hand(phone, hand_form, data, button):
    check(hand_form, phone, data, button)


@few
@given(data=st.data(), button=st.sampled_from(["save", "step", "pick"]))
def test_a_match(phone, match_form, data, button):
    check(match_form, phone, data, button)


@few
@given(data=st.data())
def test_a_preview(phone, match, hand_form, data):
    names = sorted(hand_form.names() - {"csrf_token"})
    changes = data.draw(st.dictionaries(st.sampled_from(names), TEXTS, max_size=12))
    page = phone.post(f"{match}/hands/preview", changed(hand_form, changes, "check", ""))
    assert page.status == 200


@pytest.mark.parametrize("name", ["s0-t50", "s0-clean", "s0-table", "s1-red_threes", "s1-hand"])
@pytest.mark.parametrize("way", ["points", "value"])
def test_a_thousand_million_of_anything(phone, match, name, way):
    typed = {"went_out": "nobody", "s0-way": way, "s1-way": way, "s0-morto": "taken",
             "s1-morto": "taken", "s0-table": "0", "s1-table": "0", "s0-hand": "0",
             "s1-hand": "0", name: "1000000000"}  # fmt: skip
    page = phone.get(f"{match}/hands/new").submit(typed, "save=1")
    in_use = way == "points" or not name.endswith(("table", "hand"))
    in_use = in_use and not (way == "points" and name == "s0-t50")
    assert page.first_status == (422 if in_use else 303)
    assert name in page.all_problems() or not in_use or page.all_problems()


@pytest.mark.parametrize(
    "typed", [{"o-bonus_clean": "1000000000"}, {"o-hand_size": "0"}, {"o-opening_minimum": "-5"}]
)
def test_options_out_of_range(phone, typed):
    page = phone.get("/new").submit(typed)
    assert page.status == 422
    assert list(page.all_problems()) == list(typed)


def test_nothing_but_the_token(phone, match):
    token = phone.get("/new").form().value("csrf_token")
    for path in ("/new", f"{match}/hands/new", f"{match}/hands/preview"):
        assert phone.post(path, [("csrf_token", token)]).status in (200, 400, 422)
