"""What every event of a match did, as its log tells it, and how the latest is taken back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.options import changes_between
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Score
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    Change,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    DealerChosen,
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
    Misdealt,
    OptionsChanged,
    PlayersChanged,
    PointsAdjusted,
    SeatTaken,
    SideCounted,
    SideWithdrawn,
)

from .agreement import doubts_between, join_halves
from .course import Course
from .fitting import faults_of_change, misfit
from .fold import read_match, score_entry
from .reading import Reading, change_rules
from .records import HandRecord, MatchRecord
from .refusals import NotPossible
from .seating import Seating


@dataclass(frozen=True, slots=True)
class Undo:
    """A request to take back the event with this number, or to do it again if it is an undo."""

    seq: int


@dataclass(frozen=True, slots=True)
class Counted:
    """An entry of a hand and what it counts under the rules of that hand."""

    entry: HandEntry
    totals: tuple[int, ...]
    score: Score | None


@dataclass(frozen=True, slots=True)
class Step:
    """One event and what it did; `inverse` is the event that takes it back, if one can.

    `number` is that of its hand as the hands were counted then; of changed options, that of the
    hand to come. `before` and `after` are the entry of that hand, `rules` the options before and
    after, `seating` who sat where, and `passes` whether the deal passed on after a misdeal.
    `side` is the one that counted its part or confirmed, `dropped` are those whose part of the hand
    gave way to the hand entered whole, and `agrees` says that a second count is the same.
    Where it only takes back an earlier event, or does one again, `reverses` is the number of the
    event it is about. `undone` says that it was taken back. One that does not `fit` what was before
    it was passed over.
    """

    logged: Logged
    number: int = 0
    before: Counted | None = None
    after: Counted | None = None
    rules: tuple[Ruleset, Ruleset] | None = None
    adjustment: PointsAdjusted | None = None
    seating: tuple[Seating, Seating] | None = None
    passes: bool = False
    side: int | None = None
    dropped: tuple[int, ...] = ()
    agrees: bool = False
    inverse: Change | None = None
    reverses: int | None = None
    is_redo: bool = False
    undone: bool = False
    fits: bool = True

    @property
    def seq(self) -> int:
        return self.logged.seq


@dataclass(frozen=True, slots=True)
class History:
    """Steps of a match in order; `undo` would be taken back next, `redo` done again."""

    steps: tuple[Step, ...]
    undo: Step | None = None
    redo: Step | None = None

    def step(self, seq: int) -> Step | None:
        """The step of the event with this number, if it was told."""
        place = bisect_left(self.steps, seq, key=lambda step: step.seq)
        found = self.steps[place : place + 1]
        return found[0] if found and found[0].seq == seq else None


def read_history(record: MatchRecord, wanted: Iterable[int] | None = None) -> History:
    """What happened in the match, event by event.

    Of a long match only the `wanted` events may be told, by their numbers: they, what they take
    back, and what would be taken back or done again next.
    """
    course = Course()
    for logged in record.log:
        course.take(logged)
    asked = None if wanted is None else course.with_what_they_need(wanted)
    reading = Reading(record.setup.ruleset, _first_seating(record))
    started = record.log[0].event
    first = started.dealer if isinstance(started, MatchStarted) else record.setup.dealer
    scored = {hand.id: hand for hand in (*record.hands, *record.deleted)}
    steps = []
    for logged in record.log:
        if asked is None or logged.seq in asked:
            step = _step(reading, logged, DealerChosen(first), scored)
            steps.append(_along(course, step))
        reading.take(logged)
    return History(tuple(steps), _offered(steps, course.done), _offered(steps, course.undone))


def _first_seating(record: MatchRecord) -> Seating:
    started = record.log[0].event
    return Seating(started.sides if isinstance(started, MatchStarted) else record.sides)


def reversal(record: MatchRecord, undo: Undo) -> Change:
    """The event that does what was asked for.

    Raises `NotPossible` unless that event is the next to be taken back or done again.
    """
    history = read_history(record, ())
    for step in (history.undo, history.redo):
        if step is not None and step.seq == undo.seq and step.inverse is not None:
            return step.inverse
    raise NotPossible(record)


def has_reopened(record: MatchRecord) -> bool:
    """Whether the match was over before its last event and no longer is."""
    if record.is_over or len(record.log) < 2 or isinstance(record.log[-1].event, HandRecorded):
        return False
    return read_match(record.id, record.log[:-1], record).is_over


def _along(course: Course, step: Step) -> Step:
    """The step with what it takes back, and whether it was taken back itself."""
    return replace(
        step,
        reverses=course.roots.get(step.seq),
        is_redo=step.seq in course.redone,
        undone=step.seq in course.taken_back,
    )


def _offered(steps: Sequence[Step], stack: Sequence[int]) -> Step | None:
    """The step on top, if there is something that takes it back."""
    found = next((step for step in steps if stack[-1:] == [step.seq]), None)
    return found if found is not None and found.inverse is not None else None


def _step(
    reading: Reading, logged: Logged, dealer: DealerChosen, scored: Mapping[int, HandRecord]
) -> Step:
    """What the event does to what was read before it; `dealer` is the one of the start."""
    if misfit(reading, logged) is not None:
        return Step(logged, fits=False)
    match logged.event:
        case HandRecorded() | HandCorrected() | HandDeleted() | HandRestored():
            return _hand_step(reading, logged, logged.event, scored)
        case PointsAdjusted():
            return Step(logged, adjustment=logged.event, inverse=AdjustmentDeleted(logged.seq))
        case AdjustmentDeleted(seq) | AdjustmentRestored(seq):
            restored = isinstance(logged.event, AdjustmentRestored)
            back = AdjustmentDeleted(seq) if restored else AdjustmentRestored(seq)
            return Step(logged, adjustment=reading.adjustments[seq].event, inverse=back)
        case OptionsChanged(overrides):
            return _options_step(reading, logged, overrides)
        case MatchStopped() | MatchAnnulled():
            return Step(logged, inverse=MatchResumed())
        case DealerChosen(_, cut) if not cut:  # cards that were cut are not put back
            return Step(logged, inverse=reading.chosen or dealer)
        case MatchResumed():
            consents = reading.consents
            return Step(logged, inverse=MatchAnnulled(consents) if consents else MatchStopped())
    return _table_step(reading, logged)


def _table_step(reading: Reading, logged: Logged) -> Step:
    """Who sits where, and deals that went wrong."""
    seating = reading.seating
    back = PlayersChanged(seating.sides, seating.bench, seating.next_out)
    match logged.event:
        case PlayersChanged(sides, bench, next_out):
            after = Seating(sides, bench, next_out)
            return Step(logged, seating=(seating, after), inverse=back)
        case SeatTaken(seat):
            return Step(logged, seating=(seating, seating.take(seat)), inverse=back)
        case Misdealt(passes):
            back_dealt = MisdealDeleted(logged.seq)
            number = reading.number(logged.seq)
            return Step(logged, number, passes=passes, inverse=back_dealt)
        case MisdealDeleted(seq) | MisdealRestored(seq):
            restored = isinstance(logged.event, MisdealRestored)
            again = MisdealDeleted(seq) if restored else MisdealRestored(seq)
            passes = reading.misdeals[seq].event.passes
            return Step(logged, reading.number(seq), passes=passes, inverse=again)
    return _counting_step(reading, logged)


def _counting_step(reading: Reading, logged: Logged) -> Step:
    """What sides counted apart, and what they agreed on."""
    counting, event = reading.counting, logged.event
    match event:
        case SideCounted(side) | SideWithdrawn(side):
            return Step(logged, reading.number(logged.seq), side=side)
        case HandConfirmed(hand, side) | ConfirmationWithdrawn(hand, side):
            return Step(logged, reading.number(hand), side=side)
        case HandRecounted(hand, entry):
            known = counting.hands[hand]
            agrees = not doubts_between(known.entry, entry, known.ruleset)
            return Step(logged, reading.number(hand), agrees=agrees)
        case ConfirmingChanged(confirming) if confirming != counting.confirming:
            return Step(logged, inverse=ConfirmingChanged(not confirming))
    return Step(logged)


def _dropped(reading: Reading, entry: HandEntry) -> tuple[int, ...]:
    """The sides whose part of the hand is not in it: it was entered whole meanwhile."""
    halves = reading.counting.halves
    whole = len(halves) == reading.ruleset.sides and join_halves(halves, reading.ruleset) == entry
    return () if whole else tuple(sorted(halves))


def _hand_step(
    reading: Reading,
    logged: Logged,
    event: HandRecorded | HandCorrected | HandDeleted | HandRestored,
    scored: Mapping[int, HandRecord],
) -> Step:
    if isinstance(event, HandRecorded):
        after = _counted(event.entry, reading.ruleset, scored.get(logged.seq))
        number, dropped = reading.number(logged.seq), _dropped(reading, event.entry)
        gone = HandDeleted(logged.seq)
        return Step(logged, number, after=after, dropped=dropped, inverse=gone)
    hand = reading.hands[event.hand]
    number, known = reading.number(event.hand), scored.get(event.hand)
    before = _counted(hand.versions[-1].entry, hand.ruleset, known)
    match event:
        case HandCorrected(seq, entry):
            back = HandCorrected(seq, before.entry)
            after = _counted(entry, hand.ruleset, known)
            return Step(logged, number, before, after, inverse=back)
        case HandDeleted(seq):
            return Step(logged, number, before=before, inverse=HandRestored(seq))
        case HandRestored(seq):
            return Step(logged, number, after=before, inverse=HandDeleted(seq))


def _options_step(reading: Reading, logged: Logged, overrides: Mapping[str, object]) -> Step:
    after = change_rules(reading.ruleset, overrides)
    back = changes_between(after, reading.ruleset)
    faults = () if back else faults_of_change(reading.ruleset, overrides)
    return Step(
        logged,
        reading.number(logged.seq),
        rules=(reading.ruleset, after),
        inverse=OptionsChanged(back) if back else None,
        fits=bool(back) or not faults,
    )


def _counted(entry: HandEntry, ruleset: Ruleset, known: HandRecord | None) -> Counted:
    """The entry and its points, which are `known` if it still stands as it is."""
    if known is not None and known.entry is entry and known.ruleset == ruleset:
        return Counted(entry, known.totals, known.score)
    return Counted(entry, *score_entry(entry, ruleset))
