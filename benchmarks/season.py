"""One match of a season: played by bots, entered through the forms, compared at its end."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from phones import Answer, Phone, Typed

from scorekeeper.answers import answer_match
from scorekeeper.play.players import PLAYERS
from scorekeeper.play.simulate import new_match, play_match, seated
from scorekeeper.rules.documents import format_standing
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, Ruleset
from scorekeeper.rules.tally import Tally
from scorekeeper.web.hand_fill import fill_shared, fill_sides

TARGET = 9000
"""Careful bots reach it in about twelve hands."""

SIDES = ("Sábados & Cia", "Domingueiras")
WAYS = ("card", "points", "totals")
TOTAL = re.compile(r'<p class="total[^"]*">([^<]+)</p>')
VERDICT = re.compile(r'<section class="verdict([^"]*)".*?<code>([^<]+)</code>', re.DOTALL)
HAND = re.compile(r"/hands/(\d+)\"")


@dataclass(slots=True)
class MatchReport:
    """How a match went: seconds of every save and board, and what did not agree at its end."""

    number: int
    hands: int = 0
    corrections: int = 0
    saves: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def ruleset(target: int = TARGET) -> Ruleset:
    """The rules of the season."""
    return override(CLASSIC, {"target": target})


def play(phone: Phone, number: int, seed: int, target: int = TARGET) -> MatchReport:
    """Plays this match of the season and enters it on this phone, with slips now and then."""
    rules, report = ruleset(target), MatchReport(number)
    bots = seated([PLAYERS["careful"]] * rules.sides, rules)
    played = play_match(new_match(rules), bots, seed, number)
    table = _Table(phone, _start(phone, rules), report, Random(f"{seed}:{number}"), rules)
    for hand in played.hands:
        table.enter(hand.tally, hand.totals)
    report.hands = len(played.hands)
    table.compare(played.standing)
    return report


def _start(phone: Phone, rules: Ruleset) -> str:
    page = phone.get("/new")
    typed: Typed = {
        "side0": SIDES[0],
        "side1": SIDES[1],
        "target": "own",
        "target_own": str(rules.target),
    }
    address = phone.submit(page, "/new", typed | {"dealer": str(rules.players - 1)})
    return address.headers["location"].rsplit("/", 1)[1]


@dataclass(slots=True)
class _Table:
    phone: Phone
    match_id: str
    report: MatchReport
    chance: Random
    rules: Ruleset
    board: Answer | None = None

    def enter(self, tally: Tally, totals: Sequence[int]) -> None:
        """Enters a hand: mostly at once, sometimes after a slip that is put right."""
        slip = self.chance.choice(("correct", "undo", "delete", *[""] * 17))
        way = self.chance.choice(WAYS)
        if slip:
            self.report.corrections += 1
            self._save("/hands/new", typed_fields((10, 20), "totals", self.rules))
        if slip == "correct":
            hand = HAND.search(self._look().text)
            if hand is None:
                raise AssertionError("the board has no hand")
            self._save(f"/hands/{hand[1]}/edit", typed_fields(tally, way, self.rules, totals))
            return
        if slip == "undo":
            self._submit(self._look(), "/undo", {})
        elif slip == "delete":
            hand = HAND.search(self._look().text)
            shown = self.phone.get(f"/t/{self.match_id}/hands/{hand[1] if hand else 0}")
            self._submit(shown, "/delete", {})
        self._save("/hands/new", typed_fields(tally, way, self.rules, totals))

    def compare(self, standing) -> None:
        """Sets what the board says beside `scorekeeper match` on the document it hands out."""
        document = self.phone.get(f"/t/{self.match_id}/match.json").text
        answer = answer_match(document.encode(), "en").document
        simulated = json.loads(json.dumps(format_standing(standing, None)))
        told = {name: answer.get(name) for name in simulated}
        if told != simulated:
            self.report.faults.append(f"the document says {told}, the bots {simulated}")
        shown = _read_board(self._look().text)
        ruled = {name: answer.get(name) for name in shown}
        if shown != ruled:
            self.report.faults.append(f"the board says {shown}, the document {ruled}")

    def _save(self, action: str, typed: Typed) -> None:
        page = self.phone.get(f"/t/{self.match_id}{action}")
        self._submit(page, action, typed | {"save": "1"})

    def _submit(self, page: Answer, action: str, typed: Typed) -> None:
        saved = self.phone.submit(page, action, typed)
        self.report.saves.append(saved.seconds)
        self._look()

    def _look(self) -> Answer:
        board = self.phone.get(f"/t/{self.match_id}")
        self.report.boards.append(board.seconds)
        return board


def typed_fields(
    entry: Tally | Sequence[int], way: str, rules: Ruleset, totals: Sequence[int] = ()
) -> Typed:
    """What a person types for a hand that is counted in this way."""
    if way == "totals":
        numbers = totals if isinstance(entry, Tally) else entry
        typed: Typed = {f"s{number}-total": str(total) for number, total in enumerate(numbers)}
        return {"totals_only": "1"} | typed
    shared = fill_shared(entry, 0)
    typed = {"totals_only": None, "went_out": str(shared["went_out"])}
    typed["concealed"] = "1" if shared["concealed"] else None
    for number, side in enumerate(fill_sides(entry, rules)):
        filled = side | {"way": way, "hway": way}
        typed |= {f"s{number}-{name}": str(value) for name, value in filled.items()}
    return typed


def _read_board(text: str) -> dict[str, object]:
    totals = [int(t.replace(",", "").replace("\u2212", "-")) for t in TOTAL.findall(text)]
    verdict = VERDICT.search(text)
    if verdict is None:
        return {"totals": totals, "rule": None}
    winner = next((n for n, name in enumerate("abc") if verdict[1].split()[-1] == name), None)
    return {"totals": totals, "winner": winner, "rule": html.unescape(verdict[2])}
