"""Text and times in the form that the tables keep."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

A_DAY = timedelta(days=1)


def format_time(at: datetime) -> str:
    """The time in UTC."""
    return at.astimezone(UTC).isoformat()


def read_time(text: str) -> datetime:
    """The time that was written down, in UTC if it does not say where.

    Raises `ValueError` for a text that is no time, or one so far off that clocks elsewhere could
    not show it.
    """
    at = datetime.fromisoformat(text)
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    try:
        for shift in (-A_DAY, A_DAY):
            aware.astimezone(UTC) + shift
    except OverflowError as error:
        raise ValueError(text) from error
    return aware


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
