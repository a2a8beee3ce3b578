"""The events of a match → the match as it stands. Whatever a log holds, reading it goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from scorekeeper.rules.match import (
    PlayedHand,
    Standing,
    dealer_after,
    first_player,
    side_of_seat,
    stand,
)
from scorekeeper.rules.options import override, parse_ruleset
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Score, score_tally
from scorekeeper.rules.tally import Tally
from scorekeeper.storage.events import (
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    Logged,
    MatchStarted,
)

from .records import HandRecord, HandVersion, MatchRecord, MatchSetup
from .refusals import UnreadableMatch

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Hand:
    """A hand while the log is read: the ruleset when it was recorded and what was entered."""

    ruleset: Ruleset
    versions: list[HandVersion] = field(default_factory=list)
    deleted: bool = False


def read_match(match_id: str, log: tuple[Logged, ...]) -> MatchRecord:
    """The record of a match with this log. Raises `UnreadableMatch`."""
    setup = _setup(match_id, log)
    ruleset = setup.ruleset
    hands: dict[int, _Hand] = {}
    for logged in log:
        match logged.event:
            case HandRecorded(entry) if sides_of(entry) == ruleset.sides:
                hands[logged.seq] = _Hand(ruleset, [_version(logged, entry)])
            case HandCorrected(hand, entry) if hand in hands and sides_of(entry) == ruleset.sides:
                hands[hand].versions.append(_version(logged, entry))
            case HandDeleted(hand) | HandRestored(hand) if hand in hands:
                hands[hand].deleted = isinstance(logged.event, HandDeleted)
    return _record(match_id, setup, ruleset, hands, log)


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
    return MatchSetup(ruleset, started.sides, started.dealer)


def _ruleset(match_id: str, started: MatchStarted) -> Ruleset:
    """The options of the start. One that is no longer allowed keeps the value of the preset."""
    ruleset = parse_ruleset(started.preset, {})
    for name, value in started.overrides.items():
        try:
            ruleset = override(ruleset, {name: value})
        except DocumentError as error:
            logger.warning("match %s: option left out: %s", match_id, error)
    return ruleset


def _version(logged: Logged, entry: HandEntry) -> HandVersion:
    return HandVersion(logged.seq, entry, logged.at, logged.by)


def _record(
    match_id: str,
    setup: MatchSetup,
    ruleset: Ruleset,
    hands: dict[int, _Hand],
    log: tuple[Logged, ...],
) -> MatchRecord:
    kept = [_scored(seq, hand) for seq, hand in hands.items() if not hand.deleted]
    deleted = [_scored(seq, hand) for seq, hand in hands.items() if hand.deleted]
    standing = _stand(setup, kept)
    seats = setup.ruleset.players
    dealer = dealer_after(setup.dealer, standing.hands, seats)
    return MatchRecord(
        id=match_id,
        setup=setup,
        ruleset=ruleset,
        hands=tuple(_numbered(kept, standing)),
        deleted=tuple(deleted),
        standing=standing,
        dealer=dealer,
        first_player=first_player(dealer, seats),
        log=log,
    )


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


def _stand(setup: MatchSetup, hands: Iterable[HandRecord]) -> Standing:
    rules = setup.ruleset
    starter = side_of_seat(first_player(setup.dealer, rules.players), rules.sides)
    return stand(rules, [PlayedHand(hand.totals, hand.ruleset) for hand in hands], starter)


def _numbered(hands: list[HandRecord], standing: Standing) -> Iterator[HandRecord]:
    rows = zip(hands, standing.running, strict=True)
    for number, (hand, running) in enumerate(rows, start=1):
        yield replace(hand, number=number, running=running)
