"""A sentence for every finding, with its facts in a form that people read."""

import re
from pathlib import Path

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.cards import rank_word, show_cards
from scorekeeper.language.findings import COUNTED, SENTENCES
from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.rules import problems
from scorekeeper.rules.cards import RANKS, card, parse_cards
from scorekeeper.rules.melds import Canasta
from scorekeeper.rules.problems import CardError, DocumentError, Finding, Problem

EXAMPLES = {
    "card": card("JK"),
    "cards": parse_cards("KS 10H JK"),
    "rank": "K",
    "kind": Canasta.ROYAL,
    "option": "max_wilds",
    "choices": ("any", "clean"),
    "keys": ("melds", "table"),
    "expected": "whole number",
    "piece": "1Z",
    "preset": "paulistana",
    "key": "meldz",
}
COUNTABLE = {Finding.WRONG_LENGTH: {"expected": 2}, Finding.OPTIONS_PACK_TOO_SMALL: {"cards": 120}}


def facts_named_in_the_source():
    """The names of the facts of each finding, as the comment beside it has them."""
    source = Path(problems.__file__).read_text(encoding="utf-8")
    rows = re.findall(r'^    ([A-Z_0-9]+) = "\w+"(?:  # (.*))?$', source, re.MULTILINE)
    return {
        Finding[name]: re.sub(r"\(.*?\)", "", comment).replace(" ", "").split(",")
        if comment
        else []
        for name, comment in rows
    }


def params(finding):
    named = facts_named_in_the_source()[finding]
    example = {name: EXAMPLES.get(name, 1234) for name in named}
    return example | COUNTABLE.get(finding, {})


def test_every_finding_has_one_sentence():
    assert set(SENTENCES) | set(COUNTED) == set(Finding)
    assert not set(SENTENCES) & set(COUNTED)
    assert set(facts_named_in_the_source()) == set(Finding)


@pytest.mark.parametrize("finding", Finding)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_facts_fill_the_sentence(finding, code):
    facts = params(finding)
    sentence = problem_sentence(Problem("setup.pack", finding, "", facts), code)
    assert "%" not in sentence
    assert sentence.endswith((".", "?"))
    assert not re.search(r"\b[a-z]+\.[a-z_]+\b", sentence)
    if code != "en":
        assert sentence != problem_sentence(Problem("setup.pack", finding, "", facts), "en")


@pytest.mark.parametrize("finding", COUNTED)
@pytest.mark.parametrize("code", LANGUAGES)
def test_one_and_many_differ(finding, code):
    name = COUNTED[finding][1]
    one = {"cards": parse_cards("KS")} if name == "cards" else {name: 1}
    sentences = {
        problem_sentence(Problem("meld.size", finding, "", params(finding) | facts), code)
        for facts in (one, {})
    }
    assert len(sentences) == 2
    assert not any("%" in sentence for sentence in sentences)


def test_cards_ranks_and_numbers_are_shown_as_people_write_them():
    mixed = Problem(
        "meld.rank", Finding.MELD_MIXED_RANKS, "", {"cards": parse_cards("10H JK"), "rank": "4"}
    )
    assert problem_sentence(mixed, "en") == (
        "A set has one rank only: 10♥ JK do not go with the fours."
    )
    assert problem_sentence(mixed, "pt_BR").endswith("10♥ JK não combinam com quatros.")
    facts = {"points": 3500, "most": 1180}
    much = Problem("setup.pack", Finding.TOO_MANY_POINTS, "", facts)
    assert "1.180" in problem_sentence(much, "it")
    often = Problem(
        "setup.pack", Finding.CARD_TOO_OFTEN, "", {"card": card("JK"), "count": 5, "most": 4}
    )
    assert problem_sentence(often, "en") == "5 × JK? The pack has only 4: count again."


def test_kinds_options_types_and_choices_are_in_words():
    kind = Problem("canasta.kind", Finding.UNKNOWN_CANASTA_KIND, "", {"kind": Canasta.WILD})
    assert problem_sentence(kind, "pt_BR").startswith("Canastra de curingas:")
    wrong = DocumentError(Finding.OPTION_WRONG_TYPE, "x", option="runs", expected="true or false")
    assert error_sentence(wrong, "en") == "Runs of one suit: this must be true or false."
    unknown = DocumentError(Finding.OPTION_UNKNOWN, "x", option="wilds")
    assert "«wilds»" in error_sentence(unknown, "es")
    choice = DocumentError(Finding.NOT_A_CHOICE, "x", choices=("taken", "left", "unused"))
    assert "taken, left of unused" in error_sentence(choice, "nl")
    odd = DocumentError(Finding.WRONG_TYPE, "x", expected="something new")
    assert "something new" in error_sentence(odd, "fr")


def test_an_unreadable_card_names_the_piece_as_it_was_typed():
    sentence = error_sentence(CardError("100%(x)s", 3), "en")
    assert "100%(x)s" in sentence
    assert "number 3" in sentence


def test_the_side_and_the_meld_are_named_where_names_are_given():
    small = Problem(
        "meld.size", Finding.MELD_TOO_SMALL, "sides[1].melds[2]", {"count": 2, "least": 3}
    )
    plain = problem_sentence(small, "en")
    assert problem_sentence(small, "en", ("We", "They")) == f"They, meld 3: {plain}"
    hand = Problem(
        "red3.lay", Finding.RED_THREE_IN_HAND, "hands[4].tally.sides[0].hand", {"count": 1}
    )
    assert problem_sentence(hand, "fr", ("Nous", "Eux")).startswith("Nous\u00a0: Un 3 rouge")
    elsewhere = Problem("match.target", Finding.HAND_AFTER_THE_END, "hands[4]")
    assert problem_sentence(elsewhere, "en", ("We", "They")).startswith("The match")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rank_has_a_word(code):
    words = [rank_word(rank, code) for rank in (*RANKS, "JK")]
    assert len(set(words)) == 14


def test_cards_are_shown_with_their_suits():
    assert show_cards(parse_cards("KS 10H 2C 4D JK")) == "K♠ 10♥ 2♣ 4♦ JK"
