"""Servers to be measured, each a process of its own on a port that the system chooses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
GUNICORN = ("--worker-class", "gthread", "--workers", "2", "--threads", "4")
GUNICORN += ("--bind", "127.0.0.1:0", "--keep-alive", "30", "--backlog", "2048")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    name: str
    port: int
    pid: int


@contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """The server as it is shipped."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"]
    with _started("scorekeeper serve", command, _ours(folder)) as server:
        yield server


@contextmanager
def gunicorn(folder: Path) -> Iterator[Server]:
    """The application behind gunicorn, two processes on one database."""
    command = [sys.executable, "-m", "gunicorn", *GUNICORN, "scorekeeper:create_app()"]
    with _started("gunicorn, 2 workers", command, _ours(folder)) as server:
        yield server


@contextmanager
def bare(size: int, behind_gunicorn: bool = False) -> Iterator[Server]:
    """The same server around a Flask application that does nothing: the ceiling."""
    command = [sys.executable, str(HERE / "bare.py")]
    if behind_gunicorn:
        command = [sys.executable, "-m", "gunicorn", *GUNICORN]
        command += ["--chdir", str(HERE), "bare:make_app()"]
    with _started("bare Flask", command, {"BARE_BYTES": str(size)}) as server:
        yield server


def _ours(folder: Path) -> dict[str, str]:
    return {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_DATABASE": f"{folder}/scorekeeper.db"}


@contextmanager
def _started(name: str, command: list[str], settings: Mapping[str, str]) -> Iterator[Server]:
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": path} | dict(settings)
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said: deque[str] = deque(maxlen=20)
    try:
        port = _port(process, said)
        threading.Thread(target=_listen, args=(process, said), daemon=True).start()
        yield Server(name, port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _port(process: subprocess.Popen[str], said: deque[str]) -> int:
    for line in process.stdout or ():
        said.append(line)
        found = ADDRESS.search(line)
        if found:
            return int(found[1])
    raise RuntimeError(f"the server did not start: {''.join(said)}")


def _listen(process: subprocess.Popen[str], said: deque[str]) -> None:
    for line in process.stdout or ():
        said.append(line)
        if "rror" in line or "Traceback" in line:
            print(f"the server says: {line.rstrip()}", file=sys.stderr)


def family(pid: int) -> list[int]:
    """The process and all that it has started; on a system without /proc the process alone."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            numbers = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(numbers[1]), []).append(int(status.parent.name))
    found, open_ = [], [pid]
    while open_:
        one = open_.pop()
        found.append(one)
        open_ += children.get(one, [])
    return found


def memory_of(pid: int) -> int:
    """Bytes of memory that the server holds, with the processes it has started."""
    total = 0
    for one in family(pid):
        try:
            status = Path(f"/proc/{one}/status").read_text()
        except OSError:
            continue
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        total += int(found[1]) * 1024 if found else 0
    return total


def seconds_of(pid: int) -> float:
    """Seconds of processor time that the server has used, with the processes it has started."""
    ticks = 0
    for one in family(pid):
        try:
            numbers = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(numbers[11]) + int(numbers[12])
    return ticks / os.sysconf("SC_CLK_TCK")
