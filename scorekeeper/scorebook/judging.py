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
    RulingKept,
    SeatTaken,
    SideCounted,
    SideSetup,
    SideWithdrawn,
)
from scorekeeper.storage.rulesets import SavedRuleset

from .agreement import alone
from .fitting import sides_of
from .records import HandRecord, MatchRecord, MatchSetup
from .refusals import (
    NotPossible,
    SetupRejected,
    TallyRejected,
    UnknownAdjustment,
    UnknownHand,
)
from .seating import MOST_ON_THE_BENCH
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
            if not record.is_over:
                raise NotPossible(record)
        case SideCounted() | SideWithdrawn():
            _judge_half(record, event)
        case HandConfirmed() | ConfirmationWithdrawn() | HandRecounted():
            _judge_agreeing(record, event)
        case ConfirmingChanged(confirming):
            _check_goes_on(record)
            if confirming == record.confirming:
                raise NotPossible(record)
        case RulingKept():
            encode(event)
        case _:
            _judge_about_the_table(record, event)


def _judge_half(record: MatchRecord, event: SideCounted | SideWithdrawn) -> None:
    """What one side has counted, looked at as if the others had nothing."""
    sides = record.ruleset.sides
    _check_side(event.side, sides)
    if isinstance(event, SideCounted):
        _check_length("sides", sides_of(event.entry), 1)
        _accept(judge_entry(record, alone(event.side, event.entry, sides)))
    elif event.side not in record.halves:
        raise NotPossible(record)


def _judge_agreeing(
    record: MatchRecord, event: HandConfirmed | ConfirmationWithdrawn | HandRecounted
) -> None:
    """A hand can be confirmed and counted a second time until every side has said yes to it."""
    hand = _known(record, event.hand, record.hand(event.hand))
    if hand.agreement is None or hand.agreement.is_complete:
        raise NotPossible(record)
    if isinstance(event, HandRecounted):
        _accept(judge_entry(record, event.entry, event.hand))
    else:
        _check_side(event.side, record.ruleset.sides)


def _check_side(side: int, sides: int) -> None:
    if not 0 <= side < sides:
        facts = {"low": 0, "high": sides - 1}
        raise DocumentError(Finding.NUMBER_OUT_OF_RANGE, "side", **facts)


def _judge_about_the_table(record: MatchRecord, event: Change) -> None:
    """Who sits where, and deals that went wrong."""
    match event:
        case PlayersChanged(sides, bench):
            _check_players(record.ruleset, sides, bench)
            encode(event)
        case SeatTaken(seat):
            _check_seat(seat, record.ruleset)
            if not record.bench:
                raise NotPossible(record)
        case Misdealt():
            _check_goes_on(record)
        case MisdealDeleted(misdeal):
            if record.misdeal(misdeal) is None:
                raise NotPossible(record)
        case MisdealRestored(misdeal):
            misdeals = (one.seq for one in record.log if isinstance(one.event, Misdealt))
            if misdeal not in misdeals or record.misdeal(misdeal) is not None:
                raise NotPossible(record)


def _check_players(ruleset: Ruleset, sides: tuple[SideSetup, ...], bench: tuple[str, ...]) -> None:
    """Raises `DocumentError` for names that are blank or too long, or too many of them."""
    _check_length("sides", len(sides), ruleset.sides)
    for number, side in enumerate(sides):
        _check_name(f"sides[{number}].name", side.name)
        if side.players:
            _check_length(f"sides[{number}].players", len(side.players), ruleset.players_per_side)
        for place, player in enumerate(side.players):
            _check_name(f"sides[{number}].players[{place}]", player, may_be_blank=True)
    if len(bench) > MOST_ON_THE_BENCH:
        raise DocumentError(Finding.TOO_LARGE, "bench")
    for number, player in enumerate(bench):
        _check_name(f"bench[{number}]", player)


def _check_name(where: str, name: str, may_be_blank: bool = False) -> None:
    if not name and not may_be_blank:
        raise DocumentError(Finding.KEY_MISSING, where, key="name")
    if len(name) > NAME_LIMIT:
        raise DocumentError(Finding.TOO_LARGE, where)


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
