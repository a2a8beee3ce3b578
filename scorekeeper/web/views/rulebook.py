"""The rules: of a preset, and of a table with its own values."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.rulebook import RULE_GROUPS, rule_text, rule_title
from scorekeeper.rules.options import overrides_of
from scorekeeper.rules.ruleset import PRESETS, Ruleset

from ..keys import open_table
from ..languages import gettext, language

views = Blueprint("rulebook", __name__)


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule as the page shows it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules of one subject."""

    title: str
    rules: tuple[RuleView, ...]


@views.get("/rules")
def start() -> Response:
    """The rules of the classic game."""
    return redirect(url_for("rulebook.book", preset="classic"), 303)


@views.get("/rules/<preset>")
def book(preset: str) -> str:
    """The rules of a preset."""
    if preset not in PRESETS:
        abort(404)
    return _render(PRESETS[preset], url_for("home.index"), gettext("Start"), tuple(PRESETS))


@views.get("/t/<match_id>/rules")
def table_rules(match_id: str) -> str:
    """The rules of a table, with the values it has set."""
    table = open_table(match_id)
    back = url_for("table.board", match_id=match_id)
    return _render(table.record.in_force, back, gettext("Board"))


def _render(ruleset: Ruleset, back: str, back_label: str, presets: tuple[str, ...] = ()) -> str:
    code = language()
    groups = tuple(
        RuleGroup(
            group.title(code),
            tuple(
                RuleView(rule, rule_title(rule, code), rule_text(rule, ruleset, code))
                for rule in group.rules
            ),
        )
        for group in RULE_GROUPS
    )
    return render_template(
        "rulebook/book.html",
        ruleset=ruleset,
        changes=overrides_of(ruleset),
        groups=groups,
        back=back,
        back_label=back_label,
        presets=presets,
    )
