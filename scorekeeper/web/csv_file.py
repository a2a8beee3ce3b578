"""A match as a table for spreadsheets: numbers stay numbers, and no name becomes a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

from .languages import gettext, language
from .pages import Board

BYTE_ORDER_MARK = "\ufeff"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# a spreadsheet that parts columns by another sign than this file would begin a cell there
_BEGINS_A_CELL = re.compile(f"([,;|\t][\"']*)(?=[{re.escape(''.join(FORMULA_SIGNS))}])")


def csv_file(board: Board) -> str:
    """The hands of a match, the first one first, with the running totals of every side.

    Spreadsheets part columns by a semicolon where the comma is the sign for decimals.
    """
    text = StringIO()
    separator = "," if language() == "en" else ";"
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerows(map(_row_of_cells, _rows(board)))
    return BYTE_ORDER_MARK + text.getvalue()


def _rows(board: Board) -> Iterator[list[str | int]]:
    heading: list[str | int] = [gettext("Hand")]
    for name in board.names:
        heading += [name, gettext("%(side)s, total") % {"side": name}]
    yield [*heading, gettext("Remark")]
    for row in reversed(board.rows):
        cells: list[str | int] = [row.number or row.label]
        for points, total in zip(row.totals, row.running, strict=True):
            cells += [points, total]
        yield [*cells, row.reason or (gettext("corrected") if row.corrected else "")]
    if board.unread:
        yield ["", *["" for _ in board.names for _ in ("points", "total")], board.unread]


def _row_of_cells(cells: list[str | int]) -> list[str | int]:
    return [cell if isinstance(cell, int) else as_text(cell) for cell in cells]


def as_text(cell: str) -> str:
    """The words of a cell, marked as words if a spreadsheet would take them for a formula."""
    inner = _BEGINS_A_CELL.sub(r"\1'", cell)
    return f"'{inner}" if inner.startswith(FORMULA_SIGNS) else inner
