"""What boards tell of sides that count apart: who is still counting, and what is to be agreed."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.language.rulebook import rule_title
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.scoring import score_tally
from scorekeeper.rules.tally import Tally
from scorekeeper.scorebook import (
    Dispute,
    Doubt,
    EntryRecord,
    HandEntry,
    HandRecord,
    MatchRecord,
    problems_of_halves,
)
from scorekeeper.scorebook.fold import score_entry

from .languages import gettext, language
from .phones import is_mine

MOST_SHOWN = 2


@dataclass(frozen=True, slots=True)
class PartView:
    """A side and the part of the hand that it has counted, or not yet; `is_mine`: by this phone."""

    side: int
    name: str
    is_counted: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why the parts of all sides do not fit together."""

    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A hand of which some side has counted its part."""

    number: int
    parts: tuple[PartView, ...]
    misfits: tuple[Misfit, ...]

    @property
    def counted(self) -> tuple[str, ...]:
        return tuple(part.name for part in self.parts if part.is_counted)

    @property
    def missing(self) -> tuple[PartView, ...]:
        return tuple(part for part in self.parts if not part.is_counted)


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A line that two counts see differently, and what each has there."""

    side: int
    name: str
    title: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class DisputeView:
    """Two counts of a hand that differ. The figures are for showing only if it `is_open`.

    `first_again` and `second_again` say which count this phone is asked to do again.
    """

    doubts: tuple[DoubtView, ...]
    is_open: bool
    totals: tuple[tuple[int, ...], tuple[int, ...]]
    first_again: bool
    second_again: bool


@dataclass(frozen=True, slots=True)
class YesView:
    """A side and whether it has said yes."""

    side: int
    name: str
    yes: bool


@dataclass(frozen=True, slots=True)
class HandToAgree:
    """A hand that not every side has confirmed, though two counts of it may be the same."""

    id: int
    number: int
    totals: tuple[int, ...]
    sides: tuple[YesView, ...]
    dispute: DisputeView | None
    is_counted_twice: bool


@dataclass(frozen=True, slots=True)
class AgreementView:
    """What a board shows: the hand being counted, the latest hands to be agreed, and how many."""

    seen: int
    waiting: WaitingView | None
    hands: tuple[HandToAgree, ...]
    open_ids: frozenset[int]
    confirming: bool

    @property
    def more(self) -> int:
        """The hands to be agreed that are not shown one by one."""
        return len(self.open_ids) - len(self.hands)


def make_agreement(record: MatchRecord) -> AgreementView:
    """What the board of this match tells."""
    open_hands = record.to_be_agreed
    latest = open_hands[::-1][:MOST_SHOWN]
    return AgreementView(
        seen=record.last,
        waiting=_waiting(record) if record.halves else None,
        hands=tuple(to_agree(record, hand) for hand in latest),
        open_ids=frozenset(hand.id for hand in open_hands),
        confirming=record.confirming,
    )


def to_agree(record: MatchRecord, hand: HandRecord) -> HandToAgree:
    """How far the sides have agreed on this hand. Only for one that they have to confirm."""
    yes = hand.agreement.yes if hand.agreement else ()
    named = enumerate(zip(record.sides, yes, strict=False))
    sides = tuple(YesView(number, side.name, said) for number, (side, said) in named)
    dispute = hand.agreement.dispute if hand.agreement else None
    seen = _dispute(record, hand, dispute) if dispute else None
    twice = bool(hand.agreement and hand.agreement.is_counted_twice)
    return HandToAgree(hand.id, hand.number, hand.totals, sides, seen, twice)


def closed_dispute(record: MatchRecord, hand: HandRecord) -> DisputeView | None:
    """The lines of a hand to be counted again without a look at the other count."""
    dispute = hand.agreement.dispute if hand.agreement else None
    return None if dispute is None or dispute.is_open else _dispute(record, hand, dispute)


def awaits_second_count(hand: HandRecord) -> bool:
    """Whether the hand is counted again by who may not see the first count of it."""
    dispute = hand.agreement.dispute if hand.agreement else None
    return dispute is not None and dispute.awaits[1]


def hides_lines(hand: HandRecord) -> bool:
    """Whether this phone should not see a hand before it was counted again on another one."""
    return awaits_second_count(hand) and not is_mine(hand.versions[-1].by)


def hidden_from(record: MatchRecord) -> int | None:
    """The first hand that this phone should not see yet; a match that is over hides nothing."""
    hidden = (hand.id for hand in record.hands if hides_lines(hand))
    return None if record.is_over else next(hidden, None)


def shown_entries(record: MatchRecord) -> tuple[EntryRecord, ...]:
    """The hands and other points that this phone may see."""
    until = hidden_from(record)
    return tuple(entry for entry in record.entries if until is None or entry.id < until)


def _waiting(record: MatchRecord) -> WaitingView:
    halves, code = record.halves, language()
    parts = tuple(
        PartView(n, side.name, n in halves, n in halves and is_mine(halves[n].by))
        for n, side in enumerate(record.sides)
    )
    problems = problems_of_halves(record)
    misfits = tuple(Misfit(problem_sentence(one, code), one.rule) for one in problems)
    return WaitingView(len(record.hands) + 1, parts, misfits)


def _dispute(record: MatchRecord, hand: HandRecord, dispute: Dispute) -> DisputeView:
    first, second = is_mine(hand.versions[-1].by), is_mine(dispute.by)
    nobody = not (first or second)
    first_waits, second_waits = dispute.awaits
    return DisputeView(
        doubts=tuple(_doubt(record, hand, dispute, doubt) for doubt in dispute.doubts),
        is_open=dispute.is_open,
        totals=(hand.totals, score_entry(dispute.second, hand.ruleset)[0]),
        first_again=first_waits and (first or nobody),
        second_again=second_waits and (second or nobody),
    )


def _doubt(record: MatchRecord, hand: HandRecord, dispute: Dispute, doubt: Doubt) -> DoubtView:
    name = record.sides[doubt.side].name
    title = rule_title(doubt.rule, language()) if doubt.rule else gettext("Total")
    first, second = (_points(entry, hand, doubt) for entry in (hand.entry, dispute.second))
    return DoubtView(doubt.side, name, title, first, second)


def _points(entry: HandEntry, hand: HandRecord, doubt: Doubt) -> int:
    if not doubt.rule or not isinstance(entry, Tally):
        return score_entry(entry, hand.ruleset)[0][doubt.side]
    lines = score_tally(entry, hand.ruleset).sides[doubt.side].lines
    return sum(line.points for line in lines if line.rule == doubt.rule)
