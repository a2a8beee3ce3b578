"""The board of a match, and the answer to phones that follow it."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..agreement_pages import make_agreement
from ..cut_pages import may_change_dealer
from ..day_pages import make_day
from ..keys import Table, accept, access_to, open_table, refuse, scorebook
from ..notices import make_notices
from ..odds_pages import are_wanted, known_odds
from ..pages import make_board

views = Blueprint("table", __name__)


@views.get("/j/<secret>")
def join(secret: str) -> Response:
    """Keeps the secret of a link in the session and leaves it out of the address from then on."""
    access = scorebook().find(secret)
    if access is None:
        refuse(secret)
    accept(access.match_id, secret, access.may_edit)
    return redirect(url_for("table.board", match_id=access.match_id), 303)


@views.get("/t/<match_id>")
def board(match_id: str) -> str:
    """The board, or the end of the match."""
    return _render("table/board.html", open_table(match_id))


@views.get("/t/<match_id>/board")
def follow(match_id: str) -> Response | tuple[str, int]:
    """The board if there is something newer than event number `seen`, else 204.

    A phone that has lost its key loads its page anew, which says why.
    """
    access = access_to(match_id)
    if access is None:
        return Response(status=404, headers={"HX-Refresh": "true"})
    book = scorebook()
    if request.args.get("seen", type=int) == book.last_seq(match_id):
        return "", 204
    table = Table(book.read(match_id), access.may_edit)
    return _render("table/_board.html", table, followed=True), 200


def _render(template: str, table: Table, followed: bool = False) -> str:
    record = table.record
    has_day = record.is_over and (record.setup.follows or record.successor)
    return render_template(
        template,
        board=make_board(record, table.may_edit),
        notices=make_notices(record, table.may_edit),
        day=make_day(record) if has_day else None,
        agreement=make_agreement(record),
        odds=known_odds(record) if are_wanted() and not record.is_over else None,
        is_new=True,
        may_change_dealer=may_change_dealer(record, table.may_edit),
        followed=followed,
        drawn_at=datetime.now(UTC),
    )
