"""What can be found: every rule, question and term as a document with its names and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.ruleset import Ruleset
from . import LANGUAGES
from .glossary import TERMS, Term
from .questions import QUESTIONS, QuestionText, question_title
from .rulebook import TITLES, rule_text, rule_title
from .synonyms import phrases_for
from .voice import Voice

RULE, QUESTION, TERM = "rule", "question", "term"


@dataclass(frozen=True, slots=True)
class Document:
    """One thing to find, in the reader's language.

    `names` are its titles in the other languages, `dear` words that lead here first, `phrases`
    what else it may be looked for by, `rules` the rules it speaks of.
    """

    kind: str
    key: str
    title: str
    text: str
    names: tuple[str, ...]
    dear: tuple[str, ...]
    phrases: tuple[str, ...]
    rules: tuple[str, ...]


def documents_for(ruleset: Ruleset, code: str) -> Iterator[Document]:
    """Every document in the language `code`, the texts of rules as `ruleset` sets them."""
    others = tuple(other for other in LANGUAGES if other != code)
    for rule in TITLES:
        dear, more = phrases_for("rules", rule)
        yield Document(
            kind=RULE,
            key=rule,
            title=rule_title(rule, code),
            text=rule_text(rule, ruleset, code),
            names=tuple(rule_title(rule, other) for other in others),
            dear=dear,
            phrases=more,
            rules=(rule,),
        )
    for key, question in QUESTIONS.items():
        yield _question(key, question, code, others)
    for term in TERMS.values():
        yield _term(term, code, others)


def _question(key: str, question: QuestionText, code: str, others: tuple[str, ...]) -> Document:
    dear, more = phrases_for("questions", key)
    hints = {each: [Voice(each).say(hint) for hint in question.hints] for each in (code, *others)}
    return Document(
        kind=QUESTION,
        key=key,
        title=question_title(key, code),
        text=" · ".join(hints[code]),
        names=tuple(question_title(key, other) for other in others),
        dear=dear,
        phrases=(*(hint for other in others for hint in hints[other]), *more),
        rules=question.rules,
    )


def _term(term: Term, code: str, others: tuple[str, ...]) -> Document:
    dear, more = phrases_for("terms", term.key)
    return Document(
        kind=TERM,
        key=term.key,
        title=term.title(code),
        text=term.text(code),
        names=(term.brazilian, *(term.title(other) for other in others)),
        dear=dear,
        phrases=more,
        rules=term.rules,
    )
