"""The disputes of tests/disputes: read from their files, and asked of the program's documents."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

from scorekeeper.answers import answer_match, answer_ruling, answer_tally
from scorekeeper.language.rulebook import rule_title
from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.replaying import answer_record
from scorekeeper.rules.cards import card
from scorekeeper.rules.cutting import Draw, dealer_of
from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.ruleset import PRESETS

FOLDER = Path(__file__).parent / "disputes"
NOTHING = {"melds": [], "hand": "", "morto": "taken"}
SUBJECTS = ("move", "sides", "match", "record", "cut")
FOUND = ("effects", "points", "totals", "winner", "next_dealer")
VERDICTS = {True: "yes", False: "no", None: "depends"}


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is disputed, how it stands on the table, and what the rules say about it."""

    chapter: str
    name: str
    says: str
    question: str
    ruleset: str
    answer: str
    rule: str
    because: str
    overrides: dict = field(default_factory=dict)
    position: dict | None = None
    move: dict | None = None
    sides: list | None = None
    match: dict | None = None
    record: str | None = None
    cut: list | None = None
    effects: list | None = None
    points: int | None = None
    totals: list | None = None
    winner: int | None = None
    next_dealer: int | None = None
    about: tuple[str, ...] = ()
    cites: str | None = None
    """A broader rule that the documents name for this answer; None where it is `rule` itself."""
    page: dict | None = None
    switch: str | None = None
    """The option that was switched for this answer; None where the table plays as first told."""

    def __str__(self):
        return f"{self.chapter}/{self.name}" + (f"-{self.switch}" if self.switch else "")

    @property
    def subject(self):
        (told,) = [name for name in SUBJECTS if getattr(self, name) is not None]
        return told

    @property
    def rules(self):
        """Every rule that this dispute is about, the one the answer turns on first."""
        return (self.rule, *self.about)

    @property
    def head(self):
        return {"format": 1, "ruleset": self.ruleset, "overrides": self.overrides}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the program answers: its verdict, the rules it cites, its sentences and its figures."""

    answer: str
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    document: dict = field(default_factory=dict)


def read_disputes():
    """Every dispute as told, each followed by the one with the switch turned, if it has one."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for told in tomllib.loads(path.read_text(encoding="utf-8"))["dispute"]:
            found += _with_switch(path.stem, told)
    return found


def _with_switch(chapter, told):
    switched = told.pop("switched", None)
    told["about"] = tuple(told.get("about", ()))
    dispute = Dispute(chapter, **told)
    if switched is None:
        return [dispute]
    (option,) = switched["overrides"]  # a switch is one option
    other = replace(
        dispute,
        overrides=dispute.overrides | switched["overrides"],
        answer=switched["answer"],
        rule=switched["rule"],
        because=switched["because"],
        about=tuple(switched.get("about", ())),
        cites=switched.get("cites"),
        switch=option,
        page=switched.get("page", dispute.page),
        **{key: switched.get(key) for key in FOUND},
    )
    return [dispute, other]


def ask(dispute, code="en"):
    """The program's answer to a dispute through its documents, in a language."""
    return ASKING[dispute.subject](dispute, code)


def _ask_judge(dispute, code):
    answer = _answer(answer_ruling, dispute, code, position=dispute.position, move=dispute.move)
    found = answer.get("problems") or [answer]
    return Outcome(
        VERDICTS[answer["legal"]],
        tuple(entry["rule"] for entry in found),
        tuple(entry["message"] for entry in found),
        answer,
    )


def _ask_score(dispute, code):
    left = PRESETS[dispute.ruleset].sides - len(dispute.sides)
    answer = _answer(answer_tally, dispute, code, sides=[*dispute.sides, *[NOTHING] * left])
    if not answer["valid"]:
        return _impossible(answer)
    if dispute.rule == "match.hand_winner":
        verdict, rules = "draw" if answer["hand_winner"] is None else "won", (dispute.rule,)
    else:
        lines = {line["rule"] for side in answer["sides"] for line in side["lines"]}
        verdict, rules = "counts", tuple(sorted(lines))
    return Outcome(verdict, rules, tuple(rule_title(rule, code) for rule in rules), answer)


def _ask_match(dispute, code):
    answer = _answer(answer_match, dispute, code, **dispute.match)
    if not answer["valid"]:
        return _impossible(answer)
    document = parse_match_document(dispute.head | dispute.match)
    names, rules = document.names, document.last_ruleset
    sentence = ruling_sentence(document.stand(), rules, names, code)
    cited = () if answer["rule"] is None else (answer["rule"],)
    return Outcome(answer["status"], cited, (sentence,), answer)


def _ask_record(dispute, code):
    written = " ".join(
        [
            dispute.ruleset,
            *(f"{key}={json.dumps(value)}" for key, value in dispute.overrides.items()),
        ]
    )
    text = f"ruleset {written}\n{dispute.record}"
    answer = answer_record(text.encode(), code).document
    if answer["legal"]:
        return Outcome("yes", (), (), answer)
    return Outcome(VERDICTS[answer["legal"]], (answer["rule"],), (answer["message"],), answer)


def _ask_cut(dispute, code):
    dealer = dealer_of([tuple(Draw(n, card(text)) for n, text in enumerate(dispute.cut))])
    verdict = "again" if dealer is None else "deals"
    return Outcome(verdict, ("setup.dealer",), (), {"winner": dealer})


def _answer(answering, dispute, code, **parts):
    return answering(json.dumps(dispute.head | parts).encode(), code).document


def _impossible(answer):
    problems = answer["problems"]
    return Outcome(
        "no",
        tuple(problem["rule"] for problem in problems),
        tuple(problem["message"] for problem in problems),
        answer,
    )


ASKING = {
    "move": _ask_judge,
    "sides": _ask_score,
    "match": _ask_match,
    "record": _ask_record,
    "cut": _ask_cut,
}
