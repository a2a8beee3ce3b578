"""Recorded hands, whole and readable, against what was counted from them by hand."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.answers import answer_tally
from scorekeeper.play.moves import Discard, Draw, LayRedThree
from scorekeeper.play.record import format_record
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.replay import replay
from scorekeeper.replaying import answer_record
from scorekeeper.rules.options import overrides_of
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.rules.scoring import score_tally

RECORDS = Path(__file__).parent / "records"
LEGAL = sorted(path for path in RECORDS.glob("*/*.tranca") if path.parent.name != "illegal")
ILLEGAL = sorted(RECORDS.glob("illegal/*.tranca"))
SIDE = re.compile(r"(?P<name>[^:]+): (?P<lines>.+) = (?P<total>-?\d+)")
REFUSAL = re.compile(r"line (\d+)(?:, turn (\d+), seat (\w+))?, rule ([a-z0-9]+\.[a-z_]+)")


def each(paths):
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in paths]


def read(path):
    return path.read_text(encoding="utf-8")


def expected(path):
    """What the comments at the top of a record expect."""
    found = re.findall(r"^# expect: (.+)$", read(path), re.MULTILINE)
    assert found, path
    return found


def side_expected(text):
    """The name of a side, its lines by rule, and its total."""
    found = SIDE.fullmatch(text)
    assert found, text
    lines = dict(line.split(" ") for line in found["lines"].split(", "))
    return found["name"], {rule: int(points) for rule, points in lines.items()}, int(found["total"])


def played_to_the_end(record):
    played = replay(record)
    assert played.refusal is None, played.refusal
    return played


def test_there_are_enough_records():
    presets = [path.parent.name for path in LEGAL]
    assert all(presets.count(preset) >= 3 for preset in PRESETS)
    assert len(LEGAL) >= 21
    assert len(ILLEGAL) >= 30


@pytest.mark.parametrize("path", each(LEGAL))
def test_a_hand_comes_to_what_was_counted(path):
    ending, *rest = expected(path)
    played = played_to_the_end(parse_record(read(path)))
    assert f"{played.reason}, {played.turns} turns" == ending
    if rest[0].startswith("missing "):
        missing = ", ".join(" ".join(heap) for heap in played.missing)
        assert rest == [f"missing {missing}"]
        assert played.tally is None
        return
    score = score_tally(played.tally, parse_record(read(path)).ruleset)
    for text, side, total, lines in zip(
        rest, played.tally.sides, score.totals, [side.lines for side in score.sides], strict=True
    ):
        name, by_rule, expected_total = side_expected(text)
        assert sum(by_rule.values()) == expected_total, "the comment does not add up"
        assert side.name == name
        assert {line.rule: line.points for line in lines} == by_rule
        assert total == expected_total


@pytest.mark.parametrize("path", each(LEGAL))
def test_who_writes_end_below_a_hand_that_is_over_changes_nothing(path):
    # stock.empty: the stock has ended the hand, not the players
    record = parse_record(read(path))
    assert replay(replace(record, stopped=True)) == replay(record)


@pytest.mark.parametrize("path", each(LEGAL))
def test_the_tally_of_a_hand_is_one_that_can_be(path):
    # what the replay counts passes every check of a tally, and scores the same
    record = parse_record(read(path))
    given = answer_record(read(path).encode(), "en").document
    if "tally" not in given:
        assert "missing" in given
        return
    rules = {"ruleset": record.ruleset.preset, "overrides": overrides_of(record.ruleset)}
    scored = answer_tally(json.dumps({"format": 1, **rules, **given["tally"]}).encode(), "en")
    assert scored.status == 0, scored.document
    assert {key: scored.document[key] for key in given["score"]} == given["score"]


@pytest.mark.parametrize("path", each(LEGAL + ILLEGAL))
def test_a_record_printed_is_read_as_the_same_record(path):
    record = parse_record(read(path))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("path", each(LEGAL))
def test_a_record_is_legal_without_its_deal(path):
    record = parse_record(read(path))
    known = played_to_the_end(record)
    played = played_to_the_end(replace(record, hands=(), mortos=(), stock=None))
    assert played.turns == known.turns
    if known.reason != "stock":  # who is stuck can be told only by those who see the hand
        assert played.reason == known.reason


def forgotten(move):
    """The move as told by one who saw no card that was drawn."""
    match move:
        case Draw():
            return Draw()
        case LayRedThree():
            return replace(move, replacement=None)
        case _:
            return move


@pytest.mark.parametrize("with_deal", [True, False])
@pytest.mark.parametrize("path", each(LEGAL))
def test_a_record_is_legal_with_every_drawn_card_forgotten(path, with_deal):
    record = parse_record(read(path))
    if not with_deal:
        record = replace(record, hands=(), mortos=(), stock=None, upcard=None)
    turns = [replace(turn, moves=tuple(map(forgotten, turn.moves))) for turn in record.turns]
    played_to_the_end(replace(record, turns=tuple(turns), stock=None))


@pytest.mark.parametrize("path", each(LEGAL))
def test_a_record_is_legal_with_every_discard_forgotten_that_nobody_took(path):
    # record.conflict: what one does not remember may have been anything that fits
    record = parse_record(read(path))
    for number, turn in enumerate(record.turns):
        *moves, last = turn.moves
        following = record.turns[number + 1 : number + 2]
        if not isinstance(last, Discard) or not following:
            continue
        if any(not isinstance(move, Draw | Discard | LayRedThree) for move in following[0].moves):
            continue
        turns = list(record.turns)
        turns[number] = replace(turn, moves=(*moves, replace(last, card=None)))
        played_to_the_end(replace(record, turns=tuple(turns)))


@pytest.mark.parametrize("path", each(ILLEGAL))
def test_an_illegal_play_is_found_where_it_stands(path):
    (text,) = expected(path)
    found = REFUSAL.fullmatch(text)
    assert found, text
    line, turn, seat, rule = found.groups()
    answer = answer_record(read(path).encode(), "en")
    assert answer.status == 1
    given = answer.document
    assert (given["legal"], given["line"], given["rule"]) == (False, int(line), rule)
    assert (given.get("turn"), given.get("seat")) == (turn and int(turn), seat)
    assert ("before" in given) == (turn is not None)
    assert given["message"] and answer.text()
