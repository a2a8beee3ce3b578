"""Documents made to break a reader: each has a short answer, soon, and never a traceback."""

from __future__ import annotations

import base64
import contextlib
import json
import signal
import time
import zlib

import pytest

from scorekeeper.answers import (
    INVALID,
    VALID,
    WRONG_SHAPE,
    answer_match,
    answer_ruling,
    answer_tally,
)
from scorekeeper.play.record_text import LONGEST_RECORD
from scorekeeper.replaying import answer_record
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.problems import CardError, DocumentError
from scorekeeper.rules.reader import load_json
from scorekeeper.scorebook import parse_export
from scorekeeper.terminal import shortened
from scorekeeper.web.numbers import NumberError, parse_count
from scorekeeper.web.replay_address import LONGEST, LONGEST_TEXT, NoRecordError, pack, unpack

SMALL = 20_000  # bytes of an answer that a person could still read
SECONDS = 1.0  # of CPU time
TALLY = {
    "format": 1,
    "ruleset": "classic",
    "sides": [
        {"melds": ["KS KH KD KC KS KH KD"], "hand": "", "morto": "taken", "went_out": True},
        {"melds": ["5S 5H 5D"], "hand": "9D", "morto": "taken"},
    ],
}
MATCH = {"format": 1, "ruleset": "classic", "sides": ["We", "They"], "hands": [{"totals": [1, 2]}]}
QUESTION = {
    "format": 1,
    "ruleset": "classic",
    "position": {"phase": "play", "hand": "KS KH KD", "melds": []},
    "move": {"kind": "meld", "cards": "KS KH KD"},
}
READERS = {
    "tally": (answer_tally, TALLY),
    "match": (answer_match, MATCH),
    "question": (answer_ruling, QUESTION),
}


@pytest.fixture(autouse=True)
def _no_hang():
    """A reader that never ends fails its test, not the whole run."""

    def cut(*_):
        raise AssertionError("no end in sight")

    before = signal.signal(signal.SIGVTALRM, cut)
    signal.setitimer(signal.ITIMER_VIRTUAL, 10 * SECONDS)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def changed(document, where, value):
    """The bytes of the document with another value at a place."""
    copy = json.loads(json.dumps(document))
    around = copy
    for key in where[:-1]:
        around = around[key]
    around[where[-1]] = value
    return json.dumps(copy).encode()


def check(answering, data, most=SMALL):
    started = time.process_time()
    answer = answering(data, "en")
    text = answer.text()
    assert time.process_time() - started < SECONDS
    assert len(json.dumps(answer.document)) < most
    assert len(text) < most
    return answer


def with_number(kind, number):
    """The document with a number that `json` would not write."""
    place = {"tally": '"format": 1', "match": "[1, 2]", "question": '"format": 1'}[kind]
    text = json.dumps(READERS[kind][1])
    assert place in text
    return text.replace(place, place.replace("1", number), 1).encode()


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\xff\xfe{\x00}\x00",
        b"\xc0\xaf",  # a slash, longer than need be
        b"\xed\xa0\x80",
        b'"\\ud800"',
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}",
        b"9" * 100_000,
        b" " * 1_000_000,
        b'"' + b"x" * 1_000_000,
        b'"' + b"\\u0000" * 100_000 + b'"',
        b"[" + b"0," * 500_000 + b"0]",
    ],
    ids=lambda data: f"{data[:12]!r}×{len(data)}",
)
def test_no_document(kind, data):
    assert check(READERS[kind][0], data).status == WRONG_SHAPE


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    "number",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1e400",
        "-0.0",
        "1.0",
        "9" * 100_000,
        "1" + "0" * 400,
    ],
)
def test_no_number(kind, number):
    assert check(READERS[kind][0], with_number(kind, number)).status == WRONG_SHAPE


def test_a_minus_before_nothing_is_nothing():
    assert check(answer_match, with_number("match", "-0")).document["totals"] == [0, 2]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1e999999999"])
def test_a_number_beyond_all_numbers_is_refused_wherever_it_stands(number):
    with pytest.raises(DocumentError):
        load_json(f'{{"a": [{number}]}}')


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "-1e400", "9" * 5000])
def test_a_number_that_no_log_can_hold(number):
    with pytest.raises(DocumentError):
        parse_export(export_of('{"hand": NUMBER}'.replace("NUMBER", number)))


@pytest.mark.parametrize("depth", [1, 100, *range(900, 1000, 7), 1100, 100_000])
def test_an_event_however_deep(depth):
    with pytest.raises(DocumentError):
        parse_export(export_of("[" * depth + "]" * depth))


def export_of(event, start='{"ruleset":"classic","overrides":{},"sides":[],"dealer":0}'):
    rows = [("match_started", start), ("hand_deleted", event)]
    written = ", ".join(
        f'{{"kind":"{kind}","version":1,"at":"2026-01-03T00:00:00","by":"","event":{payload}}}'
        for kind, payload in rows
    )
    return f'{{"format":1,"kind":"tranca match","match":"a","events":[{written}]}}'


@pytest.mark.parametrize("name", ["x" * 1_000_000, "\u0301" * 100_000, "\u202e" * 1000])
@pytest.mark.parametrize(
    ("answering", "document", "where"),
    [
        (answer_tally, TALLY, ("sides", 0, "name")),
        (answer_match, MATCH, ("sides", 0)),
        (
            answer_match,
            MATCH,
            ("hands", 0),
        ),
    ],
)
def test_a_name_without_an_end(answering, document, where, name):
    value = {"adjust": [0, 1], "reason": name} if where[0] == "hands" else name
    assert check(answering, changed(document, where, value)).status == WRONG_SHAPE


def test_a_name_of_the_match_in_a_file_has_an_end():
    sides = [{"name": "x" * 100_000, "players": []}, {"name": "", "players": []}]
    start = json.dumps({"ruleset": "classic", "overrides": {}, "sides": sides, "dealer": 0})
    with pytest.raises(DocumentError) as refused:
        parse_export(export_of('{"hand": 1}', start))
    assert refused.value.where == "events[0]"


def test_names_are_shortened_in_one_go():
    started = time.process_time()
    assert shortened("x" * 4_000_000) == "x" * 23 + "…"
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("key", ["x" * 1_000_000, "&" * 100_000])
def test_a_key_without_an_end(key):
    for where in ((key,), ("overrides",), ("sides", 0, key)):
        value = {key: 1} if where == ("overrides",) else 1
        assert check(answer_tally, changed(TALLY, where, value)).status == WRONG_SHAPE


def test_a_key_again_after_a_hundred_thousand_others():
    keys = ",".join(f'"{number}":0' for number in range(100_000))
    assert check(answer_tally, f'{{{keys},"99999":0}}'.encode()).status == WRONG_SHAPE


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("sides", 0, "melds"), ["KS"] * 100_000),
        (("sides", 0, "melds"), [""] * 100_000),
        (("sides", 0, "melds"), [["KS"]]),
        (("sides", 0, "melds"), ["KS " * 100_000]),
        (("sides", 0, "hand"), "KS " * 100_000),
        (("sides", 0, "hand"), "x" * 100_000),
        (("sides", 0, "hand"), {"counts": {str(number): 1 for number in range(100_000)}}),
        (("sides",), [{}] * 100_000),
    ],
)
def test_more_than_any_pack_has(where, value):
    assert check(answer_tally, changed(TALLY, where, value)).status in (INVALID, WRONG_SHAPE)


def test_a_match_of_wrong_hands_says_what_is_wrong_with_the_first_of_them():
    wrong = {"tally": {"sides": TALLY["sides"][1:] * 2}}
    wrong["tally"]["sides"][0] |= {"melds": [""] * 30}
    answer = check(answer_match, changed(MATCH, ("hands",), [wrong] * 60), most=200_000)
    assert answer.status == INVALID
    assert answer.document["more"] > 0


def test_a_long_match_is_no_hostile_one():
    answer = check(answer_match, changed(MATCH, ("hands",), [{"totals": [1, 1]}] * 2000), 10**6)
    assert answer.status == VALID


@pytest.mark.parametrize("where", [("position", "melds"), ("position", "hand"), ("move",)])
def test_more_than_a_table_can_hold(where):
    values = {
        "melds": ["KS KH KD"] * 100_000,
        "hand": "KS " * 100_000,
        "move": {"kind": "turn", "moves": [{"kind": "draw"}] * 50_000},
    }
    answer = check(answer_ruling, changed(QUESTION, where, values[where[-1]]))
    assert answer.status in (INVALID, WRONG_SHAPE)


@pytest.mark.parametrize(
    "text",
    [
        "x" * LONGEST_RECORD,
        "\n" * LONGEST_RECORD,
        "ruleset classic " + "x=" * 90_000,
        "ruleset classic card_values=" + "[" * 100_000,
        "ruleset classic target=" + "9" * 100_000,
        "ruleset classic\nseats " + "a " * 90_000,
        "ruleset classic\nseats A B C D\nA: " + "draw;" * 39_000,
        "ruleset classic\nseats A B C D\n" + "A: draw\n" * 20_000,
        "ruleset classic\nseats A B C D\nstock = " + "KS " * 60_000,
        "ruleset classic\nseats A B C D\nA: " + " " * 150_000 + "x",
        "ruleset classic\nseats A B C D\nA: pile @" + "9" * 10_000,
        "ruleset classic\nseats "
        + " ".join("\ufdfa" * 10_000 + str(n) for n in range(4))
        + "\nA: draw",
        "x" * (10 * 2**20),
    ],
    ids=lambda text: f"{text[:50]!r}×{len(text)}",
)
def test_no_record(text):
    check(answer_record, text.encode(), most=100_000)


@pytest.mark.parametrize(
    "data", [b"\x00" * 1000, b"\xed\xa0\x80", b"\xff", b"ruleset classic\n\xc0\xaf"]
)
def test_a_record_that_is_no_text(data):
    assert check(answer_record, data).status == WRONG_SHAPE


def test_an_address_unpacks_to_no_more_than_a_record():
    for size in (LONGEST_TEXT + 1, 10**6, 2_400_000):
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        data = packer.compress(b"0" * size) + packer.flush()
        bomb = base64.urlsafe_b64encode(data).decode().rstrip("=")
        assert len(bomb) <= LONGEST
        started = time.process_time()
        with pytest.raises(NoRecordError):
            unpack(bomb)
        assert time.process_time() - started < SECONDS / 10
    assert unpack(pack("0" * LONGEST_TEXT)) == "0" * LONGEST_TEXT


@pytest.mark.parametrize(
    "text", ["KS " * 100_000 + "x", "," * 1_000_000, "\ufe0f" * 100_000, "\ud800"]
)
def test_no_cards(text):
    started = time.process_time()
    try:
        parse_cards(text)
    except CardError as error:
        assert len(str(error)) < SMALL
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    "text",
    [
        "9" * 100_000,
        "1+" * 50_000,
        "1.000" * 20_000,
        "1" + ".000" * 25_000 + "x",
        "+" * 100_000,
        "1,5",
        "\u0661" * 1000,
    ],
)
def test_no_count(text):
    started = time.process_time()
    with contextlib.suppress(NumberError):
        assert parse_count(text) <= 10**9
    assert time.process_time() - started < SECONDS
