"""Form fields that read what people type and keep it when it can't be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wtforms import Field
from wtforms.form import BaseForm
from wtforms.validators import StopValidation

from scorekeeper.scorebook.wording import tidy

from .languages import gettext
from .names import LONGEST_NAME
from .numbers import NumberError, Unreadable, parse_count, parse_signed


def number_sentence(why: Unreadable, typed: str) -> str:
    """What to tell a person whose number can't be read."""
    match why:
        case Unreadable.BLANK:
            return gettext("Nothing typed here. Type 0 if there is nothing.")
        case Unreadable.MINUS:
            return gettext("No minus here: what counts against a side is subtracted by itself.")
        case Unreadable.OTHER_DIGITS:
            return gettext("Please use the digits 0 to 9.")
        case Unreadable.DECIMAL:
            text = gettext("“%(typed)s” could mean two things. Points are whole numbers: 1460.")
            return text % {"typed": typed}
        case Unreadable.TOO_LARGE:
            return gettext("That number is too long for a card table.")
        case _:
            text = gettext("“%(typed)s” is not a number. Type 215, or a sum such as 120+95.")
            return text % {"typed": typed}


class CountField(Field):
    """A whole number; a sum or grouped digits are read. `typed` is kept as it came."""

    parse: Callable[[str], int] = staticmethod(parse_count)

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.typed = valuelist[0] if valuelist else ""
        self.data: int | None = None
        self.why: Unreadable | None = None
        try:
            self.data = type(self).parse(self.typed)
        except NumberError as error:
            self.why = error.why

    def process_data(self, value: int | None) -> None:
        self.data = value
        self.typed = "" if value is None else str(value)
        self.why = Unreadable.BLANK if value is None else None

    def pre_validate(self, form: BaseForm) -> None:
        if self.why is not None:
            raise StopValidation(number_sentence(self.why, self.typed))

    @property
    def is_blank(self) -> bool:
        return self.why is Unreadable.BLANK

    @property
    def has_sum(self) -> bool:
        """Whether more was typed than the number itself, so that the result is worth showing."""
        return self.data is not None and self.typed.strip() not in ("", str(self.data))


class SignedField(CountField):
    """A whole number with a sign."""

    parse = staticmethod(parse_signed)


class NameField(Field):
    """A name in any script; blank is None, and the sentence says what is wrong otherwise."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.typed = valuelist[0] if valuelist else ""
        self.data = tidy(self.typed) or None

    def process_data(self, value: str | None) -> None:
        self.typed = value or ""
        self.data = value

    def pre_validate(self, form: BaseForm) -> None:
        if self.data is None:
            if self.typed.strip(" "):
                raise StopValidation(gettext("This name would be invisible. Type some letters."))
            return
        if len(self.data) > LONGEST_NAME:
            text = gettext("A name has at most %(most)s letters; this one has %(count)s.")
            raise StopValidation(text % {"most": LONGEST_NAME, "count": len(self.data)})


def choices_of(values: Iterable[str]) -> Any:
    """The choices of a field whose labels stand in its template."""
    # The type stubs know only pairs, which WTForms itself no longer wants.
    return list(values)
