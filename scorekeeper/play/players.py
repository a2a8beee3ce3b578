"""The players that a simulation can seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from .careful import careful_player
from .kinds import Choice
from .table import Table

NO_CHOICE: Choice = ()

Player = Callable[[Table, Random], Choice]
"""Chooses one of `table.choices()`, or () where there are none, and leaves the table as it is."""


def random_player(table: Table, rng: Random) -> Choice:
    """Any choice, all as likely as each other."""
    choices = table.choices()
    return choices[rng.randrange(len(choices))] if choices else NO_CHOICE


PLAYERS: Mapping[str, Player] = MappingProxyType(
    {"random": random_player, "careful": careful_player}
)
