"""A legal ruling in one or two sentences: what you may do, and what comes of it.

The texts are keyed by the words of the format, so that this package needs to know no engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.cards import Card
from . import mark
from .cards import show_cards
from .voice import Voice

ALLOWED = {
    "draw": mark("You may draw from the stock."),
    "take_pile": mark("You may take the pile: its top card is used at once."),
    "meld": mark("You may lay %(cards)s."),
    "add": mark("You may add %(cards)s to this meld."),
    "lay_red_three": mark(
        "Lay %(cards)s at once, and draw another card for it if the stock has one."
    ),
    "discard": mark("You may discard %(cards)s."),
    "turn": mark("You may play this turn."),
}
BROUGHT_ABOUT = {
    "takes_morto": mark("Your cards are gone, so you take the morto."),
    "goes_out": mark("You go out, and the hand is over."),
    "hand_ends": mark("The hand ends here, and all cards still held count against their side."),
    "makes_canasta": mark("That makes a canasta."),
    "soils_canasta": mark("The clean canasta is dirty from now on."),
    "concealed": mark("You go out concealed, since you had melded nothing in earlier turns."),
}
UNTOLD = {
    "concealed": mark(
        "Nobody said whether you had melded in an earlier turn: if not, you go out concealed."
    ),
}
NOTHING_TO_DRAW = mark("There is no card left to draw.")


def legal_sentence(
    kind: str, cards: Sequence[Card], effects: Sequence[str], unknown: Sequence[str], code: str
) -> str:
    """What is allowed, and what it brings about."""
    voice = Voice(code)
    if kind == "draw" and "hand_ends" in effects:
        allowed = voice.say(NOTHING_TO_DRAW)
    else:
        allowed = voice.say(ALLOWED[kind], cards=show_cards(cards))
    brought = [voice.say(BROUGHT_ABOUT[effect]) for effect in effects]
    untold = [voice.say(UNTOLD[effect]) for effect in unknown]
    return " ".join([allowed, *brought, *untold])
