"""Which steps from line to line of the program were taken: what guides the mutations."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import coverage

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent


class Arcs:
    """Counts the different arcs of the package that were run while it is open."""

    def __init__(self) -> None:
        self._measured = coverage.Coverage(
            data_file=None, branch=True, config_file=False, include=[f"{PACKAGE}/*"], messages=False
        )

    @property
    def count(self) -> int:
        # what the tracer has so far: the public way writes everything down at each question
        return sum(map(len, self._measured._collector.data.values()))

    @contextlib.contextmanager
    def measured(self) -> Iterator[Arcs]:
        self._measured.start()
        try:
            yield self
        finally:
            self._measured.stop()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Inside, the program runs at its own speed."""
        self._measured.stop()
        try:
            yield
        finally:
            self._measured.start()
