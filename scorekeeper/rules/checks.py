"""What makes a tally impossible (rules README, "What a tally must satisfy")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd

from .cards import COPIES, FACES, JOKER, RUN_RANKS, Card, Cards, copies, pack
from .melds import CANASTA_SIZE, LONGEST_RUN, Canasta, Meld, MeldKind, check_meld, read_meld
from .problems import Finding, Problem
from .ruleset import Ruleset
from .tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
    CountedTable,
    Melds,
    Morto,
    Place,
    SideTally,
    Tally,
    canastas_among,
    cards_worth,
    is_empty,
    is_listed,
    listed_cards,
    places,
    points_of,
    red_threes_in,
    threes_in,
)

CANASTA_CARDS = {
    Canasta.CLEAN: CANASTA_SIZE,
    Canasta.DIRTY: CANASTA_SIZE,
    Canasta.ROYAL: LONGEST_RUN,
    Canasta.ACE_TO_ACE: LONGEST_RUN + 1,
    Canasta.WILD: CANASTA_SIZE,
}
RED_THREE_FACES = tuple(card for card in FACES if card.is_red_three)
RED_THREES = COPIES * len(RED_THREE_FACES)
THREES = 8


def check_tally(tally: Tally, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Every problem of the tally, in the order of the document; empty if it can be true."""
    problems: list[Problem] = []
    for number, side in enumerate(tally.sides):
        where = f"sides[{number}]"
        if isinstance(side.table, Melds):
            read = [read_meld(cards, ruleset) for cards in side.table.melds]
            canastas = canastas_among(read)
            problems += _check_melds(side.table, read, side.went_out, ruleset, where)
        else:
            canastas = side.table.canastas
            problems += _check_counted_table(side.table, ruleset, f"{where}.table")
        problems += _check_hand(side, ruleset, where)
        problems += _check_morto(side, ruleset, where)
        problems += _check_going_out(side, canastas, ruleset, where)
    problems += _check_pack(tally, ruleset)
    outs = [number for number, side in enumerate(tally.sides) if side.went_out]
    if len(outs) > 1:
        where = f"sides[{outs[-1]}].went_out"
        problems.append(Problem("out.needs", Finding.TWO_WENT_OUT, where, {"count": len(outs)}))
    return tuple(problems)


def ranks_worth(value: int, ruleset: Ruleset) -> frozenset[str]:
    """The ranks whose cards count so much at this table."""
    cards = _counted_cards(ruleset)
    return frozenset(card.rank for card in cards if ruleset.value(card) == value)


def least_canasta_points(canastas: Canastas, ruleset: Ruleset) -> int:
    """The fewest points the cards of these canastas can be worth (`canasta.size`)."""
    wilds = ("2", JOKER) if ruleset.jokers else ("2",)
    cheapest = CANASTA_SIZE * min(ruleset.card_values[rank] for rank in (*RUN_RANKS, *wilds))
    whole_run = sum(ruleset.card_values[rank] for rank in RUN_RANKS)
    least: dict[Canasta, int] = dict.fromkeys(Canasta, cheapest) | {
        Canasta.ROYAL: whole_run,
        Canasta.ACE_TO_ACE: whole_run + ruleset.card_values["A"],
    }
    return sum(canastas.of(kind) * least[kind] for kind in Canasta)


def may_leave_morto(ruleset: Ruleset) -> bool:
    """Whether a side may go out without having taken its morto (`out.needs`)."""
    return not ruleset.out_needs_morto or ruleset.stock_empty == "morto_becomes_stock"


def out_empties_hand(ruleset: Ruleset) -> bool:
    """Whether no card is left in the hand of a side that went out (`out.last_card`)."""
    return ruleset.players_per_side == 1


def counted_values(ruleset: Ruleset) -> tuple[int, ...]:
    """The values a card can have at this table, highest first."""
    return tuple(sorted(_pack_values(ruleset), reverse=True))


def _check_melds(
    table: Melds, read: Sequence[Meld | None], went_out: bool, ruleset: Ruleset, where: str
) -> Iterator[Problem]:
    """Every declared meld is valid (`meld.shared`, `black3.meld`, see `check_meld`)."""
    ranks: Counter[str] = Counter()
    for number, meld in enumerate(read):
        if meld is None or meld.kind is MeldKind.BLACK_THREES:
            place = f"{where}.melds[{number}]"
            yield from check_meld(table.melds[number], ruleset, place, went_out)
        elif ruleset.one_meld_per_rank and meld.kind is MeldKind.SET:
            ranks[str(meld.rank)] += 1
            if ranks[str(meld.rank)] == 2:
                place, facts = f"{where}.melds[{number}]", {"rank": meld.rank}
                yield Problem("meld.shared", Finding.MELD_RANK_TWICE, place, facts)


def _check_counted_table(table: CountedTable, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    """The canastas declared fit what was counted (`canasta.size`, `canasta.kind`, `setup.pack`)."""
    for kind in (Canasta.ROYAL, Canasta.ACE_TO_ACE, Canasta.WILD):
        if table.canastas.of(kind) and not knows_canasta(kind, ruleset):
            facts: dict[str, object] = {"kind": kind}
            yield Problem("canasta.kind", Finding.UNKNOWN_CANASTA_KIND, f"{where}.{kind}", facts)
    if isinstance(table.count, ByValue):
        least = sum(table.canastas.of(kind) * CANASTA_CARDS[kind] for kind in Canasta)
        count = sum(number for _, number in table.count.counts)
        if count < least:
            facts = {"count": count, "least": least}
            finding = Finding.TOO_FEW_CARDS_FOR_CANASTAS
            yield Problem("setup.pack", finding, f"{where}.counts", facts)
    else:
        least = least_canasta_points(table.canastas, ruleset)
        if table.count.points < least:
            facts = {"points": table.count.points, "least": least}
            finding = Finding.TOO_FEW_POINTS_FOR_CANASTAS
            yield Problem("canasta.size", finding, f"{where}.points", facts)


def _check_hand(side: SideTally, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    """A red 3 is never left in a hand where it has no price there (`red3.lay`, `score.threes`)."""
    where = f"{where}.hand"
    if ruleset.three_in_hand is None:
        reds = red_threes_in(side.hand)
        if reds:
            yield Problem("red3.lay", Finding.RED_THREE_IN_HAND, where, {"count": reds})
        if not isinstance(side.hand, ByCard) and side.hand.threes:
            yield Problem("score.threes", Finding.THREES_HAVE_NO_PRICE, f"{where}.threes")


def _check_morto(side: SideTally, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    """What became of the morto, and its cards (`setup.mortos`, `score.morto_cards`)."""
    if side.morto is Morto.UNUSED and ruleset.morto_by_discard != "next_turn":
        yield Problem("setup.mortos", Finding.MORTO_CANNOT_BE_UNUSED, f"{where}.morto")
    where, cards = f"{where}.morto_cards", side.morto_cards
    if cards is None:
        if side.morto is Morto.LEFT and ruleset.morto_cards_count:
            yield Problem("score.morto_cards", Finding.MORTO_CARDS_MISSING, where)
        return
    if side.morto is not Morto.LEFT:
        yield Problem("setup.mortos", Finding.MORTO_CARDS_OF_A_TAKEN_MORTO, where)
        return
    count, size = 0, ruleset.morto_size
    if isinstance(cards, ByCard):
        count = len(cards.cards)
        wrong = count != size
    elif isinstance(cards, ByValue):
        count = sum(number for _, number in cards.counts) + cards.threes
        wrong = not size - RED_THREES <= count <= size  # red threes have no value to count
    else:
        wrong = False
    if wrong:
        facts = {"count": count, "size": size}
        yield Problem("setup.mortos", Finding.MORTO_WRONG_SIZE, where, facts)


def _check_going_out(
    side: SideTally, canastas: Canastas, ruleset: Ruleset, where: str
) -> Iterator[Problem]:
    """Who went out, and how (`out.needs`, `out.last_card`, `score.concealed`)."""
    if side.concealed:
        if not side.went_out:
            finding = Finding.CONCEALED_WITHOUT_GOING_OUT
            yield Problem("score.concealed", finding, f"{where}.concealed")
        if ruleset.bonus_concealed is None:
            yield Problem("score.concealed", Finding.CONCEALED_UNKNOWN, f"{where}.concealed")
    if not side.went_out:
        return
    where_out = f"{where}.went_out"
    if side.morto is Morto.LEFT and not may_leave_morto(ruleset):
        yield Problem("out.needs", Finding.OUT_WITHOUT_MORTO, where_out)
    if lacks_canasta(canastas, ruleset):
        finding = Finding.OUT_WITHOUT_CANASTA
        if ruleset.out_needs_canasta == "clean":
            finding = Finding.OUT_WITHOUT_CLEAN_CANASTA
        yield Problem("out.needs", finding, where_out)
    if out_empties_hand(ruleset) and not is_empty(side.hand):
        yield Problem("out.last_card", Finding.OUT_WITH_CARDS_IN_HAND, f"{where}.hand")


def lacks_canasta(canastas: Canastas, ruleset: Ruleset) -> bool:
    """Whether a side with these canastas has none of those that going out needs (`out.needs`)."""
    return lacks_among(canastas.any, canastas.clean_ones, ruleset)


def lacks_among(canastas: int, clean_ones: int, ruleset: Ruleset) -> bool:
    """The same of so many canastas, so many of them clean (`out.needs`)."""
    match ruleset.out_needs_canasta:
        case "any":
            return not canastas
        case "clean":
            return not clean_ones
        case _:
            return False


def _check_pack(tally: Tally, ruleset: Ruleset) -> Iterator[Problem]:
    """All heaps of the tally together, against what the pack holds (`setup.pack`)."""
    seen = Counter(listed_cards(tally))
    most = ruleset.jokers
    over = [card for card, n in seen.items() if n > (most if card.is_joker else COPIES)]
    counted = not is_listed(tally)
    if over or counted:
        heaps = tuple(places(tally))
        yield from _check_multiples(heaps, ruleset)
        yield from _check_faces(over, seen, heaps, ruleset)
        yield from _check_values(heaps, ruleset)
        yield from _check_points(heaps, ruleset)
    yield from _check_threes(tally, seen)


def _check_multiples(heaps: tuple[Place, ...], ruleset: Ruleset) -> Iterator[Problem]:
    values = _pack_values(ruleset)
    step = gcd(*values)
    for place in heaps:
        if isinstance(place.count, ByPoints):
            points = place.count.points
            if points % step if step else points:
                facts = {"points": points, "step": step}
                where = f"{place.where}.points"
                yield Problem("score.cards", Finding.WRONG_MULTIPLE, where, facts)
        elif isinstance(place.count, ByValue):
            for value, number in place.count.counts:
                if number and value not in values:
                    where = f"{place.where}.counts.{value}"
                    facts = {"value": value}
                    yield Problem("score.cards", Finding.NO_CARD_OF_VALUE, where, facts)


def _check_faces(
    over: list[Card], seen: Counter[Card], heaps: tuple[Place, ...], ruleset: Ruleset
) -> Iterator[Problem]:
    """The faces that were listed more often than the pack has them."""
    listed = [(heap.where, heap.count.cards) for heap in heaps if isinstance(heap.count, ByCard)]
    for card in over:
        where = _place_of_copy(card, copies(card, ruleset.jokers), listed)
        if card.is_joker and not ruleset.jokers:
            yield Problem("setup.pack", Finding.NO_JOKERS_IN_PACK, where)
            continue
        facts = {"card": card, "count": seen[card], "most": copies(card, ruleset.jokers)}
        yield Problem("setup.pack", Finding.CARD_TOO_OFTEN, where, facts)


def _place_of_copy(card: Card, number: int, listed: list[tuple[str, Cards]]) -> str:
    """Where the copy of a card lies that has so many before it."""
    places_of_card = [where for where, cards in listed for one in cards if one is card]
    return places_of_card[number]


def _check_values(heaps: tuple[Place, ...], ruleset: Ruleset) -> Iterator[Problem]:
    """Cards counted by value, together with those listed, against what the pack holds."""
    if not any(isinstance(heap.count, ByValue) for heap in heaps):
        return  # listed cards alone are counted face by face
    worth = [(heap, cards_worth(_priced(heap.count, ruleset), ruleset)) for heap in heaps]
    for value, most in _pack_values(ruleset).items():
        number = sum([numbers.get(value, 0) for _, numbers in worth])
        counted = [heap for heap, n in worth if isinstance(heap.count, ByValue) and n.get(value)]
        if number <= most or not counted:
            continue
        where = f"{counted[-1].where}.counts.{value}"
        facts = {"value": value, "count": number, "most": most}
        yield Problem("setup.pack", Finding.VALUE_TOO_OFTEN, where, facts)


def _check_points(heaps: tuple[Place, ...], ruleset: Ruleset) -> Iterator[Problem]:
    counted = [heap for heap in heaps if isinstance(heap.count, ByPoints)]
    if not counted:
        return
    points = sum(points_of(_priced(heap.count, ruleset), ruleset) for heap in heaps)
    most = sum(value * number for value, number in _pack_values(ruleset).items())
    if points > most:
        alone = [heap for heap in counted if points_of(heap.count, ruleset) > most]
        where = f"{(alone or counted)[-1].where}.points"
        facts = {"points": points, "most": most}
        yield Problem("setup.pack", Finding.TOO_MANY_POINTS, where, facts)


def _check_threes(tally: Tally, seen: Counter[Card]) -> Iterator[Problem]:
    laid = [side.red_threes + side.red_threes_late for side in tally.sides]
    if any(laid):  # listed cards alone are counted face by face
        reds = sum(laid) + sum([seen[card] for card in RED_THREE_FACES])
        if reds > RED_THREES:
            last = max(number for number, count in enumerate(laid) if count)
            facts = {"count": reds, "most": RED_THREES}
            where = f"sides[{last}].red_threes"
            yield Problem("setup.pack", Finding.TOO_MANY_RED_THREES, where, facts)
            return
    held = sum([threes_in(side.hand) for side in tally.sides])
    if sum(laid) + held > THREES:
        facts = {"count": sum(laid) + held, "most": THREES}
        yield Problem("setup.pack", Finding.TOO_MANY_THREES, "sides", facts)


@lru_cache(maxsize=64)
def _pack_values(ruleset: Ruleset) -> Counter[int]:
    """How many cards of each value the pack holds."""
    return Counter(map(ruleset.value, _counted_cards(ruleset)))


def _counted_cards(ruleset: Ruleset) -> Cards:
    """The cards of the pack that have a value: red threes have none, nor have black ones where
    threes in hand have a price of their own and cannot be melded."""
    cards = pack(ruleset.jokers)
    if _threes_apart(ruleset):
        return _without_threes(cards)
    return tuple([card for card in cards if not card.is_red_three])


def _priced(count: Count, ruleset: Ruleset) -> Count:
    """The heap without the listed threes that `_pack_values` leaves out."""
    if isinstance(count, ByCard) and _threes_apart(ruleset):
        return ByCard(_without_threes(count.cards))
    return count


def _threes_apart(ruleset: Ruleset) -> bool:
    return ruleset.three_in_hand is not None and ruleset.black3_meld == "never"


def _without_threes(cards: Cards) -> Cards:
    return tuple([card for card in cards if not card.is_three])


def knows_canasta(kind: Canasta, ruleset: Ruleset) -> bool:
    """Whether such a canasta can lie on this table under its own name (`canasta.kind`)."""
    match kind:
        case Canasta.ROYAL:
            return ruleset.bonus_royal is not None and ruleset.runs
        case Canasta.ACE_TO_ACE:
            return ruleset.bonus_ace_to_ace is not None and ruleset.runs and ruleset.ace_to_ace
        case Canasta.WILD:
            return ruleset.wild_only_melds
        case _:
            return True
