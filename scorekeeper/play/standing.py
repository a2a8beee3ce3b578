"""How the hand stands for the player to move, as far as a player at the table can see it."""

from __future__ import annotations

from .position import SideMorto
from .side import Side
from .table import Table

CARD = 9
"""What a card in hand costs at the end, on average, in points."""
FEW = 3
"""So few cards in a hand may be gone in one turn."""


def morto_waits(side: Side) -> bool:
    """Whether the side can still take a morto."""
    return side.morto is SideMorto.AVAILABLE


def can_go_out(side: Side, table: Table) -> bool:
    """Whether the side's last card would end the hand."""
    if side.lacks_canasta(table.ruleset):
        return False
    return not table.ruleset.out_needs_morto or not morto_waits(side)


def needs_clean_canasta(side: Side, table: Table) -> bool:
    """Whether the side still lacks a clean canasta that it needs to go out."""
    return table.ruleset.out_needs_canasta == "clean" and not side.clean_canastas


def is_late(table: Table) -> bool:
    """Whether the stock may be gone before everybody has had another turn or two."""
    seats = len(table.sizes)
    if len(table.stock) > 2 * seats:
        return False
    return table.ruleset.stock_empty != "morto_becomes_stock" or not any(table.mortos)


def is_threatened(table: Table) -> bool:
    """Whether an opponent may go out before the side is at turn again, or play soon stops."""
    sides = len(table.sides)
    for number, side in enumerate(table.sides):
        if number != table.side_number and can_go_out(side, table):
            for seat in range(number, len(table.sizes), sides):
                if table.sizes[seat] <= FEW and table.waiting[seat] is None:
                    return True
    return is_late(table)


def going_out_gains(table: Table) -> int:
    """What going out now is worth beside the other sides, in points and roughly."""
    ruleset, sides = table.ruleset, len(table.sides)
    costs = []
    for number, side in enumerate(table.sides):
        waiting = [cards for cards in table.waiting[number::sides] if cards is not None]
        held = sum(table.sizes[number::sides]) + ruleset.morto_size * len(waiting)
        cost = held * CARD
        if side.morto is not SideMorto.TAKEN:
            cost += ruleset.morto_penalty
            if ruleset.morto_cards_count:
                cost += ruleset.morto_size * CARD
        costs.append(cost)
    own = costs.pop(table.side_number) - table.sizes[table.seat] * CARD
    return ruleset.bonus_out + min(costs) - own
