"""Numbers cut into stretches that each take a worker about as long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FIRST = 4
MOST = 1024
SECONDS = 1.0
"""A stretch should take so long: a lost one is soon done again, and many cost no traffic."""


@dataclass(slots=True)
class Stretches:
    """The numbers from 0 to before `end`, or without an end; how they are cut changes no result."""

    end: int | None
    next: int = 0
    size: int = FIRST

    def take(self, stretches: int) -> Iterator[range]:
        """The next stretches, at most so many."""
        for _ in range(stretches):
            if self.end is not None and self.next >= self.end:
                return
            first, self.next = self.next, self.next + self.size
            if self.end is not None:
                self.next = min(self.next, self.end)
            yield range(first, self.next)

    def learn(self, pieces: int, seconds: float) -> None:
        """So many pieces took so many seconds: the next stretches are longer or shorter, but at
        most twice as long as before."""
        wanted = pieces * SECONDS / max(seconds, 0.001)
        self.size = max(1, min(int(wanted), 2 * pieces, MOST))
