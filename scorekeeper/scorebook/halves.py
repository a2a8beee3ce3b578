"""The parts that sides count of a hand: when they make it, and what makes a request stale."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.problems import Problem
from scorekeeper.storage.events import (
    BackupRestored,
    Change,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    HandConfirmed,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRecounted,
    Logged,
    RulingKept,
    SideCounted,
    SideWithdrawn,
)

from .agreement import join_halves
from .counting import BESIDE
from .history import Undo
from .judging import judge_entry
from .records import MatchRecord


def hand_of_halves(record: MatchRecord, event: Change) -> HandRecorded | None:
    """The hand that is whole with what a side has just counted, if nothing speaks against it."""
    if not isinstance(event, SideCounted) or not _is_whole(record):
        return None
    judged = judge_entry(record, join_halves(record.halves, record.ruleset))
    return HandRecorded(judged.event.entry) if not judged.problems else None


def problems_of_halves(
    record: MatchRecord, side: int = 0, instead: HandEntry | None = None
) -> tuple[Problem, ...]:
    """Why the parts of all sides do not make a hand; none while a side is still counting.

    With `instead`, as if that were the part of this side.
    """
    if not _is_whole(record):
        return ()
    halves = dict(record.halves)
    if instead is not None:
        halves[side] = replace(halves[side], entry=instead)
    return judge_entry(record, join_halves(halves, record.ruleset)).problems


def is_current(record: MatchRecord, seen: int, wanted: Change | Undo) -> bool:
    """Whether nothing was written since event number `seen` that this request should know of.

    Sides that count apart, or confirm, don't get in each other's way.
    """
    if not 1 <= seen <= record.last:
        return seen == record.last
    return not any(_concerns(logged, wanted) for logged in record.since(seen))


def _is_whole(record: MatchRecord) -> bool:
    return len(record.halves) == record.ruleset.sides


def _concerns(logged: Logged, wanted: Change | Undo) -> bool:
    event = logged.event
    if isinstance(event, RulingKept) or isinstance(wanted, RulingKept):
        return False  # an answer to a dispute changes nothing of the match
    if isinstance(event, BackupRestored):
        return True  # what was seen before it may be gone
    if isinstance(event, ConfirmingChanged):
        return isinstance(wanted, ConfirmingChanged)  # a count stays what it is
    match wanted:
        case HandConfirmed(hand) | ConfirmationWithdrawn(hand):
            return logged.seq == hand or (
                isinstance(event, HandCorrected | HandDeleted | HandRecounted)
                and event.hand == hand
            )
        case HandRecounted(hand):
            return isinstance(event, HandDeleted) and event.hand == hand
        case SideCounted(side) | SideWithdrawn(side):
            if isinstance(event, SideCounted | SideWithdrawn):
                return event.side == side and event != wanted
        case HandRecorded():
            return not isinstance(event, (HandConfirmed, ConfirmationWithdrawn, HandRecounted))
    return not isinstance(event, BESIDE)
