"""Numbers as people type them: sums and grouped thousands are read, doubtful ones refused."""

from __future__ import annotations

import re
from enum import StrEnum

LIMIT = 10**9
_TERM = re.compile(r"[0-9]+|[1-9][0-9]{0,2}(?:([.,' \u00a0\u202f\u2019])[0-9]{3})(?:\1[0-9]{3})*")
MINUS_SIGNS = "-\u2212\u2013\u2010\u2011"


class Unreadable(StrEnum):
    """Why a number is not read."""

    BLANK = "blank"
    NOT_A_NUMBER = "not_a_number"
    OTHER_DIGITS = "other_digits"
    DECIMAL = "decimal"
    MINUS = "minus"
    TOO_LARGE = "too_large"


class NumberError(ValueError):
    """A text that is no whole number, and why."""

    def __init__(self, why: Unreadable) -> None:
        super().__init__(why)
        self.why = why


def parse_count(text: str) -> int:
    """A whole number from 0, a sum such as `120+85`, or grouped (`1.460`, `1,460`, `1 460`).

    A plus at the end is one whose number is still to come. Raises `NumberError`.
    """
    stripped = text.strip()
    if not stripped:
        raise NumberError(Unreadable.BLANK)
    if stripped[0] in MINUS_SIGNS:
        raise NumberError(Unreadable.MINUS)
    sum_so_far = stripped[:-1] if stripped[-1] == "+" and stripped != "+" else stripped
    total = sum(_parse_term(term.strip()) for term in sum_so_far.split("+"))
    if total > LIMIT:
        raise NumberError(Unreadable.TOO_LARGE)
    return total


def parse_signed(text: str) -> int:
    """The same with a plus or minus before it. Raises `NumberError`."""
    stripped = text.strip()
    if stripped[:1] and stripped[0] in MINUS_SIGNS:
        return -parse_count(_unsigned(stripped))
    if stripped[:1] == "+":
        return parse_count(_unsigned(stripped))
    return parse_count(stripped)


def _unsigned(text: str) -> str:
    rest = text[1:].strip()
    if not rest or rest[0] in MINUS_SIGNS + "+":
        raise NumberError(Unreadable.NOT_A_NUMBER)
    return rest


def _parse_term(term: str) -> int:
    if _TERM.fullmatch(term):
        digits = re.sub(r"[^0-9]", "", term)
        if len(digits) > len(str(LIMIT)):
            raise NumberError(Unreadable.TOO_LARGE)
        return int(digits)
    if any(sign.isdigit() and not sign.isascii() for sign in term):
        raise NumberError(Unreadable.OTHER_DIGITS)
    if re.fullmatch(r"[0-9]+[.,][0-9]*", term):
        raise NumberError(Unreadable.DECIMAL)
    raise NumberError(Unreadable.NOT_A_NUMBER)
