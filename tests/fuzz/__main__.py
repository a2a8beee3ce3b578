"""`python -m tests.fuzz`: every target for its share of the time, and what was found."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from .limits import examine
from .loop import Search, unpacked
from .targets import SHARES, TARGETS, target_named

HEADINGS = ("inputs", "a second", "seeds", "kept", "arcs", "of seeds", "failures")


def main(arguments: Sequence[str] | None = None) -> int:
    """Gives 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="of CPU time, for all together")
    parser.add_argument("--target", action="append", choices=[*TARGETS], metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--together", action="store_true", help="in this process, in turn")
    parser.add_argument("--unguided", action="store_true", help="keep nothing, to compare")
    parser.add_argument("--again", metavar="INPUT", help="try this one input of the target")
    asked = parser.parse_args(arguments)
    names = asked.target or [*TARGETS]
    if asked.again:
        return _again(names[0], unpacked(asked.again))
    print(f"{'target':<10}" + "".join(f"{heading:>10}" for heading in HEADINGS), flush=True)
    unit = asked.seconds / sum(SHARES[name] for name in names)
    seconds = {name: unit * SHARES[name] for name in names}
    if asked.together or len(names) == 1:
        found = [_search(name, asked.seed, seconds[name], not asked.unguided) for name in names]
        return 1 if any(found) else 0
    options = ["--seed", f"{asked.seed}", *["--unguided"] * asked.unguided]
    with ThreadPoolExecutor(asked.processes) as pool:
        codes = [*pool.map(partial(_in_a_process, options), seconds.items())]
    return 1 if any(codes) else 0


def _in_a_process(options: Sequence[str], share: tuple[str, float]) -> int:
    """A process of its own: its memory is bounded, and not even a crash ends the others."""
    name, seconds = share
    command = [sys.executable, "-m", "tests.fuzz", "--target", name, "--seconds", f"{seconds}"]
    command += options
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stdout.partition("\n")[2]  # without its headings
    print(told, end="", flush=True)
    if done.returncode not in (0, 1) or not told:
        print(f"{name}: ended with {done.returncode}\n{done.stderr[-3000:]}", flush=True)
    return done.returncode


def _search(name: str, seed: int, seconds: float, guided: bool) -> int:
    target = target_named(name)
    search = Search(name, seed, guided)
    search.go(target, seconds)
    seeds = len(target.seeds)
    figures = (search.runs, round(search.runs / search.spent), seeds, len(search.kept) - seeds)
    figures += (search.arcs, search.arcs_of_seeds, len(search.found))
    print(f"{name:<10}" + "".join(f"{figure:>10}" for figure in figures))
    for found in search.found.values():
        print(f"\n{found}")
    return 1 if search.found else 0


def _again(name: str, data: bytes) -> int:
    target = target_named(name)
    failure = examine(target.run, data, target.seconds)
    print(f"{data[:3000]!r}\n{failure.kind}\n{failure.detail}" if failure else "no failure")
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
