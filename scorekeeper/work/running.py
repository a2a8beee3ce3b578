"""One job being worked on, for as long at a time as whoever does it has."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import monotonic

from scorekeeper import machine_log
from scorekeeper.storage.work import Job, Jobs, State

from .kinds import KINDS
from .steps import Step

MOST_TRIES = 3
"""A job in which the worker died so often is given up: it may be what kills it."""

work_time = getattr(time, "thread_time", monotonic)
"""A machine that has other things to do finds as much, only later."""


@dataclass(slots=True)
class Run:
    """A job with its steps, from the first one on; `worked` is the time of a processor so far."""

    job: Job
    worked: float = 0.0
    _steps: Iterator[Step] = field(init=False)
    _last: Step | None = None

    def __post_init__(self) -> None:
        self._steps = _steps_of(self.job)

    def advance(self, seconds: float) -> Job:
        """Works for about so long, a step at least, and gives the job as it then is.

        It is over, or still running.
        """
        began, started = monotonic(), work_time()
        limit = KINDS[self.job.kind].seconds - self.worked
        state = State.RUNNING
        try:
            for step in self._steps:
                self._last = step
                if monotonic() - began >= seconds or work_time() - started >= limit:
                    break
            else:
                state = State.DONE
            return self._told(state, work_time() - started)
        except Exception as error:
            machine_log.tell_bug(error, work=self.job.kind)
            return replace(self.job, state=State.FAILED)

    def _told(self, state: State, worked: float) -> Job:
        self.worked += worked
        if self.worked >= KINDS[self.job.kind].seconds:
            state = State.DONE
        if self._last is None:
            return replace(self.job, state=state)
        done, total, tell = self._last
        if done >= total:
            state = State.DONE
        self.job = replace(self.job, done=done, total=total, result=tell())
        return replace(self.job, state=state)


def _steps_of(job: Job) -> Iterator[Step]:
    yield from KINDS[job.kind].work(job.spec)


def take(jobs: Jobs) -> Run | None:
    """Takes up the next job, or one whose worker died; None if there is nothing to do.

    One that was tried too often, or that this version does not know, is failed instead.
    """
    while True:
        with jobs.writing():
            job = jobs.next()
            if job is None:
                return None
            jobs.begin(job.id)
            running = replace(job, state=State.RUNNING, done=0, total=0)
            if job.tries < MOST_TRIES and job.kind in KINDS:
                break
            jobs.report(replace(running, state=State.FAILED), datetime.now(UTC))
    return Run(running)


def report(jobs: Jobs, job: Job) -> bool:
    """Writes down how far the job is; False if somebody has called it off."""
    with jobs.writing():
        return jobs.report(job, datetime.now(UTC))
