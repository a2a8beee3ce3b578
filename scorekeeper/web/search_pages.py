"""What the search page shows, and where its results lead from where the reader is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorekeeper.language.glossary import TERMS
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.searching import LONGEST_SEARCH, QUESTION, RULE, Found, Hit, search

from .excerpts import excerpt, marked
from .languages import gettext, language

USUAL = "classic"
STARTERS = ("pile", "wild", "morto", "out", "red3", "canasta")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the reader looks things up: at a table, or anywhere with a preset."""

    match_id: str | None
    ruleset: Ruleset

    @property
    def preset(self) -> str:
        preset = self.ruleset.preset
        return preset if preset in PRESETS else USUAL

    @property
    def _preset_unless_usual(self) -> str | None:
        return None if self.preset == USUAL else self.preset

    def search(self, text: str | None = None) -> str:
        """The search page, for some words or for none."""
        if self.match_id is not None:
            return url_for("search.table_show", match_id=self.match_id, q=text)
        return url_for("search.show", q=text, ruleset=self._preset_unless_usual)

    def book(self) -> str:
        """The contents of the rulebook."""
        if self.match_id is not None:
            return url_for("rulebook.table_rules", match_id=self.match_id)
        return url_for("rulebook.book", preset=self.preset)

    def rule(self, rule: str) -> str:
        """The page of a rule."""
        if self.match_id is not None:
            return url_for("rulebook.table_rule", match_id=self.match_id, rule=rule)
        return url_for("rulebook.rule", preset=self.preset, rule=rule)

    def questions(self) -> str:
        """The contents of the questions."""
        if self.match_id is not None:
            return url_for("ruling.table_start", match_id=self.match_id)
        return url_for("ruling.start", ruleset=self._preset_unless_usual)

    def question(self, key: str) -> str:
        """The form of a question."""
        if self.match_id is not None:
            return url_for("ruling.table_ask", match_id=self.match_id, question=key)
        return url_for("ruling.ask", question=key, ruleset=self._preset_unless_usual)

    def glossary(self, term: str | None = None) -> str:
        """The glossary, at a word of it."""
        preset = None if self.match_id is not None else self._preset_unless_usual
        return url_for("glossary.show", match=self.match_id, ruleset=preset, _anchor=term)

    def back(self) -> tuple[str, str]:
        """The address of the page before, and its name."""
        if self.match_id is not None:
            return url_for("table.board", match_id=self.match_id), gettext("Board")
        return url_for("home.index"), gettext("Start")


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that was found: what it is, where it is, its title and a part of its text."""

    kind: str
    kind_title: str
    url: str
    title: Markup
    heard: str
    excerpt: Markup


@dataclass(frozen=True, slots=True)
class SearchPage:
    """What was typed and what came of it."""

    text: str
    place: Place
    problem: str
    found: Found
    results: tuple[Result, ...]

    @property
    def starters(self) -> tuple[str, ...]:
        """Words to begin with, in the reader's language."""
        return tuple(TERMS[key].title(language()) for key in STARTERS)


def make_search(text: str, place: Place) -> SearchPage:
    """The page for what was typed; a text too long to be read has a problem instead of results."""
    if len(text) > LONGEST_SEARCH:
        sentence = gettext("That is too long to search for: %(most)s characters at most.")
        return SearchPage(text, place, sentence % {"most": LONGEST_SEARCH}, Found(), ())
    found = search(text, place.ruleset, language())
    return SearchPage(text, place, "", found, tuple(_result(hit, place) for hit in found.hits))


def _result(hit: Hit, place: Place) -> Result:
    document = hit.document
    kind_title, address = _of_kind(document.kind, place)
    heard = ""
    if document.key in TERMS and document.kind not in (RULE, QUESTION):
        heard = TERMS[document.key].heard(language())
    return Result(
        kind=document.kind,
        kind_title=kind_title,
        url=address(document.key),
        title=marked(document.title, hit.words),
        heard=heard,
        excerpt=excerpt(document.text, hit.words),
    )


def _of_kind(kind: str, place: Place) -> tuple[str, Callable[[str], str]]:
    if kind == RULE:
        return gettext("Rule"), place.rule
    if kind == QUESTION:
        return gettext("Question"), place.question
    return gettext("Word"), place.glossary
