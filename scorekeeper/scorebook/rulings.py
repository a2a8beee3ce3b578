"""Rulings kept in the log of a match: numbered as they came, their answers as given then."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.events import OptionsChanged, RulingKept

from .book import Scorebook
from .reading import change_rules
from .records import MatchRecord, Recorded

FIRST = 1


@dataclass(frozen=True, slots=True)
class KeptRuling:
    """A ruling in the log: its event, its number in the match from 1, and the rules of then."""

    seq: int
    number: int
    ruling: RulingKept
    ruleset: Ruleset


def keep_ruling(
    book: Scorebook, match_id: str, ruling: RulingKept, entry_id: str = "", by: str = ""
) -> Recorded:
    """Adds the ruling to the log of the match, over or not; no other request grows stale by it.

    Raises `StaleEntry` for a form that was sent before with another ruling, `DocumentError` for
    one that is too large, and what `Scorebook` raises.
    """
    return book.change(match_id, ruling, FIRST, entry_id, by)


def kept_rulings(record: MatchRecord) -> tuple[KeptRuling, ...]:
    """The rulings of the match, in order."""
    rules, kept = record.setup.ruleset, list[KeptRuling]()
    for logged in record.log:
        match logged.event:
            case OptionsChanged(overrides):
                rules = change_rules(rules, overrides)
            case RulingKept():
                kept.append(KeptRuling(logged.seq, len(kept) + 1, logged.event, rules))
    return tuple(kept)
