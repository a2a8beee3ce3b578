"""Plain text for a terminal: columns that line up in any script, and bytes that always print."""

from __future__ import annotations

import contextlib
import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from typing import BinaryIO

LONGEST_NAME = 24
MOST_CHARACTERS = 1000  # of a name, marks that take no column with them
JOINERS = ("\u200c", "\u200d")
COMBINING = ("Mn", "Me", "Cf")
SKIN_TONES = range(0x1F3FB, 0x1F400)
MIDDLE_JAMO = range(0x1160, 0x1200)  # drawn inside the syllable that they belong to

Row = Sequence[str]


class OutputError(Exception):
    """The output cannot be written; `status` is what the process should end with."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def encoded(text: str) -> bytes:
    r"""The text in UTF-8; half a surrogate pair, which has no UTF-8 form, as `\udxxx`."""
    return text.encode("utf-8", "backslashreplace")


def write(text: str) -> None:
    """Prints a line whatever the locale. Raises `OutputError`."""
    if sys.stdout is None:  # closed by the caller
        raise OutputError(2)
    stream = sys.stdout.buffer
    try:
        stream.write(encoded(text) + b"\n")
        stream.flush()
    except BrokenPipeError:
        _let_go(stream)
        raise OutputError(141) from None  # as a shell counts a death by SIGPIPE
    except OSError as error:
        _let_go(stream)
        raise OutputError(2, error.strerror or "") from None


def write_error(text: str) -> None:
    """Prints a line on the error stream, as far as there is one."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):
        sys.stderr.buffer.write(encoded(text) + b"\n")
        sys.stderr.buffer.flush()


def visible(text: str) -> str:
    """The text on one line, without anything that could steer a terminal."""
    shown = (c if c.isprintable() or c in JOINERS else _stand_in(c) for c in text)
    return "".join(shown)


def shortened(text: str, most: int = LONGEST_NAME) -> str:
    """The visible text in at most so many columns."""
    text = visible(text[:MOST_CHARACTERS])
    if _fitting(text, most) == len(text):
        return text
    return f"{text[: _fitting(text, most - 1)]}…"


def width(text: str) -> int:
    """The columns that a terminal needs for the text."""
    columns = 0
    for columns in _columns(text):  # noqa: B007 - the last of them
        pass
    return columns


def _fitting(text: str, most: int) -> int:
    """How many characters from the start need no more than so many columns."""
    return next(
        (number for number, columns in enumerate(_columns(text)) if columns > most), len(text)
    )


def _columns(text: str) -> Iterator[int]:
    """The columns up to and with each character."""
    columns = 0
    joined = False
    for character in text:
        code = ord(character)
        hidden = unicodedata.category(character) in COMBINING or code in MIDDLE_JAMO
        if not (hidden or joined or (code in SKIN_TONES and columns)):
            columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        joined = character == "\u200d"
        yield columns


def aligned(rows: Sequence[Row], left: Sequence[int] = (0,)) -> str:
    """The rows as columns two spaces apart; those in `left` start together, the rest end so."""
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, columns) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (columns - width(cell))
            cells.append(cell + gap if number in left else gap + cell)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _stand_in(character: str) -> str:
    return " " if character.isspace() else "\ufffd"


def _let_go(stream: BinaryIO) -> None:
    """Sends what is still buffered nowhere, so that the end of the process cannot stumble on it."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
