"""Taking a match out of the file for good, with every name in it."""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database

from .connection import open_database, writing
from .text import storable


def forget_match(path: str | Path, journal: str, match_id: str) -> bool:
    """Removes a match and all that belongs to it; False if there is none. Raises `StorageError`.

    The log guards itself against every deletion, so its guards are put aside for that long; nobody
    else can write meanwhile. What was deleted is overwritten, as everywhere in this
    file, and in SQLite's journal too.
    """
    with open_database(path, journal) as db:
        with writing(db):
            guards = _guards(db)
            for name, _ in guards:
                db.execute(f'DROP TRIGGER "{name}"')
            for table, column in _tables_of_a_match(db):
                db.execute(f'DELETE FROM "{table}" WHERE "{column}" = ?', (storable(match_id),))  # noqa: S608
            gone = db.execute("DELETE FROM matches WHERE id = ?", (storable(match_id),)).rowcount
            for _, statement in guards:
                db.execute(statement)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return bool(gone)


def _guards(db: Database) -> list[tuple[str, str]]:
    """The triggers against deletion, each with the statement that makes it."""
    sql = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%not_deleted'"
    return [(str(name), str(statement)) for name, statement in db.execute(sql).fetchall()]


def _tables_of_a_match(db: Database) -> list[tuple[str, str]]:
    """Every table whose rows belong to a match, and the column that says to which."""
    return [
        (table, key.column)
        for table in db.table_names()
        for key in db.table(table).foreign_keys
        if key.other_table == "matches" and key.column
    ]
