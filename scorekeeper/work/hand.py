"""One hand played by bots, as work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.play.record import format_record
from scorekeeper.play.recording import record_of
from scorekeeper.rules.documents import format_tally
from scorekeeper.rules.options import overrides_of, parse_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.simulation.jobs import Bots, HandJob

from .steps import Facts, Step


@dataclass(frozen=True, slots=True)
class HandSpec:
    """The first hand of a seed."""

    ruleset: Ruleset
    seed: int

    def as_json(self) -> dict[str, object]:
        overrides = overrides_of(self.ruleset)
        return {"ruleset": self.ruleset.preset, "overrides": overrides, "seed": self.seed}


def read_hand(spec: Facts) -> HandSpec:
    """What `as_json` wrote. Raises `DocumentError`."""
    return HandSpec(parse_ruleset(spec["ruleset"], spec["overrides"]), int(str(spec["seed"])))


def simulate(spec: Facts) -> Iterator[Step]:
    """The hand in one step: its record, its tally, its totals and how it ended."""
    asked = read_hand(spec)
    bots = Bots(("careful",) * asked.ruleset.sides)
    job = HandJob(asked.ruleset, bots, asked.seed, keep_record=True)
    played = job.play(bots.players(asked.ruleset), 0)
    result: dict[str, object] = {
        "record": format_record(record_of(played, asked.ruleset)),
        "tally": format_tally(played.tally),
        "totals": list(played.totals),
        "reason": played.reason,
        "turns": played.turns,
    }
    yield Step(1, 1, lambda: result)
