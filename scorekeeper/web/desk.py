"""The work that this application hands to others, and who has asked for it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Flask, abort, current_app

from scorekeeper.work import Desk, Job

from .keys import phone

NAME = "desk"
PROCESS, SLICES = "process", "requests"
WAYS = (PROCESS, SLICES)
"""Who works: a process beside the server, or those who ask after it."""


def open_desk(app: Flask) -> None:
    """Gives the application its desk; a process is started with the first job, not here."""
    config = app.config
    app.extensions[NAME] = Desk(
        Path(config["DATABASE"]), str(config["JOURNAL"]), config["WORK"] == SLICES
    )


def desk() -> Desk:
    """The desk of this application."""
    found: Desk = current_app.extensions[NAME]
    return found


def hand_in(kind: str, spec: dict[str, object]) -> str:
    """Hands in work for this phone and gives its id; what it has asked before is that job.

    Raises `TooManyJobs`.
    """
    owner = phone()
    asked = json.dumps([kind, spec], sort_keys=True)
    digest = hashlib.sha256(asked.encode()).hexdigest()
    return desk().submit(kind, spec, owner, f"{owner}:{digest}")


def open_job(job_id: str, kind: str) -> Job:
    """The job of this kind, moved on a little where requests do the work; or a 404."""
    job = desk().state(job_id)
    if job is None or job.kind != kind:
        abort(404)
    return job
