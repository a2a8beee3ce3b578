"""What a request to the scorebook comes to: the event it would add, and what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.checks import check_tally
from scorekeeper.rules.documents import format_tally, parse_tally
from scorekeeper.rules.options import (
    check_change,
    check_ruleset,
    override,
    overrides_of,
    parse_ruleset,
)
from scorekeeper.rules.problems import DocumentError, Finding, Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Tally
from scorekeeper.storage.codec import encode
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    Change,
    DealerChosen,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    OptionsChanged,
    PointsAdjusted,
    RematchStarted,
)
from scorekeeper.storage.rulesets import SavedRuleset

from .fold import sides_of
from .records import HandRecord, MatchRecord, MatchSetup
from .refusals import (
    NotPossible,
    SetupRejected,
    TallyRejected,
    UnknownAdjustment,
    UnknownHand,
)
from .wording import tidy

NAME_LIMIT = 40

AFTER_THE_END = Problem("match.target", Finding.HAND_AFTER_THE_END)
NOT_ALL_AGREE = Problem("match.annul", Finding.ANNUL_NEEDS_ALL, "annul")


@dataclass(frozen=True, slots=True)
class Judged:
    """The event that an entry would add to the log, and its problems; none if it may be added."""

    event: HandRecorded | HandCorrected
    problems: tuple[Problem, ...]


def judge_start(setup: MatchSetup) -> MatchStarted:
    """The start of a match.

    Raises `SetupRejected`, and `DocumentError` for a setup of the wrong shape.
    """
    rules = setup.ruleset
    _check_options(rules)
    _check_length("sides", len(setup.sides), rules.sides)
    for number, side in enumerate(setup.sides):
        if side.players:
            _check_length(f"sides[{number}].players", len(side.players), rules.players_per_side)
    _check_seat(setup.dealer, rules)
    overrides = overrides_of(rules)
    parse_ruleset(rules.preset, overrides)
    return MatchStarted(
        rules.preset, overrides, setup.sides, setup.dealer, setup.follows, setup.swapped
    )


def judge_saving(name: str, ruleset: Ruleset) -> SavedRuleset:
    """A ruleset to be kept, its name tidied.

    Raises `SetupRejected`, and `DocumentError` for a name that is blank or too long.
    """
    tidied = tidy(name)
    if not tidied:
        raise DocumentError(Finding.KEY_MISSING, "name", key="name")
    if len(tidied) > NAME_LIMIT:
        raise DocumentError(Finding.TOO_LARGE, "name")
    _check_options(ruleset)
    return SavedRuleset(tidied, ruleset)


def judge_entry(record: MatchRecord, entry: HandEntry, hand: int | None = None) -> Judged:
    """A new hand, or a new entry for the hand with this id, under the ruleset of that hand.

    Raises `UnknownHand`, and `DocumentError` for an entry of the wrong shape.
    """
    if hand is None:
        problems = _problems(entry, record.ruleset)
        return Judged(HandRecorded(entry), (AFTER_THE_END,) if record.is_over else problems)
    rules = _known(record, hand, record.hand(hand)).ruleset
    return Judged(HandCorrected(hand, entry), _problems(entry, rules))


def judge(record: MatchRecord, event: Change) -> None:
    """Returns if the event may be added to the log of this match.

    Raises `UnknownHand`, `TallyRejected`, `UnknownAdjustment`, `NotPossible`, `SetupRejected`, and
    `DocumentError` for an event of the wrong shape.
    """
    match event:
        case HandRecorded(entry):
            _accept(judge_entry(record, entry))
        case HandCorrected(hand, entry):
            _accept(judge_entry(record, entry, hand))
        case HandDeleted(hand):
            _known(record, hand, record.hand(hand))
        case HandRestored(hand):
            _known(record, hand, record.deleted_hand(hand))
        case PointsAdjusted(points):
            _check_length("points", len(points), record.ruleset.sides)
            encode(event)
        case AdjustmentDeleted(adjustment):
            if record.adjustment(adjustment) is None:
                raise UnknownAdjustment(record.id, adjustment)
        case AdjustmentRestored(adjustment):
            if record.deleted_adjustment(adjustment) is None:
                raise UnknownAdjustment(record.id, adjustment)
        case OptionsChanged(overrides):
            _check_new_options(record, overrides)
        case MatchStopped():
            _check_goes_on(record)
        case MatchAnnulled(consents):
            _check_annulment(record, consents)
        case MatchResumed():
            if not (record.is_stopped or record.is_annulled):
                raise NotPossible(record)
        case DealerChosen(dealer):
            _check_seat(dealer, record.ruleset)
            if record.hands or record.is_over:
                raise NotPossible(record)
        case RematchStarted():
            if not record.is_over or record.successor:
                raise NotPossible(record)


def _check_options(ruleset: Ruleset) -> None:
    problems = check_ruleset(ruleset)
    if problems:
        raise SetupRejected(problems)


def _check_new_options(record: MatchRecord, overrides: Mapping[str, object]) -> None:
    _check_goes_on(record)
    after = override(record.ruleset, overrides)
    problems = check_change(record.ruleset, after, "overrides")
    if problems:
        raise SetupRejected(problems)
    encode(OptionsChanged(overrides))


def _accept(judged: Judged) -> None:
    if judged.problems:
        raise TallyRejected(judged.problems)


def _check_seat(dealer: int, ruleset: Ruleset) -> None:
    if not 0 <= dealer < ruleset.players:
        facts = {"low": 0, "high": ruleset.players - 1}
        raise DocumentError(Finding.NUMBER_OUT_OF_RANGE, "dealer", **facts)


def _check_goes_on(record: MatchRecord) -> None:
    if record.is_over:
        raise NotPossible(record)


def _check_annulment(record: MatchRecord, consents: tuple[bool, ...]) -> None:
    _check_goes_on(record)
    _check_length("annul", len(consents), record.ruleset.sides)
    if not all(consents):
        raise NotPossible(record, (NOT_ALL_AGREE,))


def _known(record: MatchRecord, hand: int, found: HandRecord | None) -> HandRecord:
    if found is None:
        raise UnknownHand(record.id, hand)
    return found


def _problems(entry: HandEntry, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Refuses what the log could not give back, and returns what the rules find."""
    if isinstance(entry, Tally):
        _check_length("sides", sides_of(entry), ruleset.sides)
        parse_tally(format_tally(entry), ruleset)
        return check_tally(entry, ruleset)
    _check_length("totals", sides_of(entry), ruleset.sides)
    encode(HandRecorded(entry))
    return ()


def _check_length(where: str, count: int, expected: int) -> None:
    if count != expected:
        raise DocumentError(Finding.WRONG_LENGTH, where, count=count, expected=expected)
