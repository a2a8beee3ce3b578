"""All targets by name; each is made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from .documents import DOCUMENTS, document_target
from .loop import Target
from .pages import PAGES

TARGETS: Mapping[str, Callable[[], Target]] = {
    **{name: partial(document_target, name) for name in DOCUMENTS},
    **{name: partial(make, name) for name, make in PAGES.items()},
}

SHARES: Mapping[str, int] = {  # of a minute: the most where an input costs most
    "cards": 1, "settings": 2, "search": 2, "numbers": 1, "tags": 1, "address": 1,
    "tally": 5, "match": 4, "question": 4, "record": 5, "odds": 3, "playout": 3,
    "export": 4, "log": 4, "entries": 5, "tables": 5, "firsts": 5, "addresses": 5,
}  # fmt: skip


def target_named(name: str) -> Target:
    return TARGETS[name]()
