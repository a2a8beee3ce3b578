"""How a match begins: its keys, the cut for the first deal, and the rematch of another."""

from __future__ import annotations

from scorekeeper.rules.cutting import cut, dealer_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.events import DealerChosen
from scorekeeper.storage.log import EventLog, MatchKeys

from .keys import Shuffle, TokenSource, cards_to_cut, make_keys
from .records import MatchRecord, MatchSetup


def unused_keys(log: EventLog, token: TokenSource) -> MatchKeys:
    """Keys with an id that no match of the log has."""
    keys = make_keys(token)
    while log.keys(keys.id) is not None:
        keys = make_keys(token)
    return keys


def cut_for_dealer(ruleset: Ruleset, shuffle: Shuffle) -> DealerChosen:
    """The dealer whom cards make, drawn by every player from a shuffled pack (`setup.dealer`)."""
    rounds = cut(range(ruleset.players), cards_to_cut(ruleset.jokers, shuffle))
    return DealerChosen(dealer_of(rounds) or 0, rounds)


def rematch_setup(record: MatchRecord, swap: bool) -> MatchSetup:
    """The same table once more, under the rules now in force; the deal has moved on by one seat
    (`setup.dealer`). With `swap` the sides have changed places.
    """
    sides = record.sides[::-1] if swap else record.sides
    return MatchSetup(record.ruleset, sides, record.dealer, follows=record.id, swapped=swap)
