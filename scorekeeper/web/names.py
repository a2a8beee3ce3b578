"""Names in any script, compared as people would at a table."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
_LOOKS = tuple(map(chr, range(0xFE00, 0xFE10)))


def likeness(name: str) -> str:
    """What two names share if people could not tell them apart when spoken or shouted."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not _is_decoration(sign))


def _is_decoration(sign: str) -> bool:
    """Spaces, accents and what chooses the look of a sign; not the vowels of Indic scripts."""
    if sign.isspace() or unicodedata.category(sign)[0] == "C" or sign in _LOOKS:
        return True
    return unicodedata.combining(sign) != 0
