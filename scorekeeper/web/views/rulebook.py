"""The rules: of a preset, and of a table with its own values."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rulebook.comparison import differences
from scorekeeper.rulebook.foreword import foreword
from scorekeeper.rulebook.summary import summary_of
from scorekeeper.rules.options import overrides_of
from scorekeeper.rules.ruleset import PRESETS, Ruleset

from ..book_pages import Book, is_rule, make_contents, make_rule, make_tips, preset_names
from ..keys import open_table
from ..languages import gettext, language
from ..search_pages import Place

views = Blueprint("rulebook", __name__)

COMPARED = ("classic", "online")


@views.app_template_filter("presets")
def presets_by_name(presets: tuple[str, ...]) -> str:
    """Presets by name."""
    return preset_names(presets)


@views.get("/rules")
def start() -> Response:
    """The rules of the classic game."""
    return redirect(url_for("rulebook.book", preset="classic"), 303)


@views.get("/rules/compare")
def compare() -> str:
    """Two presets side by side, and where there is room, all of them."""
    one, other = (
        request.args.get(name, usual)
        for name, usual in zip(("one", "other"), COMPARED, strict=True)
    )
    pair = [_preset(one), _preset(other)]
    return render_template(
        "rulebook/compare.html",
        pair=(one, other),
        chapters=differences(pair, language()),
        presets=tuple(PRESETS),
        all_chapters=differences(list(PRESETS.values()), language()),
        book=Book(pair[0]),
    )


@views.get("/rules/tips")
def tips() -> str:
    """Tips for players."""
    book = Book(PRESETS["classic"])
    return render_template("rulebook/tips.html", tips=make_tips(book), book=book)


@views.get("/rules/<preset>")
def book(preset: str) -> str:
    """The contents of the rules of a preset."""
    return _contents(Book(_preset(preset)), url_for("home.index"), gettext("Start"))


@views.get("/rules/<preset>/summary")
def summary(preset: str) -> str:
    """The rules of a preset on one sheet."""
    return _summary(Book(_preset(preset)))


@views.get("/rules/<preset>/<rule>")
def rule(preset: str, rule: str) -> str:
    """One rule of a preset."""
    return _rule(Book(_preset(preset)), rule)


@views.get("/t/<match_id>/rules")
def table_rules(match_id: str) -> str:
    """The contents of the rules of a table, with the values it has set."""
    back = url_for("table.board", match_id=match_id)
    return _contents(_table_book(match_id), back, gettext("Board"))


@views.get("/t/<match_id>/rules/summary")
def table_summary(match_id: str) -> str:
    """The rules of a table on one sheet."""
    return _summary(_table_book(match_id))


@views.get("/t/<match_id>/rules/<rule>")
def table_rule(match_id: str, rule: str) -> str:
    """One rule as a table plays it."""
    return _rule(_table_book(match_id), rule)


def _preset(name: str) -> Ruleset:
    if name not in PRESETS:
        abort(404)
    return PRESETS[name]


def _table_book(match_id: str) -> Book:
    return Book(open_table(match_id).record.in_force, match_id)


def _contents(book: Book, back: str, back_label: str) -> str:
    return render_template(
        "rulebook/contents.html",
        book=book,
        ruleset=book.ruleset,
        match_id=book.match_id,
        changes=overrides_of(book.ruleset),
        foreword=foreword(book.ruleset, language()),
        chapters=make_contents(book),
        glossary_url=Place(book.match_id, book.ruleset).glossary(),
        back=back,
        back_label=back_label,
        presets=tuple(PRESETS) if book.match_id is None else (),
    )


def _rule(book: Book, rule: str) -> str:
    if not is_rule(rule):
        abort(404)
    return render_template(
        "rulebook/rule.html",
        book=book,
        page=make_rule(rule, book),
        glossary_url=Place(book.match_id, book.ruleset).glossary(),
    )


def _summary(book: Book) -> str:
    return render_template(
        "rulebook/summary.html",
        book=book,
        ruleset=book.ruleset,
        summary=summary_of(book.ruleset, language()),
    )
