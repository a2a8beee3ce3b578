"""A match of the scorebook as the document that other programs read."""

from __future__ import annotations

from scorekeeper.rules.documents import format_tally
from scorekeeper.rules.options import changes_between, overrides_of
from scorekeeper.rules.reader import FORMAT
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Tally

from .records import AdjustmentRecord, HandRecord, MatchRecord


def match_document(record: MatchRecord) -> dict[str, object]:
    """The match document: read again, it stands as the record does.

    `annul` and `stop` are there only in a match that was ended so, `next_overrides` only where
    options were changed since the last hand; deleted entries are left out.
    """
    setup = record.setup
    document: dict[str, object] = {
        "format": FORMAT,
        "ruleset": setup.ruleset.preset,
        "overrides": overrides_of(setup.ruleset),
        "sides": [side.name for side in setup.sides],
        "starter": setup.starter,
        "seats": setup.ruleset.players,
        "dealer": _first_dealer(record),
        "hands": _format_entries(record),
    }
    if record.is_annulled:
        document["annul"] = [True] * setup.ruleset.sides
    if record.is_stopped:
        document["stop"] = True
    if record.pending:
        document["next_overrides"] = record.pending
    return document


def _first_dealer(record: MatchRecord) -> int:
    """The seat from which the deal, passing on at every hand, has come to where it is.

    A deal that passed on after a misdeal counts as if the first dealer had sat one seat further; an
    old log may name a seat beyond the table, and the deal goes round all the same.
    """
    passed = sum(misdeal.passes for misdeal in record.misdeals)
    return (record.setup.dealer + passed) % record.setup.ruleset.players


def _format_entries(record: MatchRecord) -> list[dict[str, object]]:
    entries: list[dict[str, object]] = []
    rules = record.setup.ruleset
    for entry in record.entries:
        if isinstance(entry, AdjustmentRecord):
            entries.append({"adjust": list(entry.points), "reason": entry.reason})
        else:
            entries.append(_format_hand(entry, rules))
            rules = entry.ruleset
    return entries


def _format_hand(hand: HandRecord, before: Ruleset) -> dict[str, object]:
    """The entry of a hand and the options that have changed since the hand before it."""
    written: dict[str, object] = {}
    if isinstance(hand.entry, Tally):
        written["tally"] = format_tally(hand.entry)
    else:
        written["totals"] = list(hand.entry)
    changed = changes_between(before, hand.ruleset)
    if changed:
        written["overrides"] = changed
    return written
