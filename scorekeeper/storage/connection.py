"""One short-lived connection to the database file, its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from .damage import note_damage, refuse_damaged
from .faults import (
    DatabaseBusyError,
    DatabaseGoneError,
    DatabaseReadOnlyError,
    StorageError,
    file_error,
    storage_error,
)
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
    make_file(place)
    try:
        with closing(connect(place)) as connection:
            db = Database(connection, execute_plugins=False)
            _configure(db)
            _bring_up_to_date(db, place)  # first: a file that is refused stays untouched
            _set_journal(db, journal)
            yield db
    except sqlite3.Error as error:
        fault = _named(error, place)
        note_damage(place, fault)
        raise fault from error


def connect(place: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    """A connection to the file, for the thread that asked or for any.

    SQLite wants to write beside a file with a WAL even to read it. On a disk that nobody can write
    to it is told so, unless something is left in that WAL.
    """
    address: str | Path = place
    if is_fixed(place):
        journal = place.with_name(place.name + "-wal")
        if not (journal.exists() and journal.stat().st_size):
            address = f"{place.as_uri()}?immutable=1"
    return sqlite3.connect(
        address, timeout=BUSY_SECONDS, uri=address != place, check_same_thread=check_same_thread
    )


def is_fixed(place: Path) -> bool:
    """Whether the file is on a disk that can only be read."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        return bool(os.statvfs(place).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _named(error: sqlite3.Error, place: Path) -> StorageError:
    """The exception of this package; a file that cannot be opened may be one to read only."""
    fault = storage_error(error)
    cannot_open = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CANTOPEN
    as_asked = os.access in os.supports_effective_ids
    if cannot_open and place.is_file() and not os.access(place, os.W_OK, effective_ids=as_asked):
        return DatabaseReadOnlyError(str(error))
    return fault


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """Holds the write lock: what the block writes is there as a whole afterwards, or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        refuse_damaged(db)
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def make_file(place: Path) -> None:
    """The file is there; it holds secrets, so nobody else may read it.

    SQLite's own files take after it. One that has gone while this process ran is not made anew:
    whoever puts it back finds it as it was. Raises `StorageError`.
    """
    try:
        if not place.exists():
            if place in _current:
                raise DatabaseGoneError(str(place))
            place.touch(mode=0o600)
    except OSError as error:
        raise file_error(error) from error


def _configure(db: Database) -> None:
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # what is swept away may have names in it too
    db.execute("PRAGMA cell_size_check = ON")  # a torn page is found before it is written to


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
    found = fingerprint(db, place)
    if _current.get(place) == found:
        return
    if not is_current(db):
        with writing(db):  # another process may be doing the same: look again behind the lock
            migrate(db)
    _current[place] = found


def fingerprint(db: Database, place: Path) -> tuple[int, int, int]:
    """The file and the version of its schema: device, number of the file, version.

    Raises `StorageError`.
    """
    try:
        status = place.stat()
    except OSError as error:
        raise file_error(error) from error
    return status.st_dev, status.st_ino, int(str(_pragma(db, "schema_version")))


def _pragma(db: Database, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]
