"""Habits of good players, one at a time; some with cards."""

from __future__ import annotations

from dataclasses import dataclass

from ..language import mark


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip: its title and text (English, marked), cards to look at, and the rule behind it."""

    title: str
    text: str
    rule: str
    cards: str = ""


TIPS = (
    Tip(
        mark("Stay clean as long as you can"),
        mark(
            "A wild is quickly laid and never taken back. With five naturals down, wait a round "
            "or two for the last two: the clean canasta pays more, and some tables want one to go"
            " out."
        ),
        "canasta.kind",
        "9S 9H 9D 9C 9S",
    ),
    Tip(
        mark("Empty one hand early"),
        mark(
            "One of you should run for the morto, the other one keeps back. Eleven fresh cards "
            "are worth more than a fine hand that never got onto the table."
        ),
        "morto.take",
    ),
    Tip(
        mark("Do not both start kings"),
        mark(
            "Two short melds of one rank are no canasta. If your partner has laid a rank, feed "
            "it, and build something else yourself."
        ),
        "meld.shared",
        "KS KH KD",
    ),
    Tip(
        mark("Keep a black 3 for the bad moment"),
        mark(
            "When the pile has grown fat and you have nothing safe to throw, a black 3 on top "
            "shuts it for the next player. Throw it too early and it only costs you a turn."
        ),
        "pile.blocked",
        "3S 3C",
    ),
    Tip(
        mark("Throw what they have thrown"),
        mark(
            "The next player rarely wants what was let go a moment ago. Look at the last discards"
            " before you choose yours, and never feed a meld that lies before your opponents."
        ),
        "pile.top",
    ),
    Tip(
        mark("Hold on to pairs"),
        mark(
            "Two equal cards catch a third from the pile, and the whole pile with it. Break up a "
            "lonely card first."
        ),
        "pile.top",
        "QH QC",
    ),
    Tip(
        mark("A large pile is not always a gift"),
        mark(
            "Twenty cards late in the hand are twenty cards to get rid of. Ask yourself whether "
            "you can still lay them before somebody goes out."
        ),
        "score.hand",
    ),
    Tip(
        mark("Red threes want a canasta"),
        mark(
            "Each red 3 before you is a promise and a threat: make your canasta before anybody "
            "goes out, or they all count against you."
        ),
        "red3.value",
        "3H 3D",
    ),
    Tip(
        mark("Count the wilds"),
        mark(
            "There are eight 2s, and at most tables four jokers. When most of them lie on the "
            "table, nobody will dirty a canasta of yours, and nobody will fill a gap either."
        ),
        "meld.wilds",
        "2S 2H JK",
    ),
    Tip(
        mark("Ask before you go out"),
        mark(
            "Your partner’s hand counts against you too. A round later they may have laid it all;"
            " but never wait while the others are one card short."
        ),
        "out.needs",
    ),
    Tip(
        mark("Two cards, not one"),
        mark(
            "Without a canasta your last card binds you. Keep two until your side can go out, and"
            " plan which of them you will discard."
        ),
        "out.last_card",
    ),
    Tip(
        mark("Hide, if the bonus is there"),
        mark(
            "Where going out concealed pays, a hand that is nearly whole may be worth keeping "
            "shut. Once the others have their morto and a canasta, lay down and be safe."
        ),
        "score.concealed",
    ),
    Tip(
        mark("Do not leave the morto lying"),
        mark(
            "A morto nobody took costs points, and often its cards as well. If the stock runs "
            "low, taking it comes before everything else."
        ),
        "score.morto",
    ),
)
