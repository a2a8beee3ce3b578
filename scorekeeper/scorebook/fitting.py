"""Whether an event fits what its log says before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scorekeeper.rules.options import check_change, override_allowed
from scorekeeper.rules.problems import DocumentError, Finding, Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Tally
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    DealerChosen,
    Event,
    HandConfirmed,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRecounted,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    MisdealDeleted,
    MisdealRestored,
    PlayersChanged,
    PointsAdjusted,
    SeatTaken,
    SideCounted,
    SideSetup,
    SideWithdrawn,
    UnknownEvent,
)

if TYPE_CHECKING:
    from .reading import Reading

Fault = DocumentError | None
"""What is wrong with an event, and where in it."""


def misfit(reading: Reading, logged: Logged) -> Fault:
    """Why an event fits nothing of what was read before it: such a one is passed over."""
    sides, hands = reading.ruleset.sides, reading.hands
    match logged.event:
        case UnknownEvent():
            return DocumentError(Finding.EVENT_UNREADABLE)
        case MatchStarted() if logged.seq > 1:
            return _out_of_place()
        case HandRecorded(entry):
            return _unequal_entry(entry, sides)
        case HandCorrected(hand, entry) | HandRecounted(hand, entry):
            return _about_nothing(hand in hands, hand) or _unequal_entry(entry, sides)
        case HandDeleted(hand) | HandRestored(hand):
            return _about_nothing(hand in hands, hand)
        case HandConfirmed(hand, side) | ConfirmationWithdrawn(hand, side):
            return _about_nothing(hand in hands, hand) or _beyond("side", side, sides)
        case AdjustmentDeleted(seq) | AdjustmentRestored(seq):
            return _about_nothing(seq in reading.adjustments, seq)
        case MisdealDeleted(seq) | MisdealRestored(seq):
            return _about_nothing(seq in reading.misdeals, seq)
        case event:
            return _misfit_at_the_table(reading, event)


def _misfit_at_the_table(reading: Reading, event: Event) -> Fault:
    """The same for what is about no earlier event."""
    sides, seats = reading.ruleset.sides, reading.ruleset.players
    match event:
        case PointsAdjusted(points):
            return _unequal("points", len(points), sides)
        case MatchAnnulled(consents):
            unequal = _unequal("consents", len(consents), sides)
            return unequal or (None if all(consents) else _out_of_place())
        case SideCounted(side) | SideWithdrawn(side):
            return _beyond("side", side, sides)
        case PlayersChanged(seated):
            return _unequal_sides(seated, reading.ruleset)
        case SeatTaken(seat):
            return _beyond("seat", seat, seats) or _missing(bool(reading.seating.bench))
        case DealerChosen(dealer):
            return _beyond("dealer", dealer, seats) or _missing(not reading.standing)
    return None


def untimely(reading: Reading, event: Event | UnknownEvent) -> Fault:
    """Why an event that fits could not be entered then, whatever the hands count.

    It repeats what is so already, or is about a hand that is deleted or need not be confirmed.
    """
    hands, counting = reading.hands, reading.counting
    match event:
        case HandCorrected(hand) | HandDeleted(hand):
            return _about_nothing(not hands[hand].deleted, hand)
        case HandRestored(hand):
            return _about_nothing(hands[hand].deleted, hand)
        case HandConfirmed(hand) | ConfirmationWithdrawn(hand) | HandRecounted(hand):
            awaited = counting.confirming and counting.hands[hand].asks
            return _about_nothing(awaited and not hands[hand].deleted, hand)
        case AdjustmentDeleted(seq) | AdjustmentRestored(seq):
            was = isinstance(event, AdjustmentRestored)
            return _about_nothing(reading.adjustments[seq].deleted == was, seq)
        case MisdealDeleted(seq) | MisdealRestored(seq):
            was = isinstance(event, MisdealRestored)
            return _about_nothing(reading.misdeals[seq].deleted == was, seq)
        case MatchStopped() | MatchAnnulled():
            return _missing(not (reading.stopped or reading.consents))
        case MatchResumed():
            return _missing(reading.stopped or bool(reading.consents))
        case SideWithdrawn(side):
            return _missing(side in counting.halves)
        case ConfirmingChanged(confirming):
            return _missing(confirming != counting.confirming)
    return None


def faults_of_change(
    ruleset: Ruleset, overrides: Mapping[str, object]
) -> tuple[DocumentError, ...]:
    """Why options cannot be changed so during a match (`ruleset.options`)."""
    after, errors = override_allowed(ruleset, overrides)
    problems = check_change(ruleset, after, "overrides")
    return (*errors, *map(told_as_error, problems))


def told_as_error(problem: Problem) -> DocumentError:
    """A problem of what a document says, as the error that refuses it."""
    return DocumentError(problem.finding, problem.where, **problem.params)


def sides_of(entry: HandEntry) -> int:
    """Of how many sides an entry tells."""
    return len(entry.sides) if isinstance(entry, Tally) else len(entry)


def _unequal_entry(entry: HandEntry, sides: int) -> Fault:
    return _unequal("tally.sides" if isinstance(entry, Tally) else "totals", sides_of(entry), sides)


def _unequal_sides(seated: Sequence[SideSetup], ruleset: Ruleset) -> Fault:
    """Whether these sides can play by the rules of this table (`setup.players`)."""
    unequal = _unequal("sides", len(seated), ruleset.sides)
    for number, side in enumerate(seated):
        if unequal is None and side.players:
            where = f"sides[{number}].players"
            unequal = _unequal(where, len(side.players), ruleset.players_per_side)
    return unequal


def _unequal(where: str, count: int, expected: int) -> Fault:
    if count == expected:
        return None
    return DocumentError(Finding.WRONG_LENGTH, where, count=count, expected=expected)


def _beyond(where: str, number: int, count: int) -> Fault:
    if number < count:
        return None
    return DocumentError(Finding.NUMBER_OUT_OF_RANGE, where, low=0, high=count - 1)


def _about_nothing(is_there: bool, about: int) -> Fault:
    return None if is_there else DocumentError(Finding.EVENT_ABOUT_NOTHING, about=about)


def _missing(is_there: bool) -> Fault:
    return None if is_there else _out_of_place()


def _out_of_place() -> DocumentError:
    return DocumentError(Finding.EVENT_OUT_OF_PLACE)
