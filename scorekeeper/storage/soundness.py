"""Whether a file of SQLite is sound: its pages, its indexes, and what kind each field is of.

The checks of our own tables say more: what may be in a field. A torn letter in one entry breaks
them too, and then it is that entry that cannot be read; a copy of the file is as good as the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

SOUND = "ok"


def finding(connection: sqlite3.Connection, pragma: str = "integrity_check") -> str:
    """The first thing that is wrong with the file, or `SOUND`; `pragma` looks it through.

    What the checks of the tables have against a row is nothing wrong. Raises what SQLite raises.
    """
    with unchecked(connection):
        return str(connection.execute(f"PRAGMA {pragma}(1)").fetchone()[0])


@contextmanager
def unchecked(connection: sqlite3.Connection) -> Iterator[None]:
    """In the block rows are taken that the checks of their tables refuse; types, keys and triggers
    count as ever."""
    connection.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        connection.execute("PRAGMA ignore_check_constraints = OFF")
