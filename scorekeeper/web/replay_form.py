"""A record as it comes in: pasted, uploaded, or from an address."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import FileStorage

from scorekeeper.language.sentences import error_sentence
from scorekeeper.play.record import Record, RecordError
from scorekeeper.play.record_text import parse_record
from scorekeeper.rules.problems import Finding

from .languages import gettext, language, points
from .replay_address import LONGEST_TEXT, TooLongError, pack

NOT_TEXT = frozenset(map(chr, range(32))) - frozenset("\t\n\r\f")


@dataclass(frozen=True, slots=True)
class Submitted:
    """A record that was sent: its text as far as it can be shown, and what came of it.

    With a `problem` there is no record; `line` is where it lies, 0 if nowhere in particular.
    """

    text: str = ""
    packed: str = ""
    record: Record | None = None
    problem: str = ""
    line: int = 0


def submitted(pasted: str, file: FileStorage | None) -> Submitted:
    """Reads the file, if one was chosen, else what was pasted."""
    if file is not None and file.filename:
        data = file.stream.read(4 * LONGEST_TEXT + 1)
        try:
            return read_text(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return Submitted(pasted, problem=_sentence(RecordError(Finding.NOT_TEXT, 1, 1)))
    return read_text(pasted)


def read_text(text: str) -> Submitted:
    """The record that a text has."""
    if not text.strip():
        return Submitted(text, problem=gettext("Paste a record, or choose a file."))
    if not NOT_TEXT.isdisjoint(text):
        shown = "".join(sign for sign in text if sign not in NOT_TEXT)[:LONGEST_TEXT]
        return Submitted(shown, problem=_sentence(RecordError(Finding.NOT_TEXT, 1, 1)))
    if len(text) > LONGEST_TEXT:
        return too_long(text[:LONGEST_TEXT])
    try:
        record = parse_record(text)
        return Submitted(text, pack(text), record)
    except RecordError as error:
        return Submitted(text, problem=_sentence(error), line=error.line)
    except TooLongError:
        return too_long(text)


def too_long(text: str = "") -> Submitted:
    """A text that is longer than any hand, and says so."""
    sentence = gettext("This is longer than any hand. A record has at most %(most)s characters.")
    return Submitted(text, problem=sentence % {"most": points(LONGEST_TEXT)})


def _sentence(error: RecordError) -> str:
    return error_sentence(error, language())
