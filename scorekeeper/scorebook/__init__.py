"""The use cases of a match, and the only writer of its log: start, record, correct, read."""

from __future__ import annotations

from scorekeeper.storage.events import (
    Event,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    Logged,
    MatchStarted,
    SideSetup,
    UnknownEvent,
)
from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.log import MatchKeys

from .book import Scorebook
from .records import (
    Access,
    HandRecord,
    HandVersion,
    MatchRecord,
    MatchSetup,
    Preview,
    Recorded,
)
from .refusals import (
    SetupRejected,
    StaleEntry,
    TallyRejected,
    UnknownHand,
    UnknownMatch,
    UnreadableMatch,
)

__all__ = [
    "Access",
    "Event",
    "Fault",
    "HandCorrected",
    "HandDeleted",
    "HandEntry",
    "HandRecord",
    "HandRecorded",
    "HandRestored",
    "HandVersion",
    "Logged",
    "MatchKeys",
    "MatchRecord",
    "MatchSetup",
    "MatchStarted",
    "Preview",
    "Recorded",
    "Scorebook",
    "SetupRejected",
    "SideSetup",
    "StaleEntry",
    "StorageError",
    "TallyRejected",
    "UnknownEvent",
    "UnknownHand",
    "UnknownMatch",
    "UnreadableMatch",
]
