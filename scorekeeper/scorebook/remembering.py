"""Matches read lately, known again by every letter of their logs.

A log is read from the database each time; what was worked out from one of the same content is the
same match, whichever process wrote it, and whether or not a backup was put back in between. Of a
log that has only grown, what is new is read alone.
"""

from __future__ import annotations

from scorekeeper.storage.glances import weight_of
from scorekeeper.storage.log import EventLog, Row, read_rows
from scorekeeper.storage.remembering import Memory

from .fold import read_match
from .records import MatchRecord
from .refusals import UnknownMatch

MOST_WEIGHT = 1_000_000
"""Bytes of logs whose matches are remembered; a match takes about five times as much as its log."""
LONG, MOST_OF_LONG = 500_000, 5_000_000
"""A log of so many bytes has room of its own: for one of 5,000 full hands. Few servers meet one."""

Known = tuple[tuple[Row, ...], MatchRecord]

_records: Memory[str, Known] = Memory(MOST_WEIGHT)
_long_records: Memory[str, Known] = Memory(MOST_OF_LONG)


def read_record(log: EventLog, match_id: str) -> MatchRecord:
    """The match as it stands. Raises `UnknownMatch`, `UnreadableMatch`."""
    rows = log.rows(match_id)
    if not rows:
        raise UnknownMatch(match_id)
    return record_of(match_id, rows)


def record_of(match_id: str, rows: tuple[Row, ...]) -> MatchRecord:
    """The match that these rows tell of. Raises `UnreadableMatch`."""
    weight = weight_of(rows)
    records = _records if weight < LONG else _long_records
    known_rows, known = records.find(match_id) or ((), None)
    if rows[: len(known_rows)] != known_rows:
        known_rows, known = (), None
    if known is None:
        record = read_match(match_id, read_rows(rows))
    elif len(known_rows) == len(rows):
        return known
    else:
        added = read_rows(rows[len(known_rows) :])
        record = read_match(match_id, (*known.log, *added), known)
    records.keep(match_id, (rows, record), weight)
    return record
