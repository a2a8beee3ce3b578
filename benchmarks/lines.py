"""How many tally documents a second `score --lines` answers, beside plain JSON of the same lines.

    python benchmarks/lines.py [--documents 20000] [--seed 1]

Every document is another hand, so nothing is gained by remembering whole answers.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from random import Random

from scorekeeper.answers import answer_tally
from scorekeeper.rules.cards import RUN_RANKS, format_cards, pack


def hand(random: Random) -> bytes:
    """A classic hand: sets of different ranks for both sides, one of them out."""
    left = list(pack(4))
    random.shuffle(left)
    left = [card for card in left if not card.is_red_three]

    def take(number: int, rank: str | None = None) -> str:
        found = [card for card in left if rank is None or card.rank == rank][:number]
        for card in found:
            left.remove(card)
        return format_cards(found)

    ranks = random.sample(RUN_RANKS, 7)
    sizes = [7, random.choice((3, 4, 5)), 3, 4, random.choice((3, 7)), 3, 5]
    melds = [take(size, rank) for size, rank in zip(sizes, ranks, strict=True)]
    out = {"hand": take(random.randrange(6)), "morto": "taken", "went_out": True}
    other = {"hand": take(9), "morto": "left", "morto_cards": take(11)}
    sides = [
        {"name": "Nós", "melds": melds[:3], "red_threes": random.randrange(3), **out},
        {"name": "Eles", "melds": melds[3:], "red_threes": random.randrange(3), **other},
    ]
    document = {"format": 1, "ruleset": "classic", "overrides": {}, "sides": sides}
    return json.dumps(document, ensure_ascii=False).encode()


def best_rate(work: Callable[[], object], documents: int, rounds: int = 3) -> float:
    """Documents a second of processor time, child processes included, in the fastest round."""
    rates = []
    for _ in range(rounds):
        start = sum(os.times()[:4])
        work()
        rates.append(documents / (sum(os.times()[:4]) - start))
    return max(rates)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    random = Random(chosen.seed)
    lines = [hand(random) for _ in range(chosen.documents)]
    encode = json.JSONEncoder(ensure_ascii=False).encode

    def plain() -> None:
        for line in lines:
            encode(json.loads(line))

    def library() -> None:
        for line in lines:
            answer = answer_tally(line, "en")
            if answer.status:
                raise SystemExit(encode(answer.document))
            encode(answer.document)

    def program() -> None:
        command = [sys.executable, "-m", "scorekeeper", "score", "-", "--lines"]
        done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=True)
        if done.stdout.count(b"\n") != len(lines):
            raise SystemExit("an answer is missing")

    rates = {work.__name__: best_rate(work, len(lines)) for work in (plain, library, program)}
    print(f"{len(lines)} documents, {sum(map(len, lines)) / len(lines):.0f} bytes each")
    print(f"plain JSON, read and written   {rates['plain']:>8.0f} documents a second")
    for name, label in (
        ("library", "read, checked, scored, written"),
        ("program", "score --lines"),
    ):
        ratio = rates["plain"] / rates[name]
        print(f"{label:<30} {rates[name]:>8.0f} documents a second, 1/{ratio:.1f} of plain JSON")


if __name__ == "__main__":
    main()
