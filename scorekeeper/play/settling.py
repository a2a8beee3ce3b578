"""The tally that a recorded hand comes to, as far as its cards are known."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.cards import Card
from ..rules.tally import Tally
from .known import Heap, KnownTable
from .leavings import Leavings, morto_left, tally_of


def settle(
    table: KnownTable, seats: Sequence[str], out: int | None, concealed: bool
) -> Tally | None:
    """The tally of a recorded hand, None where unknown cards leave it open."""
    _deduce(table)
    if unknown_heaps(table, seats):
        return None
    return Tally(
        tuple(
            [
                tally_of(_leavings(table, number, seats, out, concealed), table.ruleset)
                for number in range(len(table.sides))
            ]
        )
    )


def unknown_heaps(table: KnownTable, seats: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The heaps with unknown cards that a tally would count: `hand` and a name, `morto` and a
    number."""
    heaps = [
        ("hand", name)
        for name, hand in zip(seats, table.hands, strict=True)
        if hand.hidden or (hand.waiting and hand.waiting.hidden)
    ]
    if table.ruleset.morto_cards_count:
        without = table.sides_without_morto()
        for number in without:
            morto = morto_left(number, table.mortos, without, table.ruleset)
            if morto is not None and morto.hidden:
                heaps.append(("morto", str(number + 1)))
    return tuple(heaps)


def _deduce(table: KnownTable) -> None:
    """Where only one heap has unknown cards, or only hands of one side, which count together
    (`score.hand`), they are all that nobody has seen."""
    unknown: list[tuple[int | None, Heap]] = []
    for seat, hand in enumerate(table.hands):
        unknown += [(table.side_of(seat), heap) for heap in (hand, hand.waiting) if heap]
    unknown += [(None, heap) for heap in (table.stock, *table.mortos) if heap]
    unknown = [(side, heap) for side, heap in unknown if heap.hidden]
    sides = {side for side, _ in unknown}
    if None in table.pile or len(sides) != 1 or (None in sides and len(unknown) > 1):
        return
    unknown[0][1].cards += table.unseen()
    for _, heap in unknown:
        heap.hidden = 0


def _leavings(
    table: KnownTable, number: int, seats: Sequence[str], out: int | None, concealed: bool
) -> Leavings:
    side, places = table.sides[number], range(number, len(seats), len(table.sides))
    held: list[Card] = []
    for seat in places:
        hand = table.hands[seat]
        held += [*hand.cards, *(hand.waiting.cards if hand.waiting else ())]
    without = table.sides_without_morto()
    morto = morto_left(number, table.mortos, without, table.ruleset) if number in without else None
    return Leavings(
        melds=side.melds,
        red_threes=len(side.red_threes),
        late_red_threes=len(side.late_red_threes),
        held=tuple(held),
        side_morto=side.morto,
        unplayed=any(table.hands[seat].waiting for seat in places),
        morto=tuple(morto.cards) if morto and not morto.hidden else None,
        went_out=out is not None and table.side_of(out) == number,
        concealed=concealed,
        name=" & ".join(seats[seat] for seat in places),
    )
