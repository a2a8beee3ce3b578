"""An open match for a program beside the table: a display in a club, an overlay of a stream."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.answers import answer_to_match
from scorekeeper.rules.reader import FORMAT
from scorekeeper.scorebook import MatchRecord, match_document
from scorekeeper.storage.text import format_time

from .agreement_pages import awaits_second_count
from .pages import seat_label


def open_match(record: MatchRecord, code: str) -> dict[str, object]:
    """The match as its watchers may see it: its document, what `match` answers to that, and what a
    board shows beside. A hand that is counted again stays out until both counts are in."""
    shown = without_hidden(record)
    document = match_document(shown)
    rules = shown.in_force
    totals = shown.entries[-1].running if shown.entries else (0,) * len(shown.sides)
    answer = {
        "format": FORMAT,
        "seen": record.last,
        "match": document,
        "standing": answer_to_match(document, code).document,
        "totals": list(totals),
        "target": None if rules.express else rules.target,
        "seats": [seat_label(shown, seat) for seat in range(rules.players)],
        "dealer": record.dealer,
        "held_back": len(record.entries) - len(shown.entries),
        "started": format_time(record.started_at),
        "changed": format_time(record.changed_at),
    }
    if record.unreadable:
        answer["unreadable"] = list(record.unreadable)
    return answer


def without_hidden(record: MatchRecord) -> MatchRecord:
    """The match up to the first hand that nobody but its counters should see yet."""
    hidden = [hand.id for hand in record.hands if awaits_second_count(hand)]
    if record.is_over or not hidden:
        return record
    return replace(
        record,
        hands=tuple(hand for hand in record.hands if hand.id < hidden[0]),
        adjustments=tuple(one for one in record.adjustments if one.id < hidden[0]),
    )
