"""What the events of a match come to, taken in one after the other."""

from __future__ import annotations

import logging
from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scorekeeper.rules.options import override_allowed
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    DealerChosen,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStopped,
    MisdealDeleted,
    MisdealRestored,
    Misdealt,
    OptionsChanged,
    PlayersChanged,
    PointsAdjusted,
    RematchStarted,
    SeatTaken,
)

from .counting import Counting
from .fitting import misfit
from .records import HandVersion
from .seating import Seating

logger = logging.getLogger(__name__)

SEATS = ("sides", "players_per_side")  # what stays as the match has begun
SCORED = (
    HandRecorded,
    HandCorrected,
    HandDeleted,
    HandRestored,
    PointsAdjusted,
    AdjustmentDeleted,
    AdjustmentRestored,
    MatchAnnulled,
)
MOST_TOLD = 3


@dataclass(slots=True)
class HandSoFar:
    """A hand while the log is read: the ruleset when it was recorded and what was entered."""

    ruleset: Ruleset
    versions: list[HandVersion] = field(default_factory=list)
    deleted: bool = False


@dataclass(slots=True)
class AdjustmentSoFar:
    """An adjustment while the log is read."""

    logged: Logged
    event: PointsAdjusted
    deleted: bool = False


@dataclass(slots=True)
class MisdealSoFar:
    """A misdeal while the log is read."""

    logged: Logged
    event: Misdealt
    deleted: bool = False


@dataclass(slots=True)
class Reading:
    """What the events so far come to; all that is kept, by the number of its event.

    `standing` has the numbers of the hands that are not deleted, in order; `passed_over` those of
    the events that concern the score and could not be taken in, or not as a whole.
    """

    ruleset: Ruleset
    seating: Seating
    hands: dict[int, HandSoFar] = field(default_factory=dict)
    standing: list[int] = field(default_factory=list)
    adjustments: dict[int, AdjustmentSoFar] = field(default_factory=dict)
    misdeals: dict[int, MisdealSoFar] = field(default_factory=dict)
    stopped: bool = False
    consents: tuple[bool, ...] = ()
    chosen: DealerChosen | None = None
    successor: str = ""
    counting: Counting = field(default_factory=Counting)
    passed_over: list[int] = field(default_factory=list)

    def take(self, logged: Logged) -> None:
        """Takes in an event; one that fits nothing before it is passed over."""
        if misfit(self, logged) is None:
            self.counting.take(logged, self.ruleset)
            self._take(logged)
        elif isinstance(logged.event, SCORED):
            self.passed_over.append(logged.seq)

    def _take(self, logged: Logged) -> None:
        hands, adjustments = self.hands, self.adjustments
        match logged.event:
            case HandRecorded(entry):
                hands[logged.seq] = HandSoFar(self.ruleset, [_version(logged, entry)])
                self.standing.append(logged.seq)
            case HandCorrected(hand, entry):
                hands[hand].versions.append(_version(logged, entry))
            case HandDeleted(hand) | HandRestored(hand):
                self._delete(hand, isinstance(logged.event, HandDeleted))
            case PointsAdjusted():
                adjustments[logged.seq] = AdjustmentSoFar(logged, logged.event)
            case AdjustmentDeleted(seq) | AdjustmentRestored(seq):
                adjustments[seq].deleted = isinstance(logged.event, AdjustmentDeleted)
            case OptionsChanged(overrides):
                self.ruleset, is_whole = _change(self.ruleset, overrides)
                if not is_whole:
                    self.passed_over.append(logged.seq)
            case MatchStopped():
                self.stopped = True
            case MatchAnnulled(consents):
                self.consents = consents
            case MatchResumed():
                self.stopped, self.consents = False, ()
            case DealerChosen():
                self.chosen = logged.event
            case RematchStarted(successor):
                self.successor = successor
            case _:
                self._take_about_the_table(logged)

    def _take_about_the_table(self, logged: Logged) -> None:
        """Takes in who sits where, and deals that went wrong."""
        misdeals = self.misdeals
        match logged.event:
            case PlayersChanged(sides, bench, next_out):
                self.seating = Seating(sides, bench, next_out)
            case SeatTaken(seat):
                self.seating = self.seating.take(seat)
            case Misdealt():
                misdeals[logged.seq] = MisdealSoFar(logged, logged.event)
            case MisdealDeleted(seq) | MisdealRestored(seq):
                misdeals[seq].deleted = isinstance(logged.event, MisdealDeleted)

    def _delete(self, hand: int, deleted: bool) -> None:
        if self.hands[hand].deleted == deleted:
            return
        self.hands[hand].deleted = deleted
        if deleted:
            del self.standing[bisect_left(self.standing, hand)]
        else:
            insort(self.standing, hand)

    def number(self, seq: int) -> int:
        """The number of the hand with this id; of the next one for an id to come."""
        return 1 + bisect_left(self.standing, seq)


def change_rules(ruleset: Ruleset, overrides: Mapping[str, object]) -> Ruleset:
    """The options changed. One that is not allowed (any more), or that stays, is left out."""
    return _change(ruleset, overrides)[0]


def _change(ruleset: Ruleset, overrides: Mapping[str, object]) -> tuple[Ruleset, bool]:
    """The options changed, and whether all of them were allowed."""
    staying = {name: getattr(ruleset, name) for name in SEATS}
    changed, errors = override_allowed(ruleset, overrides)
    if errors:
        logger.warning("changes of options are left out: %s", told(errors))
    if any(getattr(changed, name) != value for name, value in staying.items()):
        changed = replace(changed, **staying)
    return same_rules(changed, changed.preset), not errors


@lru_cache(maxsize=256)
def same_rules(ruleset: Ruleset, preset: str) -> Ruleset:
    """One object for all that are equal: looking up what was scored under it compares them often,
    and telling two of them equal takes longer than a score. Equal ones may be of two presets."""
    return ruleset


def told(errors: tuple[DocumentError, ...]) -> str:
    return "; ".join(map(str, errors[:MOST_TOLD]))


def _version(logged: Logged, entry: HandEntry) -> HandVersion:
    return HandVersion(logged.seq, entry, logged.at, logged.by)
