"""What a worker of a cluster does: a batch of numbered work, if its programs are the same."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from time import perf_counter
from typing import NamedTuple

from .. import __version__
from ..play.invariants import ImpossibleTableError

DECIDING = ("rules", "play", "simulation")
"""The parts of the package that decide what a hand comes to."""


class Edition(NamedTuple):
    """What must be the same everywhere, so that the same seed gives the same hands."""

    python: str
    distributed: str
    scorekeeper: str


class Batch(NamedTuple):
    """What came of a batch, how long it took in seconds, and which worker did it."""

    results: tuple[object, ...]
    seconds: float
    worker: str


class OtherEditionError(Exception):
    """A worker with other programs was given work; its arguments are the worker and its edition."""

    def __init__(self, worker: str, found: Edition) -> None:
        super().__init__(worker, found)
        self.worker = worker
        self.found = found


class BrokenWorkError(Exception):
    """The work of a number failed, as only a fault of the program can; the arguments say why."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(number, what)
        self.number = number
        self.what = what


@cache
def edition() -> Edition:
    """The programs of this process; scorekeeper with a digest of the sources that decide."""
    digest = sha256()
    for part in DECIDING:
        for name, source in _sources(files("scorekeeper") / part, part):
            digest.update(f"{name}\n{len(source)}\n".encode() + source)
    return Edition(
        "{}.{}".format(*sys.version_info),
        version("distributed"),
        f"{__version__} ({digest.hexdigest()[:8]})",
    )


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.name.endswith(".py"):
            # a checkout on Windows may end its lines in another way
            yield f"{place}/{entry.name}", entry.read_bytes().replace(b"\r\n", b"\n")


def do_batch(work: bytes, first: int, end: int, expected: Edition) -> Batch:
    """What the pickled work gives for the numbers from `first` to before `end`, on a worker.

    The work is unpickled only after the check, since another edition may not even be able to.
    Raises `OtherEditionError`, `ImpossibleTableError` and `BrokenWorkError`.
    """
    from distributed import get_worker

    worker = str(get_worker().address)
    if edition() != expected:
        raise OtherEditionError(worker, edition())
    started = perf_counter()
    job = pickle.loads(work)  # noqa: S301 - whoever may send work to a worker may run anything
    results = []
    for number in range(first, end):
        try:
            results.append(job(number))
        except ImpossibleTableError:
            raise
        except Exception as error:
            raise BrokenWorkError(number, f"{type(error).__name__}: {error}") from None
    return Batch(tuple(results), perf_counter() - started, worker)
