"""Rule ids, findings and numbers in six languages.

English is the source: a message is looked up by its English text, and every other language has
a catalog in `catalogs/`.
"""

from __future__ import annotations

from collections.abc import Iterable

LANGUAGES = ("pt_BR", "en", "es", "fr", "it", "nl")
LANGUAGE_NAMES = {
    "pt_BR": "Português",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
}
DEFAULT = "en"

_BY_FIRST_SUBTAG = {code.partition("_")[0]: code for code in LANGUAGES}


def negotiate(preferred: Iterable[str]) -> str | None:
    """The language for the first tag (`pt-PT`, `PT_br`, `en`) that one of ours answers, or None.

    The region is no reason to refuse: Portuguese of any country gives `pt_BR`.
    """
    for tag in preferred:
        subtag = tag.strip().replace("_", "-").partition("-")[0].lower()
        if subtag in _BY_FIRST_SUBTAG:
            return _BY_FIRST_SUBTAG[subtag]
    return None


def mark(text: str) -> str:
    """The same text; marks it for extraction where it is written, to be translated later."""
    return text


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """The same two texts, marked for extraction as the forms for one and for many."""
    return one, many
