"""Work that takes long, done away from the threads that answer phones."""

from __future__ import annotations

from scorekeeper.storage.work import Job, State

from .desk import Desk, TooManyJobs

__all__ = ["Desk", "Job", "State", "TooManyJobs"]
