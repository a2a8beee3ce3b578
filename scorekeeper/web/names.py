"""Names as people type them: any script, made comparable, nothing invisible alone."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
_LOOKS = tuple(map(chr, range(0xFE00, 0xFE10)))
_DIRECTION_MARKS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def tidy(text: str | None) -> str:
    """The name in one normal form, on one line, without control signs."""
    kept = (
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text or "")
        if sign.isspace() or not _is_control(sign)
    )
    return " ".join("".join(kept).split())


def _is_control(sign: str) -> bool:
    return sign in _DIRECTION_MARKS or unicodedata.category(sign) in ("Cc", "Cs", "Co")


def is_visible(name: str) -> bool:
    """Whether the name shows at least one sign."""
    return any(
        unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK_LETTERS for sign in name
    )


def likeness(name: str) -> str:
    """What two names share if people could not tell them apart when spoken or shouted."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not _is_decoration(sign))


def _is_decoration(sign: str) -> bool:
    """Spaces, accents and what chooses the look of a sign; not the vowels of Indic scripts."""
    if sign.isspace() or unicodedata.category(sign)[0] == "C" or sign in _LOOKS:
        return True
    return unicodedata.combining(sign) != 0
