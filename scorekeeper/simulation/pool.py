"""Numbered work done in order, by this process or by several."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Result = TypeVar("Result")
Work = Callable[[int], Result]

AT_ONCE = 4
"""So many pieces of work go to a process together: few, so that it is soon free to stop."""


class Crew(Protocol):
    """Others who do numbered work, somewhere."""

    @property
    def size(self) -> int:
        """How many of them have done something so far."""

    def in_order(self, work: Work[Result], pieces: int | None) -> Iterator[Result]:
        """See `in_order`."""


def in_order(work: Work[Result], pieces: int | None, workers: int | Crew) -> Iterator[Result]:
    """What the work gives for 0, 1, 2 ..., whoever does it; without `pieces` it never ends.

    `work` is sent to the other processes, and results after the last one taken are thrown away.
    """
    if not isinstance(workers, int):
        yield from workers.in_order(work, pieces)
    elif workers == 1:
        yield from map(work, count() if pieces is None else range(pieces))
    else:
        yield from _by_processes(work, pieces, workers)


def _by_processes(work: Work[Result], pieces: int | None, workers: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts)
    stretches = _stretches(pieces)
    waiting: deque[Future[list[Result]]] = deque()
    try:
        while True:
            while len(waiting) < 2 * workers and (stretch := next(stretches, None)):
                waiting.append(pool.submit(_do, work, stretch))
            if not waiting:
                return
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _stretches(pieces: int | None) -> Iterator[range]:
    for first in count(0, AT_ONCE):
        if pieces is not None and first >= pieces:
            return
        yield range(first, first + AT_ONCE if pieces is None else min(first + AT_ONCE, pieces))


def _do(work: Work[Result], stretch: range) -> list[Result]:
    return [work(number) for number in stretch]


def _leave_interrupts() -> None:
    """Ctrl-C goes to every process of a terminal; the one that asked for the work answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
