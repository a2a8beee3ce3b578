"""What every kind of work is: a source of steps, each with what has come of it so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

Facts = Mapping[str, object]


class Step(NamedTuple):
    """So much of the work is done; `tell` gives the result so far, when somebody wants it."""

    done: int
    total: int
    tell: Callable[[], Facts]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work.

    `work` takes what is asked for, as JSON has it, and gives a step after every short piece (far
    less than 300 ms); the same spec gives the same steps. After `seconds` of work, of a processor,
    the result so far is the result.
    """

    work: Callable[[Facts], Iterator[Step]]
    seconds: float = 20.0
