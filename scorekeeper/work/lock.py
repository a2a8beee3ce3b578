"""A lock between processes that falls with the process that holds it, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

RETRY_SECONDS = 0.05


def lock_of(database: Path) -> Path:
    """The file whose lock is held by whoever works on the jobs of a database."""
    return database.with_name(database.name + ".worker")


@contextmanager
def held(path: Path, wait: float = 0.0) -> Iterator[bool]:
    """Holds the lock of the file at `path` for the block; False if another process does.

    Raises `OSError` or `ImportError` where files cannot be locked.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _take(descriptor, wait)
    finally:
        os.close(descriptor)  # and the lock with it


def _take(descriptor: int, wait: float) -> bool:
    until = monotonic() + wait
    while not _try(descriptor):
        if monotonic() >= until:
            return False
        sleep(RETRY_SECONDS)
    return True


def _try(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
