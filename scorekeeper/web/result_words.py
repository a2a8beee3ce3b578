"""The score of a match in a few lines of plain text, for messengers."""

from __future__ import annotations

from .languages import gettext, ngettext, points
from .pages import Board


def result_words(board: Board) -> str:
    """Who has how many points, who has won and by which rule, after how many hands, and what is
    not in it."""
    lines = ["♠ Tranca"]
    order = sorted(board.sides, key=lambda side: -side.total) if board.is_over else board.sides
    winner = board.ruling.winner
    for side in order:
        is_winner = winner is not None and side is board.sides[winner]
        cup = " 🏆" if is_winner else ""
        players = f" ({', '.join(side.players)})" if side.players else ""
        lines.append(f"{side.name}{players}: {points(side.total)}{cup}")
    if board.ruling.rule:
        lines.append(board.verdict.striptags())
    played = ngettext("%(num)s hand", "%(num)s hands", board.hands) % {"num": board.hands}
    if not board.is_over and board.target:
        played += ", " + gettext("to %(target)s") % {"target": points(board.target)}
    if board.minutes:
        played += ", " + gettext("%(minutes)s min") % {"minutes": board.minutes}
    return "\n".join(filter(None, [*lines, played, board.unread]))
