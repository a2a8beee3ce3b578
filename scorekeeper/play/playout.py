"""What a disputed point of a recorded hand is worth: the hand played on by bots, often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from ..rules.cards import Card, Cards
from ..rules.problems import Finding, Problem
from ..rules.scoring import score_tally
from .evidence import Place, Witness
from .guessing import Guess
from .moves import Move
from .players import PLAYERS
from .record import Record, RecordedTurn
from .replay import Refusal, check_deal
from .simulate import hand_rng, play_on

Outcome = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A point of a recorded hand, before turn number `turn` (from 1), and the lines to compare: a
    line is moves of that player, None what a bot would play."""

    record: Record
    turn: int
    lines: tuple[tuple[Move, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question whose lines are legal, ready to be dealt and played."""

    question: Question
    seat: int
    guess: Guess


def prepare(question: Question) -> Prepared | Refusal:
    """Judges deal, record up to the turn and lines; gives the first that is illegal."""
    record, before = question.record, question.turn - 1
    impossible = check_deal(record)
    if impossible is not None:
        return impossible
    known = Witness(record, before)
    if known.refusal is not None:
        return known.refusal
    seat = known.turn_of
    if seat is None and before < len(record.turns):
        seat = record.turns[before].seat
    if seat is None or known.reason is not None or known.stuck():
        return _conflict(question, Finding.RECORD_HAND_IS_OVER)
    played = record.turns[before] if before < len(record.turns) else None
    if played is not None and played.moves in question.lines:
        refusal = Witness(record, before).play(played)
        if refusal is not None:
            return refusal
    lines = [line for line in question.lines if line and (not played or line != played.moves)]
    for line in lines:
        refusal = Witness(record, before).play_line(RecordedTurn(seat, line))
        if refusal is not None:
            return refusal
    clash: Cards = ()
    for last, last_in_line in product((False, True), repeat=2):
        witnesses = [Witness(record, before, last)]
        witnesses[0].play_all(record.turns[before:])
        for line in lines:
            witnesses.append(Witness(record, before, last_in_line))
            witnesses[-1].play_line(RecordedTurn(seat, line))
        lay = _together(witnesses)
        clash = _clash(known, lay)
        if not clash:
            kept_out = frozenset(place for seen in witnesses for place in seen.kept_out)
            guess = Guess(known.table, lay, kept_out)
            prepared = Prepared(question, seat, guess)
            if guess.is_possible() and _can_be_played(prepared):
                return prepared
            clash = tuple([card for card in guess.pool if card.is_red_three])
    return _conflict(question, Finding.RECORD_LINES_DISAGREE, cards=clash)


def _can_be_played(prepared: Prepared) -> bool:
    """Whether the cards of the lines are where the lines need them."""
    dealt = prepared.guess.table(hand_rng("trial"), prepared.seat)
    for line in prepared.question.lines:
        table = dealt.copy()
        try:
            for move in line or ():
                table.perform(move)
        except (KeyError, ValueError):
            return False
    return True


def _conflict(question: Question, finding: Finding, **facts: object) -> Refusal:
    return Refusal((Problem("record.conflict", finding, "", facts),), 0, question.turn)


def _together(witnesses: list[Witness]) -> dict[Place, list[Card]]:
    """What all of them noted."""
    lay: dict[Place, list[Card]] = {}
    for seen in witnesses:
        for place, cards in seen.lay.items():
            mine = lay.setdefault(place, [])
            for card, count in Counter(cards).items():
                mine += [card] * (count - mine.count(card))
    return lay


def _clash(known: Witness, lay: dict[Place, list[Card]]) -> Cards:
    """Cards that cannot all have lain where they were noted."""
    for place, cards in lay.items():
        if len(cards) > known.table.room(place):
            return tuple(cards)
    unseen = Counter(known.table.unseen())
    noted = Counter(card for cards in lay.values() for card in cards)
    return tuple((noted - unseen).elements())


def play_out(prepared: Prepared, seed: object, number: int, player: str) -> Outcome:
    """The scores of the sides, in points, for each line of the question in one deal."""
    question = prepared.question
    dealt = prepared.guess.table(hand_rng(seed, number), prepared.seat)
    choose = PLAYERS[player]
    scores = []
    for line in question.lines:
        table, dice = dealt.copy(), hand_rng(seed, number, 1)
        for move in line or ():
            table.perform(move)
        play_on(table, [choose] * len(table.hands), dice)
        scores.append(score_tally(table.tally(), question.record.ruleset).totals)
    return tuple(scores)
