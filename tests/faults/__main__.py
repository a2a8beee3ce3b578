"""`python -m tests.faults`: the fault harness in any size."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import SystemRandom
from time import monotonic

from .kills import kill_often
from .server import COMMANDS, Server
from .writers import post_at_once, write_at_once


def main() -> int:
    """0 if every promise was kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="kill the server so often")
    parser.add_argument("--writers", type=int, default=0, help="so many phones enter hands at once")
    parser.add_argument("--entries", type=int, default=50, help="so many hands each")
    parser.add_argument("--servers", type=int, default=1, help="for writers: so many on one file")
    parser.add_argument("--server", choices=[*COMMANDS], default="serve")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and no server is left behind
    print(f"seed {asked.seed}", flush=True)
    problems = 0
    for run in (_kills, _writers):
        with tempfile.TemporaryDirectory() as folder:
            problems += run(Path(folder), asked)
    return 1 if problems else 0


def _kills(folder: Path, asked: argparse.Namespace) -> int:
    if not asked.kills:
        return 0
    report = kill_often(folder, asked.kills, asked.seed, asked.server, partial(print, flush=True))
    print(report)
    return len(report.problems)


def _writers(folder: Path, asked: argparse.Namespace) -> int:
    if not asked.writers:
        return 0
    with ExitStack() as stack:
        servers = [stack.enter_context(Server(folder, asked.server)) for _ in range(asked.servers)]
        roots, server = [one.start() for one in servers], servers[0]
        began = monotonic()
        done = write_at_once(roots, server.database, asked.writers, asked.entries, asked.seed)
        print(f"{done}, in {monotonic() - began:.1f} s")
        once = post_at_once(roots, server.database)
        print("one form five times at once:", once)
    return len(done.problems) + len(once.problems)


if __name__ == "__main__":
    sys.exit(main())
