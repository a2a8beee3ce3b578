"""The form for points beside the hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import Form, HiddenField, RadioField, StringField
from wtforms.validators import Optional

from .fields import SignedField, choices_of
from .languages import gettext, points

KINDS = ("foul", "head_start", "paper", "other")
LONGEST_REASON = 200
MOST_POINTS = 100_000


class AdjustFields(Form):
    """The reason; a field for the points of each side is added."""

    seen = HiddenField()
    entry_id = HiddenField()
    kind = RadioField(choices=choices_of(KINDS), validators=[Optional()])
    words = StringField(default="")


@lru_cache(maxsize=2)
def _fields(sides: int) -> type[AdjustFields]:
    points = {f"points{number}": SignedField(default=0) for number in range(sides)}
    return type("SizedAdjustFields", (AdjustFields,), points)


class AdjustForm:
    """Points for each side and why, typed or fresh."""

    def __init__(self, sides: int, typed: Mapping[str, str] | None = None, **fresh: object) -> None:
        data = MultiDict(typed) if typed is not None else None
        self.fields = _fields(sides)(formdata=data, data=fresh)
        self.names = tuple(f"points{number}" for number in range(sides))
        self.errors: dict[str, list[str]] = {}
        if typed is not None:
            self._check()

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(int(self.fields[name].data or 0) for name in self.names)

    @property
    def reason(self) -> str:
        """The kind in words, with what was added to it."""
        words = str(self.fields.words.data or "").strip()
        kind = kind_label(self.fields.kind.data)
        if self.fields.kind.data == "other" or not kind:
            return words
        return f"{kind}: {words}" if words else kind

    def _check(self) -> None:
        for name in self.names:
            field = self.fields[name]
            if not field.validate(self.fields):
                self.errors[name] = [str(error) for error in field.errors]
            elif abs(int(field.data or 0)) > MOST_POINTS:
                text = gettext("At most %(most)s points at once.")
                self.errors[name] = [text % {"most": points(MOST_POINTS)}]
        if not self.errors and not any(self.points):
            self.errors["points0"] = [gettext("Give or take at least one point.")]
        if self.fields.kind.data not in KINDS:
            self.errors["kind"] = [gettext("Why? Points beside the hands need a reason.")]
        elif not self.reason:
            self.errors["words"] = [gettext("Say the reason in a few words.")]
        elif len(self.reason) > LONGEST_REASON:
            self.errors["words"] = [gettext("Say it in at most 200 letters.")]


def kind_label(kind: str | None) -> str:
    """The kind of an adjustment in words."""
    return {
        "foul": gettext("Foul"),
        "head_start": gettext("Head start"),
        "paper": gettext("Totals from paper"),
        "other": gettext("Other"),
    }.get(kind or "", "")
