"""Other ways of counting a heap: what is taken along, what is kept, what is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.web.hand_advice import advise
from scorekeeper.web.hand_form import HandForm
from scorekeeper.web.hand_heaps import layer
from scorekeeper.web.hand_memo import Memo, parse_memo
from scorekeeper.web.hand_switch import Switch, memo_of, parse_switch, switch
from scorekeeper.web.ways import CARD, POINTS, VALUE, WAYS

ONLINE = PRESETS["online"]
KINGS = "KS KH KD KC KS KH KD"


@pytest.fixture(autouse=True)
def request_in_english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def served(ruleset=CLASSIC, **typed):
    """What a browser holds of a fresh form, with changes to its first side."""
    fields = {}
    for side in HandForm(ruleset).sides:
        for field in side:
            fields[field.name] = str(getattr(field, "typed", field.data) or "")
    return fields | {f"s0-{name}": text for name, text in typed.items()}


def pressed(typed, *buttons, ruleset=CLASSIC):
    for button in buttons:
        typed = switch(typed, button, ruleset)
    return typed


def told(typed, heap="t", ruleset=CLASSIC):
    advice = advise(HandForm(ruleset, MultiDict(typed)), 0, heap)
    return advice and advice.sentence


def held(typed, *names):
    return tuple(typed[f"s0-{name}"] for name in names)


def test_cards_are_counted_for_values_and_points():
    typed = served(way=CARD, tcards=f"{KINGS}; 4S 4H 4D 4C", hcards="AS 9D")
    by_value = pressed(typed, "0:t:value")
    assert held(by_value, "t10", "t5", "t50", "h20", "h10") == ("7", "4", "0", "1", "1")
    assert held(by_value, "clean", "dirty") == ("1", "0")
    assert held(pressed(by_value, "0:t:points"), "table", "hand", "clean") == ("90", "30", "1")
    assert held(pressed(typed, "0:t:points"), "table", "hand", "clean") == ("90", "30", "1")


def test_threes_with_a_price_of_their_own_are_counted_apart():
    typed = served(ONLINE, way=CARD, hcards="3S 3C AS")
    by_points = pressed(typed, "0:t:points", ruleset=ONLINE)
    assert held(by_points, "hand", "threes") == ("10", "2")


def test_points_stay_where_they_were_typed():
    typed = pressed(served(table="210", hand="30"), "0:t:card")
    assert held(typed, "way", "tcards", "table") == (CARD, "", "210")
    assert told(typed) == "210 points cannot be turned into cards: tap them, or go back."
    assert told(typed, "h") == "30 points cannot be turned into cards: tap them, or go back."
    back = pressed(typed, "0:t:points")
    assert held(back, "way", "table", "hand") == (POINTS, "210", "30")
    assert told(back) is None


@pytest.mark.parametrize(
    ("typed", "button", "sentence"),
    [
        ({"table": "60"}, "0:t:value",
         "60 points cannot be split by value: count, or go back."),
        ({"clean": "1"}, "0:t:card",
         "Canastas cannot be turned into cards: tap them, or go back."),
        ({"way": VALUE, "t10": "1"}, "0:t:card",
         "1 card counted by value has no rank and suit: tap it, or go back."),
        ({"way": VALUE, "t10": "3", "t5": "4"}, "0:t:card",
         "7 cards counted by value have no rank and suit: tap them, or go back."),
        ({"way": VALUE, "t10": "x"}, "0:t:points",
         "What was counted cannot be read, so it was not added up."),
        ({"table": "12a"}, "0:t:card",
         "12a points cannot be turned into cards: tap them, or go back."),
        ({"clean": "1"}, "0:t:value", None),
        ({"table": "0"}, "0:t:card", None),
        ({}, "0:t:card", None),
    ],
)  # fmt: skip
def test_what_is_told_of_a_switch(typed, button, sentence):
    assert told(pressed(served(**typed), button)) == sentence


def test_counting_anew_replaces_points_and_keeps_them_to_be_taken_again():
    typed = pressed(served(table="210", clean="1"), "0:t:card") | {"s0-tcards": KINGS}
    assert told(typed) == "Typed before: 210 points."
    typed = pressed(typed, "0:t:points")
    assert held(typed, "table", "clean") == ("70", "1")
    assert told(typed) == "Typed before: 210 points."
    typed = pressed(typed, "0:t:points:before")
    assert held(typed, "table", "clean", "tcards") == ("210", "1", KINGS)
    assert told(typed) is None
    assert "cannot be turned" in told(pressed(typed, "0:t:card"))


def test_points_corrected_after_a_count_stay_corrected():
    typed = pressed(served(way=CARD, tcards=KINGS), "0:t:points") | {"s0-table": "75"}
    up = pressed(typed, "0:t:value", "0:t:card")
    assert held(up, "tcards") == (KINGS,)
    assert told(up).startswith("75 points cannot be turned")
    assert held(pressed(up, "0:t:points"), "table") == ("75",)


def test_only_looking_at_cards_in_a_coarser_way_changes_nothing():
    typed = served(way=CARD, tcards=KINGS, hcards="AS")
    back = pressed(typed, "0:t:points", "0:t:value", "0:t:points", "0:t:card")
    assert held(back, "tcards", "hcards", "way") == held(typed, "tcards", "hcards", "way")
    assert told(back) is None


def test_a_canasta_stepped_by_value_leaves_the_points_alone():
    typed = pressed(served(table="210"), "0:t:value") | {"s0-clean": "1"}
    assert held(pressed(typed, "0:t:points"), "table", "clean") == ("210", "1")


def test_a_count_taken_back_to_nothing_is_nothing():
    typed = pressed(served(way=VALUE, t10="3"), "0:t:points")
    assert held(typed, "table") == ("30",)
    typed = pressed(typed, "0:t:value") | {"s0-t10": "0"}
    assert held(pressed(typed, "0:t:points"), "table") == ("0",)


def test_the_hand_goes_with_the_table_unless_it_is_counted_apart():
    apart = pressed(served(), "0:h:card")
    assert held(apart, "way", "hway") == (POINTS, CARD)
    assert held(pressed(apart, "0:t:value"), "way", "hway") == (VALUE, CARD)
    together = pressed(apart, "0:t:card")
    assert held(together, "way", "hway") == (CARD, "")
    assert held(pressed(together, "0:t:points"), "way", "hway") == (POINTS, "")


def test_the_keypad_goes_where_cards_are_counted():
    assert pressed(served(), "1:h:card")["pad"] == "1:h:A"
    assert "pad" not in pressed(served(), "1:h:value")


@pytest.mark.parametrize("text", ["", "x", "0:t", "2:t:card", "0:x:card", "0:t:x", "٠:t:card"])
def test_a_button_that_is_none(text):
    assert parse_switch(text, 2) is None
    typed = served(table="210")
    assert switch(typed, text, CLASSIC) == typed


@pytest.mark.parametrize("to", [Switch(0, "t", CARD), Switch(1, "h", POINTS, to_before=True)])
def test_a_button_comes_back_as_it_was_written(to):
    assert parse_switch(str(to), 2) == to


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"counted":"coins"}', '{"counted":1}', "[" * 3000, "1" * 5000, "null"],
)
def test_a_forged_memo_is_an_empty_one(text):
    assert parse_memo(text) == Memo()


@pytest.mark.parametrize(
    ("before", "kept"),
    [("x", {}), ('{"points":"x"}', {}), ('{"points":[1]}', {}), ('{"x":["1"]}', {}),
     ('{"points":["1"]}', {"points": ("1",)})],
)  # fmt: skip
def test_a_memo_keeps_only_texts(before, kept):
    if before == "x":
        before = '"x"'
    memo = parse_memo(f'{{"counted":"card","mark":"a","before":{before}}}')
    assert memo == Memo("card", "a", kept)
    assert parse_memo(str(memo)) == memo


TYPING = {
    POINTS: {"table": ["", "0", "30", "120+85", "12a"], "hand": ["", "45"], "clean": ["0", "2"]},
    VALUE: {"t10": ["0", "4", "x"], "t50": ["0", "1"], "h5": ["0", "3"], "dirty": ["0", "1"]},
    CARD: {"tcards": ["", KINGS, "9S 9H 9D;", "KS KS KS"], "hcards": ["", "AS 9D"]},
}
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("way"), st.sampled_from(["t", "h"]), st.sampled_from(WAYS)),
        st.tuples(st.just("type"), st.integers(0, 99), st.integers(0, 99)),
    ),
    max_size=10,
)


def shown(typed):
    """What a person sees: the fields of the ways in use."""
    form = HandForm(CLASSIC, MultiDict(typed))
    names = [name for heap in "th" for name in layer(heap, form.way(0, heap), CLASSIC)]
    return {name: typed[f"s0-{name}"] for name in names}


def type_one(typed, field, text):
    form = HandForm(CLASSIC, MultiDict(typed))
    usable = [
        (name, texts)
        for heap in "th"
        for name, texts in TYPING[form.way(0, heap)].items()
        if name in layer(heap, form.way(0, heap), CLASSIC)
    ]
    if not usable:
        return typed
    name, texts = usable[field % len(usable)]
    return typed | {f"s0-{name}": texts[text % len(texts)]}


def evening(steps):
    typed = served()
    for kind, first, second in steps:
        if kind == "way":
            typed = switch(typed, f"0:{first}:{second}", CLASSIC)
        else:
            typed = type_one(typed, first, second)
    return typed


@settings(deadline=None)
@given(steps=STEPS, way=st.sampled_from(WAYS))
def test_whatever_was_done_a_switch_and_back_changes_nothing_seen(app, steps, way):
    with app.test_request_context():
        typed = evening(steps)
        form = HandForm(CLASSIC, MultiDict(typed))
        there = switch(typed, f"0:h:{way}", CLASSIC)
        back = switch(there, f"0:h:{form.way(0, 'h')}", CLASSIC)
        there = switch(back, f"0:t:{way}", CLASSIC)
        back = switch(there, f"0:t:{form.way(0, 't')}", CLASSIC)
        back = switch(back, f"0:h:{form.way(0, 'h')}", CLASSIC)
        assert shown(back) == shown(typed)


@settings(deadline=None)
@given(
    steps=STEPS, text=st.sampled_from(["35", "120+85", "12a"]), ways=st.lists(st.sampled_from(WAYS))
)
def test_points_once_typed_are_kept_or_offered_whatever_the_ways(app, steps, text, ways):
    with app.test_request_context():
        typed = switch(evening(steps), "0:t:points", CLASSIC) | {"s0-table": text}
        for way in ways:
            typed = switch(typed, f"0:t:{way}", CLASSIC)
            if way == CARD:
                typed |= {"s0-tcards": KINGS}
        side = HandForm(CLASSIC, MultiDict(typed)).sides[0]
        before = memo_of(side, "t", CLASSIC).before.get(POINTS, ("",))
        assert text in (typed["s0-table"], before[0])
