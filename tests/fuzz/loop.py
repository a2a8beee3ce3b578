"""The search: mutate what is kept, keep what reaches new code, make small what fails."""

from __future__ import annotations

import base64
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from .arcs import Arcs
from .limits import SECONDS, Failure, Run, examine
from .mutations import change_bytes, places, read_tree, write_tree

SHRINKING = 10.0  # seconds of CPU time for one failure
Change = Callable[[Random, bytes, Sequence[bytes]], bytes]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads: what it starts from, how it is asked, and how long it may take."""

    name: str
    seeds: tuple[bytes, ...]
    run: Run
    change: Change = change_bytes
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Found:
    """An input that fails, as small as it was made."""

    target: str
    data: bytes
    failure: Failure
    after: float
    """Seconds of CPU time until it was met."""

    @property
    def command(self) -> str:
        """What repeats it."""
        packed = base64.urlsafe_b64encode(zlib.compress(self.data, 9)).decode()
        return f"python -m tests.fuzz --target {self.target} --again {packed}"

    def __str__(self) -> str:
        shown = repr(self.data) if len(self.data) < 1500 else f"{self.data[:1500]!r} …"
        return (
            f"{self.target}: {self.failure.kind}, after {self.after:.1f} s of CPU time\n"
            f"{self.failure.detail}\n"
            f"input ({len(self.data)} bytes): {shown}\nagain: {self.command}\n"
        )


def unpacked(text: str) -> bytes:
    """The input that a command holds."""
    return zlib.decompress(base64.urlsafe_b64decode(text))


@dataclass(slots=True)
class Search:
    """A search of one target, and what it came to."""

    name: str
    seed: int
    guided: bool = True
    kept: list[bytes] = field(default_factory=list)
    found: dict[str, Found] = field(default_factory=dict)
    runs: int = 0
    arcs: int = 0
    arcs_of_seeds: int = 0
    spent: float = 0.0

    def go(self, target: Target, seconds: float) -> None:
        """Searches for so many seconds of CPU time."""
        random, started = Random(f"{self.name} {self.seed}"), time.process_time()
        arcs = Arcs()
        with arcs.measured():
            for data in target.seeds:
                self._try(target, data, arcs, started, keep=True)
            self.arcs_of_seeds = self.arcs
            while time.process_time() - started < seconds:
                self._try(target, self._next(target, random), arcs, started)
        self.spent = time.process_time() - started

    def _next(self, target: Target, random: Random) -> bytes:
        # the latest are the nearest to what has not been reached
        newest = random.random() < 0.4
        number = random.randrange(len(self.kept))
        if newest:
            number = max(number, random.randrange(len(self.kept)))
        return target.change(random, self.kept[number], self.kept)

    def _try(
        self, target: Target, data: bytes, arcs: Arcs, started: float, keep: bool = False
    ) -> None:
        self.runs += 1
        failure = examine(target.run, data, target.seconds)
        if failure is not None and failure.kind not in self.found:
            with arcs.paused():
                self._note(target, data, failure, time.process_time() - started)
        count = arcs.count
        if keep or (self.guided and count > self.arcs and failure is None):
            self.kept.append(data)
        self.arcs = count

    def _note(self, target: Target, data: bytes, failure: Failure, after: float) -> None:
        """Asks again without the measuring, which takes time itself, and makes the input small."""
        again = examine(target.run, data, target.seconds)
        if again is None:
            return
        small = smaller(target, data, again)
        self.found[failure.kind] = Found(self.name, small, again, after)


def smaller(target: Target, data: bytes, failure: Failure) -> bytes:
    """A part of the input that fails in the same way."""
    until = time.process_time() + SHRINKING
    smallest = data
    progress = True
    while progress:
        progress = False
        for part in _parts(smallest):
            if time.process_time() > until:
                return smallest
            found = examine(target.run, part, target.seconds)
            if found is not None and found.kind == failure.kind:
                smallest, progress = part, True
                break
    return smallest


def _parts(data: bytes) -> Iterator[bytes]:
    """What an input is without a piece of its tree, if it is JSON, or of its text."""
    tree = read_tree(data)
    if tree is not None:
        yield from _pruned(data, tree)
    size = len(data) // 2
    while size:
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]
        size //= 2


def _pruned(data: bytes, tree: object) -> Iterator[bytes]:
    for number in range(len([*places([tree])])):
        root = [read_tree(data)]
        around, key = [*places(root)][number]
        if around is root:
            continue
        value = around[key]
        if isinstance(value, (list, str)) and len(value) > 8:
            around[key] = value[: len(value) // 2]
        else:
            del around[key]
        pruned = write_tree(root[0])
        if len(pruned) < len(data):
            yield pruned
