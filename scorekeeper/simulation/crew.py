"""Who does the work: this process, some beside it, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..language import mark
from ..language.voice import Voice
from .pool import Crew

NOT_INSTALLED = mark("For --cluster this needs more: pip install '.[cluster]' in the checkout.")
WORKERS_OR_CLUSTER = mark("Choose --workers or --cluster, not both.")


class ClusterError(Exception):
    """The cluster cannot be used; `say` tells why."""

    def __init__(self, text: str, **facts: object) -> None:
        super().__init__(text, facts)
        self.text = text
        self.facts = facts

    def say(self, code: str) -> str:
        """The sentence in the language of the code."""
        return Voice(code).say(self.text, **self.facts)


class LostClusterError(ClusterError):
    """The cluster failed in the middle: what was done before that is as it should be."""


@contextmanager
def crew(workers: int, cluster: str | None, code: str) -> Iterator[int | Crew]:
    """So many processes, or the workers at the address of a cluster.

    Raises `ClusterError` if they cannot be used; remarks are made in the language of the code.
    """
    if cluster is None:
        yield workers
        return
    if workers != 1:
        raise ClusterError(WORKERS_OR_CLUSTER)
    with _at(cluster, code) as found:
        yield found


def _at(address: str, code: str) -> Any:
    try:
        from .cluster import cluster_at
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("dask", "distributed"):
            raise
        raise ClusterError(NOT_INSTALLED) from None
    return cluster_at(address, code)
