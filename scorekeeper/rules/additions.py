"""Cards added to a meld on the table, and how a meld lies there."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import RUN_RANKS, Card, Cards, sort_cards
from .melds import PLACE_IN_RUN, MeldKind, check_meld, read_meld
from .problems import Finding, Problem
from .ruleset import Ruleset


def check_addition(
    meld: Sequence[Card],
    added: Sequence[Card],
    ruleset: Ruleset,
    where: str = "",
    went_out: bool | None = None,
) -> tuple[Problem, ...]:
    """What is wrong with adding the cards to a valid meld (`meld.shared`, `meld.replace`).

    The meld is judged before and after, never card by card. In a run a natural card may take the
    place of a wild, which then stands at the high end or, if that is closed, at the low end; if
    both are closed the cards form no run (`meld.run`). A clean canasta takes no wild where the
    table does not allow that (`canasta.kind`).
    """
    if not added:
        return (Problem("meld.size", Finding.NOTHING_ADDED, where),)
    before, after = read_meld(meld, ruleset), read_meld((*meld, *added), ruleset)
    if after is None:
        return check_meld((*meld, *added), ruleset, where, went_out)
    soiled = (
        before is not None
        and before.canasta is not None
        and before.canasta.is_clean
        and after.wilds > 0
    )
    if soiled and not ruleset.allow_soiling:
        return (Problem("canasta.kind", Finding.CANASTA_SOILED, where),)
    if after.kind is not MeldKind.BLACK_THREES:
        return ()
    return check_meld((*meld, *added), ruleset, where, went_out)


def lay_out(cards: Sequence[Card], ruleset: Ruleset) -> Cards:
    """The cards of a meld in the order in which they lie.

    In a run, from low to high: wilds fill the gaps first, then extend the high end up to the ace,
    then the low end. Otherwise the naturals, then the wilds. Cards that are no meld are sorted.
    """
    meld = read_meld(cards, ruleset)
    if meld is None:
        return sort_cards(cards)
    if meld.kind is not MeldKind.RUN:
        wilds = [card for card in meld.cards if card.is_wild or card.rank != meld.rank]
        return (*(card for card in meld.cards if card not in wilds), *wilds)
    return _lay_out_run(meld.cards, meld.wilds)


def _lay_out_run(cards: Cards, wild_count: int) -> Cards:
    suit = _suit_of_run(cards)
    naturals = [card for card in cards if not card.is_wild and card.suit == suit]
    if len(naturals) > len(RUN_RANKS):  # ace to ace
        ace, *rest = sorted(naturals, key=lambda card: PLACE_IN_RUN[card.rank], reverse=True)
        return (ace, *reversed(rest))
    if len(naturals) + wild_count > len(cards):  # the suit's own ace stands in
        naturals = [card for card in naturals if card.rank != "A"]
    wilds = list(cards)
    for card in naturals:
        wilds.remove(card)
    places = {PLACE_IN_RUN[card.rank]: card for card in naturals}
    low, high = min(places), max(places)
    free = [place for place in range(low, high) if place not in places]
    free += [*range(high + 1, len(RUN_RANKS)), *range(low - 1, -1, -1)]
    places |= dict(zip(free, wilds, strict=False))
    return tuple(places[place] for place in sorted(places))


def _suit_of_run(cards: Cards) -> str:
    """The suit of most fixed cards; the others are aces that stand in."""
    suits = [card.suit for card in cards if not card.is_wild]
    return max(sorted(set(suits)), key=suits.count)
