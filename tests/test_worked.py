"""Hands and matches scored by hand, one JSON file each, against the program."""

import json
from pathlib import Path

import pytest

from scorekeeper.rules.documents import (
    format_score,
    format_standing,
    parse_match_document,
    parse_tally_document,
)
from scorekeeper.rules.scoring import score_tally

WORKED = Path(__file__).parent / "worked"


def cases(*folders):
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}")
        for folder in folders
        for path in sorted((WORKED / folder).glob("*.json"))
    ]


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def option_cases(kind):
    return [case for case in cases("options") if read(case.values[0])["kind"] == kind]


def answer_to_tally(document):
    parsed = parse_tally_document(document)
    assert parsed.check() == ()
    names = tuple(side.name for side in parsed.tally.sides)
    return format_score(score_tally(parsed.tally, parsed.ruleset), names)


def assert_problems(problems, expected):
    assert {problem.rule for problem in problems} == {entry["rule"] for entry in expected}
    for entry in expected:
        if entry.get("where") is not None:
            assert any((p.rule, p.where) == (entry["rule"], entry["where"]) for p in problems)


def test_there_are_enough_cases():
    assert len(cases("classic")) >= 15
    assert len(cases("presets")) >= 10
    assert len(cases("invalid")) >= 20
    assert len(cases("matches")) >= 15
    assert len(cases("options")) >= 40
    kinds = {read(case.values[0])["kind"] for case in cases("options")}
    assert kinds == {"score", "invalid", "match"}


@pytest.mark.parametrize("path", cases("classic", "presets") + option_cases("score"))
def test_scores(path):
    case = read(path)
    answer = answer_to_tally(case["document"])
    assert answer == case["answer"]
    for side in answer["sides"]:
        assert sum(line["points"] for line in side["lines"]) == side["total"]


@pytest.mark.parametrize("path", cases("invalid") + option_cases("invalid"))
def test_impossible_tallies(path):
    case = read(path)
    assert case["problems"]
    assert_problems(parse_tally_document(case["document"]).check(), case["problems"])


@pytest.mark.parametrize("path", cases("matches") + option_cases("match"))
def test_matches(path):
    case = read(path)
    document = parse_match_document(case["document"])
    problems = document.check()
    if "problems" in case:
        assert_problems(problems, case["problems"])
    else:
        assert problems == ()
        assert format_standing(document.stand(), document.next_dealer()) == case["answer"]
