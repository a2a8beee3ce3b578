"""Reads from the log what sides have counted apart, and which hands are agreed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.events import (
    BackupRestored,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    Event,
    HandConfirmed,
    HandCorrected,
    HandEntry,
    HandRecorded,
    HandRecounted,
    Logged,
    RulingKept,
    SideCounted,
    SideWithdrawn,
    UnknownEvent,
)

from .agreement import Agreement, Dispute, Doubt, Half, doubts_between

BESIDE = (
    SideCounted,
    SideWithdrawn,
    HandConfirmed,
    ConfirmationWithdrawn,
    HandRecounted,
    RulingKept,
    BackupRestored,
)
"""Events that change no score: undo passes them over, they have buttons of their own."""


@dataclass(frozen=True, slots=True)
class _Second:
    """A second count of a hand."""

    entry: HandEntry
    at: datetime
    by: str


@dataclass(slots=True)
class _Hand:
    """A hand while the log is read: its entry, who has said yes, and a second count of it."""

    ruleset: Ruleset
    entry: HandEntry
    asks: bool
    yes: list[bool]
    second: _Second | None = None
    first_again: bool = False
    second_again: bool = False
    is_counted_twice: bool = False

    def correct(self, entry: HandEntry) -> None:
        self.entry = entry
        self.yes = [False] * len(self.yes)
        self.first_again = self.second is not None
        self._compare()

    def recount(self, second: _Second) -> None:
        self.second_again = self.second is not None
        self.second = second
        self._compare()

    def confirm(self, side: int, yes: bool) -> None:
        self.yes[side] = yes
        if all(self.yes):
            self._settle()

    def _compare(self) -> None:
        """Two counts that are the same make the hand of two sides agreed; a third side is asked."""
        self.is_counted_twice = self.second is not None and not self._doubts(self.second)
        if self.is_counted_twice:
            self.yes = [len(self.yes) == 2] * len(self.yes)
            self._settle()

    def _settle(self) -> None:
        self.second, self.first_again, self.second_again = None, False, False

    def _doubts(self, second: _Second) -> tuple[Doubt, ...]:
        return doubts_between(self.entry, second.entry, self.ruleset)

    def agreement(self) -> Agreement:
        return Agreement(tuple(self.yes), self._dispute(), self.is_counted_twice)

    def _dispute(self) -> Dispute | None:
        second = self.second
        if second is None:
            return None
        awaits = (not self.first_again, not self.second_again)
        return Dispute(second.entry, second.at, second.by, self._doubts(second), awaits)


@dataclass(slots=True)
class Counting:
    """What the events so far say about counting apart; hands by the number of their event."""

    halves: dict[int, Half] = field(default_factory=dict)
    confirming: bool = False
    hands: dict[int, _Hand] = field(default_factory=dict)

    def take(self, logged: Logged, ruleset: Ruleset) -> None:
        """Takes in an event that fits (`fitting.misfit`), under the rules in force."""
        match logged.event:
            case SideCounted(side, entry):
                self.halves[side] = Half(side, entry, logged.seq, logged.at, logged.by)
            case SideWithdrawn(side):
                self.halves.pop(side, None)
            case HandRecorded(entry):
                no = [False] * ruleset.sides
                self.hands[logged.seq] = _Hand(ruleset, entry, self.confirming, no)
                self.halves.clear()
            case ConfirmingChanged(confirming):
                self.confirming = confirming
            case event:
                self._take_about_a_hand(logged, event)

    def _take_about_a_hand(self, logged: Logged, event: Event | UnknownEvent) -> None:
        match event:
            case HandCorrected(hand, entry):
                self.hands[hand].correct(entry)
            case HandConfirmed(hand, side) | ConfirmationWithdrawn(hand, side):
                self.hands[hand].confirm(side, isinstance(event, HandConfirmed))
            case HandRecounted(hand, entry):
                self.hands[hand].recount(_Second(entry, logged.at, logged.by))

    def agreement(self, hand: int) -> Agreement | None:
        """How far a hand is agreed, or None if it need not be."""
        found = self.hands.get(hand)
        return found.agreement() if found and found.asks and self.confirming else None
