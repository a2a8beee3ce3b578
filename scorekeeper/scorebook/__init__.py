"""The use cases of a match, and the only writer of its log; beside it, saved rulesets."""

from __future__ import annotations

from scorekeeper.storage.codec import REASON_LIMIT
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    Change,
    Event,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    PointsAdjusted,
    SideSetup,
    UnknownEvent,
)
from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.log import MatchKeys
from scorekeeper.storage.rulesets import SavedRuleset

from .book import MOST_RULESETS, Scorebook
from .documents import match_document
from .judging import NAME_LIMIT
from .records import (
    Access,
    AdjustmentRecord,
    EntryRecord,
    HandRecord,
    HandVersion,
    MatchRecord,
    MatchSetup,
    Preview,
    Recorded,
)
from .refusals import (
    NotPossible,
    SetupRejected,
    StaleEntry,
    TallyRejected,
    TooManyRulesets,
    UnknownAdjustment,
    UnknownHand,
    UnknownMatch,
    UnreadableMatch,
)

__all__ = [
    "MOST_RULESETS",
    "NAME_LIMIT",
    "REASON_LIMIT",
    "Access",
    "AdjustmentDeleted",
    "AdjustmentRecord",
    "AdjustmentRestored",
    "Change",
    "EntryRecord",
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
    "MatchAnnulled",
    "MatchKeys",
    "MatchRecord",
    "MatchResumed",
    "MatchSetup",
    "MatchStarted",
    "MatchStopped",
    "NotPossible",
    "PointsAdjusted",
    "Preview",
    "Recorded",
    "SavedRuleset",
    "Scorebook",
    "SetupRejected",
    "SideSetup",
    "StaleEntry",
    "StorageError",
    "TallyRejected",
    "TooManyRulesets",
    "UnknownAdjustment",
    "UnknownEvent",
    "UnknownHand",
    "UnknownMatch",
    "UnreadableMatch",
    "match_document",
]
