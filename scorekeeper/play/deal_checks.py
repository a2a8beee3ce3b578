"""What cannot be in the deal that a record tells of."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.cards import Card, copies
from ..rules.options import check_ruleset
from ..rules.problems import Finding, Problem
from .dealing import can_stand
from .known import KnownTable
from .record import Record


def deal_problems(record: Record) -> Iterator[tuple[Problem, str]]:
    """Each problem, and the header line that has it (`ruleset.options`, `setup.deal`,
    `setup.mortos`, `setup.upcard`, `setup.pack`)."""
    ruleset = record.ruleset
    for problem in check_ruleset(ruleset):
        yield problem, "ruleset"
    for name, cards in zip(record.seats, record.hands, strict=True):
        if cards is not None and len(cards) > ruleset.hand_size:
            facts: dict[str, object] = {"count": len(cards), "size": ruleset.hand_size}
            yield Problem("setup.deal", Finding.RECORD_HAND_TOO_LARGE, "", facts), f"hand {name}"
    for number, cards in enumerate(record.mortos, start=1):
        if cards is not None and len(cards) > ruleset.morto_size:
            facts = {"count": len(cards), "size": ruleset.morto_size}
            yield Problem("setup.mortos", Finding.MORTO_WRONG_SIZE, "", facts), f"morto {number}"
    yield from _upcard_problems(record)
    table = KnownTable(record)
    if table.stock.hidden < 0:
        facts = {"count": len(table.stock.cards), "size": len(table.stock)}
        yield Problem("setup.deal", Finding.RECORD_STOCK_TOO_LARGE, "", facts), "stock"
    for card, count in table.seen.items():
        most = copies(card, ruleset.jokers)
        if count > most:
            facts = {"card": card, "count": count, "most": most}
            yield Problem("setup.pack", Finding.CARD_TOO_OFTEN, "", facts), _where(record, card)


def _upcard_problems(record: Record) -> Iterator[tuple[Problem, str]]:
    if record.upcard is None:
        return
    if not record.ruleset.initial_upcard:
        yield Problem("setup.upcard", Finding.RECORD_NO_UPCARD), "upcard"
    elif not can_stand(record.upcard):
        facts = {"card": record.upcard}
        yield Problem("setup.upcard", Finding.RECORD_UPCARD_CANNOT_STAND, "", facts), "upcard"


def _where(record: Record, card: Card) -> str:
    """The last header line that names the card."""
    headers = {
        f"hand {name}": cards for name, cards in zip(record.seats, record.hands, strict=True)
    }
    headers |= {f"morto {n}": cards for n, cards in enumerate(record.mortos, start=1)}
    headers["stock"] = record.stock
    headers["upcard"] = (record.upcard,) if record.upcard else None
    named = [header for header, cards in headers.items() if cards and card in cards]
    return max(named, key=lambda header: record.lines.get(header, 0))
