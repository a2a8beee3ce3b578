"""A whole database as one file: copied while others write, checked, and put in place at once."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from time import monotonic

from scorekeeper.rules.problems import ScorekeeperError

from . import alone
from .faults import DatabaseBusyError, Fault, StorageError, storage_error
from .log import read_rows, unread
from .soundness import SOUND, finding
from .torn import emptying_torn

WAIT_SECONDS = 5.0
SIDE_FILES = ("-wal", "-shm", "-journal")
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Why(StrEnum):
    """What stands in the way of a copy; the first ones are those of `Fault`."""

    READ_ONLY = "read_only"
    FULL = "full"
    BUSY = "busy"
    CORRUPT = "corrupt"
    NEWER = "newer"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    UNWRITABLE = "unwritable"
    GONE = "gone"
    NO_FILE = "no_file"
    NO_FOLDER = "no_folder"
    A_FOLDER = "a_folder"
    NO_PLAIN_FILE = "no_plain_file"
    EXISTS = "exists"
    ITSELF = "itself"
    NOT_OURS = "not_ours"


class CopyError(ScorekeeperError):
    """A backup was not made or not put back, and nothing was changed; `path` is at fault."""

    def __init__(self, why: Why, path: Path) -> None:
        super().__init__(f"{path}: {why}")
        self.why = why
        self.path = path


_BY_ERRNO = {
    errno.ENOSPC: Why.FULL,
    errno.EDQUOT: Why.FULL,
    errno.EROFS: Why.READ_ONLY,
    errno.EACCES: Why.READ_ONLY,
    errno.EPERM: Why.READ_ONLY,
    errno.ENOENT: Why.NO_FOLDER,
    errno.ENOTDIR: Why.NO_FOLDER,
    errno.EISDIR: Why.A_FOLDER,
    errno.EEXIST: Why.EXISTS,
}


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Raises whatever goes wrong in the block as a `CopyError` about this file."""
    try:
        yield
    except sqlite3.Error as error:
        raise CopyError(Why(storage_error(error).fault), path) from error
    except StorageError as error:
        raise CopyError(Why(error.fault), path) from error
    except OSError as error:
        why = _BY_ERRNO.get(error.errno or 0, Why.UNREACHABLE)
        raise CopyError(why, path) from error


def followed(path: Path) -> Path:
    """The file that a name stands for: where a link leads, whether one is there or not."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path.absolute()


def place_for(target: Path) -> Path:
    """The file to be written for this name, behind any links; it may be there or not.

    Raises `CopyError` for a name of anything but a file, and for one without a folder.
    """
    target = target.absolute()
    check_plain(target)
    place = followed(target)
    if place.is_symlink():  # in a circle
        raise CopyError(Why.NO_PLAIN_FILE, target)
    if not place.parent.is_dir():
        raise CopyError(Why.NO_FOLDER, place.parent)
    return place


def check_plain(path: Path) -> None:
    """Returns for a file, or where there is nothing. Raises `CopyError` for a folder, a device, a
    pipe or a socket: none of them is ever replaced or waited for."""
    with blaming(path):
        if path.is_dir():
            raise CopyError(Why.A_FOLDER, path)
        if path.exists() and not path.is_file():
            raise CopyError(Why.NO_PLAIN_FILE, path)


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """The database in this file, whose content is not changed. Raises `CopyError`."""
    check_plain(path)
    if not path.exists():
        raise CopyError(Why.NO_FILE, path)
    with blaming(path):
        try:
            connection = alone.where_full(
                lambda: _connected(path, "mode=rw"), lambda: alone.connect(path), WAIT_SECONDS
            )
        except sqlite3.OperationalError as error:
            is_shut = storage_error(error).fault in (Fault.READ_ONLY, Fault.UNREACHABLE)
            if not is_shut or any(one.exists() for one in side_files(path)):
                raise
            # the journal `wal` where no file can be made beside it, so nobody writes either
            connection = _connected(path, "immutable=1")
    with closing(connection):
        yield connection


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(address, timeout=WAIT_SECONDS, uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def part_beside(target: Path) -> Iterator[Path]:
    """A new file in the folder of `target` that only its owner may read; gone after the block."""
    with blaming(target.parent):
        descriptor, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
        os.close(descriptor)
    part = Path(name)
    try:
        yield part
    finally:
        for one in (part, *side_files(part)):
            with suppress(OSError):
                one.unlink()


def copy(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copies the database as it is at this moment; others may read and write meanwhile."""
    until = monotonic() + WAIT_SECONDS

    def look(status: int, remaining: int, total: int) -> None:
        if status in _IN_USE and monotonic() > until:
            raise DatabaseBusyError("the file is in use")

    source.backup(target, progress=look, sleep=0.05)
    # a file of its own, that can be read where nothing can be written
    target.execute("PRAGMA journal_mode = DELETE").fetchone()


def copy_into(part: Path, source: sqlite3.Connection, database: Path, target: Path) -> bool:
    """Copies into the file `part`; whether the copy is sound: every page, index and type.

    An entry that cannot be read is copied as it is, see `unread_in`.
    Raises `CopyError`: about `database` if that is damaged or busy, else about `target`.
    """
    try:
        with blaming(target), closing(sqlite3.connect(part)) as made:
            copy(source, made)
            found = finding(made)
    except CopyError as error:
        is_theirs = error.why in (Why.BUSY, Why.CORRUPT)
        raise CopyError(error.why, database if is_theirs else target) from error
    return found == SOUND


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """The tables that somebody has made, in order."""
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%'"
    return [str(name) for (name,) in connection.execute(f"{sql} ESCAPE '^'").fetchall()]


def count_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many matches and events there are; none in tables that are not ours."""
    if not {"matches", "events"} <= set(tables_of(connection)):
        return 0, 0
    sql = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM events)"
    matches, events = connection.execute(sql).fetchone()
    return int(matches), int(events)


@dataclass(frozen=True, slots=True)
class Unread:
    """How many entries cannot be read or are missing, and in how many matches."""

    entries: int = 0
    matches: int = 0


def unread_in(connection: sqlite3.Connection) -> Unread:
    """What of the logs in a database cannot be read; nothing in tables that are not ours."""
    if "events" not in tables_of(connection):
        return Unread()
    with emptying_torn(connection):
        rows = connection.execute(
            'SELECT match_id, seq, kind, version, payload, at, "by", NULL, NULL FROM events'
            " ORDER BY match_id, seq"
        )
        by_match = groupby(rows, lambda row: row[0])
        found = [len(unread(read_rows(row[1:] for row in logged))) for _, logged in by_match]
    return Unread(sum(found), sum(map(bool, found)))


def put(part: Path, target: Path, replace: bool = False) -> None:
    """Gives a finished file its name, at once and for good.

    Raises `FileExistsError` if there is something of that name, unless it may be replaced.
    """
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    if replace:
        part.replace(target)
    else:
        try:
            target.hardlink_to(part)
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):  # a stick that knows no second name for a file
            if target.exists():
                raise FileExistsError(errno.EEXIST, "exists", str(target)) from None
            part.rename(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """The names in the folder are on the disk; not every system can be asked for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def side_files(path: Path) -> tuple[Path, ...]:
    """The files in which SQLite keeps what is not yet, or no longer, in the database itself."""
    return tuple(path.with_name(path.name + end) for end in SIDE_FILES)
