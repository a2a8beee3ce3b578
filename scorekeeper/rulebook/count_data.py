"""Examples of counting a hand and of the match: cards and points, never what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..language import mark
from ..rules.cards import parse_cards
from ..rules.ruleset import Ruleset
from ..rules.tally import ByCard, Melds, Morto, SideTally
from .match_example import HandExample, MatchExample
from .meld_data import ACE_TO_ACE, CLEAN, DIRTY
from .meld_example import MeldExample
from .play_data import MORTO
from .shown import Example
from .tally_example import TallyExample

ROYAL = "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
WILDS = "2S 2H 2D 2C 2S 2H 2D"

_OUT = SideTally(Melds((parse_cards(CLEAN),)), went_out=True)


def _side(**told: object) -> TallyExample:
    """A side with three kings on the table and what is told of it."""
    side = replace(SideTally(Melds((parse_cards("KS KH KD"),))), **told)  # type: ignore[arg-type]
    return TallyExample(lambda ruleset: side, ())


def _lines(example: TallyExample, *rules: str, note: str = "") -> TallyExample:
    return replace(example, lines=rules, note=note)


def _morto_left(ruleset: Ruleset) -> SideTally:
    return SideTally(
        Melds((parse_cards("KS KH KD"),)),
        morto=Morto.LEFT,
        morto_cards=ByCard(MORTO[: ruleset.morto_size]),
    )


_UNUSED = SideTally(Melds((parse_cards("KS KH KD"),)), morto=Morto.UNUSED)

COUNT_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "score.cards": (
        TallyExample(
            lambda ruleset: SideTally(Melds((parse_cards("AS AH AD 2C"), parse_cards("6S 6H 6D")))),
            ("score.cards",),
        ),
        TallyExample(
            lambda ruleset: SideTally(Melds((parse_cards("KS KH KD KC JK"),))),
            ("score.cards",),
            when=lambda ruleset: ruleset.jokers > 0,
        ),
    ),
    "score.clean": (MeldExample(CLEAN), MeldExample("6H 7H 8H 9H 10H JH QH", runs=True)),
    "score.dirty": (MeldExample(DIRTY), MeldExample("9S 9H 9D 9C 9S 2D JK")),
    "score.royal": (MeldExample(ROYAL), MeldExample(ROYAL.replace("9H", "2S"))),
    "score.ace_to_ace": (MeldExample(ACE_TO_ACE),),
    "score.wild": (MeldExample(WILDS),),
    "score.threes": (
        _lines(_side(hand=ByCard(parse_cards("3S 3C 9D"))), "score.threes", "score.hand"),
    ),
    "score.out": (TallyExample(lambda ruleset: _OUT, ("score.out",), mark("This side went out.")),),
    "score.concealed": (
        TallyExample(
            lambda ruleset: replace(_OUT, concealed=True),
            ("score.concealed", "score.out"),
            mark("This side went out concealed: the player laid all cards in one turn."),
        ),
    ),
    "score.morto": (
        TallyExample(
            lambda ruleset: replace(
                _morto_left(ruleset),
                morto_cards=_morto_left(ruleset).morto_cards if ruleset.morto_cards_count else None,
            ),
            ("score.morto", "score.morto_cards"),
            mark("This side never took its morto."),
        ),
        TallyExample(
            lambda ruleset: _UNUSED,
            ("score.morto",),
            mark("This side took its morto with a discard and never played it."),
            when=lambda ruleset: ruleset.morto_by_discard == "next_turn",
        ),
    ),
    "score.hand": (_lines(_side(hand=ByCard(parse_cards("AS KD 4C"))), "score.hand"),),
    "score.morto_cards": (
        TallyExample(_morto_left, ("score.morto_cards",), mark("This morto was left.")),
    ),
}

MATCH_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "match.hand_winner": (HandExample((640, 505, 210)), HandExample((420, 420, 420))),
    "match.target": (
        MatchExample(lambda target: ((target - 400, target - 700, 250), (400, 310, 95))),
        MatchExample(lambda target: ((target - 400, target - 700, 250), (395, 310, 95))),
    ),
    "match.both": (
        MatchExample(lambda target: ((target - 100, target - 200, 250), (150, 300, 95))),
    ),
    "match.tie": (
        MatchExample(lambda target: ((target - 100, target - 150, 250), (150, 200, 95))),
        MatchExample(
            lambda target: (
                (target - 100, target - 150, 250),
                (150, 200, 95),
                (-120, 210, 60),
            )
        ),
    ),
    "match.express": (MatchExample(lambda target: ((640, 505, 210),)),),
    "match.stopped": (
        MatchExample(lambda target: ((640, 505, 210), (-120, 310, 95)), stopped=True),
        MatchExample(lambda target: ((300, 505, 210), (310, 105, 95)), stopped=True),
    ),
    "match.adjust": (MatchExample(lambda target: ((640, 505, 210),), given=(-100, 0, 0)),),
    "match.annul": (MatchExample(lambda target: ((640, 505, 210),), annul=True),),
}
