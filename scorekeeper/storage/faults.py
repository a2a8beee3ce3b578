"""What can be wrong with the database file, as exceptions that name their kind."""

from __future__ import annotations

import errno
import sqlite3
from enum import StrEnum
from typing import ClassVar

from scorekeeper.rules.problems import ScorekeeperError


class Fault(StrEnum):
    """The kinds of trouble with a database file."""

    READ_ONLY = "read_only"
    FULL = "full"
    BUSY = "busy"
    CORRUPT = "corrupt"
    NEWER = "newer"
    UNREACHABLE = "unreachable"
    UNWRITABLE = "unwritable"
    GONE = "gone"
    REFUSED = "refused"  # a constraint of the tables, or a statement they do not know


class StorageError(ScorekeeperError):
    """The database file could not be used; `fault` says why."""

    fault: ClassVar[Fault] = Fault.REFUSED


class DatabaseReadOnlyError(StorageError):
    fault = Fault.READ_ONLY


class DatabaseFullError(StorageError):
    """No room is left on the disk, or the file has reached its limit."""

    fault = Fault.FULL


class DatabaseBusyError(StorageError):
    """Another connection held the file for longer than the wait allows; trying again may help."""

    fault = Fault.BUSY


class DatabaseCorruptError(StorageError):
    """The file is damaged, or is no database."""

    fault = Fault.CORRUPT


class DatabaseNewerError(StorageError):
    """A later version of the program has changed the file; `migrations` are those not known here.

    Nothing was read from it or written to it.
    """

    fault = Fault.NEWER

    def __init__(self, migrations: tuple[str, ...]) -> None:
        super().__init__(f"unknown migrations: {', '.join(migrations)}")
        self.migrations = migrations


class DatabaseUnreachableError(StorageError):
    """The folder is missing, may not be entered, or the disk does not answer."""

    fault = Fault.UNREACHABLE


class DatabaseUnwritableError(StorageError):
    """The disk took a part of what was written, or nothing: it is broken, or a quota is used up."""

    fault = Fault.UNWRITABLE


class DatabaseGoneError(StorageError):
    """The file was there while this process ran, and is no more. It is not made anew."""

    fault = Fault.GONE


_BY_EXTENDED_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_IOERR_SHMSIZE: DatabaseFullError,
    sqlite3.SQLITE_IOERR_WRITE: DatabaseUnwritableError,
    sqlite3.SQLITE_IOERR_FSYNC: DatabaseUnwritableError,
    sqlite3.SQLITE_IOERR_DIR_FSYNC: DatabaseUnwritableError,
    sqlite3.SQLITE_IOERR_TRUNCATE: DatabaseUnwritableError,
    sqlite3.SQLITE_READONLY_DBMOVED: DatabaseUnreachableError,
}
_BY_PRIMARY_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_BUSY: DatabaseBusyError,
    sqlite3.SQLITE_LOCKED: DatabaseBusyError,
    sqlite3.SQLITE_READONLY: DatabaseReadOnlyError,
    sqlite3.SQLITE_PERM: DatabaseReadOnlyError,
    sqlite3.SQLITE_FULL: DatabaseFullError,
    sqlite3.SQLITE_CORRUPT: DatabaseCorruptError,
    sqlite3.SQLITE_NOTADB: DatabaseCorruptError,
    sqlite3.SQLITE_FORMAT: DatabaseCorruptError,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnreachableError,
    sqlite3.SQLITE_IOERR: DatabaseUnreachableError,
}


def storage_error(error: sqlite3.Error) -> StorageError:
    """The exception of this package that stands for one of SQLite's."""
    code = getattr(error, "sqlite_errorcode", 0)
    found = _BY_EXTENDED_CODE.get(code) or _BY_PRIMARY_CODE.get(code & 0xFF, StorageError)
    return found(str(error))


_BY_ERRNO: dict[int | None, type[StorageError]] = {
    errno.EROFS: DatabaseReadOnlyError,
    errno.ENOSPC: DatabaseFullError,
    errno.EIO: DatabaseUnwritableError,
}


def file_error(error: OSError) -> StorageError:
    """The exception of this package for a file that the system would not make or look at."""
    return _BY_ERRNO.get(error.errno, DatabaseUnreachableError)(error.strerror)
