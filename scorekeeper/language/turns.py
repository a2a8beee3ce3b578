"""The moves of a hand in words: what was played, and what could be.

The texts are keyed by words of the record's format, so that this package needs to know no engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import mark
from .voice import Voice

PLAYED = {
    "draw": mark("drew a card"),
    "draw seen": mark("drew %(cards)s"),
    "pile": mark("took the pile with %(cards)s"),
    "pile onto": mark("took the pile onto the meld of %(rank)s"),
    "pile run": mark("took the pile onto the run"),
    "pile number": mark("took the pile onto meld %(number)s"),
    "meld": mark("laid %(cards)s"),
    "add": mark("added %(cards)s to the meld of %(rank)s"),
    "add run": mark("added %(cards)s to the run"),
    "add number": mark("added %(cards)s to meld %(number)s"),
    "red3": mark("laid the red three %(cards)s"),
    "red3 seen": mark("laid the red three %(cards)s and drew %(card)s for it"),
    "discard": mark("discarded %(cards)s"),
    "discard unseen": mark("discarded a card that nobody wrote down"),
    "morto": mark("took up the morto"),
    "takes_morto": mark("took the morto"),
    "goes_out": mark("went out"),
    "makes_canasta": mark("made a canasta"),
    "soils_canasta": mark("made the clean canasta dirty"),
}
POSSIBLE = {
    "draw": mark("Draw a card from the stock"),
    "draw seen": mark("Draw %(cards)s"),
    "pile": mark("Take the pile with %(cards)s"),
    "pile onto": mark("Take the pile onto the meld of %(rank)s"),
    "pile run": mark("Take the pile onto the run"),
    "pile number": mark("Take the pile onto meld %(number)s"),
    "meld": mark("Lay %(cards)s"),
    "add": mark("Add %(cards)s to the meld of %(rank)s"),
    "add run": mark("Add %(cards)s to the run"),
    "add number": mark("Add %(cards)s to meld %(number)s"),
    "red3": mark("Lay the red three %(cards)s"),
    "red3 seen": mark("Lay the red three %(cards)s, and draw %(card)s for it"),
    "discard": mark("Discard %(cards)s"),
    "discard unseen": mark("Discard a card"),
}
WHOLE_TURN = mark("%(name)s %(moves)s.")

Clause = tuple[str, dict[str, object]]
"""A key of `PLAYED` or `POSSIBLE`, and its facts."""


def moves_text(clauses: Sequence[Clause], code: str) -> str:
    """What a player did in a turn, move by move, as it follows the name in `WHOLE_TURN`."""
    voice = Voice(code)
    return voice.all_of([voice.say(PLAYED[key], **facts) for key, facts in clauses])


def possible_sentence(clause: Clause, code: str) -> str:
    """What a player may do, without a full stop."""
    key, facts = clause
    return Voice(code).say(POSSIBLE[key], **facts)
