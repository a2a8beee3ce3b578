"""Where work is handed in, asked after and called off."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.storage.work import Facts, Job, Jobs, State, open_jobs

from .kinds import KINDS, ODDS
from .slices import Slices
from .starting import Starter

MOST_OF_ONE, MOST_OF_ALL = 2, 20
KEPT = timedelta(days=60)
KEPT_ODDS = timedelta(hours=6)
MOST_KEPT = 2000


class TooManyJobs(Exception):  # noqa: N818 - a refusal, not an error
    """Nothing was handed in; `mine`: this owner has enough running, otherwise everybody has."""

    def __init__(self, mine: bool) -> None:
        super().__init__("too many jobs")
        self.mine = mine


@dataclass(slots=True)
class Desk:
    """The work of one database; a server has one desk for all its threads.

    With `slices` the work is done in pieces by those who ask after it, otherwise by a process of
    its own, which is started when there is something to do.
    """

    path: Path
    journal: str = "wal"
    slices: bool = False
    _starter: Starter = field(init=False)
    _slices: Slices = field(init=False)

    def __post_init__(self) -> None:
        self._starter = Starter(self.path, self.journal)
        self._slices = Slices(self.path, self.journal)

    def submit(
        self, kind: str, spec: Facts, owner: str, topic: str = "", match_id: str = ""
    ) -> str:
        """Hands in work and gives the id under which it is asked after.

        What has the topic of an earlier job is that job, unless it was stopped or failed. What
        belongs to a match is forgotten with it. Raises `TooManyJobs`, `StorageError`, and
        `KeyError` for a kind that is none.
        """
        job = Job(secrets.token_urlsafe(16), kind, spec, owner, topic, match_id=match_id)
        _ = KINDS[kind]
        now = datetime.now(UTC)
        with open_jobs(self.path, self.journal) as jobs, jobs.writing():
            known = jobs.about(topic) if topic else None
            if known is not None and known.state not in (State.CANCELLED, State.FAILED):
                return known.id
            if jobs.count_open(owner) >= MOST_OF_ONE:
                raise TooManyJobs(mine=True)
            if jobs.count_open() >= MOST_OF_ALL:
                raise TooManyJobs(mine=False)
            _forget_old(jobs, now)
            jobs.release(topic)
            jobs.add(job, now)
        self._see_to_it()
        return job.id

    def state(self, job_id: str) -> Job | None:
        """How far the job is; None if there is none, or it was forgotten. Raises `StorageError`."""
        job = self.peek(job_id)
        if job is None or job.state.is_over:
            return job
        self._see_to_it()
        return self.peek(job_id) if self.works_in_slices else job

    def peek(self, job_id: str) -> Job | None:
        """The same, without doing anything for it."""
        with open_jobs(self.path, self.journal) as jobs:
            return jobs.get(job_id)

    def about(self, topic: str) -> Job | None:
        """The job with this topic, without doing anything for it."""
        with open_jobs(self.path, self.journal) as jobs:
            return jobs.about(topic)

    def ahead(self, job_id: str) -> int:
        """How many jobs come before this one."""
        with open_jobs(self.path, self.journal) as jobs:
            return jobs.ahead(job_id)

    def cancel(self, job_id: str, owner: str) -> None:
        """Stops the job if it is this owner's and not over; what came of it so far stays."""
        self._cancel(owner, job_id)

    def cancel_all(self, owner: str) -> None:
        """Stops whatever this owner has handed in."""
        self._cancel(owner, None)

    @property
    def works_in_slices(self) -> bool:
        """Whether those who ask after the work do it, by choice or for want of a process."""
        return self.slices or self._starter.is_impossible

    def close(self) -> None:
        """Ends the process, if this desk has started one."""
        self._starter.close()

    def _cancel(self, owner: str, job_id: str | None) -> None:
        with open_jobs(self.path, self.journal) as jobs, jobs.writing():
            jobs.cancel(owner, job_id, datetime.now(UTC))

    def _see_to_it(self) -> None:
        """There is work: sees that a process is at it, or does a slice of it."""
        if not self.works_in_slices:
            self._starter.ensure()
        if self.works_in_slices:
            self._slices.work()


def _forget_old(jobs: Jobs, now: datetime) -> None:
    jobs.sweep(now - KEPT)
    jobs.sweep(now - KEPT_ODDS, (ODDS,))
    jobs.keep_latest(MOST_KEPT)
