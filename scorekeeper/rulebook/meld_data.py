"""Examples of melds, canastas and threes: the cards, never the verdict."""

from __future__ import annotations

from collections.abc import Mapping

from ..language import mark
from ..play.moves import Add, Discard, LayMeld, LayRedThree
from ..play.position import Position, SideMorto
from ..rules.cards import card, parse_cards
from ..rules.ruleset import Ruleset
from ..rules.tally import Melds, SideTally
from .meld_example import MeldExample, StackExample
from .move_example import MoveExample, at
from .shown import Example
from .tally_example import TallyExample

CLEAN = "9S 9H 9D 9C 9S 9H 9D"
DIRTY = "9S 9H 9D 9C 9S 9H 2D"
ACE_TO_ACE = "AH 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
TAKEN = SideMorto.TAKEN

_KINGS = parse_cards("KS KC KH")
_BLACK = parse_cards("3S 3C 3S")


def _opening(hand: str) -> MoveExample:
    """A first melding turn, at a total from which the table asks for its minimum."""

    def position(ruleset: Ruleset) -> Position:
        total = ruleset.opening_minimum.from_total or 0
        return at(f"{hand} QC 8D")(ruleset)._replace(score=total)

    return MoveExample(position, (LayMeld(parse_cards(hand)), Discard(card("QC"))))


def _red(laid: int, late: int = 0, meld: str = CLEAN) -> TallyExample:
    side = SideTally(Melds((parse_cards(meld),)), red_threes=laid, red_threes_late=late)
    return TallyExample(lambda ruleset: side, ("red3.late" if late else "red3.value",))


MELD_EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "red3.lay": (
        MoveExample(at("3H 9S QD KC"), (LayRedThree(card("3H")),)),
        MoveExample(at("3H 9S QD KC"), (Discard(card("QD")),), shows_hand=True),
    ),
    "red3.value": (_red(2), _red(2, meld=DIRTY), _red(2, meld="KS KH KD"), _red(4)),
    "red3.late": (_red(0, 1), _red(0, 1, meld="KS KH KD")),
    "black3.meld": (
        MoveExample(
            at("3S 3C 3S 9D", ("KS KH KD KC KS KH KD",), morto=TAKEN),
            (LayMeld(_BLACK), Discard(card("9D"))),
        ),
        MoveExample(
            at("3S 3C 3S 9D QH", ("KS KH KD KC KS KH KD",), morto=TAKEN),
            (LayMeld(_BLACK), Discard(card("QH"))),
            shows_hand=True,
        ),
        MeldExample("3S 3C 2D"),
    ),
    "meld.size": (MeldExample("KS KH KD"), MeldExample("KS KH")),
    "meld.rank": (
        MeldExample("8S 8H 8S"),
        MeldExample("8S 8H 10C"),
        MeldExample("3H 3D 3H"),
    ),
    "meld.run": (MeldExample("5H 6H 7H 8H"), MeldExample("5H 6H 7S"), MeldExample("5H 2C 7H")),
    "meld.wilds": (
        MeldExample("KS KH KD 2C"),
        MeldExample("KS KH KD KC 2C JK"),
        MeldExample("KS KH KD KC 2C 2D"),
        MeldExample("KS KH KD KC KS 2C 2D 2S"),
    ),
    "meld.naturals": (
        MeldExample("KS KH 2C"),
        MeldExample("KS 2C 2D"),
        MeldExample("KS KH KD 2C 2D"),
        MeldExample("2S 2H 2D"),
    ),
    "meld.aces": (MeldExample("AS AH 2D"), MeldExample("KS KH AD")),
    "meld.shared": (
        MoveExample(at("KC 9S QD", ("KS KH KD",)), (Add(0, (card("KC"),)),)),
        MoveExample(at("KS KC KH 9D QD", ("KS KH KD",)), (LayMeld(_KINGS),)),
    ),
    "meld.opening": (_opening("4S 4H 4D"), _opening("AS AH AD AC")),
    "meld.stays": (
        MoveExample(
            at("KD 9S QD", ("KS KH KD KC KS KH 2D",)),
            (Add(0, (card("KD"),)),),
            mark("The seventh king finds a 2 in the canasta."),
        ),
        MeldExample(
            "KS KH KD KC KS KH KD 2D", mark("The 2 stays where it lies, and the kind with it.")
        ),
    ),
    "meld.replace": (
        MoveExample(
            at("6H 9S QD", ("5H 2S 7H",)),
            (Add(0, (card("6H"),)),),
            when=lambda ruleset: ruleset.runs and ruleset.max_wilds > 0,
        ),
        MeldExample("5H 6H 7H 2S", mark("The 2 has moved to the high end, as an 8."), runs=True),
        MoveExample(
            at("6H 9S QD", ("4H 5H 2S 7H 8H 9H 10H JH QH KH AH",)),
            (Add(0, (card("6H"),)),),
            when=lambda ruleset: ruleset.runs and ruleset.max_wilds > 0,
        ),
        MeldExample("5H 2S 7H", runs=False),
    ),
    "meld.ace_to_ace": (MeldExample(ACE_TO_ACE), MeldExample(ACE_TO_ACE.replace("9H", "2S"))),
    "canasta.size": (
        MeldExample(CLEAN),
        MeldExample("9S 9H 9D 9C 9S 9H", mark("Six cards are not enough yet.")),
        MeldExample(f"{CLEAN} 9C", mark("The eighth card adds nothing to the bonus.")),
    ),
    "canasta.kind": (
        MeldExample("7S 7H 7D 7C 7S 7H 7D", mark("Seven naturals.")),
        MeldExample("7S 7H 7D 7C 7S 2H JK", mark("A 2 and a joker.")),
        MeldExample("7S 7H 7D 7C 7S 7H 2H", mark("Six naturals and a 2.")),
        MoveExample(
            at("2C 9S QD", ("7S 7H 7D 7C 7S 7H 7D",)),
            (Add(0, (card("2C"),)),),
        ),
        StackExample("7S 7H 7D 7C 7S 7H 7D"),
        StackExample("7S 7H 7D 7C 7S 7H 2H"),
    ),
}
