"""A bar on the error stream while something long runs, if somebody sits there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(length: int) -> Iterator[Callable[[int], None]]:
    """A way to say that so much more of the length is done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _say_nothing
        return
    with click.progressbar(length=length, file=sys.stderr) as bar:
        yield bar.update


def _say_nothing(done: int) -> None:
    """There is nobody to tell."""
