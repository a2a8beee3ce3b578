"""The keypad for cards: what a key does to the cards written in the form.

The cards of a heap are one text, its melds separated by ";": `KS KH KD; QS QH`. The last meld is
the one being built; a closed one leaves an empty one behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.cards import RANKS, Cards, card, format_cards, parse_cards
from scorekeeper.rules.problems import CardError

SEPARATOR = ";"
TABLE, HAND, MORTO = "t", "h", "m"
HEAPS = (TABLE, HAND, MORTO)
LONGEST = 1200


@dataclass(frozen=True, slots=True)
class Pad:
    """Where the keypad writes, and the rank whose suits it offers."""

    side: int = 0
    heap: str = TABLE
    rank: str = "A"

    @property
    def field(self) -> str:
        return cards_field(self.side, self.heap)

    def __str__(self) -> str:
        return f"{self.side}:{self.heap}:{self.rank}"


def cards_field(side: int, heap: str) -> str:
    """The name of the form field with the cards of a heap."""
    return f"s{side}-{heap}cards"


def parse_pad(text: str, sides: int) -> Pad:
    """The pad that its text names; the usual one for anything else."""
    side, _, rest = text.partition(":")
    heap, _, rank = rest.partition(":")
    number = int(side) if side in map(str, range(sides)) else 0
    return Pad(number, heap if heap in HEAPS else TABLE, rank if rank in RANKS else "A")


def parse_melds(text: str) -> tuple[Cards, ...]:
    """The melds of a heap's text, the one being built last, empty ones left out.

    Raises `CardError`.
    """
    if len(text) > LONGEST:
        raise CardError(text[:20], 1)
    melds = (parse_cards(part) for part in text.split(SEPARATOR))
    return tuple(meld for meld in melds if meld)


def format_melds(melds: tuple[Cards, ...]) -> str:
    """The text of finished melds, with room for the next."""
    return "".join(f"{format_cards(meld)}{SEPARATOR} " for meld in melds).rstrip(" ")


def press(typed: Mapping[str, str], key: str, sides: int) -> dict[str, str]:
    """What was typed, after one key: `heap:0:t`, `rank:K`, `card:KS`, `undo`, `close`, `open:0:2`.

    An unknown key changes nothing.
    """
    pad = parse_pad(typed.get("pad", ""), sides)
    kind, _, rest = key.partition(":")
    text = typed.get(pad.field, "")
    match kind:
        case "heap":
            return {**typed, "pad": str(parse_pad(f"{rest}:{pad.rank}", sides))}
        case "rank" if rest in RANKS:
            return {**typed, "pad": str(Pad(pad.side, pad.heap, rest))}
        case "card" if _is_card(rest):
            return {**typed, pad.field: f"{text.rstrip()} {rest}".strip()}
        case "undo":
            return {**typed, pad.field: _without_last(text)}
        case "close" if pad.heap == TABLE and not text.rstrip().endswith(SEPARATOR):
            return {**typed, pad.field: f"{text.rstrip()}{SEPARATOR}" if text.strip() else ""}
        case "open":
            return _reopened(typed, rest, sides, pad.rank)
        case _:
            return dict(typed)


def _is_card(text: str) -> bool:
    try:
        card(text)
    except CardError:
        return False
    return True


def _without_last(text: str) -> str:
    """The text without its last card; a separator before it goes with it."""
    kept = text.rstrip(" ;")
    cut = max(kept.rfind(" "), kept.rfind(SEPARATOR))
    return kept[: cut + 1].rstrip()


def _reopened(typed: Mapping[str, str], place: str, sides: int, rank: str) -> dict[str, str]:
    """The meld at a place such as `0:2` moved to the end, to be built on."""
    side, _, number = place.partition(":")
    pad = Pad(parse_pad(side, sides).side, TABLE, rank)
    parts = [part.strip() for part in typed.get(pad.field, "").split(SEPARATOR)]
    melds = [part for part in parts if part]
    if number not in map(str, range(len(melds))):
        return dict(typed)
    chosen = melds.pop(int(number))
    text = f"{SEPARATOR} ".join([*melds, chosen])
    return {**typed, "pad": str(pad), pad.field: text}
