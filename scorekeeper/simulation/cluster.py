"""Numbered work done in order by the workers of a dask cluster (see CLUSTER.md).

Only imported when a cluster is asked for: `distributed` is an optional extra.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import warnings
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from urllib.parse import urlsplit
from uuid import uuid4

from distributed import Client, Future, KilledWorker, Security, rpc

from ..language import mark
from ..language.voice import Voice
from ..play.invariants import ImpossibleTableError
from ..terminal import visible, write_error
from .batches import Batch, BrokenWorkError, Edition, OtherEditionError, do_batch, edition
from .crew import ClusterError, LostClusterError
from .pool import Result, Work
from .stretches import Stretches

CONNECT_SECONDS = 5
PATIENCE = 10
"""After so many seconds without news somebody looks whether there is a worker at all."""
BATCHES_PER_THREAD = 4
FEWEST_BATCHES = 8


NO_ADDRESS = mark("%(address)s is no address of a cluster: it looks like tcp://host:8786.")
NOBODY_THERE = mark("No cluster answers at %(address)s.")
NO_KEYS = mark(
    "A tls:// address needs keys: dask’s configuration names them, at distributed.comm.tls."
)
CANNOT_LOAD = mark("%(who)s cannot load scorekeeper %(version)s: install the same there.")
OTHER_EDITION = mark(
    "%(who)s has %(program)s %(theirs)s, this machine %(ours)s: without the same on both, the same"
    " seed may not give the same hands."
)
NO_WORKER = mark("The cluster at %(address)s has no worker: waiting for one.")
WORKERS_DIED = mark("Workers failed one after the other at number %(first)s: see what they logged.")
WORK_FAILED = mark("Number %(number)s failed on the cluster: %(what)s")
CLUSTER_FAILED = mark("The cluster failed: %(what)s")
CLUSTER_LOST = mark("The cluster at %(address)s is gone.")


@contextmanager
def cluster_at(address: str, code: str) -> Iterator[Cluster]:
    """The cluster whose scheduler listens at the address. Raises `ClusterError`.

    What is said while waiting is said in the language of the code.
    """
    with _quiet():
        client = _connected(address)
        try:
            _check_editions(client, address)
            yield Cluster(client, address, code)
        finally:
            client.close()


@dataclass(slots=True)
class Cluster:
    """The workers of a cluster, and which of them have done something so far."""

    client: Client
    address: str
    code: str
    workers: set[str] = field(default_factory=set)
    said: bool = False

    @property
    def size(self) -> int:
        """How many workers have done something so far."""
        return len(self.workers)

    def in_order(self, work: Work[Result], pieces: int | None) -> Iterator[Result]:
        """What the work gives for 0, 1, 2 …, whoever does it and whatever happens to them.

        Only a window of batches is under way. A batch whose worker is lost is done by another.
        Raises `LostClusterError`, and `ImpossibleTableError` at its place in the order.
        """
        name, data = f"scorekeeper-{uuid4().hex}", pickle.dumps(work)
        stretches = Stretches(pieces)
        waiting: deque[Future[Batch]] = deque()
        try:
            while True:
                with self._told():
                    self._send(name, data, stretches, waiting)
                    batches = self._finished(waiting) if waiting else []
                if not batches:
                    return
                for batch in batches:
                    stretches.learn(len(batch.results), batch.seconds)
                    self.workers.add(batch.worker)
                    yield from batch.results  # type: ignore[misc]
        finally:
            with suppress(Exception):  # a cluster that is gone has forgotten them already
                self.client.cancel(list(waiting))

    def _send(
        self, name: str, data: bytes, stretches: Stretches, waiting: deque[Future[Batch]]
    ) -> None:
        """Fills the window."""
        threads = sum(self.client.nthreads().values())
        window = max(FEWEST_BATCHES, BATCHES_PER_THREAD * threads)
        for one in stretches.take(window - len(waiting)):
            # a key of its own, whoever does it and however often: it counts once
            key = f"{name}-{one.start}"
            asked = (data, one.start, one.stop, edition())
            waiting.append(self.client.submit(do_batch, *asked, key=key))

    def _finished(self, waiting: deque[Future[Batch]]) -> list[Batch]:
        """The next batches, taken off those that are waited for: at least one."""
        first = waiting[0]
        self._wait_for(first)
        if first.status != "finished":
            first.result()
        ready = list(takewhile(lambda task: task.status == "finished", waiting))
        batches: list[Batch] = self.client.gather(ready)
        for _ in ready:
            waiting.popleft()
        return batches

    def _wait_for(self, task: Future[Batch]) -> None:
        """Waits as long as it takes, and says once if nobody is there to work."""
        while True:
            try:
                task.exception(timeout=PATIENCE)
            except TimeoutError:
                if not self.said and not self.client.nthreads():
                    self.said = True
                    sentence = Voice(self.code).say(NO_WORKER, address=self.address)
                    write_error(visible(sentence))
            else:
                return

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Makes a sentence of what keeps the work from its end."""
        try:
            yield
        except ImpossibleTableError:
            raise
        except OtherEditionError as error:
            raise _other_edition(error.worker, error.found) from error
        except BrokenWorkError as error:
            facts = {"number": str(error.number), "what": error.what}
            raise LostClusterError(WORK_FAILED, **facts) from error
        except KilledWorker as error:
            first = str(error.task).rpartition("-")[2]
            raise LostClusterError(WORKERS_DIED, first=first) from error
        except (CancelledError, OSError) as error:
            raise LostClusterError(CLUSTER_LOST, address=self.address) from error
        except Exception as error:
            raise LostClusterError(CLUSTER_FAILED, what=_brief(error)) from error


def _connected(address: str) -> Client:
    full = address if "://" in address else f"tcp://{address}"
    try:
        place = urlsplit(full)
        host, port = place.hostname, place.port
    except ValueError:
        host = port = None
    if not host or not port or place.scheme not in ("tcp", "tls"):
        raise ClusterError(NO_ADDRESS, address=address)
    try:
        # whoever is refused here need not wait until a client has tried again and again
        socket.create_connection((host, port), CONNECT_SECONDS).close()
        with ThreadPoolExecutor(1) as aside:  # whoever calls may have a loop of its own
            aside.submit(_ask, full).result()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions that differ: we look ourselves
            return Client(full, timeout=CONNECT_SECONDS, set_as_default=False, asynchronous=False)
    except ClusterError:
        raise
    except (OSError, UnicodeError):
        raise ClusterError(NOBODY_THERE, address=address) from None
    except Exception as error:  # keys and certificates that do not fit, and the like
        raise ClusterError(CLUSTER_FAILED, what=_brief(error)) from None


def _ask(address: str) -> None:
    """Waits for an answer of the scheduler. Raises what `_identity` does, and `TimeoutError`."""
    asyncio.run(asyncio.wait_for(_identity(address), CONNECT_SECONDS))


async def _identity(address: str) -> None:
    """Asks who is there; a client would wait for whoever takes a call and keeps silent."""
    keys = Security().get_connection_args("client")
    if address.startswith("tls:") and keys.get("ssl_context") is None:
        raise ClusterError(NO_KEYS)
    async with rpc(address, connection_args=keys) as remote:
        found = await remote.identity()
    if found.get("type") != "Scheduler":
        raise OSError("no scheduler")


def _check_editions(client: Client, address: str) -> None:
    """Raises `ClusterError` if the scheduler, which reads what is sent, or a worker differs."""
    try:
        found = {address: client.run_on_scheduler(edition)}
    except Exception:
        raise ClusterError(CANNOT_LOAD, who=address, version=edition().scorekeeper) from None
    found |= client.run(edition, on_error="return")
    for who, theirs in found.items():
        if not isinstance(theirs, Edition):
            raise ClusterError(CANNOT_LOAD, who=who, version=edition().scorekeeper)
        if theirs != edition():
            raise _other_edition(who, theirs)


def _other_edition(who: str, found: Edition) -> ClusterError:
    differing = (
        {"program": program, "theirs": theirs, "ours": ours}
        for program, theirs, ours in zip(Edition._fields, found, edition(), strict=True)
        if theirs != ours
    )
    return LostClusterError(OTHER_EDITION, who=who, **next(differing))


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0]


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps what distributed logs from the terminal: what a person must know is said by us."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
