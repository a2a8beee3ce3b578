"""Text and times in the form that the tables keep."""

from __future__ import annotations

from datetime import UTC, datetime


def format_time(at: datetime) -> str:
    """The time in UTC."""
    return at.astimezone(UTC).isoformat()


def storable(text: str) -> str:
    """The text without half characters, which no database takes."""
    return text.encode("utf-8", "replace").decode()


def is_text(text: str) -> bool:
    """Whether there are no half characters in it, which no page could show."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
