"""What people write themselves, on one line and without signs that nobody sees."""

from __future__ import annotations

import unicodedata

# Letters by their category that show nothing.
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
_MARKS = "\u200e\u200f\u061c"
# What turns the direction of all that follows would reach beyond the text itself.
_TURNS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


def tidy(text: str) -> str:
    """The text in one normal form; empty if nothing in it can be seen."""
    normal = unicodedata.normalize("NFC", text)
    kept = (" " if sign.isspace() else sign for sign in normal if not _is_unseen(sign))
    line = " ".join("".join(kept).split())
    return line if any(map(_is_seen, line)) else ""


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANKS


def _is_unseen(sign: str) -> bool:
    if sign.isspace():
        return False
    return (
        unicodedata.category(sign) in ("Cc", "Cs", "Co")
        or unicodedata.bidirectional(sign) in _TURNS
        or sign in _MARKS
    )
