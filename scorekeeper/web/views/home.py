"""The first page: go on with a match, or start one."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from scorekeeper.scorebook import UnknownMatch, UnreadableMatch

from ..keys import access_to, known_matches, scorebook
from ..pages import Board, make_board

views = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class HomePage:
    """The matches this phone has opened."""

    playing: tuple[Board, ...]
    over: tuple[Board, ...]


@views.get("/")
def index() -> str:
    """The matches of this phone, those in play first."""
    boards = [board for board in map(_board, known_matches()) if board is not None]
    boards.sort(key=lambda board: board.changed_at, reverse=True)
    page = HomePage(
        playing=tuple(board for board in boards if not board.is_over),
        over=tuple(board for board in boards if board.is_over),
    )
    return render_template("home/index.html", page=page)


def _board(match_id: str) -> Board | None:
    access = access_to(match_id)
    if access is None:
        return None
    try:
        return make_board(scorebook().read(match_id), access.may_edit)
    except (UnknownMatch, UnreadableMatch):
        return None
