"""A question's form as the pages draw it: labels, chips, cards and the keypad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.assistant.desk import Question
from scorekeeper.assistant.fields import Field, Given, Kind
from scorekeeper.language.asking import choice_label, field_label
from scorekeeper.language.cards import SUITS, show_card
from scorekeeper.rules.cards import JOKER, RANKS, Card, card, copies
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import Ruleset

from .cards import TEXT_STYLE, CardView, view_card
from .languages import gettext, language
from .ruling_keys import ANY, BLACK_THREE, RED_THREE

FEW = 15


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A chip: what it sets, and whether it is set."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key of the keypad: what it adds, how it is drawn and spoken."""

    key: str
    rank: str
    suit: str
    is_red: bool
    is_wild: bool
    label: str
    is_left: bool


@dataclass(frozen=True, slots=True)
class PadView:
    """The keypad of the open field; `suit` is the one whose cards it adds, or any."""

    suit: str
    suits: tuple[ChoiceView, ...]
    keys: tuple[KeyView, ...]


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the form with what was told."""

    name: str
    kind: str
    label: str
    text: str
    cards: tuple[CardView, ...]
    choices: tuple[ChoiceView, ...]
    low: int
    high: int
    number: int
    has_stepper: bool
    one_card: bool
    decides: bool
    aside: bool
    pad: PadView | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class FormView:
    """The fields of a question that are asked here, those that matter to few apart."""

    fields: tuple[FieldView, ...]
    aside: tuple[FieldView, ...]
    aside_told: bool


def view_form(
    key: str,
    question: Question,
    told: Mapping[str, str],
    given: Given,
    ruleset: Ruleset,
    names: tuple[str, ...],
    opened: str = "",
    suit: str = ANY,
    problems: tuple[Problem, ...] = (),
) -> FormView:
    """The form as it stands; `opened` is the field that the keypad writes to."""
    used = Counter(
        face
        for field in question.fields
        if field.kind is Kind.CARDS
        for face in given.cards(field.name)
    )
    views = []
    for field in question.fields:
        if not field.asked(given, ruleset):
            continue
        pad = view_pad(field, suit, used, ruleset) if field.name == opened else None
        found = tuple(problem for problem in problems if problem.where == field.name)
        views.append(_view(key, field, told, given, ruleset, names, pad, found))
    aside = tuple(view for view in views if view.aside)
    return FormView(
        fields=tuple(view for view in views if not view.aside),
        aside=aside,
        aside_told=any(told.get(view.name) for view in aside),
    )


def field_name(key: str, field: str, names: tuple[str, ...]) -> str:
    """What a field is called; the total of a side goes by the side's name."""
    number = field.removeprefix("total")
    if number != field and number.isdigit():
        return names[int(number)]
    return field_label(key, field, language())


def choice_name(key: str, field: str, choice: str, names: tuple[str, ...]) -> str:
    """What a choice is called; sides go by their names."""
    if field == "starter":
        return names[int(choice)]
    return choice_label(key, field, choice, language())


def _view(
    key: str,
    field: Field,
    told: Mapping[str, str],
    given: Given,
    ruleset: Ruleset,
    names: tuple[str, ...],
    pad: PadView | None,
    problems: tuple[Problem, ...],
) -> FieldView:
    number = given.number(field.name)
    text = told.get(field.name, "")
    return FieldView(
        name=field.name,
        kind=str(field.kind),
        label=field_name(key, field.name, names),
        text=text or field.usual_at(ruleset),
        cards=tuple(map(view_card, given.cards(field.name))),
        choices=tuple(
            ChoiceView(
                word,
                choice_name(key, field.name, word, names),
                given.word(field.name) == word,
            )
            for word in (field.choices_at(ruleset) if field.kind is Kind.CHOICE else ())
        ),
        low=field.low,
        high=field.high,
        number=number if number is not None else field.low,
        has_stepper=field.kind is Kind.NUMBER and field.high - field.low <= FEW,
        one_card=field.high == 1,
        decides=field.decides,
        aside=field.aside,
        pad=pad,
        problems=problems,
    )


def view_pad(field: Field, suit: str, used: Counter[Card], ruleset: Ruleset) -> PadView:
    """The keypad that adds cards to the field: of one suit, or of any."""
    chosen = suit if suit in SUITS and suit else ANY
    suits = [ChoiceView(ANY, gettext("any suit"), chosen == ANY)] + [
        ChoiceView(name, sign + TEXT_STYLE, chosen == name) for name, sign in SUITS.items() if name
    ]
    keys = []
    for rank in RANKS:
        if chosen != ANY:
            keys.append(_face_key(field, card(rank + chosen), used, ruleset))
        elif rank == "3":
            keys.append(_rank_key(field, "3", RED_THREE, "♥", used, ruleset))
            keys.append(_rank_key(field, "3", BLACK_THREE, "♠", used, ruleset))
        else:
            keys.append(_rank_key(field, rank, rank, "", used, ruleset))
    if ruleset.jokers:
        keys.append(_face_key(field, card(JOKER), used, ruleset))
    return PadView(chosen, tuple(suits), tuple(keys))


def _face_key(field: Field, face: Card, used: Counter[Card], ruleset: Ruleset) -> KeyView:
    suit = "★" if face.is_joker else SUITS[face.suit] + TEXT_STYLE
    is_left = used[face] < copies(face, ruleset.jokers)
    return KeyView(
        f"{field.name}:+{face}",
        face.rank,
        suit,
        face.suit in ("H", "D"),
        face.is_wild,
        show_card(face),
        is_left,
    )


def _rank_key(
    field: Field, rank: str, text: str, sign: str, used: Counter[Card], ruleset: Ruleset
) -> KeyView:
    suits = {RED_THREE: "HD", BLACK_THREE: "SC"}.get(text, "SHDC")
    faces = [card(rank + suit) for suit in suits]
    is_left = any(used[face] < copies(face, ruleset.jokers) for face in faces)
    label = {RED_THREE: gettext("red 3"), BLACK_THREE: gettext("black 3")}.get(text, rank)
    return KeyView(
        f"{field.name}:+{text}",
        rank,
        sign + TEXT_STYLE if sign else "",
        text == RED_THREE,
        rank == "2",
        label,
        is_left,
    )
