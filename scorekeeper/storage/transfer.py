"""The rows of one match, taken out of a file or put into one, as they were written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from .connection import open_database, writing
from .log import EventLog
from .text import storable
from .torn import all_rows


@dataclass(frozen=True, slots=True)
class Row:
    """An event as the log keeps it, whatever this version of the program makes of it."""

    kind: str
    version: int
    payload: str
    at: str
    by: str
    undoes: int | None = None


@contextmanager
def open_transfer(path: str | Path, journal: str = "wal") -> Iterator[Transfer]:
    """The rows of the database at `path`, for one piece of work. Raises `StorageError`."""
    with open_database(path, journal) as db:
        yield Transfer(db)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Reads and writes the rows of an open database."""

    db: Database

    @property
    def log(self) -> EventLog:
        """The matches and events of the same database."""
        return EventLog(self.db)

    def writing(self) -> AbstractContextManager[None]:
        """Holds the write lock, so that what was read before writing is still true."""
        return writing(self.db)

    def rows(self, match_id: str) -> tuple[Row, ...]:
        """The events of the match in order; none if there is no such match."""
        sql = (
            'SELECT kind, version, payload, at, "by", undoes FROM events'
            " WHERE match_id = ? ORDER BY seq"
        )
        return tuple(Row(*row) for row in all_rows(self.db.conn, sql, (storable(match_id),)))

    def first_missing(self, match_id: str) -> int | None:
        """The number of the first event of the match that is missing before its last one."""
        found = self.db.execute(
            "SELECT place FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM events"
            " WHERE match_id = ?) WHERE seq <> place ORDER BY place LIMIT 1",
            (storable(match_id),),
        ).fetchone()
        return None if found is None else int(found[0])

    def matches(self) -> tuple[str, ...]:
        """The ids of all matches, in the order in which they came."""
        found = self.db.execute("SELECT id FROM matches ORDER BY rowid")
        return tuple(str(row[0]) for row in found.fetchall())

    def started(self, at: str) -> tuple[str, ...]:
        """The ids of the matches whose first event has this time."""
        found = self.db.execute(
            "SELECT id FROM matches JOIN events ON match_id = id AND seq = 1"
            " WHERE at = ? ORDER BY matches.rowid",
            (at,),
        )
        return tuple(str(row[0]) for row in found.fetchall())

    def add(self, match_id: str, rows: Sequence[Row], after: int = 0, entry_id: str = "") -> None:
        """Adds rows behind the event numbered `after`; the first one may be an entry."""
        for number, row in enumerate(rows, start=after + 1):
            entry = entry_id if entry_id and number == after + 1 else None
            self.db.execute(
                "INSERT INTO events"
                ' (match_id, seq, kind, version, payload, entry_id, at, "by", undoes)'
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    match_id,
                    number,
                    row.kind,
                    row.version,
                    row.payload,
                    entry,
                    row.at,
                    storable(row.by),
                    row.undoes,
                ),
            )
