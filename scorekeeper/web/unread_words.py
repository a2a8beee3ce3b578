"""What is said wherever a score is shown that lacks entries of its match."""

from __future__ import annotations

from .languages import ngettext


def unread_sentence(count: int) -> str:
    """That so many entries are not in the totals, and why; empty if there are none."""
    if not count:
        return ""
    text = ngettext(
        "%(num)s entry of this match can’t be read: a newer version of this app wrote it, or the "
        "file is damaged. The totals are without it.",
        "%(num)s entries of this match can’t be read: a newer version of this app wrote them, or "
        "the file is damaged. The totals are without them.",
        count,
    )
    return text % {"num": count}


def unread_note(count: int) -> str:
    """The same in a few words, for a list of matches."""
    if not count:
        return ""
    text = ngettext(
        "Without %(num)s entry that can’t be read",
        "Without %(num)s entries that can’t be read",
        count,
    )
    return text % {"num": count}
