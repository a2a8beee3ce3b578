"""SQLite's and the system's errors, as this package names them."""

from __future__ import annotations

import errno
import sqlite3

import pytest

from scorekeeper.rules.problems import ScorekeeperError
from scorekeeper.storage.faults import Fault, StorageError, file_error, storage_error


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (sqlite3.SQLITE_BUSY, Fault.BUSY),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Fault.BUSY),
        (sqlite3.SQLITE_LOCKED_SHAREDCACHE, Fault.BUSY),
        (sqlite3.SQLITE_READONLY, Fault.READ_ONLY),
        (sqlite3.SQLITE_READONLY_DIRECTORY, Fault.READ_ONLY),
        (sqlite3.SQLITE_READONLY_DBMOVED, Fault.UNREACHABLE),
        (sqlite3.SQLITE_FULL, Fault.FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, Fault.FULL),
        (sqlite3.SQLITE_IOERR_WRITE, Fault.UNWRITABLE),  # EDQUOT, EFBIG and EIO
        (sqlite3.SQLITE_IOERR_FSYNC, Fault.UNWRITABLE),
        (sqlite3.SQLITE_IOERR_READ, Fault.UNREACHABLE),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, Fault.UNREACHABLE),
        (sqlite3.SQLITE_CORRUPT_INDEX, Fault.CORRUPT),
        (sqlite3.SQLITE_NOTADB, Fault.CORRUPT),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, Fault.REFUSED),
        (sqlite3.SQLITE_ERROR, Fault.REFUSED),
    ],
)
def test_errors_of_sqlite(code, fault):
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    found = storage_error(error)
    assert found.fault is fault
    assert str(found) == "what SQLite says"
    assert isinstance(found, StorageError)
    assert isinstance(found, ScorekeeperError)


def test_errors_without_a_code():
    assert storage_error(sqlite3.ProgrammingError("closed")).fault is Fault.REFUSED


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.EROFS, Fault.READ_ONLY),
        (errno.ENOSPC, Fault.FULL),
        (errno.EIO, Fault.UNWRITABLE),
        (errno.ENOENT, Fault.UNREACHABLE),
        (errno.EACCES, Fault.UNREACHABLE),
    ],
)
def test_errors_of_the_system(number, fault):
    assert file_error(OSError(number, "what the system says")).fault is fault
