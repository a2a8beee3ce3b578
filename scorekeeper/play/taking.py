"""Whether the pile is worth taking, and with which cards."""

from __future__ import annotations

from .kinds import TAKE_ONTO, Choice
from .sense import sense_of
from .standing import can_go_out, is_threatened
from .table import Table

CARD_GAINED = 80
"""What one more card is worth, in points: canastas come of many cards, and the next player does
not get it."""
NEARLY_OUT = 3
"""With so few cards, a player whose side can go out wants no more of them."""


def best_take(table: Table, takes: list[Choice], must: bool) -> Choice | None:
    """The best way to take the pile, or None if a card from the stock is better and to be had."""
    price, choice = min([(_price(table, take), take) for take in takes])
    if must:
        return choice
    if can_go_out(table.side, table) and table.sizes[table.seat] <= NEARLY_OUT:
        return None
    return choice if _gain(table) > price else None


def _price(table: Table, take: Choice) -> int:
    """What the top card costs in other uses of the cards that go with it."""
    kinds, side = table.kinds, table.side
    if take[0] == TAKE_ONTO:
        shape = side.shapes[take[1]]
        return -20 if shape.canasta is None else -10
    top = kinds.of[table.pile[-1]]
    meld = kinds.shape((*take[1:], top))
    return 25 * meld.wilds


def _gain(table: Table) -> int:
    """What the cards below the top are worth beside the one card that the stock would give."""
    kinds, hand = table.kinds, table.hand
    mates, values = sense_of(kinds).mates, kinds.values
    wanted: set[int] = set()
    for shape in table.side.shapes:
        wanted.update(shape.grown or kinds.grown(shape))
    under = [kinds.of[card] for card in table.pile[:-1]]
    ending = is_threatened(table)
    gain = CARD_GAINED * len(under)
    for kind in under:
        if kind in kinds.wild:
            gain += 45
        elif kind in wanted:
            gain += values[kind] + 12
        else:
            company = sum([len(hand[mate]) for mate in mates[kind] if mate in hand])
            company += sum([other in mates[kind] for other in under])
            if company > 2:
                gain += values[kind] + 10
            elif company == 2:
                gain += 2
            else:
                gain -= values[kind] if ending else 3
    return gain
