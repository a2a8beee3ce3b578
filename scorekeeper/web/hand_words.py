"""What the entry form says beside its fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .fields import CountField
from .hand_form import LAID, HandForm, field_names
from .languages import gettext, points
from .ranks import ranks_of_value
from .side_form import SideForm
from .ways import CARD, HEAPS, VALUE


@dataclass(frozen=True, slots=True)
class HandWords:
    """The labels, hints and results of a form."""

    form: HandForm

    def slots(self) -> Iterator[str]:
        """The names of all fields beside which a problem can stand."""
        yield from ("", "went_out")
        if self.form.ruleset.bonus_concealed is not None:
            yield "concealed"
        heaps = "thm" if self.form.ruleset.morto_cards_count else "th"
        for number in range(len(self.form.sides)):
            names = [*self.form.counts(), "morto", "total", *(HEAPS[heap] for heap in heaps)]
            names += [name for heap in heaps for name in field_names(heap, self.form.values)]
            yield from (f"s{number}-{name}" for name in names)

    def sum_of(self, field: CountField, heap: str) -> str:
        """The result of a sum that was typed, else what may be typed here."""
        if field.has_sum:
            return f"= {points(field.data or 0)}"
        hints = {
            "table": gettext("points; sums work: 120+85"),
            "hand": gettext("points; they are subtracted"),
            "morto_cards": gettext("points of its %(count)s cards; they are subtracted"),
        }
        return hints[heap] % {"count": self.form.ruleset.morto_size}

    def worth(self, field: CountField, value: int, subtracted: bool) -> str:
        """What so many cards of one value count."""
        return points((field.data or 0) * value * (-1 if subtracted else 1))

    def sums(self) -> Iterator[tuple[str, str]]:
        """The results beside the fields that are in use, by the name of the field."""
        for side in self.form.sides:
            if side.way.data == VALUE:
                for heap in HEAPS:
                    for value in self.form.values:
                        field = _count_field(side, f"{heap}{value}")
                        yield field.name, self.worth(field, value, heap != "t")
            elif side.way.data != CARD:
                for name in HEAPS.values():
                    field = _count_field(side, name)
                    yield field.name, self.sum_of(field, name)

    def tells(self, name: str) -> bool:
        """Whether listed cards tell this count by themselves."""
        return name not in LAID

    def label(self, name: str) -> str:
        """What people call a count."""
        return {
            "clean": gettext("Clean canastas"),
            "dirty": gettext("Dirty canastas"),
            "royal": gettext("Royal canastas"),
            "ace_to_ace": gettext("Ace-to-ace canastas"),
            "wild": gettext("Wild canastas"),
            "red_threes": gettext("Red threes"),
            "red_threes_late": gettext("Late red threes"),
            "threes": gettext("Threes in hand"),
        }[name]

    def cards_of(self, value: int) -> str:
        """Which ranks have this value, in runs: "8–K"."""
        return ranks_of_value(self.form.ruleset, value)


def _count_field(side: SideForm, name: str) -> CountField:
    field = side[name]
    if not isinstance(field, CountField):
        raise TypeError(name)
    return field
