"""Rulings kept in the log, in words."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorekeeper.language.answers import verdict_word
from scorekeeper.language.questions import QUESTIONS, question_title
from scorekeeper.language.rulebook import rule_title
from scorekeeper.scorebook import KeptRuling, MatchRecord, RulingKept, kept_rulings

from .languages import fill, gettext, language
from .ruling_place import Place

FIRST = 1
"""The number of the first ruling of a match."""


def kept_ruling(record: MatchRecord, question: str, seq: str) -> KeptRuling | None:
    """The ruling on this question that event number `seq` kept, or None."""
    return next(
        (
            kept
            for kept in kept_rulings(record)
            if str(kept.seq) == seq and kept.ruling.question == question
        ),
        None,
    )


def kept_words(kept: KeptRuling, place: Place) -> str:
    """What was kept, for the page that opens it again."""
    text = gettext("Ruling no. %(number)s, kept in the log: %(answer)s")
    return text % {"number": kept.number, "answer": answer_of(kept.ruling, place.names)}


def answer_of(ruling: RulingKept, names: tuple[str, ...]) -> str:
    """The answer that was given, with its rule."""
    try:
        word = verdict_word(ruling.verdict, ruling.word, ruling.figure, names, language())
    except (KeyError, IndexError, StopIteration):  # of a newer version of this app
        word = ruling.word or ruling.verdict
    return f"{word} ({_titled(ruling.rule)})"


def _titled(rule: str) -> str:
    try:
        return rule_title(rule, language())
    except KeyError:  # of a newer version of this app
        return rule


@dataclass(frozen=True, slots=True)
class KeptView:
    """A ruling in the log: its line, and where it is opened again (nowhere, for a question that
    this version does not know)."""

    title: Markup
    url: str


def told_again(record: MatchRecord, shown: Container[int]) -> Mapping[int, KeptView]:
    """The rulings that the log kept, by the numbers of their events; of these events only."""
    kept = ((one.seq, one.event) for one in record.log if isinstance(one.event, RulingKept))
    return {
        seq: _told(record, seq, number, ruling)
        for number, (seq, ruling) in enumerate(kept, FIRST)
        if seq in shown
    }


def _told(record: MatchRecord, seq: int, number: int, ruling: RulingKept) -> KeptView:
    names = tuple(side.name for side in record.sides)
    question, url = ruling.question, ""
    if question in QUESTIONS:
        url = url_for("ruling.table_ask", match_id=record.id, question=question, kept=str(seq))
    return KeptView(_title(number, ruling, names), url)


def _title(number: int, ruling: RulingKept, names: tuple[str, ...]) -> Markup:
    known = ruling.question in QUESTIONS
    question = question_title(ruling.question, language()) if known else ruling.question
    return fill(
        gettext("Ruling no. %(number)s: %(question)s %(answer)s"),
        number=number,
        question=question,
        answer=answer_of(ruling, names),
    )
