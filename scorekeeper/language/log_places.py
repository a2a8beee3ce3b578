"""What is wrong with the file of a match, and where in its log, for people who never saw it."""

from __future__ import annotations

import re

from ..rules.problems import DocumentError
from . import mark
from .sentences import error_sentence
from .voice import Voice

ENTRY = re.compile(r"events\[(\d+)\](?:\.(.+))?")
IN_ENTRY = mark("Entry %(number)s of the log: %(sentence)s")
IN_FIELD = mark("Entry %(number)s of the log, field “%(field)s”: %(sentence)s")
AT_FIELD = mark("Field “%(field)s”: %(sentence)s")


def log_error_sentence(error: DocumentError, code: str) -> str:
    """The sentence for a whole match that cannot be read, with its place in words.

    Entries of the log are counted from 1, as the page of the log counts them.
    """
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
