"""The real server as a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
COMMANDS = {
    "serve": ["scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"],
    "gunicorn": ["gunicorn", "--bind", "127.0.0.1:0", "--workers", "2", "scorekeeper:create_app()"],
}


@dataclass(slots=True)
class Server:
    """A server on the files of `folder`; every start takes a port that is free."""

    folder: Path
    kind: str = "serve"
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None

    @property
    def database(self) -> Path:
        return self.folder / "scorekeeper.db"

    @property
    def notes(self) -> Path:
        """What all the processes have written to stderr."""
        return self.folder / "stderr"

    def start(self) -> str:
        """Starts it and gives its address."""
        names = {"SCOREKEEPER_INSTANCE": str(self.folder), "PYTHONPATH": str(ROOT)}
        plain = {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        with self.notes.open("a") as notes:
            before = notes.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-m", *COMMANDS[self.kind]],
                env={**os.environ, **names, **plain, **self.environment},
                cwd=self.folder,
                stdout=subprocess.PIPE,
                stderr=notes,
                text=True,
                start_new_session=True,  # so that a kill takes its workers, too
            )
        return self._address(before)

    def _address(self, before: int) -> str:
        assert self.process is not None
        told = ""
        if self.kind == "serve":
            told = self.process.stdout.readline() if self.process.stdout else ""
        while self.kind == "gunicorn" and self.process.poll() is None:
            told = self.notes.read_text()[before:]
            if "Booting worker" in told:
                break
            sleep(0.02)
        found = ADDRESS.search(told)
        assert found, f"no address: {told!r}, {self.notes.read_text()[before:]!r}"
        return found[0]

    def kill(self, workers: bool = True) -> None:
        """Ends it without a word, with whatever it has started or (`workers=False`) alone."""
        assert self.process is not None
        if workers:
            os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        self._close()

    def close(self) -> None:
        """Ends all that is left of it."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._close()

    def _close(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
