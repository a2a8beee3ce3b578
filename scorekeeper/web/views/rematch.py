"""The table plays once more: the rematch, the way from one match to the next, and the day."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.scorebook import MatchRecord, NotPossible, next_of, previous_of
from scorekeeper.scorebook.starting import rematch_setup

from ..day_pages import make_day
from ..keys import access_to, check_link, keep, keep_own, open_table, scorebook
from ..pages import house_rules, make_board, seat_label
from ..phones import signature

views = Blueprint("rematch", __name__)


@views.get("/t/<match_id>/rematch")
def ask(match_id: str) -> str | Response:
    """Who plays by which rules, and the choice between the same seats and swapped ones."""
    table = open_table(match_id, edit=True)
    record = table.record
    if _successor(record):
        return redirect(url_for("rematch.onward", match_id=match_id), 303)
    if not record.is_over:
        return redirect(url_for("table.board", match_id=match_id), 303)
    dealers = tuple(
        seat_label(replace(record, setup=rematch_setup(record, swap)), record.dealer)
        for swap in (False, True)
    )
    return render_template(
        "rematch/rematch.html",
        board=make_board(record, table.may_edit),
        ruleset=record.ruleset,
        changes=house_rules(record.ruleset),
        dealers=dealers,
    )


@views.post("/t/<match_id>/rematch")
def start(match_id: str) -> Response:
    """Starts the rematch, or goes to the one that was started already."""
    table = open_table(match_id, edit=True)
    successor = _successor(table.record)
    if successor:
        return _visit(successor, may_edit=True)
    try:
        keys = scorebook().rematch(match_id, bool(request.form.get("swap")), signature())
    except NotPossible:
        return redirect(url_for("table.board", match_id=match_id), 303)
    keep_own(keys)  # another phone may have begun it at the same moment
    return redirect(url_for("table.board", match_id=keys.id), 303)


@views.get("/t/<match_id>/next")
def onward(match_id: str) -> Response:
    """The rematch of this match; who may enter hands here may do so there, others watch."""
    table = open_table(match_id)
    successor = _successor(table.record)
    if successor:
        return _visit(successor, table.may_edit)
    page = "rematch.ask" if table.record.successor and table.may_edit else "table.board"
    return redirect(url_for(page, match_id=match_id), 303)


@views.get("/t/<match_id>/previous")
def back(match_id: str) -> Response:
    """The match before this one, to watch for phones that have no key of it yet."""
    table = open_table(match_id)
    before = previous_of(table.record, scorebook().read)
    if before is None:
        abort(404)
    return _visit(before.id, may_edit=False)


@views.get("/t/<match_id>/day")
def day(match_id: str) -> str:
    """The matches that this table has played today, and their ranking."""
    table = open_table(match_id)
    return render_template("rematch/day.html", day=make_day(table.record))


def _successor(record: MatchRecord) -> str:
    """The rematch of this match, unless it was deleted for good."""
    found = next_of(record, scorebook().read)
    return "" if found is None else found.id


def _visit(match_id: str, may_edit: bool) -> Response:
    keys, held = scorebook().keys(match_id), access_to(match_id)
    if held is None or (may_edit and not held.may_edit):
        check_link(match_id, may_edit)
        keep(match_id, keys.edit if may_edit else keys.watch)
    return redirect(url_for("table.board", match_id=match_id), 303)
