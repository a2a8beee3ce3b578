"""What makes a position impossible, so that no ruling on it can be given (`turn.position`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..rules.cards import COPIES, Card, Cards, copies
from ..rules.melds import MeldKind, check_meld, read_meld
from ..rules.problems import NOTHING, Finding, Problem
from ..rules.ruleset import Ruleset
from .moves import Draw, LayRedThree, Move
from .position import Phase, Position, SideMorto

SUITED_CARDS = 52


def check_position(
    position: Position, ruleset: Ruleset, move: Move | Sequence[Move] = ()
) -> tuple[Problem, ...]:
    """Everything about a position that cannot be (`turn.position`), with what a move or
    the moves of a turn tell of cards drawn; empty if it can."""
    return (
        *_check_hand_and_pile(position),
        *_check_melds(position, ruleset),
        *_check_history(position),
        *_check_mortos(position, ruleset),
        *_check_pack(position, ruleset, move),
    )


def _impossible(field: str, finding: Finding, **facts: object) -> Problem:
    where = field if field.startswith("move.") else f"position.{field}"
    return Problem("turn.position", finding, where, facts or NOTHING)


def _check_hand_and_pile(position: Position) -> Iterator[Problem]:
    if position.hand == () and not position.hidden:
        yield _impossible("hand", Finding.POSITION_HAND_EMPTY)
    if any(card is not None and card.is_red_three for card in position.pile or ()):
        yield _impossible("pile", Finding.POSITION_RED_THREE_IN_PILE)


def _check_melds(position: Position, ruleset: Ruleset) -> Iterator[Problem]:
    """Only valid melds lie on the table, and black 3s only while their player goes out."""
    ranks: set[str | None] = set()
    for number, cards in enumerate(position.melds or ()):
        may_go_out = None if position.phase is Phase.PLAY else False
        wrong = bool(check_meld(cards, ruleset, went_out=may_go_out))
        read = read_meld(cards, ruleset)
        if read is not None and read.kind is MeldKind.SET and ruleset.one_meld_per_rank:
            wrong = wrong or read.rank in ranks
            ranks.add(read.rank)
        if wrong:
            yield _impossible(f"melds[{number}]", Finding.POSITION_MELD_INVALID)


def _check_history(position: Position) -> Iterator[Problem]:
    """What lies on the table was melded, and what was melded lies there."""
    melds, opened = position.melds, position.opened
    if melds is not None and opened is not None and bool(melds) is not opened:
        yield _impossible("opened", Finding.POSITION_MELDS_AND_OPENED)
    if position.melded_before and (melds == () or opened is False):
        yield _impossible("melded_before", Finding.POSITION_MELDED_NOTHING)


def _check_mortos(position: Position, ruleset: Ruleset) -> Iterator[Problem]:
    left, morto, cards = position.mortos_left, position.morto, position.morto_cards
    if left is not None:
        most = ruleset.sides if morto in (None, SideMorto.AVAILABLE) else ruleset.sides - 1
        if morto is SideMorto.NONE and not ruleset.mortos_owned:
            most = 0
        if left > most or (left == 0 and morto is SideMorto.AVAILABLE):
            yield _impossible("mortos_left", Finding.POSITION_MORTOS)
    if cards is None:
        return
    if morto in (SideMorto.TAKEN, SideMorto.NONE) or left == 0:
        yield _impossible("morto_cards", Finding.POSITION_MORTO_CARDS)
    elif len(cards) != ruleset.morto_size:
        facts = {"count": len(cards), "size": ruleset.morto_size}
        yield _impossible("morto_cards", Finding.POSITION_MORTO_SIZE, **facts)


def _check_pack(
    position: Position, ruleset: Ruleset, move: Move | Sequence[Move]
) -> Iterator[Problem]:
    """No card more often than the pack has it, and no more cards than it holds."""
    counts: Counter[Card] = Counter()
    for field, cards in (*_heaps(position), *_drawn(move)):
        for card in dict.fromkeys(cards):
            before, most = counts[card], copies(card, ruleset.jokers)
            counts[card] += cards.count(card)
            if before <= most < counts[card]:
                finding = Finding.POSITION_CARD_TOO_OFTEN
                yield _impossible(field, finding, card=card, count=counts[card], most=most)
    most = COPIES * SUITED_CARDS + ruleset.jokers
    count = _least_cards(position, ruleset)
    if count > most:
        field = "stock" if position.stock is not None else "mortos_left"
        yield _impossible(field, Finding.POSITION_MORE_THAN_PACK, count=count, most=most)


def _heaps(position: Position) -> Iterator[tuple[str, Cards]]:
    """The cards of the position, and where they are told."""
    yield "hand", position.hand or ()
    for number, cards in enumerate(position.melds or ()):
        yield f"melds[{number}]", cards
    yield "pile", tuple(card for card in position.pile or () if card is not None)
    yield "morto_cards", position.morto_cards or ()


def _drawn(move: Move | Sequence[Move]) -> Iterator[tuple[str, Cards]]:
    """The cards that came from the stock, and where they are told."""
    if isinstance(move, Sequence):
        for number, step in enumerate(move):
            for field, cards in _drawn(step):
                yield field.replace("move.", f"move.moves[{number}].", 1), cards
    elif isinstance(move, Draw) and move.card is not None:
        yield "move.card", (move.card,)
    elif isinstance(move, LayRedThree) and move.replacement is not None:
        yield "move.replacement", (move.replacement,)


def _least_cards(position: Position, ruleset: Ruleset) -> int:
    """How many cards there are at least: those told, the stock, and the mortos on the table."""
    mortos = position.mortos_left
    if mortos is None:
        mortos = int(position.morto is SideMorto.AVAILABLE)
    return (
        (position.card_count or 0)
        + sum(map(len, position.melds or ()))
        + len(position.pile or ())
        + (position.stock or 0)
        + mortos * ruleset.morto_size
    )
