"""A phone that writes whatever a table writes, and sends again what it has no answer to."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from .ledger import Entry, Ledger, Points
from .wire import Answer, LostAnswerError, Phone

HAND_LINK = re.compile(r'href="(/t/\w+/hands/\d+)"')
# counted by hand: 100 and 50 points on the table, nobody out, both mortos taken
QUIET = {
    "went_out": "nobody",
    "s0-table": "100", "s0-morto": "taken", "s0-hand": "0",
    "s1-table": "50", "s1-morto": "taken", "s1-hand": "0",
}  # fmt: skip
QUIET_POINTS = (100, 50)


@dataclass(slots=True)
class Gate:
    """Lets the phones through while the server is up; `links` open the matches of the moment."""

    root: str = ""
    links: dict[str, str] = field(default_factory=dict)
    is_open: bool = False
    only_doubtful: bool = False
    is_over: bool = False
    waiting: int = 0
    doubts: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def enter(self, in_doubt: bool) -> bool:
        """Returns once the gate is open for this phone; False if there is nothing more to do."""
        with self._changed:
            self.waiting += 1
            self.doubts += in_doubt
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_open_for(in_doubt) or self.is_over)
            self.waiting -= 1
            self.doubts -= in_doubt
            return not self.is_over

    def _is_open_for(self, in_doubt: bool) -> bool:
        return self.is_open and (in_doubt or not self.only_doubtful)

    def open(self, root: str, only_doubtful: bool = False) -> None:
        with self._changed:
            self.root, self.is_open, self.only_doubtful = root, True, only_doubtful
            self._changed.notify_all()

    def shut(self) -> None:
        with self._changed:
            self.is_open = False

    def end(self) -> None:
        with self._changed:
            self.is_over = True
            self._changed.notify_all()

    def wait_until_answered(self, phones: int) -> None:
        """Returns when no phone is in doubt any more; for a gate that only lets such pass."""
        with self._changed:
            done = self._changed.wait_for(lambda: self.waiting == phones and not self.doubts, 120)
            assert done, "an entry was never answered"

    def wait_until_quiet(self, phones: int) -> None:
        """Returns when all phones stand before the gate and none of them may pass."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.waiting == phones, 120), "a phone hangs"


@dataclass(slots=True)
class Scribe:
    """A phone that writes at random; the same seed makes the same choices."""

    phone: Phone
    chance: Random
    ledger: Ledger
    gate: Gate
    doubtful: Entry | None = None
    joined: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Writes until the gate says that it is over."""
        while self.gate.enter(in_doubt=self.doubtful is not None):
            self.phone.root = self.gate.root
            try:
                self._go_on()
            except LostAnswerError:
                continue
            except Exception as error:  # told by the thread that waits for this one
                self.ledger.problems.append(f"{type(error).__name__}: {error}")
                raise

    def _go_on(self) -> None:
        if self.doubtful is not None:
            entry = self.doubtful
            self.ledger.answers["sent again"] += 1
            self._settle(entry)
            return
        match = self.chance.choice([*self.gate.links])
        if match not in self.joined:
            self.phone.get(self.gate.links[match])
            self.joined.add(match)
        acts, weights = zip(*ACTS.items(), strict=True)
        self.chance.choices(acts, weights)[0](self, match)

    def write(self, kind: str, path: str, fields: dict[str, str], points: Points | None) -> Answer:
        """Sends an entry, which is in doubt until there is an answer."""
        entry = Entry(fields["entry_id"], kind, path, fields, points)
        self.ledger.send(entry)
        self.doubtful = entry
        return self._settle(entry)

    def _settle(self, entry: Entry) -> Answer:
        began = monotonic()
        answer = self.phone.post(entry.path, entry.fields)
        self.ledger.settle(entry, answer.status, monotonic() - began)
        self.doubtful = None
        return answer

    def form(self, page: str, action: str) -> dict[str, str] | None:
        """The hidden fields of a form of a page, if it has it."""
        return self.phone.get(page).fields(action)


def enter_hand(scribe: Scribe, match: str) -> None:
    """A new hand, by totals or counted; refused because of others, it is sent on top of theirs."""
    path, (typed, points) = f"{match}/hands/new", some_hand(scribe.chance)
    page = scribe.phone.get(path)
    for _ in range(3):
        page = scribe.write("hand", path, {**page.values(path), **typed, "save": "1"}, points)
        if page.status != 409:
            return


def some_hand(chance: Random) -> tuple[dict[str, str], Points]:
    """What is typed for a hand, and what it is worth."""
    if chance.random() < 0.2:
        return QUIET, QUIET_POINTS
    points = (chance.randint(-40, 60), chance.randint(-40, 60))
    totals = {"totals_only": "1", "s0-total": str(points[0]), "s1-total": str(points[1])}
    return totals, points


def correct_hand(scribe: Scribe, match: str) -> None:
    """Other totals for an earlier hand."""
    hand = some_link(scribe, match)
    fields = scribe.phone.get(f"{hand}/edit").values(f"{hand}/edit") if hand else None
    typed, points = some_hand(scribe.chance)
    if fields:  # none: deleted meanwhile
        sent = {k: v for k, v in fields.items() if k != "totals_only"} | typed | {"save": "1"}
        scribe.write("correction", f"{hand}/edit", sent, points)


def delete_hand(scribe: Scribe, match: str) -> None:
    """Leaves a hand out."""
    hand = some_link(scribe, match)
    fields = scribe.form(hand, "/delete") if hand else None
    if fields is not None:
        scribe.write("deletion", f"{hand}/delete", fields, None)


def undo(scribe: Scribe, match: str) -> None:
    """Takes the latest event back, or does it again, from the log."""
    fields = scribe.form(f"{match}/log", "/undo")
    if fields is not None:
        scribe.write("undo", f"{match}/undo", fields, None)


def adjust(scribe: Scribe, match: str) -> None:
    """Points beside the hands."""
    path, points = f"{match}/adjust", (scribe.chance.randint(1, 30), -scribe.chance.randint(1, 30))
    fields = scribe.form(path, path)
    if fields is not None:
        typed = {"points0": str(points[0]), "points1": str(points[1]), "kind": "foul", "words": ""}
        scribe.write("adjustment", path, {**fields, **typed}, points)


def start_match(scribe: Scribe, match: str) -> None:
    """A match of its own, with a cut: several events that are there together or not at all."""
    fields = scribe.phone.get("/new").values("/new")
    scribe.write("start", "/new", {**fields, "target": "3000", "dealer": "cut"}, None)


def ask_bots(scribe: Scribe, match: str) -> None:
    """Has bots play, so that the process beside the server is at work when it is killed."""
    fields = scribe.form("/simulate", "/simulate")
    assert fields is not None
    seed = str(scribe.chance.randint(1, 10**6))
    answer = scribe.phone.post("/simulate", {**fields, "seed": seed, "hand": "1"})
    scribe.ledger.answers[f"bots {answer.status}"] += 1
    if answer.status not in (303, 429):
        scribe.ledger.problems.append(f"bots were answered with {answer.status}")


def some_link(scribe: Scribe, match: str) -> str | None:
    """The page of one of the hands on the board."""
    links = HAND_LINK.findall(scribe.phone.get(match).text)
    return scribe.chance.choice(links) if links else None


ACTS: dict[Callable[[Scribe, str], None], int] = {
    enter_hand: 50,
    correct_hand: 14,
    undo: 12,
    adjust: 10,
    delete_hand: 8,
    start_match: 3,
    ask_bots: 3,
}
