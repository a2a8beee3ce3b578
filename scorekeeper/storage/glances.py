"""What the phones that follow a match ask for: one statement where nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .lingering import Reader, reading
from .log import EventLog, MatchKeys, Row
from .text import storable

_GLANCE = """
    SELECT id, edit_secret, watch_secret,
        (SELECT coalesce(max(seq), 0) FROM events WHERE match_id = matches.id), data_version
    FROM matches, pragma_data_version WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class Glance:
    """The secrets of a match, the number of its last event, and the state of the whole file.

    `version` is another one whenever anything was written since, by whomever; it is a number of the
    connection and means nothing to others.
    """

    keys: MatchKeys
    last: int
    version: int


@dataclass(frozen=True, slots=True)
class Glances:
    """The log of a file, for reading only."""

    reader: Reader

    def at(self, match_id: str) -> Glance | None:
        """How far the match is, or None if there is none."""
        found = self.reader.db.execute(_GLANCE, (storable(match_id),)).fetchall()
        return Glance(MatchKeys(*found[0][:3]), *found[0][3:]) if found else None

    def rows(self, seen: Glance) -> tuple[Row, ...]:
        """The whole log of the match, read again only if the file has changed since."""
        match_id, kept = seen.keys.id, self.reader.kept
        known = kept.find(match_id)
        if known is not None and known[0] == seen.version:
            return known[1]
        rows = EventLog(self.reader.db).rows(match_id)
        again = self.at(match_id)
        if again is not None and again.version == seen.version:  # nobody wrote in between
            kept.keep(match_id, (seen.version, rows), weight_of(rows))
        return rows


@contextmanager
def glancing(path: str | Path, journal: str = "wal") -> Iterator[Glances]:
    """Quick looks at the log of the database at `path`. Raises `StorageError`."""
    with reading(path, journal) as reader:
        yield Glances(reader)


def weight_of(rows: tuple[Row, ...]) -> int:
    """About how many bytes these rows take."""
    return sum(len(row[3]) + 300 for row in rows)
