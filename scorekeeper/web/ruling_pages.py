"""The pages of the rules assistant: the contents, a question, its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.assistant.answer import Answer, Outcome, Switch, Verdict
from scorekeeper.assistant.fields import Given
from scorekeeper.language.answers import (
    answer_sentence,
    depends_sentence,
    line_label,
    untold_sentence,
    verdict_word,
    with_cards,
)
from scorekeeper.language.options import option_title, option_value
from scorekeeper.language.play_rulings import legal_sentence
from scorekeeper.language.questions import (
    CHAPTERS,
    chapter_title,
    question_title,
    questions_about,
    questions_of,
)
from scorekeeper.language.questions import QUESTIONS as TEXTS
from scorekeeper.language.rulebook import rule_text, rule_title
from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.cards import Cards, parse_cards
from scorekeeper.rules.options import format_option

from .cards import CardView, view_card
from .languages import language
from .ruling_form import FormView, choice_name, field_name
from .ruling_place import Place

NEIGHBOURS = 4
PICTURES = {
    "pile": "2D",
    "blocked": "3S",
    "turn": "back",
    "meld": "QH QS 2D",
    "add": "8C",
    "reading": "5H 6H 2H",
    "opening": "AS AH AD",
    "kind": "KS 2D",
    "black3": "3C",
    "red3": "3H",
    "red3_found": "3D",
    "morto_take": "back",
    "morto_play": "back",
    "morto_lost": "back",
    "out": "4H",
    "foul_out": "4S",
    "foul": "JK",
    "stock": "back",
    "card_worth": "JK",
    "canasta_worth": "KS KH KD",
    "out_worth": "4C",
    "hand_count": "AC 7D",
    "winner": "AS",
    "equal": "KH KS",
    "early": "QD",
    "deal": "back",
    "dealer": "AH",
    "settings": "JK 2S",
}


@dataclass(frozen=True, slots=True)
class QuestionLink:
    """A question of the contents, and the cards drawn beside it."""

    key: str
    title: str
    url: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The questions of one subject."""

    title: str
    questions: tuple[QuestionLink, ...]


def view_contents(place: Place) -> tuple[Chapter, ...]:
    """The questions by chapter."""
    return tuple(
        Chapter(
            chapter_title(chapter, language()),
            tuple(link_to(key, place) for key in questions_of(chapter)),
        )
        for chapter in CHAPTERS
    )


def link_to(key: str, place: Place, told: Mapping[str, str] | None = None) -> QuestionLink:
    """A link to a question."""
    picture = PICTURES.get(key, "back")
    cards = () if picture == "back" else tuple(map(view_card, parse_cards(picture)))
    return QuestionLink(key, question_title(key, language()), place.ask(key, told), cards)


@dataclass(frozen=True, slots=True)
class LineView:
    """A part of an answer: what it is about, its points or whether it is allowed, its rule."""

    label: str
    points: int | None
    is_signed: bool
    allowed: bool | None
    url: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What the answer would be with another thing told, and the button that tells it."""

    value: str
    label: str
    word: str
    verdict: str


@dataclass(frozen=True, slots=True)
class SwitchView:
    """A house rule that would turn the answer."""

    title: str
    now: str
    other: str
    word: str
    verdict: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule as this table plays it."""

    id: str
    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer as people read it."""

    verdict: str
    word: str
    why: str
    more: tuple[str, ...]
    rules: tuple[RuleView, ...]
    lines: tuple[LineView, ...]
    outcomes: tuple[OutcomeView, ...]
    open_field: str
    switches: tuple[SwitchView, ...]


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """A question, its form, and the answer unless something is still to be told."""

    key: str
    title: str
    place: Place
    form: FormView
    told: Mapping[str, str]
    answer: AnswerView | None = None
    near: tuple[QuestionLink, ...] = ()
    sentences: tuple[str, ...] = ()
    opened: str = ""
    kept: str = ""
    onward: tuple[tuple[str, str], ...] = field(default=())


def view_answer(key: str, answer: Answer, given: Given, place: Place) -> AnswerView:
    """The answer in words."""
    sentences = _sentences(key, answer, given, place)
    rules = [answer.rule, *(problem.rule for problem in answer.problems)]
    rules += [line.rule for line in answer.lines if line.points is not None]
    return AnswerView(
        verdict=str(answer.verdict),
        word=verdict_word(answer.verdict, answer.word, answer.figure, place.names, language()),
        why=sentences[0] if sentences else "",
        more=tuple(sentences[1:]),
        rules=tuple(view_rule(rule, place) for rule in dict.fromkeys(rules))[:3],
        lines=tuple(
            LineView(
                line_label(line.rule, line.word, place.names, language()),
                line.points,
                not line.rule.startswith(("setup.", "stock.")),
                line.allowed,
                place.rule(line.rule),
            )
            for line in answer.lines
        ),
        outcomes=tuple(_outcome(key, outcome, place) for outcome in answer.outcomes),
        open_field=answer.missing[0] if answer.missing else "",
        switches=tuple(_switch(switch, place) for switch in answer.switches),
    )


def _sentences(key: str, answer: Answer, given: Given, place: Place) -> list[str]:
    code = language()
    if answer.verdict is Verdict.DEPENDS:
        name = answer.missing[0]
        side = field_name(key, name, place.names) if name.startswith("total") else ""
        return [depends_sentence(key, name, side, code)]
    said: list[str] = []
    if answer.standing is not None:
        said += [ruling_sentence(answer.standing, place.ruleset, place.names, code) or ""]
    if answer.told:
        said += [answer_sentence(answer.told, answer.facts, code)]
    if answer.move:
        kind = answer.move
        said += [legal_sentence(kind, answer.cards, answer.effects, answer.unknown, code)]
    else:
        said += [untold_sentence(effect, code) for effect in answer.unknown]
    said += [problem_sentence(problem, code) for problem in answer.problems]
    if said and answer.problems:
        said[0] = with_cards(said[0], _cards_told(given), code)
    return said


def _cards_told(given: Given) -> Cards:
    told = [value for value in given.values.values() if isinstance(value, tuple)]
    return tuple(card for cards in told for card in cards)


def _outcome(key: str, outcome: Outcome, place: Place) -> OutcomeView:
    return OutcomeView(
        outcome.value,
        choice_name(key, outcome.field, outcome.value, place.names),
        verdict_word(outcome.verdict, outcome.word, outcome.figure, place.names, language()),
        str(outcome.verdict),
    )


def _switch(switch: Switch, place: Place) -> SwitchView:
    code = language()
    return SwitchView(
        option_title(switch.option, code),
        option_value(switch.option, format_option(place.ruleset, switch.option), code),
        option_value(switch.option, switch.value, code),
        verdict_word(switch.verdict, switch.word, switch.figure, place.names, code),
        str(switch.verdict),
    )


def view_rule(rule: str, place: Place) -> RuleView:
    """The rule with its text as it is played here."""
    code = language()
    return RuleView(
        rule, rule_title(rule, code), rule_text(rule, place.ruleset, code), place.rule(rule)
    )


def neighbours(key: str, answer: Answer | None, place: Place) -> tuple[QuestionLink, ...]:
    """The questions nearest to this one: those about the same rule, then those of its chapter."""
    about = questions_about(answer.rule) if answer is not None else ()
    chapter = questions_of(TEXTS[key].chapter)
    near = [other for other in dict.fromkeys((*about, *chapter)) if other != key]
    return tuple(link_to(other, place) for other in near[:NEIGHBOURS])
