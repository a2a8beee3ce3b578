"""Work that takes long, written down so that any process may ask how far it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from sqlite_utils import Database

from .connection import open_database, writing
from .text import storable

Facts = Mapping[str, object]


class State(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self not in (State.WAITING, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work: what is asked for, by whom, how far it is and what came of it so far.

    `done` of `total` are pieces of the kind's own; both 0 until it was begun. `topic` is what no
    two jobs are about, or nothing; `match_id` the match with which it is forgotten, if there is
    one. `tries` counts how often it was begun.
    """

    id: str
    kind: str
    spec: Facts
    owner: str
    topic: str = ""
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    result: Facts = field(default_factory=dict)
    tries: int = 0
    match_id: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out, for lack of time or because somebody stopped it."""
        return self.state is State.DONE and self.done >= self.total


@contextmanager
def open_jobs(path: str | Path, journal: str = "wal") -> Iterator[Jobs]:
    """The jobs of the database at `path`. Raises `StorageError`."""
    with open_database(path, journal) as db:
        yield Jobs(db)


_COLUMNS = (
    "id, kind, spec, owner, coalesce(topic, ''), state, done, total, result, tries,"
    " coalesce(match_id, '')"
)
_OPEN = "state IN ('waiting', 'running')"


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of an open database. Whoever writes holds the lock of `writing`."""

    db: Database

    def writing(self) -> AbstractContextManager[None]:
        """Holds the write lock, so that what was read before writing is still true."""
        return writing(self.db)

    def add(self, job: Job, at: datetime) -> None:
        """Adds a job; the tables refuse a second one of its id or topic (`Fault.REFUSED`)."""
        self.db.execute(
            "INSERT INTO jobs (id, kind, spec, owner, topic, match_id, state, made)"
            " VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?)",
            (job.id, job.kind, _json(job.spec), storable(job.owner), storable(job.topic) or None,
             storable(job.match_id) or None, _stamp(at)),
        )  # fmt: skip

    def get(self, job_id: str) -> Job | None:
        """The job with this id."""
        return self._first("id = ?", storable(job_id))

    def about(self, topic: str) -> Job | None:
        """The job with this topic."""
        return self._first("topic = ?", storable(topic))

    def release(self, topic: str) -> None:
        """Lets no job be about this any more; the one that was stays under its id."""
        self.db.execute("UPDATE jobs SET topic = NULL WHERE topic = ?", (storable(topic),))

    def next(self) -> Job | None:
        """The job to be worked on: one that was begun, else the one that has waited longest."""
        return self._first(_OPEN, order="state = 'running' DESC, rowid")

    def ahead(self, job_id: str) -> int:
        """How many jobs come before this one; 0 if it is not waiting."""
        row = self.db.execute(
            f"SELECT count(*) FROM jobs WHERE {_OPEN} AND rowid <"  # noqa: S608
            " (SELECT rowid FROM jobs WHERE id = ? AND state = 'waiting')",
            (storable(job_id),),
        ).fetchone()
        return int(row[0])

    def count_open(self, owner: str | None = None) -> int:
        """How many jobs are waiting or running, of one owner or of all."""
        sql = f"SELECT count(*) FROM jobs WHERE {_OPEN} AND owner = coalesce(?, owner)"  # noqa: S608
        named = None if owner is None else storable(owner)
        return int(self.db.execute(sql, (named,)).fetchone()[0])

    def begin(self, job_id: str) -> None:
        """The job runs from now on, from its start."""
        sql = (
            "UPDATE jobs SET state = 'running', tries = tries + 1, done = 0, total = 0"  # noqa: S608
            f" WHERE id = ? AND {_OPEN}"
        )
        self.db.execute(sql, (job_id,))

    def report(self, job: Job, at: datetime) -> bool:
        """Writes down state, progress and result; False if the job is over or gone already."""
        cursor = self.db.execute(
            "UPDATE jobs SET state = ?, done = ?, total = ?, result = ?, ended = ?"
            " WHERE id = ? AND state = 'running'",
            (job.state, job.done, job.total, _json(job.result),
             _stamp(at) if job.state.is_over else None, job.id),
        )  # fmt: skip
        return int(cursor.rowcount) == 1

    def cancel(self, owner: str, job_id: str | None, at: datetime) -> None:
        """Stops a job of this owner, or all of them; what came of it so far stays."""
        self.db.execute(
            f"UPDATE jobs SET state = 'cancelled', ended = ? WHERE {_OPEN}"  # noqa: S608
            " AND owner = ? AND id = coalesce(?, id)",
            (_stamp(at), storable(owner), None if job_id is None else storable(job_id)),
        )

    def sweep(self, ended: datetime, kinds: Sequence[str] = ()) -> None:
        """Removes the jobs that were over by then, of these kinds or of all."""
        among = f"AND kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        self.db.execute(f"DELETE FROM jobs WHERE ended <= ? {among}", (_stamp(ended), *kinds))  # noqa: S608

    def keep_latest(self, most: int) -> None:
        """Removes the oldest jobs that are over, but the latest `most` of all."""
        self.db.execute(
            "DELETE FROM jobs WHERE ended IS NOT NULL AND rowid <="
            " (SELECT rowid FROM jobs ORDER BY rowid DESC LIMIT 1 OFFSET ?)",
            (most,),
        )

    def _first(self, condition: str, *named: str, order: str = "rowid") -> Job | None:
        sql = f"SELECT {_COLUMNS} FROM jobs WHERE {condition} ORDER BY {order} LIMIT 1"  # noqa: S608
        row = self.db.execute(sql, named).fetchone()
        return None if row is None else _job(*row)


def _job(
    job_id: str,
    kind: str,
    spec: str,
    owner: str,
    topic: str,
    state: str,
    done: int,
    total: int,
    result: str,
    tries: int,
    match_id: str,
) -> Job:
    asked, found = json.loads(spec), json.loads(result)
    return Job(job_id, kind, asked, owner, topic, State(state), done, total, found, tries, match_id)


def _json(facts: Facts) -> str:
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)


def _stamp(at: datetime) -> int:
    return int(at.timestamp() * 1000)
