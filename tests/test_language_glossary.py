"""The glossary and the other words of players: what they lead to exists, in six languages."""

from __future__ import annotations

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.glossary import GLOSSARY, TERMS
from scorekeeper.language.questions import QUESTIONS
from scorekeeper.language.rulebook import TITLES
from scorekeeper.language.synonyms import CONCEPTS, phrases_for
from scorekeeper.language.word_lists import ASKING, FORMS, STOP_WORDS
from scorekeeper.language.words import words_of

KEYS = {"rules": TITLES.keys(), "questions": QUESTIONS.keys(), "terms": TERMS.keys()}


def test_there_are_words_enough_and_none_twice():
    keys = [term.key for group in GLOSSARY for term in group.terms]
    assert len(keys) == len(set(keys)) == len(TERMS) >= 25
    assert {"tranca", "morto", "canasta", "meld", "natural", "wild", "red3", "black3"} <= set(keys)
    assert {"pinta", "out", "concealed", "stock", "pile", "opening"} <= set(keys)


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_the_rules_of_a_word_exist(term):
    assert term.rules
    assert set(term.rules) <= TITLES.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_is_told_apart_in_every_language(code):
    titles = [term.title(code) for term in TERMS.values()]
    assert len(set(titles)) == len(titles)
    texts = [term.text(code) for term in TERMS.values()]
    assert len(set(texts)) == len(texts)
    assert all(len(text) < 260 for text in texts)


def test_the_brazilian_word_stands_beside_the_readers_own():
    assert TERMS["pile"].heard("en") == "Lixo"
    assert TERMS["morto"].heard("en") == ""
    assert all(term.heard("pt_BR") == "" for term in TERMS.values())


@pytest.mark.parametrize("concept", CONCEPTS, ids=lambda concept: concept.words[:30])
def test_a_concept_leads_somewhere(concept):
    assert any(concept.leads_to(kind) for kind in KEYS)
    for kind, known in KEYS.items():
        keys = concept.leads_to(kind)
        assert set(keys) <= known
        assert len(set(keys)) == len(keys)
    assert all(words_of(phrase) for phrase in concept.phrases())


def test_the_words_of_a_rule_come_from_its_concepts():
    dear, more = phrases_for("rules", "pile.top")
    assert {"lixo", "défausse", "aflegstapel", "bagaço"} <= set(dear)
    assert "lixo" not in phrases_for("rules", "pile.blocked")[0]
    assert "lixo" in phrases_for("rules", "pile.blocked")[1]
    assert "lixo" not in more
    assert phrases_for("rules", "no.rule") == ((), ())


def test_word_lists_are_written_as_they_are_compared():
    for word in STOP_WORDS | ASKING | {form for line in FORMS for form in line.split()}:
        assert words_of(word) == [word]
    forms = [form for line in FORMS for form in line.split()]
    assert len(forms) == len(set(forms))
