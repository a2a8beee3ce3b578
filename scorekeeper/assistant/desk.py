"""The desk where questions are asked: the answer, and what it depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from ..rules.ruleset import Ruleset
from .answer import Answer, Impossible, Outcome, Verdict
from .catalogue import QUESTIONS, Question
from .fields import Field, Given
from .switches import switches

__all__ = ["QUESTIONS", "Question", "ask", "settle"]


def ask(key: str, given: Given, ruleset: Ruleset) -> Answer:
    """The answer, with the house rules that would turn it. Raises `Impossible` for what cannot
    be, `KeyError` for a question that is none."""
    question = QUESTIONS[key]
    answer = settle(question, given, ruleset)
    if answer.verdict is Verdict.DEPENDS:
        return answer

    def asked_again(rules: Ruleset) -> Answer:
        if not _can_be(question, given, rules):
            raise Impossible
        return settle(question, given, rules)

    return replace(answer, switches=switches(answer, asked_again, ruleset))


def _can_be(question: Question, given: Given, ruleset: Ruleset) -> bool:
    """Whether what was told can be true at a table with these rules."""
    told = [(field, given.word(field.name)) for field in question.fields if field.offered]
    return all(word is None or word in field.choices_at(ruleset) for field, word in told)


def settle(question: Question, given: Given, ruleset: Ruleset) -> Answer:
    """The answer under one set of rules; it depends on a field that was left open only where its
    choices give different answers. Raises `Impossible`."""
    open_fields = [
        field
        for field in question.fields
        if field.decides and given.word(field.name) is None and field.asked(given, ruleset)
    ]
    if not open_fields:
        return question.answer(given, ruleset)
    answers = {
        words: question.answer(_telling(given, open_fields, words), ruleset)
        for words in product(*[field.choices_at(ruleset) for field in open_fields])
    }
    first = next(iter(answers.values()))
    if all(answer.gist == first.gist for answer in answers.values()):
        return _alike(list(answers.values()))
    deciding_ones = [field for place, field in enumerate(open_fields) if _matters(place, answers)]
    outcomes = _outcomes(question, given, deciding_ones[0], ruleset)
    rule = next((a.rule for a in answers.values() if a.verdict is Verdict.NO), first.rule)
    return Answer(
        Verdict.DEPENDS,
        rule,
        missing=tuple(field.name for field in deciding_ones),
        outcomes=outcomes,
    )


def _telling(given: Given, fields: list[Field], words: tuple[str, ...]) -> Given:
    for field, word in zip(fields, words, strict=True):
        given = given.telling(field.name, word)
    return given


def _alike(answers: list[Answer]) -> Answer:
    """One of several answers that say the same, a refusal by a rule first: what only some of them
    know is left out."""
    first = min(answers, key=lambda answer: not answer.problems)
    shared = tuple(
        effect for effect in first.effects if all(effect in other.effects for other in answers)
    )
    return replace(first, effects=shared)


def _matters(place: int, answers: Mapping[tuple[str, ...], Answer]) -> bool:
    """Whether two answers differ that differ only in what is told at this place."""
    by_rest: dict[tuple[str, ...], set[object]] = {}
    for words, answer in answers.items():
        rest = (*words[:place], *words[place + 1 :])
        by_rest.setdefault(rest, set()).add(answer.gist)
    return any(len(gists) > 1 for gists in by_rest.values())


def _outcomes(
    question: Question, given: Given, field: Field, ruleset: Ruleset
) -> tuple[Outcome, ...]:
    found = []
    for value in field.choices_at(ruleset):
        try:
            answer = settle(question, given.telling(field.name, value), ruleset)
        except Impossible:
            continue
        found.append(Outcome(field.name, value, *answer.gist))
    return tuple(found)
