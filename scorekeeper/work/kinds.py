"""Every kind of work by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .comparing import compare
from .hand import simulate
from .odds import chances
from .playing_out import play_both
from .steps import Kind

HAND, COMPARE, ODDS, PLAYOUT = "simulate", "compare", "odds", "playout"

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        HAND: Kind(simulate, seconds=10),
        COMPARE: Kind(compare, seconds=60),
        ODDS: Kind(chances, seconds=20),
        PLAYOUT: Kind(play_both, seconds=20),
    }
)
