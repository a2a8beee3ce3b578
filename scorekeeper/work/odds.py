"""Each side's chance to win a match from here, as work."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scorekeeper.rules.documents import parse_match_document
from scorekeeper.simulation.odds import Count, opening_of, play_matches

from .steps import Facts, Step

HANDS, SEED = 400, 1
"""What the command line takes if it is not told otherwise, so that both say the same."""


def odds_spec(document: Facts) -> dict[str, object]:
    """The question for the match of a document, without what people have written into it."""
    sides, entries = document["sides"], document["hands"]
    assert isinstance(sides, list) and isinstance(entries, list)  # noqa: S101 - as we format them
    hands = [entry | {"reason": "."} if "reason" in entry else entry for entry in entries]
    names = [str(number) for number in range(1, len(sides) + 1)]
    return {"document": {**document, "sides": names, "hands": hands}, "hands": HANDS, "seed": SEED}


def chances(spec: Facts) -> Iterator[Step]:
    """The chances after every match that was played to its end."""
    document = parse_match_document(spec["document"])
    opening = opening_of(document, document.stand())
    hands = int(str(spec["hands"]))
    for count in play_matches(opening, hands, int(str(spec["seed"]))):
        yield Step(min(count.hands, hands), hands, partial(_told, count))


def _told(count: Count) -> Facts:
    sides = [{"chance": one.share, "low": one.low, "high": one.high} for one in count.chances]
    return {"sides": sides, "matches": count.matches, "draws": count.draws}
