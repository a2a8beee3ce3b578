"""The catalogs of translated messages, read from the `.po` files beside this module."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from .. import DEFAULT, LANGUAGES

TRANSLATED = tuple(code for code in LANGUAGES if code != DEFAULT)


def path_of(code: str) -> Path:
    """Where the catalog of a language lies."""
    return Path(__file__).with_name(f"{code}.po")


@lru_cache
def translator(code: str) -> NullTranslations:
    """What translates into a language: `gettext`, `ngettext`, `pgettext`, `npgettext`.

    Raises `LookupError` for a language that is not ours.
    """
    if code == DEFAULT:
        return NullTranslations()
    if code not in LANGUAGES:
        raise LookupError(code)
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path_of(code).open("rb") as file:
        catalog = read_po(file, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)
