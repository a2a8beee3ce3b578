"""Plays hands of every preset and looks the whole table over after every move.

    python benchmarks/check.py [--hands 10000] [--seed 1] [--presets classic,online]

Half of the hands are played by careful bots, half by bots that play anything legal, which come to
stranger tables. Ends with status 1 at the first table that cannot be.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import perf_counter

from scorekeeper.play.invariants import ImpossibleTableError
from scorekeeper.play.players import PLAYERS
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.simulation.jobs import Bots, HandJob


def check(preset: str, bot: str, hands: int, seed: int) -> str:
    """Plays the hands and says how they ended. Raises `ImpossibleTableError`."""
    ruleset = PRESETS[preset]
    job = HandJob(ruleset, Bots((bot,) * ruleset.sides, check=True), seed)
    ended: Counter[str] = Counter()
    decisions = 0
    started = perf_counter()
    for number in range(hands):
        for outcome in job(number).hands:
            ended[outcome.reason] += 1
            decisions += outcome.decisions
    seconds = perf_counter() - started
    return (
        f"{preset:13} {bot:8} {hands:6} hands  {ended['went_out'] / hands:6.1%} went out  "
        f"{decisions / hands:4.0f} decisions a hand  {hands / seconds:4.0f} hands a second"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="hands of each preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    asked = parser.parse_args()
    for preset in asked.presets.split(","):
        for bot in PLAYERS:
            try:
                print(check(preset, bot, max(1, asked.hands // 2), asked.seed), flush=True)
            except ImpossibleTableError as error:
                print(f"{preset} {bot}: hand {error.hand} of seed {error.seed}: {error.what}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
