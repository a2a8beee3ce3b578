"""Ranks in few signs, for the label of a value."""

from __future__ import annotations

from itertools import groupby

from scorekeeper.rules.cards import JOKER
from scorekeeper.rules.checks import ranks_worth
from scorekeeper.rules.ruleset import Ruleset

from .languages import gettext

ORDER = ("2", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", JOKER, "3")


def ranks_of_value(ruleset: Ruleset, value: int) -> str:
    """The ranks worth so many points, neighbours joined: "4–7, 3", "A, 2", "joker"."""
    worth = ranks_worth(value, ruleset)
    places = [place for place, rank in enumerate(ORDER) if rank in worth]
    joined = []
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        ranks = [_written(ORDER[place]) for _, place in run]
        joined.append(f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else ", ".join(ranks))
    return ", ".join(joined)


def _written(rank: str) -> str:
    if rank == JOKER:
        return gettext("joker")
    return gettext("black 3") if rank == "3" else rank
