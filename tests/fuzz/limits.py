"""What may not happen while an input is read: a breakdown, a hang, a flood."""

from __future__ import annotations

import contextlib
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SECONDS = 1.0  # of CPU time, for one input
HANG = 4.0  # of CPU time, measured or not: then the input is cut off
LARGEST_INPUT = 100_000  # bytes
LARGEST_ANSWER = 2_000_000  # bytes: what a small input may come to
ROOM = 256 * 2**20  # bytes that a process may take on top of what it has, for one input


class HangError(BaseException):
    """Cut off: not an `Exception`, which a program under test might take for its own."""


class FloodError(Exception):
    """The answer is far larger than what was asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What an input led to. Two with the same `kind` have the same cause."""

    kind: str
    detail: str


Run = Callable[[bytes], int]


def examine(run: Run, data: bytes, seconds: float = SECONDS) -> Failure | None:
    """What is wrong with the answer to an input; `run` returns its size in bytes."""
    started = time.process_time()
    try:
        with _cut_off(max(HANG, 4 * seconds)), bounded_memory():
            size = run(data)
    except HangError as error:
        return Failure(f"hang in {_place(error)}", _told(error))
    except MemoryError as error:
        return Failure("memory", _told(error))
    except Exception as error:
        return Failure(f"{type(error).__name__} in {_place(error)}", _told(error))
    took = time.process_time() - started
    if took > seconds:
        return Failure("slow", f"{took:.2f} s of CPU time, {seconds:g} s allowed")
    if size > LARGEST_ANSWER:
        return Failure("flood", f"{len(data)} bytes led to {size}")
    return None


@contextlib.contextmanager
def bounded_memory(room: int = ROOM) -> Iterator[None]:
    """Inside, asking for more than so many bytes beyond what there are is a `MemoryError`."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextlib.contextmanager
def _cut_off(seconds: float) -> Iterator[None]:
    def cut(*_: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGVTALRM, cut)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _place(error: BaseException) -> str:
    """The last function of the program on the way to the error."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "scorekeeper" in Path(frame.filename).parts]
    frame = own[-1] if own else frames[-1]
    return f"{Path(frame.filename).name}:{frame.name}"


def _told(error: BaseException) -> str:
    lines = traceback.format_exception(error)
    return "".join(lines[-12:])[-4000:]
