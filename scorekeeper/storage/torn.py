"""Rows with letters that a broken disk has made unreadable: the other fields are read as ever."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def all_rows(
    connection: sqlite3.Connection, sql: str, parameters: Sequence[object] = ()
) -> list[tuple[Any, ...]]:
    """Every row found; a text that is none any more is empty. Raises what SQLite raises."""
    try:
        return connection.execute(sql, parameters).fetchall()
    except sqlite3.OperationalError as error:
        if "Could not decode to UTF-8" not in str(error):
            raise
    with emptying_torn(connection):
        return connection.execute(sql, parameters).fetchall()


@contextmanager
def emptying_torn(connection: sqlite3.Connection) -> Iterator[None]:
    """In the block a text that is none any more is read as an empty one; that takes longer."""
    factory, connection.text_factory = connection.text_factory, _text
    try:
        yield
    finally:
        connection.text_factory = factory


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""
