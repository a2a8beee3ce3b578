"""A document is read strictly: what is refused, where it stands, and the facts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import reader
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import (
    MOST_VALUES,
    Node,
    has_more_values,
    load_json,
    parse_setting,
)

WHOLE = {"expected": "whole number"}
REFUSED = [
    (lambda node: node.fields(()), [], Finding.WRONG_TYPE, {"expected": "object"}),
    (lambda node: node.fields(("a", "b")), {"a": 1}, Finding.KEY_MISSING, {"key": "b"}),
    (lambda node: node.members(), "a", Finding.WRONG_TYPE, {"expected": "object"}),
    (lambda node: list(node.items()), {}, Finding.WRONG_TYPE, {"expected": "list"}),
    (lambda node: node.listed(2), [1], Finding.WRONG_LENGTH, {"count": 1, "expected": 2}),
    (lambda node: node.listed(2), [1, 2, 3], Finding.WRONG_LENGTH, {"count": 3, "expected": 2}),
    (lambda node: node.text(), 1, Finding.WRONG_TYPE, {"expected": "text"}),
    (lambda node: node.truth(), 1, Finding.WRONG_TYPE, {"expected": "true or false"}),
    (lambda node: node.integer(), True, Finding.WRONG_TYPE, WHOLE),
    (lambda node: node.integer(), 1.0, Finding.WRONG_TYPE, WHOLE),
    (lambda node: node.integer(), -1, Finding.NUMBER_OUT_OF_RANGE, {"low": 0, "high": 10**9}),
    (lambda node: node.integer(2, 3), 4, Finding.NUMBER_OUT_OF_RANGE, {"low": 2, "high": 3}),
    (lambda node: node.choice(("a", "b")), "c", Finding.NOT_A_CHOICE, {"choices": ("a", "b")}),
    (lambda node: node.choice(("a", "b")), 1, Finding.WRONG_TYPE, {"expected": "text"}),
    (lambda node: node.cards(), "KS 4X", Finding.CARD_UNREADABLE, {"piece": "4X", "number": 2}),
    (lambda node: node.one_of("a", "b", "c"), {"c": 1, "b": 2},
     Finding.KEYS_EXCLUDE_EACH_OTHER, {"keys": ("b", "c")}),
    (lambda node: node.check_format(), 2, Finding.FORMAT_UNKNOWN, {}),
]  # fmt: skip


@pytest.mark.parametrize(("read", "value", "finding", "facts"), REFUSED)
def test_what_is_refused_is_told_with_its_place_and_facts(read, value, finding, facts):
    with pytest.raises(DocumentError) as caught:
        read(Node(value, "sides[0]"))
    error = caught.value
    assert (error.finding, error.where, error.params) == (finding, "sides[0]", facts)


def test_an_unknown_key_is_told_at_its_own_place():
    for where, place in {"": "c", "sides[0]": "sides[0].c"}.items():
        with pytest.raises(DocumentError) as caught:
            Node({"a": 1, "b": 2, "c": 3}, where).fields(("a",), ("b",))
        error = caught.value
        assert (error.finding, error.where) == (Finding.KEY_UNKNOWN, place)
        assert error.params == {"key": "c"}


def test_the_one_of_several_keys_is_the_first_where_none_is_given():
    assert Node({"b": 1}).one_of("a", "b") == "b"
    assert Node({}).one_of("a", "b") == "a"
    assert Node([]).one_of("a", "b") == "a"


@pytest.mark.parametrize(
    ("text", "finding", "facts"),
    [
        ('{"a": 1, "b": 2, "b": 3}', Finding.KEY_TWICE, {"key": "b"}),
        ("[NaN]", Finding.WRONG_TYPE, WHOLE | {"found": "NaN"}),
        ("9" * 5_000, Finding.NUMBER_OUT_OF_RANGE, {"low": -(10**9), "high": 10**9}),
    ],
)
def test_a_text_that_is_refused_says_why(text, finding, facts):
    with pytest.raises(DocumentError) as caught:
        load_json(text)
    assert (caught.value.finding, caught.value.where) == (finding, "")
    assert caught.value.params == facts


def test_a_key_given_twice_among_many_is_found_at_once():
    """Holding every key against every other would take minutes here."""
    keys = [str(number) for number in range(100_000)]
    with pytest.raises(DocumentError) as caught:
        load_json("{" + ",".join(f'"{key}":0' for key in [*keys, keys[-1]]) + "}")
    assert caught.value.params == {"key": "99999"}


def test_what_is_refused_reads_in_a_log():
    error = DocumentError(Finding.KEY_MISSING, "hands[2]", key="reason")
    assert str(error) == "hands[2]: key_missing {'key': 'reason'}"
    assert DocumentError(Finding.TOO_DEEP).where == ""


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("target=4000", "target", 4000),
        ("bonus_concealed=null", "bonus_concealed", None),
        (" runs = true ", "runs", True),
        ('opening_minimum={"points": 75}', "opening_minimum", {"points": 75}),
        ("out_needs_canasta=clean", "out_needs_canasta", "clean"),
        (" tie = starter_wins ", "tie", "starter_wins"),
        ("tie=a=b", "tie", "a=b"),
        ("target", "target", ""),
    ],
)
def test_a_setting_is_a_name_and_json_or_a_word(text, name, value):
    assert parse_setting(text) == (name, value)


class Spy:
    """A decoder that says whether it was asked."""

    asked = 0

    def decode(self, text):
        self.asked += 1
        return reader_decoder.decode(text)


reader_decoder = reader._DECODER


@pytest.fixture
def spy(monkeypatch):
    spy = Spy()
    monkeypatch.setattr(reader, "_DECODER", spy)
    return spy


@pytest.mark.parametrize(
    "value", ["{}", "1", '""', "[]", '{"a":1}', "[[[1]]]", "null", '"\\\\"', '"\\"["']
)
def test_too_many_values_are_refused_before_one_of_them_is_made(spy, value):
    text = f'{{"events":[{",".join([value] * MOST_VALUES)}]}}'
    for document in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), text[:-2]):
        with pytest.raises(DocumentError) as caught:
            load_json(document)
        assert caught.value.finding is Finding.TOO_LARGE
    assert spy.asked == 0


def test_as_many_values_as_allowed_are_read(spy):
    assert len(load_json(f"[{','.join('1' * (MOST_VALUES - 1))}]")) == MOST_VALUES - 1
    assert spy.asked == 1


def test_what_strings_say_is_no_value(spy):
    names = ["," * MOST_VALUES, '"[{,' * MOST_VALUES, "\\" * 99 + '",' * MOST_VALUES, "\\"]
    assert load_json(json.dumps(names)) == names
    assert spy.asked == 1


def counted(value):
    """The values of a value, and one more for every list or object that is empty."""
    inside = value if isinstance(value, list) else list(getattr(value, "values", list)())
    return 1 + sum(map(counted, inside)) + (value in ([], {}))


LEAVES = st.none() | st.booleans() | st.integers() | st.text(alphabet='\\",[{}]aé')
VALUES = st.recursive(
    LEAVES, lambda one: st.lists(one) | st.dictionaries(st.text(alphabet='\\",[{'), one)
)


@given(VALUES, st.sampled_from([1, 2, 3, 2**16]), st.booleans())
def test_values_are_counted_as_they_are(value, block, plain):
    text = json.dumps(value, ensure_ascii=plain)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_BLOCK", block)
        assert not has_more_values(text, counted(value))
        assert counted(value) == 1 or has_more_values(text, counted(value) - 1)
