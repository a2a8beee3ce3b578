"""Text and times as the tables keep them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.storage.text import format_time, storable


@pytest.mark.parametrize(
    ("text", "kept"),
    [("", ""), ("Léo 🂡", "Léo 🂡"), ("a\ud800b", "a?b"), ("\udfff", "?")],
)
def test_half_characters_are_replaced(text, kept):
    assert storable(text) == kept


def test_times_are_written_in_utc():
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    there = noon.astimezone(timezone(timedelta(hours=-3)))
    assert there.isoformat() == "2026-03-01T09:00:00-03:00"
    assert format_time(there) == format_time(noon) == "2026-03-01T12:00:00+00:00"
