"""Disputes at the table, settled on paper by the rules, against what the program's documents say.

The table itself is in tests/disputes, a file for each chapter of the questions.
"""

import re
from collections import Counter
from dataclasses import fields

import pytest
from disputing import ask, read_disputes

from scorekeeper.language import LANGUAGES
from scorekeeper.language.questions import CHAPTERS, QUESTIONS
from scorekeeper.language.rulebook import TITLES
from scorekeeper.rules.ruleset import PRESETS, Ruleset

DISPUTES = read_disputes()
AS_TOLD = [dispute for dispute in DISPUTES if dispute.switch is None]
ANSWERS = {"yes", "no", "depends", "counts", "won", "draw", "playing", "extra_hand", "annulled"}
SILENT = {"preset", "mortos_face_up"}
"""What no document can turn: the name of the ruleset, and how the mortos lie."""
FACTS = re.compile(r"(?:10|[AKQJ2-9])[♠♥♦♣]|\bJK\b|\d+")
"""What a sentence must have in every language: its cards and its numbers."""


def each(disputes):
    return [pytest.param(dispute, id=str(dispute)) for dispute in disputes]


def told(dispute):
    return [d for d in DISPUTES if (d.chapter, d.name) == (dispute.chapter, dispute.name)]


def gist(dispute):
    found = (dispute.points, dispute.winner, tuple(dispute.effects or ()))
    return (dispute.answer, dispute.rule, *found)


# ---- the answers


@pytest.mark.parametrize("dispute", each(DISPUTES))
def test_the_rules_settle_it(dispute):
    outcome = ask(dispute)
    assert outcome.answer == dispute.answer, dispute.because
    expected = dispute.cites or dispute.rule
    if dispute.answer in ("no", "depends"):
        assert expected in outcome.rules
        assert set(outcome.rules) <= {expected, *dispute.about}, "and nothing else is wrong"
    elif dispute.answer not in ("counts", "playing") and outcome.rules:
        assert outcome.rules == (expected,)


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.effects is not None))
def test_what_comes_of_it(dispute):
    assert sorted(ask(dispute).document["effects"]) == sorted(dispute.effects), dispute.because


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.points is not None))
def test_what_it_counts(dispute):
    lines = ask(dispute).document["sides"][0]["lines"]
    counted = {line["rule"]: line["points"] for line in lines}
    assert counted.get(dispute.rule, 0) == dispute.points, dispute.because


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.totals is not None))
def test_what_it_comes_to(dispute):
    document = ask(dispute).document
    totals = document.get("totals") or [side["total"] for side in document["sides"]]
    assert totals == dispute.totals, dispute.because


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.answer in ("won", "deals")))
def test_who_it_is(dispute):
    document = ask(dispute).document
    winner = document["winner"] if "winner" in document else document["hand_winner"]
    assert dispute.winner is not None
    assert winner == dispute.winner, dispute.because


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.next_dealer is not None))
def test_who_deals_next(dispute):
    assert ask(dispute).document["next_dealer"] == dispute.next_dealer, dispute.because


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.cut is None))
def test_it_is_said_in_every_language(dispute):
    english = ask(dispute).sentences
    for code in set(LANGUAGES) - {"en"}:
        sentences = ask(dispute, code).sentences
        assert len(sentences) == len(english)
        for sentence, original in zip(sentences, english, strict=True):
            assert sentence.strip()
            assert "%" not in sentence, "a placeholder is left"
            assert sentence != original, f"not translated into {code}"
            lost = facts(original) - facts(sentence)  # "threes" may well be "3" elsewhere
            assert not lost, f"cards and numbers left out in {code}"


def facts(sentence):
    """Its cards and numbers, however a language groups the thousands."""
    whole = re.sub(r"(?<=\d)[.,\u202f\u00a0\u2009 ’](?=\d{3}\b)", "", sentence)
    return Counter(FACTS.findall(whole))


# ---- the table itself


def test_there_are_enough():
    assert len(AS_TOLD) >= 200
    assert len(DISPUTES) - len(AS_TOLD) >= 70
    names = Counter((dispute.chapter, dispute.name) for dispute in AS_TOLD)
    assert max(names.values()) == 1


def test_no_dispute_comes_twice():
    asked = Counter(
        repr((d.head, d.rule, *(getattr(d, f.name) for f in fields(d) if f.name in SUBJECT)))
        for d in DISPUTES
    )
    assert asked.most_common(1)[0][1] == 1


SUBJECT = {"position", "move", "sides", "match", "record", "cut"}


def test_both_games_and_every_preset():
    played = Counter(dispute.ruleset for dispute in AS_TOLD)
    assert played["classic"] >= 80
    assert played["online"] >= 30
    assert set(played) == set(PRESETS)


def test_every_chapter_and_question():
    assert {dispute.chapter for dispute in AS_TOLD} == set(CHAPTERS)
    assert {dispute.question for dispute in AS_TOLD} == set(QUESTIONS)


def test_every_rule():
    assert {rule for dispute in DISPUTES for rule in dispute.rules} == set(TITLES)


def test_every_option_turns_an_answer():
    turned = {dispute.switch for dispute in DISPUTES if dispute.switch}
    assert turned == {option.name for option in fields(Ruleset)} - SILENT


@pytest.mark.parametrize("dispute", each(d for d in DISPUTES if d.switch))
def test_a_pair_differs_by_the_switch_alone(dispute):
    before, after = told(dispute)
    assert after is dispute
    ruleset = getattr(PRESETS[before.ruleset], dispute.switch)
    usual = before.overrides.get(dispute.switch, ruleset)
    assert usual != after.overrides[dispute.switch], "the switch is where it was"
    without = {key: value for key, value in after.overrides.items() if key != dispute.switch}
    assert without == {k: v for k, v in before.overrides.items() if k != dispute.switch}
    for name in SUBJECT | {"ruleset", "says", "question"}:
        assert getattr(before, name) == getattr(after, name)
    assert gist(before) != gist(after), "the switch turns nothing"


@pytest.mark.parametrize("dispute", each(DISPUTES))
def test_it_is_told_in_full(dispute):
    assert dispute.answer in ANSWERS | {"again", "deals"}
    assert dispute.question in QUESTIONS
    assert {dispute.rule, *dispute.about} <= set(TITLES)
    assert dispute.cites != dispute.rule
    assert " – " in dispute.says, "two who disagree"
    assert dispute.because
