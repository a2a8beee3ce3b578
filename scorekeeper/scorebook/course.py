"""Which events of a match were taken back, and which would be taken back or done again next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scorekeeper.storage.events import Logged

from .counting import BESIDE


@dataclass(slots=True)
class Course:
    """What stands and what was taken back, the latest last, once the log was read.

    `roots` has the event that an undo is about, however often it was taken back and done again.
    """

    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    roots: dict[int, int] = field(default_factory=dict)
    redone: set[int] = field(default_factory=set)
    taken_back: set[int] = field(default_factory=set)

    def fits(self, logged: Logged) -> bool:
        """Whether the next event takes back or does again what is next for that, if anything."""
        undoes = logged.undoes
        if undoes is None:
            return True
        return [undoes] in (self.done[-1:], self.undone[-1:]) and not isinstance(
            logged.event, BESIDE
        )

    def take(self, logged: Logged) -> None:
        """Takes in the next event of the log."""
        if isinstance(logged.event, BESIDE):
            return
        seq, undoes = logged.seq, logged.undoes
        if undoes is not None and self.done[-1:] == [undoes]:
            root = self.roots[seq] = self.roots.get(undoes, undoes)
            self.undone.append(seq)
            self.done.pop()
            self.taken_back.add(root)
        elif undoes is not None and self.undone[-1:] == [undoes]:
            root = self.roots[seq] = self.roots[undoes]
            self.done.append(seq)
            self.undone.pop()
            self.redone.add(seq)
            self.taken_back.discard(root)
        else:
            self.done.append(seq)
            self.undone.clear()

    def with_what_they_need(self, wanted: Iterable[int]) -> frozenset[int]:
        """These events, those that they take back or do again, and those on top."""
        asked = [*wanted, *self.done[-1:], *self.undone[-1:]]
        return frozenset((*asked, *(self.roots[seq] for seq in asked if seq in self.roots)))
