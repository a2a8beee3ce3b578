"""What the scorebook is asked for and what it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.rules.cutting import Draws
from scorekeeper.rules.match import Standing, dealer_after, first_player, side_of_seat
from scorekeeper.rules.options import changes_between
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Score
from scorekeeper.storage.events import (
    BackupRestored,
    HandEntry,
    Logged,
    RematchStarted,
    SideSetup,
)
from scorekeeper.storage.log import LONG_AGO

from .agreement import Agreement, Half


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """How a match begins: its options, who plays, and the seat that deals first, from 0.

    Sides alternate around the table: seat 0 is the first player of side 0, seat 1 that of side 1.
    A rematch `follows` another match; `swapped` says that the sides have changed places since.
    `passes` says how often the deal passed on before the first hand, after a misdeal.
    """

    ruleset: Ruleset
    sides: tuple[SideSetup, ...]
    dealer: int = 0
    follows: str = ""
    swapped: bool = False
    passes: int = 0

    @property
    def starter(self) -> int:
        """The side of the first player of the first hand."""
        seats = self.ruleset.players
        dealer = dealer_after(self.dealer, self.passes, seats)
        return side_of_seat(first_player(dealer, seats), self.ruleset.sides)


@dataclass(frozen=True, slots=True)
class Access:
    """What a secret opens."""

    match_id: str
    may_edit: bool


@dataclass(frozen=True, slots=True)
class HandVersion:
    """One state of a hand's entry: the event that wrote it, when and by whom."""

    seq: int
    entry: HandEntry
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it stands: the ruleset it was played under, points by side and their lines.

    `id` is the number of the event that recorded it and stays; `number` counts the hands of the
    match from 1. A deleted hand has number 0 and no running totals. `score` is None where only
    totals were entered. `at` and `by` tell of the first entry, `versions` of all, oldest first.
    `agreement` tells how far the sides have confirmed it, where they have to.
    """

    id: int
    number: int
    entry: HandEntry
    ruleset: Ruleset
    totals: tuple[int, ...]
    score: Score | None
    running: tuple[int, ...]
    versions: tuple[HandVersion, ...]
    at: datetime
    by: str
    agreement: Agreement | None = None

    @property
    def corrected(self) -> bool:
        return len(self.versions) > 1


@dataclass(frozen=True, slots=True)
class AdjustmentRecord:
    """Points given or taken beside the hands (`match.adjust`).

    `id` is the number of the event that recorded it, `after_hand` the number of hands before it.
    A deleted adjustment has no running totals.
    """

    id: int
    after_hand: int
    points: tuple[int, ...]
    reason: str
    running: tuple[int, ...]
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class MisdealRecord:
    """A deal that went wrong after so many hands, and whether the deal passed on.

    `id` is the number of the event that recorded it.
    """

    id: int
    after_hand: int
    passes: bool


EntryRecord = HandRecord | AdjustmentRecord


def in_order(
    hands: Iterable[HandRecord], adjustments: Iterable[AdjustmentRecord]
) -> tuple[EntryRecord, ...]:
    """Hands and adjustments in the order in which they count."""
    entries: list[EntryRecord] = [*hands, *adjustments]
    return tuple(sorted(entries, key=lambda entry: entry.id))


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as its log tells it; every total is worked out anew from the entries.

    `ruleset` is the one in force for the next hand, `dealer` and `first_player` are its seats,
    `last` is the number of the last event. `is_stopped` and `is_annulled` say what the table
    declared; `standing` says whether that decided the match. `cut` has the cards that made the
    first dealer, if they were cut; `halves` has what sides have counted of the next hand,
    `confirming` says that every side has to confirm a new hand; `successor` is the match that the
    table went on with. `bench`
    has those who sit out, the next to come in first, and `next_out` the seat whose turn to sit out
    it is. `unreadable` has the numbers of the events that are not in all this, or not as a whole:
    those that cannot be read, fit nothing before them, or are missing in the log.
    """

    id: str
    setup: MatchSetup
    ruleset: Ruleset
    hands: tuple[HandRecord, ...]
    deleted: tuple[HandRecord, ...]
    adjustments: tuple[AdjustmentRecord, ...]
    deleted_adjustments: tuple[AdjustmentRecord, ...]
    is_stopped: bool
    is_annulled: bool
    standing: Standing
    dealer: int
    first_player: int
    log: tuple[Logged, ...]
    cut: tuple[Draws, ...] = ()
    successor: str = ""
    halves: Mapping[int, Half] = field(default_factory=dict)
    confirming: bool = False
    bench: tuple[str, ...] = ()
    next_out: int = 0
    misdeals: tuple[MisdealRecord, ...] = ()
    unreadable: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[SideSetup, ...]:
        return self.setup.sides

    @property
    def entries(self) -> tuple[EntryRecord, ...]:
        """Hands and adjustments in the order in which they count."""
        return in_order(self.hands, self.adjustments)

    @property
    def to_be_agreed(self) -> tuple[HandRecord, ...]:
        """The hands that not every side has confirmed yet."""
        return tuple(
            hand for hand in self.hands if hand.agreement and not hand.agreement.is_complete
        )

    @property
    def is_over(self) -> bool:
        return self.standing.ruling.status.is_over

    @property
    def in_force(self) -> Ruleset:
        """The rules of the next hand; of a match that is over, those that decided it."""
        if not self.is_over:
            return self.ruleset
        counted = len(self.hands) - len(self.standing.late)
        return self.hands[counted - 1].ruleset if counted else self.setup.ruleset

    @property
    def pending(self) -> dict[str, object]:
        """The options changed since the last hand, as they are from the next hand on."""
        last = self.hands[-1].ruleset if self.hands else self.setup.ruleset
        return changes_between(last, self.ruleset)

    @property
    def last(self) -> int:
        return self.log[-1].seq

    @property
    def started_at(self) -> datetime:
        return self.log[0].at

    @property
    def changed_at(self) -> datetime:
        """When the match itself last changed, not when the table went on with another one or a
        backup was put back."""
        beside = RematchStarted | BackupRestored
        own = [
            logged.at
            for logged in self.log
            if not isinstance(logged.event, beside) and logged.at != LONG_AGO
        ]
        return own[-1]

    def hand(self, hand: int) -> HandRecord | None:
        """The hand with this id, if it is not deleted."""
        return next((found for found in self.hands if found.id == hand), None)

    def deleted_hand(self, hand: int) -> HandRecord | None:
        """The deleted hand with this id."""
        return next((found for found in self.deleted if found.id == hand), None)

    def is_lost(self, number: int) -> bool:
        """Whether a backup was put back that lacks the event which had this number."""
        return any(
            logged.seq == number and isinstance(logged.event, BackupRestored) for logged in self.log
        )

    def adjustment(self, adjustment: int) -> AdjustmentRecord | None:
        """The adjustment with this id, if it is not deleted."""
        return next((found for found in self.adjustments if found.id == adjustment), None)

    def deleted_adjustment(self, adjustment: int) -> AdjustmentRecord | None:
        """The deleted adjustment with this id."""
        return next((found for found in self.deleted_adjustments if found.id == adjustment), None)

    def misdeal(self, misdeal: int) -> MisdealRecord | None:
        """The misdeal with this id, if it is not deleted."""
        return next((found for found in self.misdeals if found.id == misdeal), None)

    def since(self, seq: int) -> tuple[Logged, ...]:
        """The events after the one with this number."""
        return tuple(logged for logged in self.log if logged.seq > seq)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The event that a request led to, and the match after it."""

    seq: int
    match: MatchRecord


@dataclass(frozen=True, slots=True)
class Preview:
    """What saving an entry would do: its problems, its points, and the match it would give.

    `ruleset` is the one that says how that match stands.
    """

    problems: tuple[Problem, ...]
    score: Score | None
    totals: tuple[int, ...]
    standing: Standing
    ruleset: Ruleset
