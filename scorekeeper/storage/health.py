"""Whether the database file can be used, found out by reading and without waiting for writers."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from .connection import note_seen, was_seen
from .faults import (
    DatabaseFullError,
    DatabaseGoneError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    file_error,
    storage_error,
)
from .migrations import is_current, migrations

WAIT_SECONDS = 1.0
SPARE_BYTES = 4 * 2**20
"""SQLite's journal grows to about as much before it is emptied."""


def schema_in_use(path: str | Path) -> str:
    """The name of the latest migration that the file has, or nothing if it was never opened.

    Nothing is written, and a file that this process has seen must still be there. Raises
    `StorageError`, also where reading would do and writing would not.
    """
    place = Path(path).absolute()
    was_there = was_seen(place)  # asked first: another thread may begin the file during the look
    try:
        is_new = not place.exists() or place.stat().st_size == 0
        folder = Path(os.path.realpath(place)).parent  # SQLite follows a link, too
        _check_writable(place if place.exists() else folder, folder)
    except OSError as error:
        raise file_error(error) from error
    if is_new and was_there:
        raise DatabaseGoneError(str(place))
    if is_new:
        return ""
    note_seen(place)
    try:
        with closing(_opened(place)) as connection:
            return _schema(Database(connection, execute_plugins=False))
    except sqlite3.Error as error:
        raise storage_error(error) from error


def _check_writable(written: Path, folder: Path) -> None:
    if not folder.is_dir():
        raise DatabaseUnreachableError
    if not (os.access(written, os.W_OK) and os.access(folder, os.W_OK | os.X_OK)):
        raise DatabaseReadOnlyError
    if shutil.disk_usage(folder).free < SPARE_BYTES:
        raise DatabaseFullError


def _opened(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{place.as_uri()}?mode=ro", timeout=WAIT_SECONDS, uri=True)


def _schema(db: Database) -> str:
    is_current(db)
    applied = [migration.name for migration in migrations.applied(db)]
    if applied:
        db.execute("SELECT id FROM matches ORDER BY rowid DESC LIMIT 1").fetchone()
    return applied[-1] if applied else ""
