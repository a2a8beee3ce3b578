"""The events of a match → the match as it stands. Whatever a log holds, reading it goes on."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

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
    HandEntry,
    Logged,
    MatchStarted,
    OptionsChanged,
)
from scorekeeper.storage.log import unread

from .reading import (
    AdjustmentSoFar,
    HandSoFar,
    MisdealSoFar,
    Reading,
    change_rules,
    same_rules,
    told,
)
from .records import (
    AdjustmentRecord,
    EntryRecord,
    HandRecord,
    MatchRecord,
    MatchSetup,
    MisdealRecord,
    in_order,
)
from .refusals import UnreadableMatch
from .seating import Seating

logger = logging.getLogger(__name__)


def read_match(
    match_id: str, log: tuple[Logged, ...], known: MatchRecord | None = None
) -> MatchRecord:
    """The record of a match with this log. Raises `UnreadableMatch`.

    What `known`, a record of the same match, has scored of the very same entries under the same
    rules is not scored again.
    """
    setup, is_whole = _setup(match_id, log)
    reading = Reading(setup.ruleset, Seating(setup.sides))
    if not is_whole:
        reading.passed_over.append(log[0].seq)
    for logged in log:
        reading.take(logged)
    setup = replace(setup, sides=reading.seating.sides, passes=_passed_at_first(reading))
    if reading.chosen is not None:
        setup = replace(setup, dealer=reading.chosen.dealer)
    scored = {hand.id: hand for hand in (*known.hands, *known.deleted)} if known else {}
    return _record(match_id, setup, reading, log, scored)


def read_rules(record: MatchRecord, seq: int) -> Ruleset:
    """The rules that were in force after the event with this number."""
    rules = record.setup.ruleset
    for logged in record.log:
        if logged.seq <= seq and isinstance(logged.event, OptionsChanged):
            rules = change_rules(rules, logged.event.overrides)
    return rules


def score_entry(entry: HandEntry, ruleset: Ruleset) -> tuple[tuple[int, ...], Score | None]:
    """The points of each side, and their lines if a tally was entered."""
    if isinstance(entry, Tally):
        score = score_tally(entry, ruleset)
        return score.totals, score
    return entry, None


def _setup(match_id: str, log: tuple[Logged, ...]) -> tuple[MatchSetup, bool]:
    """How the match begins, and whether all options of the start are in force."""
    started = log[0].event
    if not isinstance(started, MatchStarted):
        raise UnreadableMatch(match_id)
    try:
        ruleset, is_whole = _ruleset(match_id, started)
    except DocumentError as error:
        raise UnreadableMatch(match_id) from error
    if ruleset.sides != len(started.sides):
        raise UnreadableMatch(match_id)
    setup = MatchSetup(
        same_rules(ruleset, ruleset.preset),
        started.sides,
        started.dealer,
        started.follows,
        started.swapped,
    )
    return setup, is_whole


def _ruleset(match_id: str, started: MatchStarted) -> tuple[Ruleset, bool]:
    """The options of the start. One that is no longer allowed keeps the value of the preset."""
    ruleset, errors = override_allowed(parse_ruleset(started.preset, {}), started.overrides)
    if errors:
        logger.warning("match %s: options left out: %s", match_id, told(errors))
    return ruleset, not errors


def _passed_at_first(reading: Reading) -> int:
    """How often the deal passed on before the first hand that counts."""
    first = reading.standing[0] if reading.standing else None
    passed = [seq for seq, one in reading.misdeals.items() if one.event.passes and not one.deleted]
    return sum(first is None or seq < first for seq in passed)


def _record(
    match_id: str,
    setup: MatchSetup,
    reading: Reading,
    log: tuple[Logged, ...],
    known: Mapping[int, HandRecord],
) -> MatchRecord:
    def scored(seq: int) -> HandRecord:
        return _scored(seq, reading.hands[seq], known.get(seq))

    hands = [scored(seq) for seq in reading.standing]
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
        deleted=tuple(scored(seq) for seq, hand in reading.hands.items() if hand.deleted),
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
        unreadable=tuple(sorted({*unread(log), *reading.passed_over})),
    )


def _stand(setup: MatchSetup, reading: Reading, entries: Iterable[EntryRecord]) -> Standing:
    counted = [_counted(entry) for entry in entries]
    return stand(setup.ruleset, counted, setup.starter, reading.consents, reading.stopped)


def _counted(entry: EntryRecord) -> Entry:
    if isinstance(entry, AdjustmentRecord):
        return Adjustment(entry.points, entry.reason)
    return PlayedHand(entry.totals, entry.ruleset)


def _adjusted(adjustment: AdjustmentSoFar, hands: Sequence[int]) -> AdjustmentRecord:
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


def _misdeal(misdeal: MisdealSoFar, hands: Sequence[int]) -> MisdealRecord:
    logged = misdeal.logged
    return MisdealRecord(logged.seq, bisect_left(hands, logged.seq), misdeal.event.passes)


def _scored(seq: int, hand: HandSoFar, known: HandRecord | None) -> HandRecord:
    first, current = hand.versions[0], hand.versions[-1]
    if known and known.entry is current.entry and known.ruleset is hand.ruleset:
        totals, score = known.totals, known.score
    else:
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
