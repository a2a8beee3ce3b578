"""One short-lived connection to the database file, its tables up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from .faults import DatabaseBusyError, DatabaseReadOnlyError, file_error, storage_error
from .migrations import is_current, migrate

BUSY_SECONDS = 5
JOURNALS = ("wal", "delete")
JOURNAL_ATTEMPTS = 5

# What this process has found up to date: the file and the version of its schema, by path.
_current: dict[Path, tuple[int, int, int]] = {}


@contextmanager
def open_database(path: str | Path, journal: str = "wal") -> Iterator[Database]:
    """The database at `path`, for the thread that asked and for the length of the block.

    The file is made if it is missing, its folder is not. Whatever SQLite refuses, here or in
    the block, is raised as a `StorageError`.
    """
    if journal not in JOURNALS:
        raise ValueError(f"journal must be one of {', '.join(JOURNALS)}, not {journal!r}")
    place = Path(path).absolute()
    _make_file(place)
    try:
        with closing(sqlite3.connect(place, timeout=BUSY_SECONDS)) as connection:
            db = Database(connection, execute_plugins=False)
            _configure(db)
            _bring_up_to_date(db, place)  # first: a file that is refused stays untouched
            _set_journal(db, journal)
            yield db
    except sqlite3.Error as error:
        raise storage_error(error) from error


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """Holds the write lock: what the block writes is there as a whole afterwards, or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def _make_file(place: Path) -> None:
    """The file holds secrets, so nobody else may read it; SQLite's own files take after it."""
    try:
        if not place.exists():
            place.touch(mode=0o600)
    except OSError as error:
        raise file_error(error) from error


def _configure(db: Database) -> None:
    db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")


def _set_journal(db: Database, journal: str) -> None:
    """A file system without shared memory keeps its own journal, which is as safe."""
    for _ in range(JOURNAL_ATTEMPTS):
        if _pragma(db, "journal_mode") == journal:
            return
        try:
            db.execute(f"PRAGMA journal_mode = {journal}")
            return
        except sqlite3.OperationalError as error:
            fault = storage_error(error)
            if isinstance(fault, DatabaseReadOnlyError):
                return  # reading is still possible
            if not isinstance(fault, DatabaseBusyError):
                raise
        # Changing the journal does not wait for others to finish; taking the write lock does.
        with writing(db):
            pass
    raise DatabaseBusyError(f"the journal cannot be changed to {journal} while the file is in use")


def _bring_up_to_date(db: Database, place: Path) -> None:
    """Looks at the migrations once per process and file, and again when either has changed."""
    found = _fingerprint(db, place)
    if _current.get(place) == found:
        return
    if not is_current(db):
        with writing(db):  # another process may be doing the same: look again behind the lock
            migrate(db)
    _current[place] = found


def _fingerprint(db: Database, place: Path) -> tuple[int, int, int]:
    try:
        status = place.stat()
    except OSError as error:
        raise file_error(error) from error
    return status.st_dev, status.st_ino, int(str(_pragma(db, "schema_version")))


def _pragma(db: Database, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]
