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
    followed,
    opened_to_read,
    part_beside,
    place_for,
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
    there already stays, unless it may be replaced; a link stays, and the file is where it leads.
    The database is not changed, and may be of any version. Raises `CopyError`.
    """
    database, place = followed(database), place_for(target)
    _check_target(database, place, target.absolute(), replace)
    with opened_to_read(database) as source:
        if not tables_of(source):
            raise CopyError(Why.NO_FILE, database)
        with part_beside(place) as part:
            if not copy_into(part, source, database, place):
                raise CopyError(Why.CORRUPT, database)
            with opened_to_read(part) as made, blaming(database):
                found, unread = count_of(made), unread_in(made)
            with blaming(place):
                put(part, place, replace)
    return Saved(place, *found, unread)


def _check_target(database: Path, place: Path, named: Path, replace: bool) -> None:
    for one in (database, *side_files(database)):
        if one == place or (one.exists() and place.exists() and one.samefile(place)):
            raise CopyError(Why.ITSELF, named)
    if not replace and place.exists():
        raise CopyError(Why.EXISTS, named)
