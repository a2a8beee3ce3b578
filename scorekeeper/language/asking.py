"""What a question asks for, and the choices it offers, in words."""

from __future__ import annotations

from collections.abc import Mapping

from . import mark
from .options import OFF, ON, TITLES
from .voice import Voice

CARDS_OF_MELD = mark("The cards of the meld")
CARDS_OF_CANASTA = mark("The cards of the canasta")

FIELDS: Mapping[tuple[str, str], str] = {
    ("", "top"): mark("The card on top of the pile"),
    ("", "way"): mark("How would you use it?"),
    ("", "using"): mark("Your cards that go with it"),
    ("", "meld"): mark("The meld on the table"),
    ("", "below"): mark("Is there a wild further down in the pile?"),
    ("", "same"): mark("Has your side a meld of this rank already?"),
    ("", "opened"): mark("Has your side melded before this turn?"),
    ("", "score"): mark("Total of your side"),
    ("", "left"): mark("How many other cards do you hold?"),
    ("", "morto"): mark("Has your side taken its morto?"),
    ("", "canasta"): mark("Has your side a canasta by then?"),
    ("blocked", "top"): mark("The card"),
    ("", "covered"): mark("Has another card covered it since?"),
    ("turn", "drawn"): mark("Have you drawn, or taken the pile?"),
    ("turn", "pile"): mark("The pile is"),
    ("turn", "stock"): mark("Is there a card left in the stock?"),
    ("", "cards"): CARDS_OF_MELD,
    ("meld", "out"): mark("Do you go out in this turn?"),
    ("", "added"): mark("The cards you would add"),
    ("opening", "cards"): mark("First meld"),
    ("", "meld2"): mark("Second meld"),
    ("", "meld3"): mark("Third meld"),
    ("kind", "cards"): CARDS_OF_CANASTA,
    ("canasta_worth", "cards"): CARDS_OF_CANASTA,
    ("black3", "count"): mark("How many black threes?"),
    ("red3", "count"): mark("Red threes of your side, with this one"),
    ("red3", "stock"): mark("Is there a card left to replace it?"),
    ("red3_found", "count"): mark("How many red threes?"),
    ("", "by"): mark("How does your last card go?"),
    ("morto_lost", "state"): mark("What became of the morto?"),
    ("morto_lost", "cards"): mark("The cards of the morto"),
    ("out", "cards"): mark("Your last cards"),
    ("foul_out", "cards"): mark("The last cards"),
    ("foul_out", "canasta"): mark("Had the side a canasta by then?"),
    ("foul_out", "morto"): mark("Had the side taken its morto?"),
    ("foul_out", "by"): mark("How did the last card go?"),
    ("", "melded"): mark("Have you melded in an earlier turn?"),
    ("", "what"): mark("What happened?"),
    ("", "scored"): mark("Is the hand entered already?"),
    ("", "take"): mark("Can the player whose turn it is take the pile?"),
    ("", "left_over"): mark("Does a morto still lie there?"),
    ("", "card"): mark("The card"),
    ("", "where"): mark("Where is it?"),
    ("", "concealed"): mark("In one go, with nothing melded before?"),
    ("hand_count", "table"): mark("Points on the table"),
    ("hand_count", "clean"): mark("Clean canastas"),
    ("hand_count", "dirty"): mark("Dirty canastas"),
    ("hand_count", "reds"): mark("Red threes laid"),
    ("hand_count", "out"): mark("Went out?"),
    ("hand_count", "hand"): mark("Points in hand"),
    ("hand_count", "morto"): mark("Was the morto taken?"),
    ("hand_count", "morto_points"): mark("Points in the morto"),
    ("", "starter"): mark("Which side started the match?"),
    ("", "extra"): mark("Was this an extra hand already?"),
    ("", "total"): mark("The equal total"),
    ("", "how"): mark("What would you do?"),
    ("", "all"): mark("Do all sides agree?"),
    ("", "upcard"): mark("The first card turned up"),
    ("dealer", "drawn"): mark("The cards drawn, in the order of the players"),
}

CHOICES: Mapping[tuple[str, str, str], str] = {
    ("", "way", "hand"): mark("with cards from my hand"),
    ("", "way", "meld"): mark("on a meld of ours"),
    ("", "left", "many"): mark("two or more"),
    ("", "left", "one"): mark("one card"),
    ("", "left", "none"): mark("no card"),
    ("", "morto", "available"): mark("not yet"),
    ("", "morto", "taken"): ON,
    ("", "morto", "none"): mark("none is left"),
    ("", "canasta", "none"): OFF,
    ("", "canasta", "dirty"): mark("a dirty one"),
    ("", "canasta", "clean"): mark("a clean one"),
    ("turn", "pile", "free"): mark("free"),
    ("turn", "pile", "blocked"): mark("blocked"),
    ("turn", "pile", "empty"): mark("empty"),
    ("", "by", "discard"): mark("discarded"),
    ("", "by", "meld"): mark("melded"),
    ("morto_lost", "state", "left"): mark("never taken"),
    ("morto_lost", "state", "unused"): mark("taken, never played"),
    ("", "what", "meld"): mark("a wrong meld"),
    ("", "what", "pile"): mark("the pile taken wrongly"),
    ("", "what", "draw"): mark("too much or nothing drawn"),
    ("", "what", "cards"): mark("too many or too few cards"),
    ("", "what", "other"): mark("something else"),
    ("", "where", "table"): mark("on the table"),
    ("", "where", "hand"): mark("in hand"),
    ("hand_count", "morto", "taken"): ON,
    ("hand_count", "morto", "left"): OFF,
    ("", "how", "stop"): mark("stop early"),
    ("", "how", "annul"): mark("annul"),
}
PLAIN = {"yes": ON, "no": OFF}


def field_label(question: str, field: str, code: str) -> str:
    """What is asked for. Raises `KeyError`; the totals of sides go by the names of these."""
    text = FIELDS.get((question, field)) or FIELDS.get(("", field)) or TITLES[field]
    return Voice(code).say(text)


def choice_label(question: str, field: str, choice: str, code: str) -> str:
    """A choice in a few words. Raises `KeyError`."""
    text = CHOICES.get((question, field, choice)) or CHOICES.get(("", field, choice))
    return Voice(code).say(text or PLAIN[choice])
