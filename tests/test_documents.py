import copy
import json
from dataclasses import replace

import pytest
from dealing import deal_tally, randoms, rulesets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.documents import (
    format_score,
    format_standing,
    format_tally,
    parse_match_document,
    parse_tally,
    parse_tally_document,
)
from scorekeeper.rules.match import Adjustment, PlayedHand
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import load_json
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.scoring import score_tally
from scorekeeper.rules.tally import ByCard, ByPoints, ByValue, Canastas, CountedTable, Morto

SIDE = {"melds": ["4S 4H 4D"], "hand": "AS", "morto": "taken"}
TALLY = {"format": 1, "ruleset": "classic", "sides": [SIDE, SIDE | {"melds": ["5S 5H 5D"]}]}
MATCH = {"format": 1, "ruleset": "classic", "sides": ["Nós", "Eles"], "hands": []}


def refused(value, parse=parse_tally_document):
    with pytest.raises(DocumentError) as caught:
        parse(value)
    return caught.value.finding, caught.value.where


def tally_with(**keys):
    return TALLY | {"sides": [SIDE | keys, SIDE]}


def without(value, key):
    return {name: item for name, item in value.items() if name != key}


def test_defaults():
    document = parse_tally_document(TALLY)
    first, second = document.tally.sides
    assert (first.name, second.name) == ("Side 1", "Side 2")
    assert (first.red_threes, first.red_threes_late, first.morto_cards) == (0, 0, None)
    assert (first.went_out, first.concealed) == (False, False)
    assert document.ruleset == CLASSIC
    assert document.check() == ()


def test_three_ways_to_count():
    table = {"counts": {"50": 1, "10": 7}, "clean": 1}
    sides = [
        without(SIDE, "melds") | {"table": table, "hand": {"points": 30}},
        without(SIDE, "melds")
        | {"table": {"points": 350, "dirty": 2}, "hand": {"counts": {"5": 2}, "threes": 1}},
    ]
    first, second = parse_tally({"sides": sides}, CLASSIC).sides
    assert first.table == CountedTable(ByValue(((50, 1), (10, 7))), Canastas(clean=1))
    assert first.hand == ByPoints(30)
    assert second.table == CountedTable(ByPoints(350), Canastas(dirty=2))
    assert second.hand == ByValue(((5, 2),), threes=1)


@pytest.mark.parametrize("key", ["format", "ruleset", "sides"])
def test_required_keys_of_a_tally(key):
    assert refused(without(TALLY, key)) == (Finding.KEY_MISSING, "")


@pytest.mark.parametrize("key", ["melds", "hand", "morto"])
def test_required_keys_of_a_side(key):
    value = TALLY | {"sides": [SIDE, without(SIDE, key)]}
    assert refused(value) == (Finding.KEY_MISSING, "sides[1]")


@pytest.mark.parametrize(
    ("value", "finding", "where"),
    [
        (None, Finding.WRONG_TYPE, ""),
        ([], Finding.WRONG_TYPE, ""),
        ("tally", Finding.WRONG_TYPE, ""),
        (TALLY | {"format": 2}, Finding.FORMAT_UNKNOWN, "format"),
        (TALLY | {"format": "1"}, Finding.FORMAT_UNKNOWN, "format"),
        (TALLY | {"format": True}, Finding.FORMAT_UNKNOWN, "format"),
        (TALLY | {"format": 1.0}, Finding.FORMAT_UNKNOWN, "format"),
        (TALLY | {"Format": 1}, Finding.KEY_UNKNOWN, "Format"),
        (TALLY | {"ruleset": "x"}, Finding.PRESET_UNKNOWN, "ruleset"),
        (TALLY | {"ruleset": None}, Finding.WRONG_TYPE, "ruleset"),
        (TALLY | {"overrides": {"x": 1}}, Finding.OPTION_UNKNOWN, "overrides.x"),
        (TALLY | {"overrides": {"target": 1}}, Finding.OPTION_OUT_OF_RANGE, "overrides.target"),
        (TALLY | {"sides": {}}, Finding.WRONG_TYPE, "sides"),
        (TALLY | {"sides": [SIDE]}, Finding.WRONG_LENGTH, "sides"),
        (TALLY | {"sides": [SIDE] * 3}, Finding.WRONG_LENGTH, "sides"),
        (TALLY | {"sides": [SIDE, None]}, Finding.WRONG_TYPE, "sides[1]"),
        (tally_with(extra=1), Finding.KEY_UNKNOWN, "sides[0].extra"),
        (tally_with(table={"points": 0}), Finding.KEYS_EXCLUDE_EACH_OTHER, "sides[0]"),
        (tally_with(melds="4S 4H 4D"), Finding.WRONG_TYPE, "sides[0].melds"),
        (tally_with(melds=[["4S"]]), Finding.WRONG_TYPE, "sides[0].melds[0]"),
        (tally_with(melds=["4S", "4S 4X"]), Finding.CARD_UNREADABLE, "sides[0].melds[1]"),
        (tally_with(hand=None), Finding.WRONG_TYPE, "sides[0].hand"),
        (tally_with(hand=30), Finding.WRONG_TYPE, "sides[0].hand"),
        (tally_with(hand={}), Finding.KEY_MISSING, "sides[0].hand"),
        (tally_with(hand={"points": -5}), Finding.NUMBER_OUT_OF_RANGE, "sides[0].hand.points"),
        (tally_with(hand={"points": 5.0}), Finding.WRONG_TYPE, "sides[0].hand.points"),
        (tally_with(hand={"points": "5"}), Finding.WRONG_TYPE, "sides[0].hand.points"),
        (
            tally_with(hand={"points": 5, "counts": {}}),
            Finding.KEYS_EXCLUDE_EACH_OTHER,
            "sides[0].hand",
        ),
        (tally_with(hand={"counts": []}), Finding.WRONG_TYPE, "sides[0].hand.counts"),
        (tally_with(hand={"counts": {"ten": 1}}), Finding.KEY_UNKNOWN, "sides[0].hand.counts.ten"),
        (tally_with(hand={"counts": {"05": 1}}), Finding.KEY_UNKNOWN, "sides[0].hand.counts.05"),
        (tally_with(hand={"counts": {"٥": 1}}), Finding.KEY_UNKNOWN, "sides[0].hand.counts.٥"),
        (tally_with(hand={"counts": {"": 1}}), Finding.KEY_UNKNOWN, "sides[0].hand.counts."),
        (tally_with(hand={"counts": {"5": None}}), Finding.WRONG_TYPE, "sides[0].hand.counts.5"),
        (tally_with(morto="kept"), Finding.NOT_A_CHOICE, "sides[0].morto"),
        (tally_with(morto=True), Finding.WRONG_TYPE, "sides[0].morto"),
        (tally_with(morto_cards=7), Finding.WRONG_TYPE, "sides[0].morto_cards"),
        (
            tally_with(morto_cards={"points": 5, "threes": 1}),
            Finding.KEY_UNKNOWN,
            "sides[0].morto_cards.threes",
        ),
        (tally_with(red_threes=True), Finding.WRONG_TYPE, "sides[0].red_threes"),
        (tally_with(red_threes=-1), Finding.NUMBER_OUT_OF_RANGE, "sides[0].red_threes"),
        (tally_with(red_threes_late=1.5), Finding.WRONG_TYPE, "sides[0].red_threes_late"),
        (tally_with(went_out=1), Finding.WRONG_TYPE, "sides[0].went_out"),
        (tally_with(concealed="no"), Finding.WRONG_TYPE, "sides[0].concealed"),
        (tally_with(name=5), Finding.WRONG_TYPE, "sides[0].name"),
    ],
)
def test_a_tally_of_the_wrong_shape(value, finding, where):
    assert refused(value) == (finding, where)


def test_options_that_clash_are_a_problem_and_not_a_wrong_shape():
    sides = [SIDE, SIDE, SIDE]
    value = TALLY | {"sides": sides, "overrides": {"sides": 3}}
    assert [problem.rule for problem in parse_tally_document(value).check()] == ["ruleset.options"]


def test_what_is_written_lists_every_key():
    written = format_tally(parse_tally_document(TALLY).tally)
    assert set(written["sides"][0]) == {
        "name", "melds", "red_threes", "red_threes_late", "hand", "morto", "morto_cards",
        "went_out", "concealed",
    }  # fmt: skip


COUNTED = [
    {
        "name": "Nós",
        "table": {"counts": {"50": 1, "10": 7}, "clean": 1, "dirty": 0, "royal": 0,
                  "ace_to_ace": 0, "wild": 0},
        "red_threes": 2,
        "red_threes_late": 1,
        "hand": {"points": 30, "threes": 2},
        "morto": "left",
        "morto_cards": {"points": 95},
        "went_out": False,
        "concealed": False,
    },
    {
        "name": "Eles",
        "table": {"points": 950, "clean": 1, "dirty": 2, "royal": 3, "ace_to_ace": 4, "wild": 5},
        "red_threes": 0,
        "red_threes_late": 0,
        "hand": {"counts": {"10": 3, "5": 1}, "threes": 0},
        "morto": "unused",
        "morto_cards": {"counts": {"20": 4, "10": 7}},
        "went_out": True,
        "concealed": True,
    },
]  # fmt: skip


def test_what_was_counted_is_written_as_it_was_read():
    written = format_tally(parse_tally({"sides": COUNTED}, CLASSIC))
    assert written == {"sides": COUNTED}
    assert [list(side) for side in written["sides"]] == [list(side) for side in COUNTED]


@given(rulesets(), randoms())
def test_a_tally_reads_back_as_it_was_written(ruleset, random):
    tally, _ = deal_tally(ruleset, random)
    written = json.loads(json.dumps(format_tally(tally)))
    again = parse_tally(written, ruleset)
    assert again == tally
    assert [side.name for side in again.sides] == [side.name for side in tally.sides]
    assert format_tally(again) == written


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("", Finding.NOT_JSON),
        ("{", Finding.NOT_JSON),
        ("{'a': 1}", Finding.NOT_JSON),
        ('{"a": 1} x', Finding.NOT_JSON),
        ('{"a": NaN}', Finding.WRONG_TYPE),
        ("[Infinity]", Finding.WRONG_TYPE),
        ("-Infinity", Finding.WRONG_TYPE),
        ('{"a": 1, "a": 1}', Finding.KEY_TWICE),
        ('{"b": {"a": 1, "c": 2, "a": 3}}', Finding.KEY_TWICE),
        ("[" * 100_000, Finding.TOO_DEEP),
        ('{"a":' * 100_000, Finding.TOO_DEEP),
        ("9" * 10_000, Finding.NUMBER_OUT_OF_RANGE),
        (b"\xff\xfe{}", Finding.NOT_TEXT),
        (b'{"name": "N\xf3s"}', Finding.NOT_TEXT),
        ("\x00", Finding.NOT_JSON),
    ],
)
def test_a_text_that_is_no_document(text, finding):
    with pytest.raises(DocumentError) as caught:
        load_json(text)
    assert (caught.value.finding, caught.value.where) == (finding, "")


def test_a_text_may_start_with_a_byte_order_mark():
    assert load_json("\ufeff[1]") == [1]
    assert load_json(b"\xef\xbb\xbf[1]") == [1]


def test_where_a_text_stops_being_json():
    with pytest.raises(DocumentError) as caught:
        load_json('{\n "a" 1}')
    assert caught.value.params == {"line": 2, "column": 6}


@pytest.mark.parametrize(
    ("value", "finding", "where"),
    [
        (without(MATCH, "hands"), Finding.KEY_MISSING, ""),
        (MATCH | {"sides": ["Nós"]}, Finding.WRONG_LENGTH, "sides"),
        (MATCH | {"sides": ["Nós", 2]}, Finding.WRONG_TYPE, "sides[1]"),
        (MATCH | {"hands": {}}, Finding.WRONG_TYPE, "hands"),
        (MATCH | {"hands": [{}]}, Finding.KEY_MISSING, "hands[0]"),
        (MATCH | {"hands": [[1, 2]]}, Finding.WRONG_TYPE, "hands[0]"),
        (MATCH | {"hands": [{"totals": [1]}]}, Finding.WRONG_LENGTH, "hands[0].totals"),
        (MATCH | {"hands": [{"totals": [1, 2, 3]}]}, Finding.WRONG_LENGTH, "hands[0].totals"),
        (MATCH | {"hands": [{"totals": [1, "2"]}]}, Finding.WRONG_TYPE, "hands[0].totals[1]"),
        (MATCH | {"hands": [{"totals": [1, 2.5]}]}, Finding.WRONG_TYPE, "hands[0].totals[1]"),
        (
            MATCH | {"hands": [{"totals": [1, 10**20]}]},
            Finding.NUMBER_OUT_OF_RANGE,
            "hands[0].totals[1]",
        ),
        (
            MATCH | {"hands": [{"totals": [1, 2], "adjust": [1, 2], "reason": "x"}]},
            Finding.KEYS_EXCLUDE_EACH_OTHER,
            "hands[0]",
        ),
        (
            MATCH | {"hands": [{"totals": [1, 2], "reason": "x"}]},
            Finding.KEY_UNKNOWN,
            "hands[0].reason",
        ),
        (MATCH | {"hands": [{"adjust": [1, 2]}]}, Finding.REASON_MISSING, "hands[0]"),
        (
            MATCH | {"hands": [{"adjust": [1, 2], "reason": " "}]},
            Finding.REASON_MISSING,
            "hands[0]",
        ),
        (
            MATCH | {"hands": [{"adjust": [1], "reason": "foul"}]},
            Finding.WRONG_LENGTH,
            "hands[0].adjust",
        ),
        (
            MATCH | {"hands": [{"tally": {"sides": [SIDE]}}]},
            Finding.WRONG_LENGTH,
            "hands[0].tally.sides",
        ),
        (
            MATCH | {"hands": [{"totals": [1, 2], "overrides": {"x": 1}}]},
            Finding.OPTION_UNKNOWN,
            "hands[0].overrides.x",
        ),
        (MATCH | {"starter": 2}, Finding.NUMBER_OUT_OF_RANGE, "starter"),
        (MATCH | {"starter": -1}, Finding.NUMBER_OUT_OF_RANGE, "starter"),
        (MATCH | {"starter": None}, Finding.WRONG_TYPE, "starter"),
        (MATCH | {"seats": 3}, Finding.NUMBER_OUT_OF_RANGE, "seats"),
        (MATCH | {"seats": 5}, Finding.NUMBER_OUT_OF_RANGE, "seats"),
        (MATCH | {"seats": 4, "dealer": 4}, Finding.NUMBER_OUT_OF_RANGE, "dealer"),
        (MATCH | {"annul": True}, Finding.WRONG_TYPE, "annul"),
        (MATCH | {"annul": [True]}, Finding.WRONG_LENGTH, "annul"),
        (MATCH | {"annul": [True, 1]}, Finding.WRONG_TYPE, "annul[1]"),
        (MATCH | {"stop": "yes"}, Finding.WRONG_TYPE, "stop"),
        (MATCH | {"winner": 0}, Finding.KEY_UNKNOWN, "winner"),
        (MATCH | {"next_overrides": []}, Finding.WRONG_TYPE, "next_overrides"),
        (MATCH | {"next_overrides": {"x": 1}}, Finding.OPTION_UNKNOWN, "next_overrides.x"),
    ],
)
def test_a_match_of_the_wrong_shape(value, finding, where):
    assert refused(value, parse_match_document) == (finding, where)


def standing(**keys):
    document = parse_match_document(MATCH | keys)
    assert document.check() == ()
    return format_standing(document.stand(), document.next_dealer())


def test_a_match_without_hands():
    assert standing() == {
        "format": 1,
        "valid": True,
        "totals": [0, 0],
        "running": [],
        "status": "playing",
        "winner": None,
        "rule": None,
    }


def test_totals_tallies_and_adjustments_add_up():
    tally = {"sides": TALLY["sides"]}  # 15 on the table, an ace in hand, twice
    hands = [{"totals": [780, -375]}, {"tally": tally}, {"adjust": [0, -100], "reason": "foul"}]
    answer = standing(hands=hands)
    assert answer["running"] == [[780, -375], [775, -380], [775, -480]]
    assert answer["totals"] == [775, -480]
    assert parse_match_document(MATCH | {"hands": hands}).entries == (
        PlayedHand((780, -375), CLASSIC),
        PlayedHand((-5, -5), CLASSIC),
        Adjustment((0, -100), "foul"),
    )


def test_the_next_dealer():
    hands = [{"totals": [5, 0]}, {"adjust": [0, 5], "reason": "foul"}, {"totals": [5, 0]}]
    assert standing(seats=4, dealer=3, hands=hands)["next_dealer"] == 1
    assert standing(dealer=0)["next_dealer"] == 0
    assert "next_dealer" not in standing(seats=4)


def test_options_hold_from_their_hand_on():
    hand = {"totals": [900, 0]}
    changed = hand | {"overrides": {"target": 1000}}
    assert standing(hands=[hand, hand])["status"] == "playing"
    assert standing(hands=[hand, changed])["status"] == "won"
    assert standing(hands=[changed, hand])["status"] == "won"
    document = parse_match_document(MATCH | {"hands": [hand, changed, hand]})
    assert document.last_ruleset.target == 1000
    assert parse_match_document(MATCH).last_ruleset == CLASSIC


def test_options_changed_since_the_last_hand_change_nothing_yet():
    hands = [{"totals": [900, 0]}, {"totals": [5, 5], "overrides": {"bonus_out": 50}}]
    keys = {"hands": hands, "next_overrides": {"target": 500}}
    assert standing(**keys) == standing(hands=hands)
    document = parse_match_document(MATCH | keys)
    assert document.next_ruleset == replace(CLASSIC, target=500, bonus_out=50)
    assert document.last_ruleset == replace(CLASSIC, bonus_out=50)
    moved = parse_match_document(MATCH | {"next_overrides": {"sides": 3}})
    assert {(p.rule, p.where) for p in moved.check()} == {("ruleset.options", "next_overrides")}
    assert moved.next_ruleset == CLASSIC


def test_a_tally_is_scored_under_the_options_of_its_hand():
    tally = {"tally": {"sides": TALLY["sides"]}, "overrides": {"card_values": {"A": 15}}}
    assert standing(hands=[tally])["totals"] == [0, 0]


def test_problems_of_a_match_say_in_which_hand():
    bad = {"tally": {"sides": [SIDE | {"melds": ["4S 4H"]}, SIDE]}}
    document = parse_match_document(MATCH | {"hands": [{"totals": [5, 0]}, bad, bad]})
    assert [(p.rule, p.where) for p in document.check()] == [
        ("meld.size", "hands[1].tally.sides[0].melds[0]"),
        ("meld.size", "hands[2].tally.sides[0].melds[0]"),
    ]


def test_the_sides_of_a_match_stay():
    hands = [{"totals": [5, 0], "overrides": {"sides": 3, "players_per_side": 1}}]
    problems = parse_match_document(MATCH | {"hands": hands}).check()
    assert {(p.rule, p.where) for p in problems} == {("ruleset.options", "hands[0].overrides")}


def test_options_that_may_not_change_do_not_hide_what_is_wrong_with_the_hand():
    bad = {"sides": [SIDE | {"melds": ["4S 4H"]}, SIDE]}
    hands = [{"tally": bad, "overrides": {"players_per_side": 1}}]
    problems = parse_match_document(MATCH | {"hands": hands}).check()
    assert [(p.rule, p.where) for p in problems] == [
        ("ruleset.options", "hands[0].overrides"),
        ("meld.size", "hands[0].tally.sides[0].melds[0]"),
    ]


def test_an_answer_needs_a_name_for_every_side():
    document = parse_tally_document(TALLY)
    with pytest.raises(ValueError, match="zip"):
        format_score(score_tally(document.tally, document.ruleset), ("Nós",))


def test_an_answer_keeps_names_as_they_were_given():
    names = ("Nós & \u202eלנו", "")
    document = parse_tally_document(TALLY)
    answer = format_score(score_tally(document.tally, document.ruleset), names)
    assert tuple(side["name"] for side in answer["sides"]) == names


def parts(value, path=()):
    """The path of every value inside a document."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(item, (*path, key))


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["classic", "taken", "left", "KS KH KD", "JK", 1, 10**25, -1, 5]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.text(max_size=5)
        | st.sampled_from([*TALLY, *SIDE, *MATCH, "overrides", "table", "counts", "points", "50"]),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@st.composite
def mutated(draw, documents):
    """A valid document with a value or two replaced, taken out or put in."""
    value = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(1, 3))):
        paths = [path for path in parts(value) if path]
        if not paths:
            break
        *way, last = draw(st.sampled_from(paths))
        place = value
        for key in way:
            place = place[key]
        action = draw(st.sampled_from(["replace", "remove", "add"]))
        if action == "replace":
            place[last] = draw(any_json)
        elif action == "remove":
            del place[last]
        elif isinstance(place, dict):
            place[draw(st.sampled_from(["table", "threes", "name", "x", "morto_cards"]))] = draw(
                any_json
            )
        else:
            place.append(draw(any_json))
    return value


@st.composite
def tally_documents(draw):
    ruleset = draw(st.sampled_from(list(PRESETS.values())))
    tally, _ = deal_tally(ruleset, draw(randoms()))
    return {"format": 1, "ruleset": ruleset.preset, "overrides": {}, **format_tally(tally)}


@st.composite
def match_documents(draw):
    tallies = draw(st.lists(tally_documents().filter(lambda t: len(t["sides"]) == 2), max_size=2))
    hands = [{"tally": {"sides": tally["sides"]}, "overrides": {}} for tally in tallies]
    hands.append({"totals": [100, -100]})
    hands.append({"adjust": [0, 5], "reason": "foul"})
    return MATCH | {"hands": hands, "dealer": 1, "annul": [True, False], "stop": False}


@given(any_json | mutated(tally_documents()))
def test_nothing_but_a_document_error_comes_out_of_a_tally(value):
    try:
        document = parse_tally_document(value)
    except DocumentError:
        return
    problems = document.check()
    assert all(problem.rule and isinstance(problem.where, str) for problem in problems)
    score = score_tally(document.tally, document.ruleset)
    assert len(score.totals) == document.ruleset.sides
    again = parse_tally(format_tally(document.tally), document.ruleset)
    assert again == document.tally


@given(any_json | mutated(match_documents()))
def test_nothing_but_a_document_error_comes_out_of_a_match(value):
    try:
        document = parse_match_document(value)
    except DocumentError:
        return
    document.check()
    answer = format_standing(document.stand(), document.next_dealer())
    assert len(answer["totals"]) == len(document.names)
    json.dumps(answer)


@given(tally_documents())
def test_a_dealt_document_has_no_problem(value):
    assert parse_tally_document(value).check() == ()


def test_a_side_that_left_its_morto_reads_so():
    left = tally_with(morto="left", morto_cards="AC")
    side = parse_tally_document(left).tally.sides[0]
    assert (side.morto, side.morto_cards) == (
        Morto.LEFT,
        replace(ByCard(), cards=side.morto_cards.cards),
    )


def test_a_tally_alone_has_its_places_from_its_own_root():
    with pytest.raises(DocumentError) as caught:
        parse_tally({"sides": [SIDE]}, CLASSIC)
    assert caught.value.where == "sides"


@pytest.mark.parametrize(
    ("parse", "value", "facts"),
    [
        (parse_tally_document, TALLY | {"Format": 1}, {"key": "Format"}),
        (parse_tally_document, without(TALLY, "sides"), {"key": "sides"}),
        (parse_tally_document, TALLY | {"sides": [SIDE]}, {"count": 1, "expected": 2}),
        # neither melds nor a table: it is the melds that are asked for
        (parse_tally_document, TALLY | {"sides": [without(SIDE, "melds"), SIDE]}, {"key": "melds"}),
        (parse_tally_document, tally_with(table={"points": 0}), {"keys": ("melds", "table")}),
        (parse_tally_document, tally_with(hand={"counts": {"05": 1}}), {"key": "05"}),
        (parse_tally_document, tally_with(morto="x"), {"choices": ("taken", "left", "unused")}),
        (parse_tally_document, tally_with(hand="4S 4X"), {"piece": "4X", "number": 2}),
        (parse_tally_document, tally_with(went_out=1), {"expected": "true or false"}),
        (parse_tally_document, tally_with(red_threes="1"), {"expected": "whole number"}),
        (parse_match_document, MATCH | {"starter": 2}, {"low": 0, "high": 1}),
        (parse_match_document, MATCH | {"seats": 5}, {"low": 4, "high": 4}),
        (parse_match_document, MATCH | {"hands": [{"totals": [1, 2], "reason": "x"}]},
         {"key": "reason"}),
    ],
)  # fmt: skip
def test_the_facts_of_a_wrong_shape(parse, value, facts):
    with pytest.raises(DocumentError) as caught:
        parse(value)
    assert caught.value.params == facts
