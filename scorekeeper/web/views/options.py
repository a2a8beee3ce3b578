"""Changing the target and the house rules of a table between two hands."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.match import next_hand_decides
from scorekeeper.rules.options import OPTIONS, check_change, format_option
from scorekeeper.scorebook import MatchRecord, StaleEntry

from ..keys import open_table, scorebook
from ..languages import gettext, language
from ..options_form import OptionsForm, option_changes
from ..phones import signature
from ..rules_form import HOUSE_RULES, targets
from ..steppers import stepped

views = Blueprint("options", __name__)


@views.get("/t/<match_id>/options")
def change(match_id: str) -> Response:
    """The rules of the next hand, to be changed."""
    record = open_table(match_id, edit=True).record
    return _board(match_id) if record.is_over else _form(record, OptionsForm(record), 200)


@views.post("/t/<match_id>/options")
def save(match_id: str) -> Response:
    """Shows what would change, and changes it when that is sent on."""
    record = open_table(match_id, edit=True).record
    if record.is_over:
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    if "step" in request.form:
        return _form(record, OptionsForm(record, stepped(request.form)), 200)
    form = OptionsForm(record, request.form)
    if "edit" in request.form and not form.errors:
        return _form(record, form, 200)
    if not form.errors and not form.wanted:
        form.tell("", gettext("Nothing is changed yet."))
    if form.errors:
        return _form(record, form, 422)
    if "save" in request.form:
        return _save(record, form)
    return _summary(record, form, 200) if form.seen == record.last else _moved_on(record, form)


def _save(record: MatchRecord, form: OptionsForm) -> Response:
    try:
        book = scorebook()
        book.change_options(record.id, form.wanted, form.seen, form.entry_id, signature())
    except StaleEntry as stale:
        return _moved_on(stale.record, form)
    return _board(record.id)


def _moved_on(record: MatchRecord, form: OptionsForm) -> Response:
    """What was changed here on top of what others wrote meanwhile, to be looked at once more."""
    merged = form.on_top_of(record.ruleset)
    again = OptionsForm(record, ruleset=merged)
    if record.is_over:
        return make_response(render_template("hands/moved_on.html", match_id=record.id), 409)
    if merged == record.ruleset:
        return _board(record.id)
    for problem in check_change(record.ruleset, merged, "overrides"):
        again.tell("", problem_sentence(problem, language()))
    return _form(record, again, 409) if again.errors else _summary(record, again, 409)


def _form(record: MatchRecord, form: OptionsForm, status: int) -> Response:
    page = render_template(
        "options/change.html",
        match_id=record.id,
        form=form,
        fields=form.fields,
        groups=HOUSE_RULES,
        targets=targets(form.base),
        options=OPTIONS,
        default_of=format_option,
        next_hand=len(record.hands) + 1,
    )
    return make_response(page, status)


def _summary(record: MatchRecord, form: OptionsForm, status: int) -> Response:
    page = render_template(
        "options/summary.html",
        match_id=record.id,
        form=form,
        changes=option_changes(record.ruleset, form.ruleset),
        next_hand=len(record.hands) + 1,
        has_moved_on=status == 409,
        decides=next_hand_decides(record.standing.totals, form.ruleset),
    )
    return make_response(page, status)


def _board(match_id: str) -> Response:
    return redirect(url_for("table.board", match_id=match_id), 303)
