"""What a disputed turn of a recorded hand is worth, as work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.play.playout import Outcome, play_out
from scorekeeper.play.replay import Refusal
from scorekeeper.simulation.playouts import answer_outcomes, prepared_from

from .steps import Facts, Step

PLAYOUTS, SEED = 400, 1


@dataclass(frozen=True, slots=True)
class PlayoutSpec:
    """The turn of a record (from 1) and the moves to be played instead of it. Where the record
    ends before that turn, they are compared with what a bot would play."""

    record: str
    turn: int
    instead: str

    def as_json(self) -> dict[str, object]:
        asked: dict[str, object] = {"record": self.record, "turn": self.turn}
        return asked | {"instead": self.instead, "playouts": PLAYOUTS, "seed": SEED}


def read_playout(spec: Facts) -> PlayoutSpec:
    """What `as_json` wrote."""
    return PlayoutSpec(str(spec["record"]), int(str(spec["turn"])), str(spec["instead"]))


def play_both(spec: Facts) -> Iterator[Step]:
    """Both lines in one deal after another: their expected scores, and the difference between
    them. Raises `ValueError` for a question whose lines are not legal."""
    asked = read_playout(spec)
    prepared = prepared_from(asked.record.encode(), asked.turn, asked.instead)
    if isinstance(prepared, Refusal):
        raise ValueError("only a legal question can be played out")
    playouts, seed = int(str(spec["playouts"])), int(str(spec["seed"]))
    outcomes: list[Outcome] = []

    def tell() -> Facts:
        return answer_outcomes(prepared, seed, outcomes, "en").document

    for number in range(playouts):
        outcomes.append(play_out(prepared, seed, number, "careful"))
        yield Step(number + 1, playouts, tell)
