"""What a table agrees on beside the hands: points given or taken, and an early end."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.rules.problems import DocumentError
from scorekeeper.scorebook import NotPossible, StaleEntry

from ..adjust_form import KINDS, AdjustForm, kind_label
from ..keys import Table, open_table, scorebook
from ..languages import gettext, language
from ..pages import make_board
from ..phones import signature

views = Blueprint("agreements", __name__)


@views.get("/t/<match_id>/adjust")
def adjust(match_id: str) -> Response:
    """The form for points beside the hands."""
    table = open_table(match_id, edit=True)
    form = AdjustForm(table.record.ruleset.sides, seen=str(table.record.last))
    return _adjusting(table, form, 200)


@views.post("/t/<match_id>/adjust")
def give_points(match_id: str) -> Response:
    """Gives or takes the points, or shows the form again with every problem."""
    table = open_table(match_id, edit=True)
    form = AdjustForm(table.record.ruleset.sides, request.form)
    if form.errors:
        return _adjusting(table, form, 422)
    try:
        scorebook().adjust(match_id, form.points, form.reason, *_request())
    except StaleEntry as stale:
        form.fields.seen.data = str(stale.record.last)
        form.errors[""] = [_moved_on()]
        return _adjusting(table, form, 409)
    except DocumentError as error:
        form.errors["words"] = [error_sentence(error, language())]
        return _adjusting(table, form, 422)
    return _board(match_id)


@views.get("/t/<match_id>/adjustments/<int:adjustment>")
def show(match_id: str, adjustment: int) -> str:
    """One adjustment: its points, its reason, and the way to take it back."""
    table = open_table(match_id)
    found = next((one for one in table.record.adjustments if one.id == adjustment), None)
    if found is None:
        abort(404)
    return render_template(
        "agreements/adjustment.html",
        board=make_board(table.record, table.may_edit),
        adjustment=found,
    )


@views.post("/t/<match_id>/adjustments/<int:adjustment>/delete")
def delete(match_id: str, adjustment: int) -> Response:
    """Takes an adjustment out of the match; it can be put back."""
    return _change(match_id, scorebook().delete_adjustment, adjustment)


@views.post("/t/<match_id>/adjustments/<int:adjustment>/restore")
def restore(match_id: str, adjustment: int) -> Response:
    """Puts a deleted adjustment back."""
    return _change(match_id, scorebook().restore_adjustment, adjustment)


@views.get("/t/<match_id>/end")
def end(match_id: str) -> Response:
    """The ways to end a match early."""
    table = open_table(match_id, edit=True)
    return _board(match_id) if table.record.is_over else _ending(table, 200)


@views.post("/t/<match_id>/stop")
def stop(match_id: str) -> Response:
    """Stops the match by agreement."""
    return _change(match_id, scorebook().stop)


@views.post("/t/<match_id>/annul")
def annul(match_id: str) -> Response:
    """Annuls the match if every side has agreed."""
    table = open_table(match_id, edit=True)
    consents = tuple(f"agrees{number}" in request.form for number in range(len(table.record.sides)))
    return _change(match_id, scorebook().annul, consents)


@views.post("/t/<match_id>/resume")
def resume(match_id: str) -> Response:
    """Takes back a stop or an annulment."""
    return _change(match_id, scorebook().resume)


def _change(match_id: str, change: Callable[..., object], *what: object) -> Response:
    table = open_table(match_id, edit=True)
    try:
        change(match_id, *what, *_request())
    except StaleEntry:
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    except NotPossible as refused:
        sentences = [problem_sentence(problem, language()) for problem in refused.problems]
        if not sentences:
            return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
        return _ending(table, 422, sentences)
    return _board(match_id)


def _request() -> tuple[int, str, str]:
    """What every change carries: the last event seen, the id of the form, and the phone."""
    seen = request.form.get("seen", -1, type=int)
    return seen, request.form.get("entry_id", "")[:64], signature()


def _adjusting(table: Table, form: AdjustForm, status: int) -> Response:
    page = render_template(
        "agreements/adjust.html",
        form=form,
        fields=form.fields,
        board=make_board(table.record, table.may_edit),
        kinds={kind: kind_label(kind) for kind in KINDS},
    )
    return make_response(page, status)


def _ending(table: Table, status: int, problems: list[str] | None = None) -> Response:
    board = make_board(table.record, table.may_edit)
    page = render_template("agreements/end.html", board=board, problems=problems or [])
    return make_response(page, status)


def _board(match_id: str) -> Response:
    return redirect(url_for("table.board", match_id=match_id), 303)


def _moved_on() -> str:
    return gettext("The match changed meanwhile. Look at the board, then send this once more.")
