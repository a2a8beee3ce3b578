"""The buttons of a question's form: what each does to what was told.

Everything that was told is in the address, so that an answer has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scorekeeper.assistant.desk import Question
from scorekeeper.assistant.fields import Field, Kind, read_given
from scorekeeper.rules.cards import RANKS, SUITS, Card, Cards, card, format_cards, parse_cards
from scorekeeper.rules.problems import CardError
from scorekeeper.rules.ruleset import Ruleset

KEY, OPEN, SUIT = "key", "edit", "suit"
ANY = "any"
CLOSED = "none"
RED_THREE, BLACK_THREE = "3R", "3B"


def press(told: Mapping[str, str], key: str, question: Question) -> dict[str, str]:
    """What was told, after one key: `top:+KS` adds a card, `top:+K` the next king that is left,
    `top:-0` takes the first card away, `count:>3` sets a number, `out:>` takes a choice back.

    An unknown key changes nothing.
    """
    name, _, act = key.partition(":")
    field = question.field(name)
    if field is None or not act:
        return dict(told)
    if act[0] == ">":
        return {**told, name: act[1:]}
    if field.kind is not Kind.CARDS:
        return dict(told)
    cards = cards_told(told.get(name, ""))
    if act[0] == "+":
        face = _face(act[1:], _all_cards(told, question))
        if face is None or (field.high > 1 and len(cards) >= field.high):
            return dict(told)
        added = (face,) if field.high == 1 else (*cards, face)
        return {**told, name: format_cards(added)}
    if act[0] == "-" and act[1:] in map(str, range(len(cards))):
        place = int(act[1:])
        return {**told, name: format_cards((*cards[:place], *cards[place + 1 :]))}
    return dict(told)


def cards_told(text: str) -> Cards:
    """The cards of a text, none for one that cannot be read."""
    try:
        return parse_cards(text)
    except CardError:
        return ()


def _all_cards(told: Mapping[str, str], question: Question) -> list[Card]:
    names = [field.name for field in question.fields if field.kind is Kind.CARDS]
    return [face for name in names for face in cards_told(told.get(name, ""))]


def _face(text: str, used: Iterable[Card]) -> Card | None:
    """The card of a key; of a rank alone the suit that was told least often."""
    suits = {RED_THREE: "HD", BLACK_THREE: "SC"}.get(text, "".join(SUITS))
    rank = "3" if text in (RED_THREE, BLACK_THREE) else text
    if rank in RANKS:
        counts = Counter(used)
        faces = [card(rank + suit) for suit in suits]
        return min(faces, key=lambda face: counts[face])
    try:
        return card(text)
    except CardError:
        return None


def next_open(
    told: Mapping[str, str], field: Field, question: Question, ruleset: Ruleset
) -> str | None:
    """The field to be filled after this one: itself while it takes more cards, else the next
    empty one, or None."""
    if field.high > 1:
        return field.name
    given, _ = read_given(question.fields, told, ruleset)
    after = question.fields[question.fields.index(field) + 1 :]
    return next(
        (
            other.name
            for other in after
            if other.kind is Kind.CARDS
            and not other.aside
            and not given.cards(other.name)
            and other.asked(given, ruleset)
        ),
        None,
    )
