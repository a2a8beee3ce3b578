"""Files in which a damage was found: nothing is written to them before they are whole again.

A damage is found by who reads the torn page, and often the rest of the file reads well. What is
written into such a file all the same can tear it further, and would be missing from the backup that
takes its place.
"""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database

from .faults import DatabaseCorruptError, StorageError
from .soundness import SOUND, finding

FileId = tuple[int, int]

_damaged: set[FileId] = set()


def note_damage(place: Path, error: StorageError) -> None:
    """Remembers the file if this error says that it is damaged."""
    if isinstance(error, DatabaseCorruptError):
        found = _file_id(place)
        if found is not None:
            _damaged.add(found)


def refuse_damaged(db: Database) -> None:
    """Returns if nothing is known against this file, or it was put right since.

    Raises `DatabaseCorruptError`, and what SQLite raises when it looks through the file.
    """
    if not _damaged:
        return
    found = _file_id(Path(str(db.execute("PRAGMA database_list").fetchone()[2])))
    if found not in _damaged:
        return
    verdict = finding(db.conn, "quick_check")
    if verdict != SOUND:
        raise DatabaseCorruptError(verdict)
    _damaged.discard(found)


def _file_id(place: Path) -> FileId | None:
    try:
        status = place.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
