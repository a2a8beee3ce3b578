"""What a form remembers of the ways in which a heap was counted before.

A heap may be looked at in a coarser way than it was counted, or in a finer one that is still empty.
The memo says in which way a person counted it last, so that going there again changes nothing, and
keeps what was typed in a coarser way before finer counting took its place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from zlib import crc32

from .ways import WAYS, is_coarser

LONGEST = 4000
Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Memo:
    """`counted` is the way counted last, `mark` what the way in use held when it was turned to.

    `before` has what was typed in coarser ways earlier, by way. Both texts are blank at first.
    """

    counted: str = ""
    mark: str = ""
    before: Mapping[str, Texts] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.counted:
            return ""
        told = {"counted": self.counted, "mark": self.mark, "before": dict(self.before)}
        return json.dumps(told, separators=(",", ":"))


def parse_memo(text: str) -> Memo:
    """The memo that its text keeps; an empty one for anything else."""
    try:
        told = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return Memo()
    if not isinstance(told, dict) or told.get("counted") not in WAYS:
        return Memo()
    before = told.get("before")
    kept = {
        way: tuple(texts)
        for way, texts in (before.items() if isinstance(before, dict) else ())
        if way in WAYS and isinstance(texts, list) and all(isinstance(t, str) for t in texts)
    }
    return Memo(str(told["counted"]), str(told.get("mark", "")), kept)


def mark_of(texts: Texts) -> str:
    """A short sign of what a way holds."""
    return f"{crc32(chr(31).join(texts).encode(errors='replace')):x}"


def settle(memo: Memo, shown: str, mark: str, held: Mapping[str, Texts]) -> Memo:
    """The memo as things stand: `shown` is the way in use, `mark` its sign now, `held` what every
    way holds.

    What was changed in the way in use is what counts now; the coarser count it replaces is kept.
    """
    if not memo.counted:
        return Memo(shown)
    if memo.counted == shown or mark == memo.mark:
        return memo
    before = {way: texts for way, texts in memo.before.items() if way != shown}
    if is_coarser(memo.counted, shown) and any(t not in ("", "0") for t in held[memo.counted]):
        before[memo.counted] = held[memo.counted]
    return replace(memo, counted=shown, before=before)
