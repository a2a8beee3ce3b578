"""Work done a little at a time by those who ask after it, where no process can be started."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.storage.work import Jobs, open_jobs

from .lock import held, lock_of
from .running import Run, report, take

SLICE_SECONDS = 0.25


@dataclass(slots=True)
class Slices:
    """The job that this process is at; one that another process was at begins again."""

    path: Path
    journal: str
    _run: Run | None = None
    _held: ExitStack = field(default_factory=ExitStack)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def work(self) -> None:
        """Does a slice of the first job, unless another thread or process is at one."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            with open_jobs(self.path, self.journal) as jobs:
                self._work(jobs)
        finally:
            if self._run is None:
                self._held.close()
            self._lock.release()

    def _work(self, jobs: Jobs) -> None:
        first = jobs.next()
        run, self._run = self._run, None
        if first is None:
            return
        if run is None or run.job.id != first.id:
            run = take(jobs) if run is not None or self._is_alone() else None
        if run is None:
            return
        job = run.advance(SLICE_SECONDS)
        if report(jobs, job) and not job.state.is_over:
            self._run = run

    def _is_alone(self) -> bool:
        try:
            return self._held.enter_context(held(lock_of(self.path)))
        except (OSError, ImportError):
            return True  # there are no files to lock: no other process either
