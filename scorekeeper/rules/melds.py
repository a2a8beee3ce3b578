"""Kinds of meld and canasta, and what is wrong with a meld.

A meld is known by its cards alone. Where the cards can be read in more than one way, the reading
that is best for the side counts: the higher canasta, then fewer wilds, then the set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from .cards import RUN_RANKS, Card, Cards, sort_cards
from .problems import Finding, Problem
from .ruleset import Ruleset

CANASTA_SIZE = 7
LEAST_CARDS = 3
BLACK_THREES = (3, 4)
PLACE_IN_RUN = {rank: place for place, rank in enumerate(RUN_RANKS)}
LONGEST_RUN = len(RUN_RANKS)
MOST_KEPT = 16
ACE_TO_ACE_RANKS = Counter([*RUN_RANKS, "A"])


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"
    WILDS = "wilds"
    BLACK_THREES = "black_threes"


class Canasta(StrEnum):
    """The kinds of canasta (`canasta.kind`)."""

    CLEAN = "clean"
    DIRTY = "dirty"
    ROYAL = "royal"
    ACE_TO_ACE = "ace_to_ace"
    WILD = "wild"

    @property
    def is_clean(self) -> bool:
        return self in (Canasta.CLEAN, Canasta.ROYAL, Canasta.ACE_TO_ACE)


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid meld under one reading; `wilds` counts the cards that stand in for others."""

    cards: Cards
    kind: MeldKind
    rank: str | None
    wilds: int
    canasta: Canasta | None


def read_meld(cards: Sequence[Card], ruleset: Ruleset) -> Meld | None:
    """The best valid reading of the cards as a meld, or None."""
    # checks and scores ask about the same melds; what no pack can hold is not worth keeping
    read = _kept if len(cards) <= MOST_KEPT else _read
    return read(tuple(cards), ruleset)


def all_readings(cards: Sequence[Card], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Every valid reading of the cards as a meld, the one that counts first (`canasta.kind`)."""
    readings = [one for one in _readings(tuple(cards), ruleset) if not one.problems]
    readings.sort(key=lambda reading: _worth(reading, ruleset), reverse=True)
    return tuple(dict.fromkeys(_as_meld(reading, tuple(cards), ruleset) for reading in readings))


def check_meld(
    cards: Sequence[Card], ruleset: Ruleset, where: str = "", went_out: bool | None = None
) -> tuple[Problem, ...]:
    """What is wrong with the cards as a meld: `meld.size`, `meld.rank`, `meld.run`,
    `meld.wilds`, `meld.naturals`, `meld.aces`, `meld.ace_to_ace`, `black3.meld`.

    `went_out` tells whether the side went out, which black threes need; None leaves that open.
    """
    readings = _readings(tuple(cards), ruleset)
    if readings[0].kind is MeldKind.BLACK_THREES:
        findings = _black_three_findings(cards, ruleset, went_out)
    else:
        closest = min(readings, key=lambda reading: (len(reading.problems), -reading.fitting))
        findings = closest.problems
    return tuple(Problem(rule, finding, where, params) for rule, finding, params in findings)


def bonus(canasta: Canasta, ruleset: Ruleset) -> int:
    """The points a canasta earns (`score.clean`, `score.dirty`, `score.royal` ...)."""
    match canasta:
        case Canasta.CLEAN:
            return ruleset.bonus_clean
        case Canasta.DIRTY:
            return ruleset.bonus_dirty
        case Canasta.ROYAL:
            return ruleset.bonus_royal or 0
        case Canasta.ACE_TO_ACE:
            return ruleset.bonus_ace_to_ace or 0
        case _:
            return ruleset.bonus_wild or 0


_Found = tuple[str, Finding, dict[str, object]]


class _Reading(NamedTuple):
    kind: MeldKind
    rank: str | None
    fitting: int
    wilds: int
    problems: tuple[_Found, ...]


def _read(cards: Cards, ruleset: Ruleset) -> Meld | None:
    valid = [reading for reading in _readings(cards, ruleset) if not reading.problems]
    if not valid:
        return None
    best = valid[0]
    if len(valid) > 1:
        best = max(valid, key=lambda reading: _worth(reading, ruleset))
    return _as_meld(best, cards, ruleset)


def _as_meld(reading: _Reading, cards: Cards, ruleset: Ruleset) -> Meld:
    canasta = _canasta(reading, len(cards), ruleset)
    return Meld(sort_cards(cards), reading.kind, reading.rank, reading.wilds, canasta)


_kept = lru_cache(maxsize=4096)(_read)


def _readings(cards: Cards, ruleset: Ruleset) -> tuple[_Reading, ...]:
    fixed = tuple([card for card in cards if not card.is_wild])
    if not fixed:
        return (_read_wilds(cards, ruleset),)
    ranks = sorted({card.rank for card in fixed})
    # black threes, wilds among them or not: judged by `black3.meld` alone
    if ranks == ["3"] and not any(card.is_red_three for card in fixed):
        findings = _black_three_findings(cards, ruleset, None)
        return (_Reading(MeldKind.BLACK_THREES, "3", len(cards), 0, findings),)
    wilds = len(cards) - len(fixed)
    readings = [_read_set(rank, fixed, wilds, ruleset) for rank in ranks]
    if ruleset.runs:
        readings += [
            _read_run(suit, as_wild, fixed, wilds, ruleset)
            for suit in sorted({c.suit for c in fixed})
            for as_wild in (False, True)
            if ruleset.aces_wild or not as_wild
        ]
    return tuple(readings)


def _read_wilds(cards: Sequence[Card], ruleset: Ruleset) -> _Reading:
    findings: list[_Found] = _too_small(len(cards))
    if not ruleset.wild_only_melds:
        findings += _ill_mixed(0, len(cards), ruleset)
    return _Reading(MeldKind.WILDS, None, 0, len(cards), tuple(findings))


def _read_set(rank: str, fixed: Cards, wilds: int, ruleset: Ruleset) -> _Reading:
    others = [card for card in fixed if card.rank != rank]
    naturals = len(fixed) - len(others)
    findings: list[_Found] = _too_small(len(fixed) + wilds)
    aces = [card for card in others if card.rank == "A"] if ruleset.aces_wild else []
    wilds += len(aces)
    if others or rank == "3":
        findings += _out_of_rank(rank, fixed, [card for card in others if card not in aces])
    findings += _ill_mixed(len(fixed) - len(aces), wilds, ruleset)
    return _Reading(MeldKind.SET, rank, naturals, wilds, tuple(findings))


def _out_of_rank(rank: str, fixed: Cards, others: list[Card]) -> list[_Found]:
    findings: list[_Found] = []
    threes = tuple([card for card in fixed if card.is_three])
    if threes:
        findings.append(("meld.rank", Finding.MELD_OF_THREES, {"cards": threes}))
    odd = tuple([card for card in others if not card.is_three])
    if odd and rank != "3":
        findings.append(("meld.rank", Finding.MELD_MIXED_RANKS, {"cards": odd, "rank": rank}))
    return findings


def _read_run(
    suit: str, aces_stand_in: bool, fixed: Cards, wilds: int, ruleset: Ruleset
) -> _Reading:
    """The cards as a run of `suit`; with `aces_stand_in` its own ace is a wild as well."""
    aces = [
        card
        for card in fixed
        if ruleset.aces_wild and card.rank == "A" and (aces_stand_in or card.suit != suit)
    ]
    naturals = tuple(card for card in fixed if card not in aces)
    wilds += len(aces)
    findings: list[_Found] = _too_small(len(naturals) + wilds)
    odd = tuple(card for card in naturals if card.suit != suit or card.is_three)
    placed = [card.rank for card in naturals if card.suit == suit and not card.is_three]
    if odd:
        findings.append(("meld.run", Finding.MELD_NOT_A_RUN, {"cards": odd}))
    elif not _fits_run(placed, wilds, ruleset):
        is_full = wilds and len(placed) + wilds > LONGEST_RUN and _fits_run(placed, 0, ruleset)
        facts: dict[str, object] = {} if is_full else {"cards": naturals}
        finding = Finding.MELD_RUN_FULL if is_full else Finding.MELD_NOT_A_RUN
        findings.append(("meld.run", finding, facts))
    findings += _ill_mixed(len(naturals), wilds, ruleset)
    return _Reading(MeldKind.RUN, None, len(set(placed)), wilds, tuple(findings))


def _fits_run(ranks: list[str], wilds: int, ruleset: Ruleset) -> bool:
    if Counter(ranks) == ACE_TO_ACE_RANKS and not wilds:
        return ruleset.ace_to_ace
    if not ranks or len(set(ranks)) < len(ranks):
        return False
    places = [PLACE_IN_RUN[rank] for rank in ranks]
    gaps = max(places) - min(places) + 1 - len(places)
    return gaps <= wilds and len(places) + wilds <= LONGEST_RUN


def _too_small(count: int) -> list[_Found]:
    if count >= LEAST_CARDS:
        return []
    return [("meld.size", Finding.MELD_TOO_SMALL, {"count": count, "least": LEAST_CARDS})]


def _ill_mixed(naturals: int, wilds: int, ruleset: Ruleset) -> list[_Found]:
    """Too many wilds, or too few naturals for those that are allowed."""
    findings: list[_Found] = []
    most = ruleset.max_wilds
    if wilds > most:
        facts: dict[str, object] = {"count": wilds, "most": most}
        findings.append(("meld.wilds", Finding.MELD_TOO_MANY_WILDS, facts))
    least = max(ruleset.min_naturals, ruleset.naturals_per_wild * min(wilds, most))
    if naturals < least:
        facts = {"count": naturals, "least": least}
        findings.append(("meld.naturals", Finding.MELD_TOO_FEW_NATURALS, facts))
    return findings


def _black_three_findings(
    cards: Sequence[Card], ruleset: Ruleset, went_out: bool | None
) -> tuple[_Found, ...]:
    findings: list[_Found] = []
    if len(cards) not in BLACK_THREES or any(card.is_wild for card in cards):
        facts: dict[str, object] = {"cards": tuple(cards)}
        findings.append(("black3.meld", Finding.BLACK_THREES_IMPURE, facts))
    if ruleset.black3_meld == "never":
        findings.append(("black3.meld", Finding.BLACK_THREES_NEVER, {}))
    elif went_out is False:
        findings.append(("black3.meld", Finding.BLACK_THREES_WITHOUT_GOING_OUT, {}))
    return tuple(findings)


def _canasta(reading: _Reading, size: int, ruleset: Ruleset) -> Canasta | None:
    if size < CANASTA_SIZE or reading.kind is MeldKind.BLACK_THREES:
        return None
    if reading.kind is MeldKind.WILDS:
        return Canasta.WILD
    if reading.wilds:
        return Canasta.DIRTY
    if reading.kind is MeldKind.RUN:
        if size > LONGEST_RUN and ruleset.bonus_ace_to_ace is not None:
            return Canasta.ACE_TO_ACE
        if size == LONGEST_RUN and ruleset.bonus_royal is not None:
            return Canasta.ROYAL
    return Canasta.CLEAN


def _worth(reading: _Reading, ruleset: Ruleset) -> tuple[int, int, bool]:
    canasta = _canasta(reading, reading.fitting + reading.wilds, ruleset)
    points = bonus(canasta, ruleset) if canasta else 0
    return points, -reading.wilds, reading.kind is MeldKind.SET
