"""Reading a file alone: what is left on a full disk, where SQLite cannot make what readers share.

With the journal `wal` all who have a file open share an index of that journal, in a file of its own
beside it. Who locks everybody else out keeps it in memory: whatever is in the journal is read as
ever, and nothing can change meanwhile. Such a look has to be short.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from time import monotonic, sleep

from .faults import Fault, storage_error

PAUSE_SECONDS = 0.02


def connect(place: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    """A connection that reads alone and writes nothing; the file must be there.

    It does not wait: two that waited for each other would both keep a part of the lock.
    """
    connection = sqlite3.connect(
        f"{place.absolute().as_uri()}?mode=rw",
        timeout=0,
        uri=True,
        check_same_thread=check_same_thread,
    )
    with closed_if_it_fails(connection):
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def is_alone(connection: sqlite3.Connection) -> bool:
    """Whether this connection keeps all others away from the file."""
    mode: str = connection.execute("PRAGMA locking_mode").fetchone()[0]
    return mode == "exclusive"


def where_full(
    usual: Callable[[], sqlite3.Connection],
    look: Callable[[], sqlite3.Connection],
    patience: float,
) -> sqlite3.Connection:
    """What `usual` opens, or, where there is no room for that, what `look` opens to read alone.

    Tries again for `patience` seconds while others look. Raises what the two raise.
    """
    until = monotonic() + patience
    while True:
        try:
            return usual()
        except sqlite3.OperationalError as error:
            if storage_error(error).fault is not Fault.FULL:
                raise
        try:
            return look()
        except sqlite3.OperationalError as error:
            if storage_error(error).fault is not Fault.BUSY or monotonic() > until:
                raise
        sleep(PAUSE_SECONDS * SystemRandom().random())  # so that two do not keep step


@contextmanager
def closed_if_it_fails(connection: sqlite3.Connection) -> Iterator[None]:
    """Closes the connection if anything is raised in the block."""
    try:
        yield
    except BaseException:
        connection.close()
        raise
