"""A hand that was played, as a record with every card known."""

from __future__ import annotations

from ..rules.ruleset import Ruleset
from .record import Record, RecordedTurn
from .simulate import Played


def record_of(played: Played, ruleset: Ruleset) -> Record:
    """The record of a hand whose moves were kept; the seats are called P1, P2 ..."""
    dealt = played.deal
    return Record(
        ruleset=ruleset,
        seats=tuple([f"P{number}" for number in range(1, len(dealt.hands) + 1)]),
        dealer=dealt.dealer,
        hands=dealt.hands,
        mortos=dealt.mortos,
        stock=dealt.stock,
        upcard=dealt.upcard,
        turns=tuple([RecordedTurn(seat, moves) for seat, moves in played.moves]),
    )
