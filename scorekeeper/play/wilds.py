"""Where a careful player lays a wild, and when: wilds are kept for what they complete."""

from __future__ import annotations

from .kinds import Choice, Shape
from .sense import sense_of
from .standing import can_go_out, is_threatened, morto_waits, needs_clean_canasta
from .table import Table

WildAdds = list[tuple[Choice, Shape, Shape]]
"""Additions that make a meld dirtier: the choice, the meld before and after."""
WildMelds = list[tuple[Choice, Shape]]

NEARLY_EMPTY = 4
"""So few cards in hand are worth emptying it: the next turns will see them off."""
TOO_HARMFUL = 60
SOILS_CANASTA = 100


def place_wild(table: Table, adds: WildAdds, melds: WildMelds) -> Choice | None:
    """The best way to lay a wild, or None if it is better kept."""
    completing = [
        (before.wilds, before.size, choice)
        for choice, before, after in adds
        if after.canasta and not before.canasta and _completes_well(table, before)
    ]
    if completing:
        return max(completing)[2]
    if not _can_empty(table, adds, melds) and not is_threatened(table):
        return None
    harm, choice = least_harm(table, adds, melds)
    return choice if harm < TOO_HARMFUL else None


def least_harm(table: Table, adds: WildAdds, melds: WildMelds) -> tuple[int, Choice]:
    """The way to lay a wild that spoils least, and how much; a new meld spoils nothing."""
    if melds:
        return 0, min(melds, key=_choice_of)[0]
    wait = needs_clean_canasta(table.side, table)
    return min([(_harm(before, wait), choice) for choice, before, _ in adds])


def _choice_of(meld: tuple[Choice, Shape]) -> Choice:
    return meld[0]


def _completes_well(table: Table, before: Shape) -> bool:
    """Whether a wild may end the wait for a clean canasta."""
    if before.wilds:
        return True
    kinds, side = table.kinds, table.side
    unseen = sense_of(kinds).unseen(table)
    naturals = [kind for kind in kinds.grown(before) if kind not in kinds.wild]
    if not any(unseen[kind] for kind in naturals):
        return True
    if side.canastas:
        return False
    return not morto_waits(side) or table.sizes[table.seat] <= NEARLY_EMPTY or is_threatened(table)


def _can_empty(table: Table, adds: WildAdds, melds: WildMelds) -> bool:
    """Whether wilds can rid the player of nearly all cards in this turn, and that leads on."""
    if not morto_waits(table.side) and not can_go_out(table.side, table):
        return False
    hand, wild = table.hand, table.kinds.wild
    wilds = sum([len(hand[kind]) for kind in wild if kind in hand])
    used: set[int] = set()
    laid = spent = 0
    for _, shape in sorted(melds, key=_choice_of):
        if spent + shape.wilds <= wilds and not used.intersection(shape.kinds):
            naturals = [kind for kind in shape.kinds if kind not in wild]
            used.update(naturals)
            laid += len(naturals)
            spent += shape.wilds
    left = table.sizes[table.seat] - wilds - laid
    return left <= NEARLY_EMPTY and left + wilds - spent - _room(table, adds) <= NEARLY_EMPTY


def _room(table: Table, adds: WildAdds) -> int:
    """How many wilds the melds may take, two each at most."""
    most = table.ruleset.max_wilds
    room = {choice[-2]: min(2, most - before.wilds) for choice, before, _ in adds}
    return sum(room.values())


def _harm(before: Shape, wait: bool) -> int:
    """What a wild spoils on a meld, most where a side waits for a clean canasta to go out."""
    if before.canasta is not None:
        return SOILS_CANASTA if before.canasta.is_clean else 0
    if before.wilds:
        return 5 - before.size
    return before.size * (20 if wait else 5)
