"""Which cards lock the pile."""

from __future__ import annotations

from ..rules.cards import Card
from ..rules.ruleset import Ruleset


def locks(card: Card, ruleset: Ruleset) -> bool:
    """Whether the card blocks the pile it lies on (`pile.blocked`)."""
    if card.is_black_three:
        return "black_three" in ruleset.lock_cards
    return card.is_wild and ("joker" if card.is_joker else "two") in ruleset.lock_cards
