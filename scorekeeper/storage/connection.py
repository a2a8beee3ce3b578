"""One short-lived connection to the database file, its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from . import alone
from .damage import note_damage, refuse_damaged
from .faults import (
    DatabaseBusyError,
    DatabaseFullError,
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
# Every file that this process has found with something in it.
_seen: set[Path] = set()


@contextmanager
def open_database(path: str | Path, journal: str = "wal") -> Iterator[Database]:
    """The database at `path`, for the thread that asked and for the length of the block.

    The file is made if it is missing, its folder is not. On a full disk it can still be read, see
    `alone`. Whatever SQLite refuses, here or in the block, is raised as a `StorageError`.
    """
    place = Path(path).absolute()
    with naming(place), closing(opened(place, journal).conn) as connection:
        try:
            yield Database(connection, execute_plugins=False)
        except sqlite3.OperationalError as error:
            is_shut = isinstance(storage_error(error), DatabaseReadOnlyError)
            if is_shut and alone.is_alone(connection):
                raise DatabaseFullError(str(error)) from error
            raise


def opened(place: Path, journal: str, check_same_thread: bool = True) -> Database:
    """The database in this file, made and up to date, for whoever closes its connection.

    Raises `ValueError` for a journal that is none, `StorageError`, and whatever SQLite raises.
    """
    if journal not in JOURNALS:
        raise ValueError(f"journal must be one of {', '.join(JOURNALS)}, not {journal!r}")
    make_file(place)

    def usual() -> sqlite3.Connection:
        connection = connect(place, check_same_thread)
        with alone.closed_if_it_fails(connection):
            db = Database(connection, execute_plugins=False)
            _configure(db)
            _bring_up_to_date(db, place)  # first: a file that is refused stays untouched
            _set_journal(db, journal)
        return connection

    def look() -> sqlite3.Connection:
        connection = alone.connect(place, check_same_thread)
        with alone.closed_if_it_fails(connection):
            db = Database(connection, execute_plugins=False)
            _configure(db)
            if not is_current(db):
                raise DatabaseFullError("the tables of an earlier version need room")
        note_seen(place)
        return connection

    connection = alone.where_full(usual, look, BUSY_SECONDS)
    return Database(connection, execute_plugins=False)


@contextmanager
def naming(place: Path) -> Iterator[None]:
    """Raises what SQLite refuses in the block as a `StorageError`, and remembers a damage."""
    try:
        yield
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
        journal = Path(f"{os.path.realpath(place)}-wal")  # SQLite follows a link, too
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
    was_there = was_seen(place)  # asked first: another thread may begin the file during the look
    try:
        if place.exists() and place.stat().st_size:
            return
        if was_there:
            raise DatabaseGoneError(str(place))
        if not place.exists():
            place.touch(mode=0o600)
    except OSError as error:
        raise file_error(error) from error


def was_seen(place: Path) -> bool:
    """Whether this process has found something in a file of this path."""
    return place in _seen


def note_seen(place: Path) -> None:
    """Something is in the file: should it go while this process runs, no empty one follows it."""
    _seen.add(place)


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
            if isinstance(fault, DatabaseReadOnlyError | DatabaseFullError):
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
    note_seen(place)


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
