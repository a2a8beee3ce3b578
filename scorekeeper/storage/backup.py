"""A backup of a database that others are using."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .copies import (
    CopyError,
    Unread,
    Why,
    blaming,
    copy_into,
    count_of,
    opened_to_read,
    part_beside,
    put,
    side_files,
    tables_of,
    unread_in,
)


@dataclass(frozen=True, slots=True)
class Saved:
    """A whole database in a file, how much was in it, and what of that cannot be read."""

    path: Path
    matches: int
    events: int
    unread: Unread


def back_up(database: Path, target: Path, replace: bool = False) -> Saved:
    """Copies the database as it is at one moment into a file that only its owner may read.

    The file has its name once it is whole, checked and on the disk, and not before; one that is
    there already stays, unless it may be replaced. The database is not changed, and may be of any
    version. Raises `CopyError`.
    """
    database, target = database.absolute(), target.absolute()
    _check_target(database, target, replace)
    with opened_to_read(database) as source:
        if not tables_of(source):
            raise CopyError(Why.NO_FILE, database)
        with part_beside(target) as part:
            if not copy_into(part, source, database, target):
                raise CopyError(Why.CORRUPT, database)
            with opened_to_read(part) as made, blaming(database):
                found, unread = count_of(made), unread_in(made)
            with blaming(target):
                put(part, target, replace)
    return Saved(target, *found, unread)


def _check_target(database: Path, target: Path, replace: bool) -> None:
    if target.is_dir():
        raise CopyError(Why.A_FOLDER, target)
    if not target.parent.is_dir():
        raise CopyError(Why.NO_FOLDER, target.parent)
    for one in (database, *side_files(database)):
        if one == target or (one.exists() and target.exists() and one.samefile(target)):
            raise CopyError(Why.ITSELF, target)
    if not replace and target.exists():
        raise CopyError(Why.EXISTS, target)
