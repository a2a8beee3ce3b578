"""The process that works: python -m scorekeeper.work.worker DATABASE JOURNAL"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic

from scorekeeper import machine_log
from scorekeeper.storage.faults import DatabaseBusyError
from scorekeeper.storage.work import Job, Jobs, open_jobs

from .lock import held, lock_of
from .running import Run, report, take

NICENESS = 19
REPORT_SECONDS = 0.4
LOOK_SECONDS = 0.25
IDLE_SECONDS = 180.0
LOCK_SECONDS = 2.0


def main(path: Path, journal: str, idle: float = IDLE_SECONDS) -> None:
    """Works until its server is gone, or nothing was to do for so long; one for a database."""
    machine_log.configure(os.environ.get("SCOREKEEPER_LOG", machine_log.QUIET))
    sys.excepthook = machine_log.tell_crash
    gone = threading.Event()
    threading.Thread(target=_watch_server, args=(gone,), daemon=True).start()
    _step_aside()
    with held(lock_of(path), LOCK_SECONDS) as alone:
        if alone:
            work(path, journal, gone, idle)


def work(path: Path, journal: str, gone: threading.Event, idle: float) -> None:
    """Takes one job after the other."""
    last = monotonic()
    with open_jobs(path, journal) as jobs:
        while not gone.is_set() and monotonic() - last < idle:
            run = _take(jobs)
            if run is None:
                gone.wait(LOOK_SECONDS)
                continue
            _finish(run, jobs, gone)
            last = monotonic()


def _take(jobs: Jobs) -> Run | None:
    if jobs.next() is None:  # looked at without the lock: others wish to write
        return None
    with suppress(DatabaseBusyError):
        return take(jobs)
    return None


def _finish(run: Run, jobs: Jobs, gone: threading.Event) -> None:
    """Works on the job to its end; leaves it, to be taken up again, when the server is gone."""
    while not gone.is_set():
        job = run.advance(REPORT_SECONDS)
        goes_on = _tell(jobs, job, gone) and not job.state.is_over
        if not goes_on:
            ms = round(run.worked * 1000)
            machine_log.tell("work", kind=job.kind, state=job.state.value, ms=ms)
            return


def _tell(jobs: Jobs, job: Job, gone: threading.Event) -> bool:
    """Writes down how far the job is; while the file is busy an end is told again and again."""
    while True:
        try:
            return report(jobs, job)
        except DatabaseBusyError:
            if gone.is_set() or not job.state.is_over:
                return True


def _watch_server(gone: threading.Event) -> None:
    """The server holds the other end of our standard input as long as it lives."""
    with suppress(OSError):
        while os.read(0, 64):
            pass
    gone.set()


def _step_aside() -> None:
    """Phones come first; Ctrl-C in the terminal is for the server."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], *map(float, sys.argv[3:4]))
