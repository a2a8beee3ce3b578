"""Starts the process that works, when there is work and nobody is at it."""

from __future__ import annotations

import logging
import os
import subprocess  # our own program, by its full path
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from .lock import held, lock_of

PACKAGE_PARENT = Path(__file__).resolve().parents[2]
END_SECONDS = 5
PAUSE_SECONDS = 2.0
"""Between two starts: a worker that cannot live is not started with every request."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Starter:
    """Starts at most one worker at a time; `is_impossible` once that was refused."""

    path: Path
    journal: str
    is_impossible: bool = sys.platform in ("emscripten", "wasi")
    _started: float = field(default_factory=lambda: monotonic() - PAUSE_SECONDS)
    _child: subprocess.Popen[bytes] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ensure(self) -> None:
        """A worker of this database is running or being started, here or by another server."""
        with self._lock:
            if self._child is not None and self._child.poll() is None:
                return
            self._hang_up()
            if monotonic() - self._started < PAUSE_SECONDS:
                return
            try:
                with held(lock_of(self.path)) as free:
                    pass
                if free:
                    self._child, self._started = self._start(), monotonic()
            except (OSError, ImportError, ValueError) as error:
                logger.warning("no worker can be started, so requests do the work: %s", error)
                self.is_impossible = True

    def close(self) -> None:
        """Ends the worker that was started here."""
        with self._lock:
            self._hang_up()

    def _start(self) -> subprocess.Popen[bytes]:
        """The worker; it ends when the pipe to it does, so it never outlives its server."""
        if "py" not in Path(sys.executable or "").name.lower():
            raise ValueError(f"{sys.executable!r} is no Python")
        paths = filter(None, (str(PACKAGE_PARENT), os.environ.get("PYTHONPATH", "")))
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-m", "scorekeeper.work.worker", str(self.path), self.journal],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def _hang_up(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        if child.stdin is not None:
            child.stdin.close()
        try:
            child.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
