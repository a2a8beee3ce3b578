"""The rulebook's pages: what each of them shows, for a preset or for a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import current_app, url_for

from scorekeeper.language.options import option_title, option_value, preset_title
from scorekeeper.language.questions import question_title, questions_about
from scorekeeper.language.rulebook import RULE_GROUPS, TEXTS, TITLES, rule_title
from scorekeeper.language.voice import Voice
from scorekeeper.rulebook.comparison import Elsewhere, texts_elsewhere, values_elsewhere
from scorekeeper.rulebook.examples import examples_of
from scorekeeper.rulebook.shown import Row, Shown
from scorekeeper.rulebook.steering import options_of
from scorekeeper.rulebook.tips import TIPS
from scorekeeper.rules.cards import Card, parse_cards
from scorekeeper.rules.options import format_option
from scorekeeper.rules.ruleset import Ruleset

from .cards import CardView, view_card
from .languages import gettext, language, points

BACK = CardView("", "", False, False, "")


@dataclass(frozen=True, slots=True)
class Link:
    """A page of the book or beside it."""

    title: str
    url: str
    id: str = ""
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """The rulebook of a preset, or of a table with its own values."""

    ruleset: Ruleset
    match_id: str | None = None

    @property
    def url(self) -> str:
        if self.match_id is None:
            return url_for("rulebook.book", preset=self.ruleset.preset)
        return url_for("rulebook.table_rules", match_id=self.match_id)

    @property
    def summary_url(self) -> str:
        if self.match_id is None:
            return url_for("rulebook.summary", preset=self.ruleset.preset)
        return url_for("rulebook.table_summary", match_id=self.match_id)

    @property
    def ask_url(self) -> str | None:
        """Where questions are asked; None without such a page."""
        if self.match_id is None:
            return known_url("ruling.start", ruleset=self.ruleset.preset)
        return known_url("ruling.table_start", match_id=self.match_id)

    @property
    def search_url(self) -> str | None:
        """Where the book is searched; None without such a page."""
        if self.match_id is None:
            return known_url("search.show", ruleset=self.ruleset.preset)
        return known_url("search.table_show", match_id=self.match_id)

    def rule(self, rule: str) -> str:
        """The address of a rule's page."""
        if self.match_id is None:
            return url_for("rulebook.rule", preset=self.ruleset.preset, rule=rule)
        return url_for("rulebook.table_rule", match_id=self.match_id, rule=rule)

    def questions(self, rule: str) -> tuple[Link, ...]:
        """The questions that settle a dispute about a rule, as far as there are pages for them."""
        links = [(key, self._question(key)) for key in questions_about(rule)]
        return tuple(Link(question_title(key, language()), url) for key, url in links if url)

    def _question(self, key: str) -> str | None:
        if self.match_id is None:
            return known_url("ruling.ask", question=key, ruleset=self.ruleset.preset)
        return known_url("ruling.table_ask", match_id=self.match_id, question=key)


def known_url(endpoint: str, **values: object) -> str | None:
    """The address of a page; None where the application has no such page."""
    if endpoint not in current_app.view_functions:
        return None
    return url_for(endpoint, **values)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the contents."""

    key: str
    title: str
    rules: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PictureView:
    """Cards side by side as they are drawn, with what they are and how they are spoken."""

    cards: tuple[CardView, ...]
    label: str
    spoken: str


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example as the page draws it."""

    pictures: tuple[PictureView, ...]
    good: bool | None
    word: str
    text: str
    points: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    rule: Link | None
    note: str


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option that steers the rule: its value here, and what it can be elsewhere."""

    title: str
    value: str
    others: tuple[Elsewhere, ...]


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule on a page of its own."""

    id: str
    title: str
    chapter: Chapter
    sentences: tuple[str, ...]
    examples: tuple[ExampleView, ...]
    options: tuple[OptionView, ...]
    elsewhere: tuple[Elsewhere, ...]
    questions: tuple[Link, ...]
    before: Link | None
    after: Link | None


@dataclass(frozen=True, slots=True)
class TipView:
    """A tip as the page shows it."""

    title: str
    text: str
    cards: tuple[CardView, ...]
    rule: Link


def make_contents(book: Book) -> tuple[Chapter, ...]:
    """The chapters with their rules."""
    return tuple(_chapter(group.key, book) for group in RULE_GROUPS)


def make_rule(rule: str, book: Book) -> RulePage:
    """The page of a rule as this table plays it. Raises `KeyError` for an id that is none."""
    ruleset, code = book.ruleset, language()
    group = next((group for group in RULE_GROUPS if rule in group.rules), None)
    if group is None:
        raise KeyError(rule)
    order = [each for group in RULE_GROUPS for each in group.rules]
    place = order.index(rule)
    return RulePage(
        rule,
        rule_title(rule, code),
        _chapter(group.key, book, rule),
        tuple(TEXTS[rule](ruleset, Voice(code))),
        tuple(_example(example, book) for example in examples_of(rule, ruleset, code)),
        tuple(_option(name, ruleset) for name in options_of(rule)),
        texts_elsewhere(rule, ruleset, code),
        book.questions(rule),
        _link(order[place - 1], book) if place else None,
        _link(order[place + 1], book) if place + 1 < len(order) else None,
    )


def make_tips(book: Book) -> tuple[TipView, ...]:
    """The tips, each with the rule behind it."""
    return tuple(
        TipView(
            gettext(tip.title),
            gettext(tip.text),
            tuple(map(view_card, parse_cards(tip.cards))),
            _link(tip.rule, book),
        )
        for tip in TIPS
    )


def preset_names(presets: Iterable[str]) -> str:
    """Presets by name: "Online, Carioca"."""
    return ", ".join(preset_title(preset, language()) for preset in presets)


def is_rule(rule: str) -> bool:
    """Whether there is a rule with this id."""
    return rule in TITLES


def _chapter(key: str, book: Book, here: str = "") -> Chapter:
    group = next(group for group in RULE_GROUPS if group.key == key)
    return Chapter(
        key,
        group.title(language()),
        tuple(_link(rule, book, rule == here) for rule in group.rules),
    )


def _link(rule: str, book: Book, is_here: bool = False) -> Link:
    return Link(rule_title(rule, language()), book.rule(rule), rule, is_here)


def _option(name: str, ruleset: Ruleset) -> OptionView:
    code = language()
    value = option_value(name, format_option(ruleset, name), code)
    return OptionView(option_title(name, code), value, values_elsewhere(name, ruleset, code))


def _example(shown: Shown, book: Book) -> ExampleView:
    return ExampleView(
        tuple(_picture(picture.cards, picture.label) for picture in shown.pictures),
        shown.good,
        shown.word,
        shown.text,
        "" if shown.points is None else points(shown.points, True),
        shown.heads,
        shown.rows,
        _link(shown.rule, book) if shown.rule else None,
        shown.note,
    )


def _picture(cards: tuple[Card | None, ...], label: str) -> PictureView:
    views = tuple(BACK if card is None else view_card(card) for card in cards)
    spoken = ", ".join(view.label for view in views if view is not BACK)
    hidden = views.count(BACK)
    if hidden:
        spoken = gettext("%(count)s cards, face down") % {"count": hidden}
    return PictureView(views, label, f"{label}: {spoken}" if label else spoken)
