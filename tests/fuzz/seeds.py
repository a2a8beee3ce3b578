"""What the mutations start from: the worked hands, records and disputes of the other tests."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.rules.cards import card
from scorekeeper.rules.cutting import Draw
from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import (
    ConfirmingChanged,
    DealerChosen,
    HandConfirmed,
    HandRecounted,
    MatchSetup,
    Misdealt,
    PlayersChanged,
    RulingKept,
    Scorebook,
    SeatTaken,
    SideCounted,
    SideSetup,
    Transfers,
)

TESTS = Path(__file__).parents[1]
NAMES = (SideSetup("Norte", ("Ana", "Caio")), SideSetup("Sul", ("Bia", "Davi")))


def as_bytes(value: object) -> bytes:
    return json.dumps(value).encode()


@cache
def worked(kind: str) -> tuple[bytes, ...]:
    """The documents of the worked cases that have a key (`sides`: tallies, `hands`: matches)."""
    found = []
    for path in sorted((TESTS / "worked").rglob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))["document"]
        if ("hands" in document) == (kind == "hands"):
            found.append(as_bytes(document))
    return tuple(found)


@cache
def questions() -> tuple[bytes, ...]:
    """The disputes that the judge is asked about."""
    found = []
    for told in _disputes():
        if "move" in told:
            document = {"format": 1, "ruleset": told["ruleset"]}
            document |= {key: told[key] for key in ("overrides", "position", "move") if key in told}
            found.append(as_bytes(document))
    return tuple(found)


@cache
def records() -> tuple[bytes, ...]:
    """Recorded hands, legal and not."""
    files = [path.read_bytes() for path in sorted((TESTS / "records").rglob("*.tranca"))]
    told = [
        f"ruleset {told['ruleset']}\n{told['record']}".encode()
        for told in _disputes()
        if "record" in told
    ]
    return (*files, *told)


def _disputes() -> list[dict]:
    return [
        told
        for path in sorted((TESTS / "disputes").glob("*.toml"))
        for told in tomllib.loads(path.read_text(encoding="utf-8"))["dispute"]
    ]


@cache
def exports() -> tuple[bytes, ...]:
    """Matches with every kind of event, as their files have them."""
    with TemporaryDirectory() as folder:
        book = Scorebook(Path(folder) / "book.db")
        whole = [lived(book), counted(book), of_three(book)]
        return tuple(as_bytes(Transfers(book.path).export(match)) for match in whole)


def lived(book: Scorebook) -> str:
    """A match in which much was changed, taken back and adjusted."""
    match = book.start(MatchSetup(PRESETS["classic"], NAMES, dealer=3), by="phone A").id
    draws = (tuple(Draw(seat, card(face)) for seat, face in enumerate(("KS", "9H", "AS", "4D"))),)
    book.change(match, DealerChosen(2, draws), 1)
    book.change(match, PlayersChanged(NAMES, ("Eva",)), 2)
    book.change(match, SeatTaken(1), 3)
    book.change(match, Misdealt(passes=True), 4)
    book.record_hand(match, (780, -375), 5, "hand", "phone B")
    book.correct_hand(match, 6, _tally(), 6)
    book.adjust(match, (0, -100), "Falta", 7)
    book.undo(match, 8, 8)
    book.change_options(match, {"target": 4000}, 9)
    book.delete_hand(match, 6, 10)
    book.restore_hand(match, 6, 11)
    ruling = RulingKept("pile", {"top": "KC"}, "yes", "", None, "pile.top")
    book.change(match, ruling, 12)
    return match


def counted(book: Scorebook) -> str:
    """A match whose sides count for themselves and confirm each hand."""
    match = book.start(MatchSetup(PRESETS["classic"], NAMES, dealer=0)).id
    book.change(match, ConfirmingChanged(True), 1)
    book.record_hand(match, (300, 200), 2)
    book.change(match, HandConfirmed(3, 0), 3)
    book.change(match, HandRecounted(3, (310, 200)), 4)
    book.change(match, SideCounted(0, (150,)), 5)
    return match


def of_three(book: Scorebook) -> str:
    """A match of three sides that is over and has a next one."""
    rules = override(PRESETS["three_player"], {"target": 500})
    sides = tuple(SideSetup(name) for name in ("Ana", "Bia", "Caio"))
    match = book.start(MatchSetup(rules, sides, dealer=1)).id
    book.record_hand(match, (600, 100, -50), 1)
    book.rematch(match)
    return match


def _tally():
    document = json.loads(worked("sides")[0])
    return parse_tally({"sides": document["sides"]}, PRESETS["classic"])
