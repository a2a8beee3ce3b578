"""Examples of a turn, the pile, the morto and going out: the position, never the verdict."""

from __future__ import annotations

from collections.abc import Mapping

from ..language import mark
from ..play.moves import Discard, Draw, LayMeld, TakePile
from ..play.position import Position, SideMorto
from ..rules.cards import card, parse_cards
from ..rules.ruleset import Ruleset
from ..rules.tally import Melds, SideTally
from .meld_data import CLEAN, DIRTY, TAKEN
from .move_example import MoveExample, at, drawing
from .setup_examples import (
    ClashExample,
    CutExample,
    DealExample,
    NoUpcardExample,
    PackExample,
    RecordExample,
    SeatsExample,
    UpcardExample,
)
from .shown import Example
from .tally_example import TallyExample

MORTO = parse_cards("4C 5D 6S 7C 8D 10S JH QS KC AD 4D 6D 8C 10C JS")
CUT = "QD AS 7C 2H"

_NINES = parse_cards("9S 9D")
_SET = parse_cards("9S 9H 9D")
_THREE_KINGS = SideTally(Melds((parse_cards("KS KS KS"),)))


def _with_morto(ruleset: Ruleset) -> Position:
    """The last card in hand, and a morto that everybody knows."""
    position = at("QH", ("KS KH KD",))(ruleset)
    return position._replace(morto_cards=MORTO[: ruleset.morto_size])


def _last_card(melds: tuple[str, ...], note: str, morto: SideMorto = TAKEN) -> MoveExample:
    return MoveExample(at("QH", melds, morto=morto), (Discard(card("QH")),), note)


SETUP_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "setup.players": (SeatsExample(),),
    "setup.pack": (
        PackExample(),
        TallyExample(lambda ruleset: _THREE_KINGS, ("score.cards",)),
    ),
    "setup.dealer": (CutExample(CUT),),
    "setup.deal": (DealExample(),),
    "setup.mortos": (DealExample(shows_morto=True),),
    "setup.upcard": (
        UpcardExample("KH"),
        UpcardExample("3S"),
        UpcardExample("2C"),
        UpcardExample("3D"),
        NoUpcardExample(),
    ),
    "setup.first": (CutExample(CUT, tells_start=True),),
    "turn.position": (
        MoveExample(
            lambda ruleset: drawing("9S 9D 4H QC")(ruleset)._replace(pile=None),
            (TakePile(_NINES),),
            mark("May you take the pile with two nines?"),
            shows_missing=True,
        ),
    ),
    "record.conflict": (RecordExample(("draw KS; discard KS",) * 3),),
    "ruleset.options": (ClashExample(),),
}

PLAY_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "turn.order": (
        MoveExample(
            drawing("9S 9H 4C QD KS"),
            (Draw(card("9D")), LayMeld(_SET), Discard(card("4C"))),
        ),
        MoveExample(drawing("9S 9H 4C QD KS"), (Discard(card("4C")),)),
    ),
    "turn.cards": (
        MoveExample(at("9S 9H 9D QD KS"), (LayMeld(_SET),), shows_hand=True),
        MoveExample(at("9S 9H QD KS"), (LayMeld(_SET),), shows_hand=True),
    ),
    "draw.choice": (
        MoveExample(drawing("9S 9H 4C QD"), (Draw(card("9D")),)),
        MoveExample(drawing("9S 9D 4C QD", pile=""), (TakePile(_NINES),)),
    ),
    "pile.top": (
        MoveExample(drawing("9S 9D 4H QC", pile="5H KD 9C"), (TakePile(_NINES),)),
        MoveExample(drawing("4H QC", ("9S 9H 9D",), pile="5H KD 9C"), (TakePile(meld=0),)),
        MoveExample(drawing("9S 8D 4H QC", pile="5H KD 9C"), (TakePile(parse_cards("9S 8D")),)),
    ),
    "pile.blocked": (
        MoveExample(drawing("9S 9D 4H QC", pile="5H KD 3S"), (TakePile(_NINES),)),
        MoveExample(drawing("9S 9D 4H QC", pile="5H KD 2C"), (TakePile(_NINES),)),
        MoveExample(
            drawing("9S 9D 4H QC", pile="5H KD JK"),
            (TakePile(_NINES),),
            when=lambda ruleset: ruleset.jokers > 0,
        ),
        MoveExample(
            drawing("9S 9D 4H QC", ("9S 9H 9C",), pile="2C KD 9D"),
            (TakePile(_NINES),),
            mark("A wild lies deeper in the pile."),
            when=lambda ruleset: ruleset.lock_until_taken,
        ),
    ),
    "stock.empty": (
        MoveExample(
            drawing("9S QD", ("KS KH KD",), stock=0, mortos_left=0, morto=SideMorto.NONE),
            (Draw(),),
            mark("No card is left in the stock, and no morto."),
        ),
        MoveExample(
            drawing("9S QD", ("KS KH KD",), stock=0, mortos_left=0, morto=SideMorto.NONE),
            (Discard(card("QD")),),
            mark("Discarding without drawing:"),
            when=lambda ruleset: ruleset.stock_empty == "play_on",
        ),
        MoveExample(
            drawing("9S QD", ("KS KH KD",), stock=0, mortos_left=1, morto=TAKEN),
            (Draw(),),
            mark("The stock is empty, and a morto still lies on the table."),
            when=lambda ruleset: ruleset.stock_empty == "morto_becomes_stock",
        ),
    ),
    "morto.take": (
        _last_card(("KS KH KD",), mark("Your last card:"), SideMorto.AVAILABLE),
        MoveExample(at("9S 9H 9D", ("KS KH KD",)), (LayMeld(_SET),)),
    ),
    "morto.turn": (
        MoveExample(
            _with_morto,
            (Discard(card("QH")), Discard(card("4C"))),
            mark("Your last card goes, the morto comes, and you discard again:"),
        ),
        MoveExample(
            lambda ruleset: _with_morto(ruleset)._replace(hand=_SET),
            (LayMeld(_SET), Discard(card("4C"))),
            mark("You meld your last cards, and discard from the morto:"),
        ),
    ),
    "morto.once": (
        MoveExample(
            at("QH", (CLEAN,), morto=TAKEN),
            (Discard(card("QH"), morto=True),),
            mark("Your side has taken its morto, and you want another:"),
        ),
    ),
    "out.needs": (
        _last_card((CLEAN,), mark("The morto is taken, and a clean canasta lies there.")),
        _last_card((DIRTY,), mark("The morto is taken, and a dirty canasta lies there.")),
        _last_card(("KS KH KD",), mark("The morto is taken, and no canasta lies there.")),
        _last_card(
            (CLEAN,), mark("A canasta, but the morto is not taken yet."), SideMorto.AVAILABLE
        ),
    ),
    "out.last_card": (
        _last_card((CLEAN,), mark("You discard your last card:")),
        MoveExample(
            at("5S 5H 5D", (CLEAN,), morto=TAKEN),
            (LayMeld(parse_cards("5S 5H 5D")),),
            mark("You meld all you have:"),
        ),
    ),
}
