"""How much work an address may ask for: so many seconds at once, then a share of the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

ALLOWANCE = "api_allowance"
"""The name under which an application has its one allowance, of the API and of uploads."""
MOST_ADDRESSES = 2000
EVERYBODY = ""
PLACES = 5
"""All addresses together have so many times what one has."""


@dataclass(slots=True)
class Allowance:
    """Seconds of work, refilled as time goes by.

    An address may spend `burst` seconds at once; each second that passes gives `share` of one back.
    Work is weighed after it was done, so what is left may fall below nothing. Each process of a
    server keeps its own.
    """

    burst: float
    share: float
    clock: Callable[[], float] = time.monotonic
    _spent: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def wait(self, address: str) -> float:
        """The seconds until something may be asked again from there: 0 if it may now."""
        now = self.clock()
        with self._lock:
            return max(self._wait(address, 1, now), self._wait(EVERYBODY, PLACES, now))

    def spend(self, address: str, seconds: float) -> None:
        """Takes the work done for this address from what it has left."""
        now = self.clock()
        with self._lock:
            for name, places in ((address, 1), (EVERYBODY, PLACES)):
                self._spent[name] = (self._owed(name, places, now) + seconds, now)
            if len(self._spent) > MOST_ADDRESSES:
                self._forget(now)

    @contextmanager
    def working(self, address: str, ahead: float) -> Iterator[None]:
        """Takes what the work within costs; `ahead` seconds before it begins, so that what is
        asked at the same moment counts."""
        began = time.thread_time()
        self.spend(address, ahead)
        try:
            yield
        finally:
            self.spend(address, time.thread_time() - began - ahead)

    def _wait(self, name: str, places: int, now: float) -> float:
        above = self._owed(name, places, now) - self.burst * places
        return max(0.0, above / (self.share * places))

    def _owed(self, name: str, places: int, now: float) -> float:
        spent, at = self._spent.get(name, (0.0, now))
        return max(0.0, spent - (now - at) * self.share * places)

    def _forget(self, now: float) -> None:
        """Leaves out who owes nothing any more; of too many others, who owes least."""
        owing = {name: self._owed(name, 1, now) for name in self._spent if name != EVERYBODY}
        most = sorted(owing, key=owing.__getitem__, reverse=True)[: MOST_ADDRESSES // 2]
        kept = {EVERYBODY, *(name for name in most if owing[name])}
        self._spent = {name: spent for name, spent in self._spent.items() if name in kept}
