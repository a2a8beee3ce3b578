"""What the entry form says beside its fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .cards import heap_name
from .fields import CountField
from .hand_form import HandForm
from .hand_heaps import field_names, own_layer
from .languages import gettext, points
from .ranks import ranks_of_value
from .side_form import SideForm
from .ways import CARD, HEAPS, POINTS, VALUE


@dataclass(frozen=True, slots=True)
class HandWords:
    """The labels, hints and results of a form."""

    form: HandForm

    def slots(self) -> Iterator[str]:
        """The names of all fields on the page beside which a problem can stand."""
        yield from ("", "went_out")
        if self.form.ruleset.bonus_concealed is not None:
            yield "concealed"
        for number in range(len(self.form.sides)):
            yield from (f"s{number}-{name}" for name in self._slots_of(number))

    def _slots_of(self, number: int) -> Iterator[str]:
        told = self.form.is_told_by_cards
        yield from (name for name in self.form.counts() if not told(number, name))
        yield from ("morto", "total")
        for heap in self.heaps():
            yield from self._fields_of(number, heap)

    def heaps(self) -> str:
        """The heaps whose cards count at this table."""
        return "thm" if self.form.ruleset.morto_cards_count else "th"

    def _fields_of(self, number: int, heap: str) -> tuple[str, ...]:
        """The number fields that a heap has in the way in which it is counted."""
        way = self.form.way(number, heap)
        if way == VALUE:
            return tuple(field_names(heap, self.form.ruleset))
        return (HEAPS[heap],) if way == POINTS else ()

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
        for number, side in enumerate(self.form.sides):
            for heap in self.heaps():
                way = self.form.way(number, heap)
                for name in self._fields_of(number, heap):
                    field = _count_field(side, name)
                    if way == VALUE:
                        yield field.name, self.worth(field, int(name[1:]), heap != "t")
                    else:
                        yield field.name, self.sum_of(field, name)

    def out_of_sight(self, number: int) -> Iterator[str]:
        """The fields of a side that its ways of counting do not show; they keep what they hold."""
        yield from ("way", "hway")
        told = self.form.is_told_by_cards
        yield from (name for name in self.form.counts() if told(number, name))
        for heap in self.heaps():
            shown = self.form.way(number, heap)
            yield from (f"{heap}memo", f"{heap}cards")
            for way in (POINTS, VALUE):
                if way != shown:
                    yield from own_layer(heap, way, self.form.ruleset)

    def listed_heaps(self, number: int) -> tuple[str, ...]:
        """The heaps of a side that are counted by card."""
        return tuple(heap for heap in self.heaps() if self.form.way(number, heap) == CARD)

    def heap(self, heap: str) -> str:
        """What people call a heap of a side."""
        return heap_name(heap)

    def label(self, name: str) -> str:
        """What people call a count."""
        return count_label(name)

    def cards_of(self, value: int) -> str:
        """Which ranks have this value, in runs: "8–K"."""
        return ranks_of_value(self.form.ruleset, value)


def count_label(name: str) -> str:
    """What people call a count; "" for a name that is none."""
    return {
        "clean": gettext("Clean canastas"),
        "dirty": gettext("Dirty canastas"),
        "royal": gettext("Royal canastas"),
        "ace_to_ace": gettext("Ace-to-ace canastas"),
        "wild": gettext("Wild canastas"),
        "red_threes": gettext("Red threes"),
        "red_threes_late": gettext("Late red threes"),
        "threes": gettext("Threes in hand"),
    }.get(name, "")


def _count_field(side: SideForm, name: str) -> CountField:
    field = side[name]
    if not isinstance(field, CountField):
        raise TypeError(name)
    return field
