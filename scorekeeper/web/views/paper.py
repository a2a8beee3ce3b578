"""A match out of the phone: a sheet to print, a table for spreadsheets, its whole log as a file."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from scorekeeper.scorebook import export_text

from ..agreement_pages import hidden_from
from ..csv_file import csv_file
from ..keys import open_table, transfers
from ..pages import make_board, seat_label

views = Blueprint("paper", __name__)


@views.get("/t/<match_id>/print")
def sheet(match_id: str) -> str:
    """The match on one sheet of paper."""
    table = open_table(match_id)
    record = table.record
    return render_template(
        "paper/sheet.html",
        board=make_board(record, table.may_edit),
        seats=tuple(seat_label(record, seat) for seat in range(record.ruleset.players)),
        bench=record.bench,
    )


@views.get("/t/<match_id>/match.csv")
def spreadsheet(match_id: str) -> Response:
    """The hands as a table."""
    table = open_table(match_id)
    text = csv_file(make_board(table.record, table.may_edit))
    return _file(text, "text/csv; charset=utf-8", f"tranca-{match_id}.csv")


@views.get("/t/<match_id>/export.json")
def export(match_id: str) -> Response:
    """The match with its whole log, to be taken in by this app elsewhere."""
    table = open_table(match_id)
    if hidden_from(table.record) is not None:
        return not_yet(match_id)
    text = export_text(transfers().export(match_id))
    return _file(text, "application/json", f"tranca-{match_id}-log.json")


def not_yet(match_id: str) -> Response:
    """A document has all figures or none: it waits until both counts of a hand are in."""
    return make_response(render_template("paper/not_yet.html", match_id=match_id), 409)


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, content_type=kind)
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    return answer
