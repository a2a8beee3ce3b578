"""The engine: random decisions a second, replay of a hand, playouts; beside peers, if any.

    python benchmarks/play.py [--seconds 3] [--rounds 3] [--peers PYTHON]

`--peers` names a Python with open_spiel and rlcard (pip install open_spiel rlcard), whose gin rummy
is played at random in the same run, taking turns with ours; the ratio is what can be compared
between machines. The best of the rounds counts for everybody.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path
from random import Random

from scorekeeper.play.dealing import deal
from scorekeeper.play.players import PLAYERS
from scorekeeper.play.playout import Question, play_out, prepare
from scorekeeper.play.record import Record, format_record
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.recording import record_of
from scorekeeper.play.replay import Refusal, replay
from scorekeeper.play.simulate import hand_rng, play_hand
from scorekeeper.play.table import Table
from scorekeeper.rules.ruleset import PRESETS

CLASSIC = PRESETS["classic"]
PEERS = Path(__file__).with_name("peers.py")


def random_decisions(seconds: float, seed: int) -> tuple[float, float]:
    """Decisions and hands a second of four random players, melds known beforehand."""
    rng = Random(seed)
    decisions = hands = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        table = Table(CLASSIC, deal(CLASSIC, rng, 0))
        while not table.over:
            choices = table.choices()
            if not choices:
                break
            table.play(choices[int(rng.random() * len(choices))])
            decisions += 1
        hands += 1
    took = time.process_time() - start
    return decisions / took, hands / took


def records(count: int) -> list[str]:
    """Whole hands of careful players."""
    players = [PLAYERS["careful"]] * CLASSIC.players
    texts = []
    for number in range(count):
        played = play_hand(CLASSIC, players, hand_rng(1, number), 0, keep_moves=True)
        texts.append(format_record(record_of(played, CLASSIC)))
    return texts


def replay_milliseconds(texts: list[str]) -> float:
    """Reading and checking a whole hand."""
    start = time.process_time()
    for text in texts:
        if replay(parse_record(text)).refusal is not None:
            raise SystemExit("a recorded hand was refused")
    return (time.process_time() - start) / len(texts) * 1000


def playout_seconds(text: str, count: int) -> float:
    """So many continuations of a hand from its middle, its deal unknown, on one core."""
    known = parse_record(text)
    record = Record(CLASSIC, known.seats, known.dealer, upcard=known.upcard, turns=known.turns)
    prepared = prepare(Question(record, len(record.turns) // 2, (None,)))
    if isinstance(prepared, Refusal):
        raise SystemExit("a recorded hand was refused")
    start = time.process_time()
    for number in range(count):
        play_out(prepared, 1, number, "careful")
    return time.process_time() - start


def peers(python: str, seconds: float) -> dict[str, int]:
    done = subprocess.run(
        [python, str(PEERS), str(seconds)], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", metavar="PYTHON")
    asked = parser.parse_args()
    random_decisions(asked.seconds, 0)
    ours, others, hands = 0.0, {}, 0.0
    for seed in range(1, asked.rounds + 1):
        decisions, a_second = random_decisions(asked.seconds, seed)
        ours, hands = max(ours, decisions), max(hands, a_second)
        if asked.peers:
            for name, figure in peers(asked.peers, asked.seconds).items():
                others[name] = max(others.get(name, 0), figure)
    print(f"random play, classic: {ours:,.0f} decisions/s, {hands:,.0f} hands/s")
    for name, figure in others.items():
        print(f"  {name} gin rummy: {figure:,} decisions/s; ours is {ours / figure:.1f} times that")
    texts = records(40)
    replay_milliseconds(texts)
    print(f"replay of a hand: {min(replay_milliseconds(texts) for _ in range(3)):.2f} ms")
    print(f"1,000 playouts from mid-hand: {playout_seconds(texts[0], 1000):.1f} s of one core")


if __name__ == "__main__":
    main()
