"""What is wrong with the file of a match, and where in its log, for people who never saw it."""

from __future__ import annotations

import re

from ..rules.problems import DocumentError, ManyFaultsError
from . import mark, mark_plural
from .sentences import error_sentence
from .voice import Voice

ENTRY = re.compile(r"events\[(\d+)\](?:\.(.+))?")
IN_ENTRY = mark("Entry %(number)s of the log: %(sentence)s")
IN_FIELD = mark("Entry %(number)s of the log, field “%(field)s”: %(sentence)s")
AT_FIELD = mark("Field “%(field)s”: %(sentence)s")
OTHERS = mark_plural(
    "And %(count)s more thing is wrong with it.", "And %(count)s more things are wrong with it."
)
UNSAVED = mark(
    "Match %(match)s can’t be saved as a file: entry %(number)s of its log is damaged or missing."
)
MOST_TOLD = 5


def log_error_sentences(error: DocumentError, code: str) -> tuple[str, ...]:
    """A sentence for all that is wrong with a whole match, with its place in words.

    Entries of the log are counted from 1, as the page of the log counts them. Of very many faults
    the first are told, and how many there are beside them.
    """
    errors = error.errors if isinstance(error, ManyFaultsError) else (error,)
    told = tuple(_sentence(each, code) for each in errors[:MOST_TOLD])
    others = len(errors) - len(told)
    if not others:
        return told
    return (*told, Voice(code).say_counted(OTHERS, others, count=others))


def unsaved_sentence(match: str, number: int, code: str) -> str:
    """That there is no file of a match, and which entry of its log is in the way."""
    return Voice(code).say(UNSAVED, match=match, number=number)


def _sentence(error: DocumentError, code: str) -> str:
    voice, sentence = Voice(code), error_sentence(error, code)
    place = ENTRY.fullmatch(error.where)
    if place is None:
        return (
            voice.say(AT_FIELD, field=error.where, sentence=sentence) if error.where else sentence
        )
    number, field = int(place[1]) + 1, place[2]
    if field is None:
        return voice.say(IN_ENTRY, number=number, sentence=sentence)
    return voice.say(IN_FIELD, number=number, field=field, sentence=sentence)
