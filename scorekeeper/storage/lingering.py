"""A reading connection that stays open for a moment, for requests that follow each other closely.

Opening a file costs more than asking it for one row, and whoever closes it last also clears its
journal away. A board is followed by many phones, so the connection that answered one of them waits
a second for the next. After that nothing of the file is held: it may be copied, moved or put back.
"""

from __future__ import annotations

import atexit
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from sqlite_utils import Database

from .alone import closed_if_it_fails, is_alone
from .connection import fingerprint, is_fixed, naming, opened
from .damage import note_damage
from .faults import StorageError, storage_error
from .remembering import Memory

LINGER_SECONDS = 1.0
CHECK_SECONDS = 0.2
"""How long it may take until a file that was put in the place of another is noticed."""
MOST_KEPT = 1_000_000
"""Bytes that a connection keeps of what was read through it."""


Key = tuple[Path, int]
"""A file and a thread: threads that waited for each other would be slower than all else."""


@dataclass(slots=True)
class Reader:
    """The open connection to a file, the file it was opened on, and when it was last used.

    `kept` is for what was read through it and belongs to it, by the id of a match.
    """

    db: Database
    found: tuple[int, int, int]
    used: float
    checked: float
    is_fixed: bool  # on a disk that could only be read then: it would not see what is written later
    is_alone: bool  # and nobody else can open the file before it is closed
    kept: Memory[str, tuple[int, tuple[Any, ...]]] = field(
        default_factory=lambda: Memory(MOST_KEPT)
    )
    lock: threading.Lock = field(default_factory=threading.Lock)


_readers: dict[Key, Reader] = {}
_guard = threading.Lock()
# What a forked process has of its parent's: closing it here would take it from the parent too.
_inherited: list[Reader] = []


@contextmanager
def reading(path: str | Path, journal: str = "wal") -> Iterator[Reader]:
    """The database at `path` as it is now, for reading only and for one short look.

    Every statement must be read to its end: one that is not would hold an old state of the file.
    Raises `StorageError`.
    """
    place = _path(path).absolute()
    key = place, threading.get_ident()
    reader = _reader(key, journal)
    try:
        yield reader
    except sqlite3.Error as error:
        _close(key, reader)  # whatever went wrong, the next look begins anew
        fault = storage_error(error)
        note_damage(place, fault)
        raise fault from error
    finally:
        reader.used = monotonic()
        if _readers.get(key) is not reader:
            _close(key, reader)
        reader.lock.release()


@lru_cache(maxsize=16)
def _path(path: str | Path) -> Path:
    return Path(path)


def close_readers() -> None:
    """Closes what lingers; whoever reads next opens it again."""
    with _guard:
        for key, reader in [*_readers.items()]:
            with reader.lock:
                _close(key, reader)


def _reader(key: Key, journal: str) -> Reader:
    """This thread's reader of this file, locked against being closed meanwhile."""
    place, _ = key
    known = _readers.get(key)
    if known is not None:
        known.lock.acquire()
        if _is_still(known, place):
            return known
        _close(key, known)
        known.lock.release()
    reader = _open(place, journal)
    reader.lock.acquire()
    if reader.is_alone:
        return reader
    with suppress(RuntimeError):  # in a browser there are no threads, and nothing would close it
        threading.Thread(target=_close_when_idle, args=(key, reader), daemon=True).start()
        _readers[key] = reader
    return reader


def _is_still(reader: Reader, place: Path) -> bool:
    now = monotonic()
    if now - reader.checked < CHECK_SECONDS and not reader.is_fixed:
        return True
    reader.checked = now
    try:
        is_same_disk = is_fixed(place) == reader.is_fixed
        return is_same_disk and fingerprint(reader.db, place) == reader.found
    except (StorageError, sqlite3.Error):
        return False


def _open(place: Path, journal: str) -> Reader:
    with naming(place):
        db = opened(place, journal, check_same_thread=False)
        with closed_if_it_fails(db.conn):
            db.execute("PRAGMA query_only = ON")
            found, now = fingerprint(db, place), monotonic()
            return Reader(db, found, now, now, is_fixed(place), is_alone(db.conn))


def _close_when_idle(key: Key, reader: Reader) -> None:
    wait = threading.Event()
    left = LINGER_SECONDS
    while left > 0:
        wait.wait(left)
        left = reader.used + LINGER_SECONDS - monotonic()
        if left > 0:
            continue
        with _guard:
            if _readers.get(key) is not reader:
                return
            with reader.lock:
                left = reader.used + LINGER_SECONDS - monotonic()
                if left <= 0:
                    _close(key, reader)


def _close(key: Key, reader: Reader) -> None:
    if _readers.get(key) is reader:
        _readers.pop(key, None)
    reader.checked = -CHECK_SECONDS  # whoever waits for it looks again
    with suppress(sqlite3.Error):  # SQLite leaves the journal of a file alone that was replaced
        reader.db.conn.close()


def _begin_anew() -> None:
    """A forked process must not touch the connections of its parent, nor close them."""
    global _guard
    _guard = threading.Lock()
    _inherited.extend(_readers.values())
    _readers.clear()


atexit.register(close_readers)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
