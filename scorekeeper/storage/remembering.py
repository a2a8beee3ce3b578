"""What a process remembers: the latest found first, the oldest forgotten when it grows too much."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(slots=True)
class Memory(Generic[Key, Value]):
    """Values by key, of a weight (bytes, roughly) of `most` together; safe between threads.

    It knows nothing of what becomes old: a key must name everything that its value depends on.
    """

    most: int
    _values: OrderedDict[Key, tuple[Value, int]] = field(default_factory=OrderedDict)
    _weight: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def weight(self) -> int:
        """What all values weigh together."""
        return self._weight

    def find(self, key: Key) -> Value | None:
        """The value kept for this key, or None."""
        with self._lock:
            kept = self._values.get(key)
            if kept is None:
                return None
            self._values.move_to_end(key)
            return kept[0]

    def keep(self, key: Key, value: Value, weight: int) -> None:
        """Keeps a value, in place of the oldest ones; not one that outweighs all room there is."""
        if weight > self.most:
            return
        with self._lock:
            before = self._values.pop(key, None)
            self._weight += weight - (before[1] if before else 0)
            self._values[key] = (value, weight)
            while self._weight > self.most:
                _, (_, gone) = self._values.popitem(last=False)
                self._weight -= gone
