"""The events of a match → the match as it stands. Whatever a log holds, reading it goes on."""

from __future__ import annotations

import logging
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scorekeeper.rules.match import (
    Adjustment,
    Entry,
    PlayedHand,
    Standing,
    dealer_after,
    first_player,
    stand,
)
from scorekeeper.rules.options import override_allowed, parse_ruleset
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Score, score_tally
from scorekeeper.rules.tally import Tally
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
    MatchStarted,
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
from .records import (
    AdjustmentRecord,
    EntryRecord,
    HandRecord,
    HandVersion,
    MatchRecord,
    MatchSetup,
    MisdealRecord,
    in_order,
)
from .refusals import UnreadableMatch
from .seating import Seating, fits

logger = logging.getLogger(__name__)

SEATS = ("sides", "players_per_side")  # what stays as the match has begun
MOST_TOLD = 3


@dataclass(slots=True)
class _Hand:
    """A hand while the log is read: the ruleset when it was recorded and what was entered."""

    ruleset: Ruleset
    versions: list[HandVersion] = field(default_factory=list)
    deleted: bool = False


@dataclass(slots=True)
class _Adjustment:
    """An adjustment while the log is read."""

    logged: Logged
    event: PointsAdjusted
    deleted: bool = False


@dataclass(slots=True)
class _Misdeal:
    """A misdeal while the log is read."""

    logged: Logged
    event: Misdealt
    deleted: bool = False


@dataclass(slots=True)
class Reading:
    """What the events so far come to; all that is kept, by the number of its event.

    `standing` has the numbers of the hands that are not deleted, in order.
    """

    ruleset: Ruleset
    seating: Seating
    hands: dict[int, _Hand] = field(default_factory=dict)
    standing: list[int] = field(default_factory=list)
    adjustments: dict[int, _Adjustment] = field(default_factory=dict)
    misdeals: dict[int, _Misdeal] = field(default_factory=dict)
    stopped: bool = False
    consents: tuple[bool, ...] = ()
    chosen: DealerChosen | None = None
    successor: str = ""
    counting: Counting = field(default_factory=Counting)

    def take(self, logged: Logged) -> None:
        """Takes in an event; one that fits nothing before it is passed over."""
        self.counting.take(logged, self.ruleset)
        sides, hands, adjustments = self.ruleset.sides, self.hands, self.adjustments
        match logged.event:
            case HandRecorded(entry) if sides_of(entry) == sides:
                hands[logged.seq] = _Hand(self.ruleset, [_version(logged, entry)])
                self.standing.append(logged.seq)
            case HandCorrected(hand, entry) if hand in hands and sides_of(entry) == sides:
                hands[hand].versions.append(_version(logged, entry))
            case HandDeleted(hand) | HandRestored(hand) if hand in hands:
                self._delete(hand, isinstance(logged.event, HandDeleted))
            case PointsAdjusted(points) if len(points) == sides:
                adjustments[logged.seq] = _Adjustment(logged, logged.event)
            case AdjustmentDeleted(seq) | AdjustmentRestored(seq) if seq in adjustments:
                adjustments[seq].deleted = isinstance(logged.event, AdjustmentDeleted)
            case OptionsChanged(overrides):
                self.ruleset = change_rules(self.ruleset, overrides)
            case MatchStopped():
                self.stopped = True
            case MatchAnnulled(consents) if len(consents) == sides and all(consents):
                self.consents = consents
            case MatchResumed():
                self.stopped, self.consents = False, ()
            case DealerChosen(dealer) if dealer < self.ruleset.players and not self.standing:
                self.chosen = logged.event
            case RematchStarted(successor):
                self.successor = successor
            case _:
                self._take_about_the_table(logged)

    def _take_about_the_table(self, logged: Logged) -> None:
        """Takes in who sits where, and deals that went wrong."""
        misdeals = self.misdeals
        match logged.event:
            case PlayersChanged(sides, bench, next_out) if fits(sides, self.ruleset):
                self.seating = Seating(sides, bench, next_out)
            case SeatTaken(seat) if self.seating.bench and seat < self.ruleset.players:
                self.seating = self.seating.take(seat)
            case Misdealt():
                misdeals[logged.seq] = _Misdeal(logged, logged.event)
            case MisdealDeleted(seq) | MisdealRestored(seq) if seq in misdeals:
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


def read_match(match_id: str, log: tuple[Logged, ...]) -> MatchRecord:
    """The record of a match with this log. Raises `UnreadableMatch`."""
    setup = _setup(match_id, log)
    reading = Reading(setup.ruleset, Seating(setup.sides))
    for logged in log:
        reading.take(logged)
    setup = replace(setup, sides=reading.seating.sides, passes=_passed_at_first(reading))
    if reading.chosen is not None:
        setup = replace(setup, dealer=reading.chosen.dealer)
    return _record(match_id, setup, reading, log)


def read_rules(record: MatchRecord, seq: int) -> Ruleset:
    """The rules that were in force after the event with this number."""
    rules = record.setup.ruleset
    for logged in record.log:
        if logged.seq <= seq and isinstance(logged.event, OptionsChanged):
            rules = change_rules(rules, logged.event.overrides)
    return rules


def change_rules(ruleset: Ruleset, overrides: Mapping[str, object]) -> Ruleset:
    """The options changed. One that is not allowed (any more), or that stays, is left out."""
    staying = {name: getattr(ruleset, name) for name in SEATS}
    changed, errors = override_allowed(ruleset, overrides)
    if errors:
        logger.warning("changes of options are left out: %s", _told(errors))
    if any(getattr(changed, name) != value for name, value in staying.items()):
        changed = replace(changed, **staying)
    return _same(changed, changed.preset)


@lru_cache(maxsize=256)
def _same(ruleset: Ruleset, preset: str) -> Ruleset:
    """One object for all that are equal: looking up what was scored under it compares them often,
    and telling two of them equal takes longer than a score. Equal ones may be of two presets."""
    return ruleset


def _told(errors: tuple[DocumentError, ...]) -> str:
    return "; ".join(map(str, errors[:MOST_TOLD]))


def score_entry(entry: HandEntry, ruleset: Ruleset) -> tuple[tuple[int, ...], Score | None]:
    """The points of each side, and their lines if a tally was entered."""
    if isinstance(entry, Tally):
        score = score_tally(entry, ruleset)
        return score.totals, score
    return entry, None


def sides_of(entry: HandEntry) -> int:
    return len(entry.sides) if isinstance(entry, Tally) else len(entry)


def _setup(match_id: str, log: tuple[Logged, ...]) -> MatchSetup:
    started = log[0].event
    if not isinstance(started, MatchStarted):
        raise UnreadableMatch(match_id)
    try:
        ruleset = _ruleset(match_id, started)
    except DocumentError as error:
        raise UnreadableMatch(match_id) from error
    if ruleset.sides != len(started.sides):
        raise UnreadableMatch(match_id)
    return MatchSetup(
        _same(ruleset, ruleset.preset),
        started.sides,
        started.dealer,
        started.follows,
        started.swapped,
    )


def _ruleset(match_id: str, started: MatchStarted) -> Ruleset:
    """The options of the start. One that is no longer allowed keeps the value of the preset."""
    ruleset, errors = override_allowed(parse_ruleset(started.preset, {}), started.overrides)
    if errors:
        logger.warning("match %s: options left out: %s", match_id, _told(errors))
    return ruleset


def _version(logged: Logged, entry: HandEntry) -> HandVersion:
    return HandVersion(logged.seq, entry, logged.at, logged.by)


def _passed_at_first(reading: Reading) -> int:
    """How often the deal passed on before the first hand that counts."""
    first = reading.standing[0] if reading.standing else None
    passed = [seq for seq, one in reading.misdeals.items() if one.event.passes and not one.deleted]
    return sum(first is None or seq < first for seq in passed)


def _record(
    match_id: str, setup: MatchSetup, reading: Reading, log: tuple[Logged, ...]
) -> MatchRecord:
    hands = [_scored(seq, reading.hands[seq]) for seq in reading.standing]
    adjusted = [_adjusted(one, reading.standing) for one in reading.adjustments.values()]
    adjustments = [one for one in adjusted if not reading.adjustments[one.id].deleted]
    entries = in_order(hands, adjustments)
    standing = _stand(setup, reading, entries)
    rows = zip(entries, standing.running, strict=True)
    running = {entry.id: totals for entry, totals in rows}
    seats = setup.ruleset.players
    misdeals = tuple(
        _misdeal(one, reading.standing) for one in reading.misdeals.values() if not one.deleted
    )
    passed = sum(misdeal.passes for misdeal in misdeals)
    dealer = dealer_after(setup.dealer, standing.hands + passed, seats)
    return MatchRecord(
        id=match_id,
        setup=setup,
        ruleset=reading.ruleset,
        hands=tuple(
            replace(
                hand,
                number=number,
                running=running[hand.id],
                agreement=reading.counting.agreement(hand.id),
            )
            for number, hand in enumerate(hands, start=1)
        ),
        deleted=tuple(_scored(seq, hand) for seq, hand in reading.hands.items() if hand.deleted),
        adjustments=tuple(replace(one, running=running[one.id]) for one in adjustments),
        deleted_adjustments=tuple(one for one in adjusted if one.id not in running),
        is_stopped=reading.stopped,
        is_annulled=bool(reading.consents),
        standing=standing,
        dealer=dealer,
        first_player=first_player(dealer, seats),
        log=log,
        cut=reading.chosen.cut if reading.chosen else (),
        successor=reading.successor,
        halves={} if standing.ruling.status.is_over else dict(reading.counting.halves),
        confirming=reading.counting.confirming,
        bench=reading.seating.bench,
        next_out=reading.seating.next_out,
        misdeals=misdeals,
    )


def _stand(setup: MatchSetup, reading: Reading, entries: Iterable[EntryRecord]) -> Standing:
    counted = [_counted(entry) for entry in entries]
    return stand(setup.ruleset, counted, setup.starter, reading.consents, reading.stopped)


def _counted(entry: EntryRecord) -> Entry:
    if isinstance(entry, AdjustmentRecord):
        return Adjustment(entry.points, entry.reason)
    return PlayedHand(entry.totals, entry.ruleset)


def _adjusted(adjustment: _Adjustment, hands: Sequence[int]) -> AdjustmentRecord:
    logged, event = adjustment.logged, adjustment.event
    return AdjustmentRecord(
        id=logged.seq,
        after_hand=bisect_left(hands, logged.seq),
        points=event.points,
        reason=event.reason,
        running=(),
        at=logged.at,
        by=logged.by,
    )


def _misdeal(misdeal: _Misdeal, hands: Sequence[int]) -> MisdealRecord:
    logged = misdeal.logged
    return MisdealRecord(logged.seq, bisect_left(hands, logged.seq), misdeal.event.passes)


def _scored(seq: int, hand: _Hand) -> HandRecord:
    first, current = hand.versions[0], hand.versions[-1]
    totals, score = score_entry(current.entry, hand.ruleset)
    return HandRecord(
        id=seq,
        number=0,
        entry=current.entry,
        ruleset=hand.ruleset,
        totals=totals,
        score=score,
        running=(),
        versions=tuple(hand.versions),
        at=first.at,
        by=first.by,
    )
