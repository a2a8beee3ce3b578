"""The board of a match, and the answer to phones that follow it."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.scorebook import MatchRecord, Sight

from ..agreement_pages import make_agreement
from ..cut_pages import may_change_dealer
from ..day_pages import make_day
from ..kept_boards import CONTEXT, find_drawn, form_token, keep_drawn, looker
from ..keys import (
    accept,
    find_newest,
    held_secret,
    look_at,
    open_table,
    refuse,
    refuse_table,
    scorebook,
)
from ..notices import make_notices
from ..odds_pages import are_wanted, known_odds
from ..pages import Row, make_board
from ..quick_answers import Note, note
from ..stretches import cut_stretch

views = Blueprint("table", __name__)

MOST_HANDS = 200  # on one page, with the points beside them
FEW_DELETED, MOST_DELETED = 5, 50  # on the board and on a page, each with a form to put it back


@views.get("/j/<secret>")
def join(secret: str) -> AnyResponse:
    """Keeps the secret of a link in the session and leaves it out of the address from then on."""
    access = scorebook().find(secret)
    if access is None:
        refuse(secret)
    accept(access.match_id, secret, access.may_edit)
    return redirect(url_for("table.board", match_id=access.match_id), 303)


@views.get("/t/<match_id>")
def board(match_id: str) -> Response:
    """The board, or the end of the match."""
    sight = look_at(match_id)
    if sight is None:
        refuse_table(match_id)
    return _board("table/board.html", sight)


@views.get("/t/<match_id>/board")
def follow(match_id: str) -> Response | tuple[str, int]:
    """The board if there is something newer than event number `seen`, else 204.

    A phone that has lost its key loads its page anew, which says why.
    """
    newest = find_newest(match_id)
    if newest is not None and request.args.get("seen", type=int) == newest:
        note(Note(match_id, held_secret(match_id)))
        return "", 204
    sight = look_at(match_id)
    if sight is None:
        return Response(status=404, headers={"HX-Refresh": "true"})
    return _board("table/_board.html", sight, followed=True)


@views.get("/t/<match_id>/earlier")
def earlier(match_id: str) -> str:
    """The hands before event number `before`, which the board of a very long match leaves out."""
    table = open_table(match_id)
    record, before = table.record, request.args.get("before", type=int)
    board = make_board(record, table.may_edit)
    return render_template(
        "table/earlier.html",
        board=board,
        hands=cut_stretch(board.rows, before, MOST_HANDS, _number),
        agreement=make_agreement(record),
    )


@views.get("/t/<match_id>/deleted")
def deleted(match_id: str) -> str:
    """What was deleted before event number `before`, where the board has no room for all of it."""
    record, before = open_table(match_id, edit=True).record, request.args.get("before", type=int)
    board = make_board(record, may_edit=True)
    gone = cut_stretch(board.deleted, before, MOST_DELETED, _number)
    return render_template("table/deleted.html", board=board, gone=gone)


def _number(row: Row) -> int:
    return row.id


def _board(template: str, sight: Sight, followed: bool = False) -> Response:
    who = looker(template)
    drawn = find_drawn(current_app, who, sight)
    if drawn is None:
        record = sight.record
        page = _draw(template, record, sight.access.may_edit, followed)
        is_lasting = not (_has_day(record) or _has_odds(record))
        drawn = keep_drawn(current_app, who, sight, page, is_lasting)
    token = form_token() if "csrf" in drawn.gaps else ""
    if not followed:
        match_id = sight.access.match_id
        note(Note(match_id, held_secret(match_id), who, token))
    return Response(drawn.fill(token))


def _has_day(record: MatchRecord) -> bool:
    return record.is_over and bool(record.setup.follows or record.successor)


def _has_odds(record: MatchRecord) -> bool:
    return are_wanted() and not record.is_over


def _draw(template: str, record: MatchRecord, may_edit: bool, followed: bool) -> str:
    board = make_board(record, may_edit)
    return render_template(
        template,
        board=board,
        hands=cut_stretch(board.rows, None, MOST_HANDS, _number),
        gone=cut_stretch(board.deleted, None, FEW_DELETED, _number),
        notices=make_notices(record, may_edit),
        day=make_day(record) if _has_day(record) else None,
        agreement=make_agreement(record),
        odds=known_odds(record) if _has_odds(record) else None,
        is_new=True,
        may_change_dealer=may_change_dealer(record, may_edit),
        followed=followed,
        **CONTEXT,
    )
