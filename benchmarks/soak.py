"""A season on one server: does it stay as quick and as small as it was, and are all rulings right?

    python benchmarks/soak.py [--matches 1000] [--phones 3] [--seed 1]

Bots play matches of about twelve hands; phones enter them through the forms of a real server, with
a correction, an undo or a deletion now and then. Every match is compared at its end: the board,
`scorekeeper match` on the document of the match, and the bots' own count. Ends with status 1 if one
of them differs, or if the last tenth of a season of 100 or more is slower or larger than the first.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from phones import Phone
from season import MatchReport, play
from servers import memory_of, serve

SLOWER = 1.5
"""How much slower the last tenth may be than the first; the machine is never quite quiet."""
ENOUGH = 100
"""Matches from which on a tenth of them says anything about the whole."""
LARGER = 1.15
"""How much more memory the server may hold at the end than after a tenth, when it is warm."""


@dataclass(slots=True)
class Season:
    """What was measured, match by match in the order in which they ended."""

    reports: list[MatchReport] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def tenth(self, last: bool) -> slice:
        """The first tenth of the matches, or the last."""
        part = max(1, len(self.reports) // 10)
        return slice(-part, None) if last else slice(0, part)

    @property
    def is_long(self) -> bool:
        """Whether there were enough matches to say if it stays as it was."""
        return len(self.reports) >= ENOUGH

    def faults(self) -> Iterator[str]:
        """A sentence for every match that did not end as it should."""
        for report in self.reports:
            yield from (f"match {report.number}: {fault}" for fault in report.faults)

    def growth(self) -> Iterator[str]:
        """A sentence for everything that became slower or larger, in a long season."""
        if not self.is_long:
            return
        for name in ("saves", "boards"):
            for share, label in ((50, "median"), (99, "p99")):
                first, last = (self._part(name, share, last) for last in (False, True))
                if last > first * SLOWER:
                    yield f"{name}: {label} {first:.1f} ms at first, {last:.1f} ms at last"
        first, last = self._level(self.memory)
        if last > first * LARGER:
            yield f"memory: {first / 2**20:.0f} MiB after a tenth, {last / 2**20:.0f} MiB at last"
        early, late = self._growth()
        if late > early * LARGER:
            yield f"file: {early:.0f} bytes a match at first, {late:.0f} at last"

    def table(self) -> Iterator[str]:
        """The figures, first tenth and last."""
        hands = sum(report.hands for report in self.reports)
        slips = sum(report.corrections for report in self.reports)
        yield f"{len(self.reports)} matches, {hands} hands, {slips} slips put right"
        yield f"{'':24} {'first tenth':>12} {'last tenth':>12}"
        for name in ("saves", "boards"):
            for share in (50, 99):
                values = [self._part(name, share, last) for last in (False, True)]
                yield f"{f'{name}, p{share}, ms':24} {values[0]:12.1f} {values[1]:12.1f}"
        memory = [level / 2**20 for level in self._level(self.memory)]
        yield f"{'memory, MiB':24} {memory[0]:12.1f} {memory[1]:12.1f}"
        sizes = [size / 1024 for size in self._growth()]
        yield f"{'file, kB a match':24} {sizes[0]:12.1f} {sizes[1]:12.1f}"

    def _part(self, name: str, share: int, last: bool) -> float:
        times: list[float] = []
        for report in self.reports[self.tenth(last)]:
            times += getattr(report, name)
        if len(times) < 2:
            return 1000 * sum(times)
        return 1000 * quantiles(times, n=100, method="inclusive")[share - 1]

    def _level(self, values: Sequence[int]) -> tuple[float, float]:
        """At the end of the first tenth and over the last one, at its highest."""
        first = values[self.tenth(False)]
        return float(first[-1]), float(max(values[self.tenth(True)]))

    def _growth(self) -> tuple[float, float]:
        """Bytes of the file for every match, over the first half and over the second."""
        half = len(self.sizes) // 2
        if not half:
            return float(self.sizes[-1]), float(self.sizes[-1])
        first = self.sizes[half - 1] - self.sizes[0]
        second = self.sizes[-1] - self.sizes[half]
        rest = len(self.sizes) - half
        return first / max(1, half - 1), second / max(1, rest - 1)


def _enter(task: tuple[int, int, int]) -> MatchReport:
    number, seed, port = task
    phone = Phone(port)
    try:
        return play(phone, number, seed)
    except Exception as error:  # the season goes on, and the match is a fault
        return MatchReport(number, faults=[f"{type(error).__name__}: {error}"[:2000]])
    finally:
        if phone.connection is not None:
            phone.connection.close()


def run(matches: int, phones: int, seed: int, folder: Path) -> Season:
    """Plays the season on a server of its own."""
    season, database = Season(), folder / "scorekeeper.db"
    with serve(folder) as server, get_context("spawn").Pool(phones) as pool:
        tasks = [(number, seed, server.port) for number in range(matches)]
        for report in pool.imap_unordered(_enter, tasks):
            season.reports.append(report)
            season.memory.append(memory_of(server.pid))
            season.sizes.append(database.stat().st_size)
            if len(season.reports) % max(1, matches // 20) == 0:
                print(f"{len(season.reports)} matches", file=sys.stderr, flush=True)
    return season


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--phones", type=int, default=3, help="processes that enter matches")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        season = run(asked.matches, asked.phones, asked.seed, Path(folder))
    print("\n".join(season.table()))
    print(f"{perf_counter() - started:.0f} s")
    faults, growth = [*season.faults()], [*season.growth()]
    for told in (*faults[:20], *growth):
        print(told)
    print("NOT every ruling is equal" if faults else "every ruling equal")
    flat = "flat" if season.is_long else f"fewer than {ENOUGH} matches say nothing of growth"
    print("NOT flat" if growth else flat)
    return 1 if faults or growth else 0


if __name__ == "__main__":
    sys.exit(main())
