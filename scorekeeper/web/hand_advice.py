"""What to say where another way of counting cannot show what was typed, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

from .hand_form import HandForm
from .hand_heaps import is_blank, is_readable, layer, number_in, own_layer, typed_in
from .hand_memo import Memo
from .hand_switch import Switch, converted, memo_of
from .languages import gettext, ngettext, points
from .side_form import SideForm
from .ways import CARD, HEAPS, POINTS, VALUE, is_coarser


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence about the other ways of counting a heap, and the button that goes back."""

    sentence: str
    button: str
    label: str


def advise(form: HandForm, number: int, heap: str) -> Advice | None:
    """What to tell about a heap of a side; None if nothing typed is out of sight."""
    side, shown = form.sides[number], form.way(number, heap)
    memo = memo_of(side, heap, form.ruleset)
    if is_coarser(memo.counted, shown):
        return _about_coarser(form, number, heap, memo.counted)
    if is_coarser(shown, memo.counted) and not is_readable(
        side, own_layer(heap, memo.counted, form.ruleset)
    ):
        sentence = gettext("What was counted cannot be read, so it was not added up.")
        return _back(sentence, Switch(number, heap, memo.counted))
    return _about_before(form, number, heap, memo)


def _about_coarser(form: HandForm, number: int, heap: str, counted: str) -> Advice | None:
    """Points have no cards, and values have no suits: they stay where they were typed."""
    side, shown = form.sides[number], form.way(number, heap)
    names = (layer if shown == CARD else own_layer)(heap, counted, form.ruleset)
    if is_blank(side, names):
        return None
    made = converted(side, heap, shown, counted, form.ruleset)
    if is_readable(side, names) and made is not None and _agrees(side, made):
        return None
    return _back(_cannot(form, side, heap, shown, counted), Switch(number, heap, counted))


def _cannot(form: HandForm, side: SideForm, heap: str, shown: str, counted: str) -> str:
    if counted == VALUE:
        many = sum(number_in(side, name) for name in own_layer(heap, VALUE, form.ruleset))
        text = ngettext(
            "%(num)s card counted by value has no rank and suit: tap it, or go back.",
            "%(num)s cards counted by value have no rank and suit: tap them, or go back.",
            many,
        )
        return text % {"num": many}
    name = HEAPS[heap]
    told = typed_in(side, name)
    if not told:
        return gettext("Canastas cannot be turned into cards: tap them, or go back.")
    if is_readable(side, (name,)):
        told = points(number_in(side, name))
    if shown == VALUE:
        text = gettext("%(points)s points cannot be split by value: count, or go back.")
    else:
        text = gettext("%(points)s points cannot be turned into cards: tap them, or go back.")
    return text % {"points": told}


def _about_before(form: HandForm, number: int, heap: str, memo: Memo) -> Advice | None:
    """Something else was typed before the cards were counted more finely."""
    side, ruleset = form.sides[number], form.ruleset
    for way in (POINTS, VALUE):
        kept = dict(zip(layer(heap, way, ruleset), memo.before.get(way, ()), strict=False))
        if not kept or not is_coarser(way, memo.counted):
            continue
        made = converted(side, heap, memo.counted, way, ruleset) or {}
        if all(kept.get(name) in (text, "") for name, text in made.items()):
            continue
        button = str(Switch(number, heap, way, to_before=True))
        if way == VALUE:
            sentence = gettext("Other cards were counted by value before.")
            return Advice(sentence, button, gettext("Take those"))
        told = {"points": kept[HEAPS[heap]] or "0"}
        sentence = gettext("Typed before: %(points)s points.") % told
        return Advice(sentence, button, gettext("Take %(points)s") % told)
    return None


def _agrees(side: SideForm, made: dict[str, str]) -> bool:
    return all(number_in(side, name) == int(number) for name, number in made.items())


def _back(sentence: str, to: Switch) -> Advice:
    label = {
        POINTS: gettext("Back to points"),
        VALUE: gettext("Back to values"),
        CARD: gettext("Back to cards"),
    }[to.way]
    return Advice(sentence, str(to), label)
