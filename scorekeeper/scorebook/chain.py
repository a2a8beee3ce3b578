"""Matches that a table plays one after the other."""

from __future__ import annotations

from collections.abc import Callable

from .records import MatchRecord
from .refusals import UnknownMatch, UnreadableMatch


def is_rematch_of(after: MatchRecord, before: MatchRecord) -> bool:
    """Whether each of the two says that it is so.

    A log that came in with a file may name any match as its rematch, or as the one before it.
    """
    return before.successor == after.id and after.setup.follows == before.id


def next_of(record: MatchRecord, read: Callable[[str], MatchRecord]) -> MatchRecord | None:
    """The rematch of this match, unless it was deleted for good or cannot be read here."""
    found = _read(record.successor, read)
    return found if found is not None and is_rematch_of(found, record) else None


def previous_of(record: MatchRecord, read: Callable[[str], MatchRecord]) -> MatchRecord | None:
    """The match whose rematch this one is, unless it was deleted for good or cannot be read."""
    found = _read(record.setup.follows, read)
    return found if found is not None and is_rematch_of(record, found) else None


def _read(match_id: str, read: Callable[[str], MatchRecord]) -> MatchRecord | None:
    try:
        return read(match_id) if match_id else None
    except (UnknownMatch, UnreadableMatch):
        return None
