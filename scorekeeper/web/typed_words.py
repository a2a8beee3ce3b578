"""What was typed into a form of a match that is not there any more, in words to be copied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.rules.tally import Morto

from .adjust_form import kind_label
from .hand_words import count_label
from .languages import gettext
from .ways import HEAPS, NOBODY

_OF_A_SIDE = re.compile(r"s(\d)-(\w+)")
_NUMBERED = re.compile(r"(points|side|player|bench)(\d)")


@dataclass(frozen=True, slots=True)
class Typed:
    """A field as its form calls it, and what stood in it."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class TypedGroup:
    """What was typed for one side, or for all of them together (no heading)."""

    heading: str
    fields: tuple[Typed, ...]


def typed_groups(sent: Iterable[tuple[str, str]]) -> tuple[TypedGroup, ...]:
    """What a person has typed or chosen, without blanks and zeros; none of what only buttons and
    the form itself have sent.

    Nobody knows the names of the sides any more, so they have numbers.
    """
    groups: dict[str, list[Typed]] = {}
    for name, value in sent:
        if value.strip() in ("", "0") and name != "went_out":
            continue
        for heading, label, told in _told(name, value):
            groups.setdefault(heading, []).append(Typed(label, told))
    return tuple(TypedGroup(heading, tuple(groups[heading])) for heading in sorted(groups))


def _told(name: str, value: str) -> Iterator[tuple[str, str, str]]:
    """The heading, the label and the value of a field that people fill in."""
    of_a_side, numbered = _OF_A_SIDE.fullmatch(name), _NUMBERED.fullmatch(name)
    if of_a_side:
        label = _label(of_a_side[2])
        told = _morto(value) if of_a_side[2] == "morto" else value
        if label:
            yield _side(int(of_a_side[1])), label, told
    elif numbered:
        yield from _numbered(numbered[1], int(numbered[2]), value)
    elif name == "went_out":
        out = gettext("Nobody") if value == NOBODY else value
        yield "", gettext("Who went out?"), _side(int(out)) if out in ("0", "1", "2", "3") else out
    elif name == "concealed":
        yield "", gettext("Concealed"), gettext("Yes")
    elif name in ("kind", "words"):
        yield "", gettext("Reason"), (kind_label(value) or value) if name == "kind" else value
    elif name == "nickname":
        yield "", gettext("Name of this phone"), value


def _numbered(name: str, number: int, value: str) -> Iterator[tuple[str, str, str]]:
    if name == "points":
        yield _side(number), gettext("Points"), value
    else:
        label = {
            "side": gettext("Side %(number)s"),
            "player": gettext("Player %(number)s"),
            "bench": gettext("Sits out %(number)s"),
        }[name]
        yield "", label % {"number": number + 1}, value


def _side(number: int) -> str:
    return gettext("Side %(number)s") % {"number": number + 1}


def _label(name: str) -> str:
    """What people call a field of a side; "" for one that they do not see."""
    heaps = {
        "table": gettext("Cards on the table"),
        "hand": gettext("Cards in hand"),
        "morto_cards": gettext("Cards of the morto"),
    }
    whole = {"total": gettext("Totals of this hand"), "morto": gettext("Took the morto?")}
    if name in heaps or name in whole:
        return (heaps | whole)[name]
    heap, rest = HEAPS.get(name[:1], ""), name[1:]
    if heap and rest == "cards":
        return heaps[heap]
    if heap and rest.isdecimal():  # so many cards that count as much each
        return f"{heaps[heap]}, {rest}"
    return count_label(name)


def _morto(value: str) -> str:
    return {
        Morto.TAKEN.value: gettext("Yes"),
        Morto.LEFT.value: gettext("No"),
        Morto.UNUSED.value: gettext("Unused"),
    }.get(value, value)
