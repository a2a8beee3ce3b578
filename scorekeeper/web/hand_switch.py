"""Another way of counting a heap while it is being typed, without losing what was typed.

To a coarser way the count is taken by the rules: cards give values, and both give points. To a
finer way nothing can be taken; what stood there is shown again, and `Asked` says what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Melds

from .hand_fill import fill_canastas, fill_heap, listed_table
from .hand_heaps import (
    count_of,
    is_readable,
    layer,
    melds_of,
    own_layer,
    typed_in,
    way_of,
)
from .hand_memo import Memo, Texts, mark_of, parse_memo, settle
from .keypad import HAND, MORTO, TABLE, Pad, parse_pad
from .side_form import SideForm, side_form
from .ways import CARD, WAYS, is_coarser

BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Switch:
    """A button such as `0:h:card`: the side, the heap, the way; or back to what was `before`."""

    side: int
    heap: str
    way: str
    to_before: bool = False

    def __str__(self) -> str:
        return f"{self.side}:{self.heap}:{self.way}" + (f":{BEFORE}" if self.to_before else "")


def parse_switch(text: str, sides: int) -> Switch | None:
    """The switch that a button names; None for anything else."""
    side, heap, way, *rest = (*text.split(":"), "", "", "")[:4]
    if side not in map(str, range(sides)) or heap not in (TABLE, HAND, MORTO) or way not in WAYS:
        return None
    return Switch(int(side), heap, way, rest == [BEFORE])


def switch(typed: Mapping[str, str], button: str, ruleset: Ruleset) -> dict[str, str]:
    """What was typed, after the way of counting was changed; unknown buttons change nothing.

    The hand and its morto are counted alike; they go with the table while they are counted like it.
    """
    wanted = parse_switch(button, ruleset.sides)
    if wanted is None:
        return dict(typed)
    number, changed = wanted.side, dict(typed)
    side = _side(changed, number, ruleset)
    together = way_of(side, HAND) == way_of(side, TABLE)
    heaps: tuple[str, ...] = (TABLE,) if wanted.heap == TABLE else (HAND, MORTO)
    if wanted.heap == TABLE and together and not wanted.to_before:
        heaps = (TABLE, HAND, MORTO)
    for heap in heaps:
        changed |= _moved(side, replace(wanted, heap=heap), ruleset)
    table = wanted.way if TABLE in heaps else way_of(side, TABLE)
    hand = wanted.way if HAND in heaps else way_of(side, HAND)
    changed |= {f"s{number}-way": table, f"s{number}-hway": "" if hand == table else hand}
    if wanted.way == CARD:
        rank = parse_pad(typed.get("pad", ""), ruleset.sides).rank
        changed["pad"] = str(Pad(number, wanted.heap, rank))
    return changed


def memo_of(side: SideForm, heap: str, ruleset: Ruleset) -> Memo:
    """What the form remembers of a heap, as things stand."""
    memo, shown = parse_memo(str(side[f"{heap}memo"].data or "")), way_of(side, heap)
    now = mark_of(texts_of(side, marked(memo, heap, shown, ruleset)))
    held = {way: texts_of(side, layer(heap, way, ruleset)) for way in WAYS}
    return settle(memo, shown, now, held)


def texts_of(side: SideForm, names: tuple[str, ...]) -> Texts:
    """What stands in these fields, as it was typed."""
    return tuple(typed_in(side, name) for name in names)


def marked(memo: Memo, heap: str, way: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The fields whose change makes a way the one that counts.

    Canastas are counted in the same fields by points and by value: there they change nothing.
    """
    return (layer if memo.counted == CARD else own_layer)(heap, way, ruleset)


def converted(
    side: SideForm, heap: str, counted: str, way: str, ruleset: Ruleset
) -> dict[str, str] | None:
    """The fields of a coarser way, counted from a finer one; None if that can't be read."""
    if not is_readable(side, own_layer(heap, counted, ruleset)):
        return None
    count = count_of(side, heap, counted, ruleset)
    filled: dict[str, object] = {}
    if heap == TABLE and counted == CARD:
        melds = melds_of(side, TABLE)
        count, filled = listed_table(melds), fill_canastas(Melds(melds), ruleset)
    filled |= fill_heap(heap, count, ruleset)
    names = (layer if counted == CARD else own_layer)(heap, way, ruleset)
    return {name: str(filled.get(name, 0)) for name in names}


def _moved(side: SideForm, wanted: Switch, ruleset: Ruleset) -> dict[str, str]:
    """The fields of a heap that change with its way of counting, the memo among them."""
    heap, way, fields = wanted.heap, wanted.way, dict[str, str]()
    memo = memo_of(side, heap, ruleset)
    if wanted.to_before:
        names = marked(memo, heap, way, ruleset)
        fields = dict(zip(names, memo.before.get(way, ()), strict=False))
        others = {other: texts for other, texts in memo.before.items() if other != way}
        memo = Memo(way, before=others)
    elif is_coarser(way, memo.counted):
        fields = converted(side, heap, memo.counted, way, ruleset) or {}
    names = marked(memo, heap, way, ruleset)
    now = tuple(fields.get(name, typed_in(side, name)) for name in names)
    fields[f"{heap}memo"] = str(replace(memo, mark=mark_of(now)))
    return {f"s{wanted.side}-{name}": text for name, text in fields.items()}


def _side(typed: Mapping[str, str], number: int, ruleset: Ruleset) -> SideForm:
    return side_form(ruleset)(formdata=MultiDict(typed), prefix=f"s{number}-")
