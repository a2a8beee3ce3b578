"""The answers to a document: as JSON, and as a table for a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .language import mark, mark_plural
from .language.numbers import format_points
from .language.play_rulings import legal_sentence
from .language.rulebook import rule_title
from .language.rulings import ruling_sentence
from .language.sentences import error_sentence, problem_sentence
from .language.voice import Voice
from .play.documents import JudgeDocument, judge, kind_and_cards, parse_judge_document
from .play.rulings import Ruling
from .rules.documents import (
    MatchDocument,
    TallyDocument,
    format_score,
    format_standing,
    parse_match_document,
    parse_tally_document,
)
from .rules.match import Adjustment, Standing
from .rules.problems import DocumentError, Finding, Problem
from .rules.reader import FORMAT, load_json
from .rules.scoring import LINE_ORDER, Score, score_tally
from .terminal import Row, aligned, shortened, visible

MOST_PROBLEMS = 200  # told one by one
VALID, INVALID, WRONG_SHAPE, INTERRUPTED = 0, 1, 2, 130

TOTAL = mark("Total")
HAND = mark("Hand %(number)s")
NAMELESS = mark("The name of the file or folder is empty.")
CANNOT_BE = mark("This cannot be right:")
AND_MORE = mark_plural("and %(count)s more problem", "and %(count)s more problems")
YES = mark("YES")
NO = mark("NO")
IT_DEPENDS = mark("IT DEPENDS")
AT_MOVE = mark("Move %(number)s: %(sentence)s")


@dataclass(frozen=True, slots=True)
class Answer:
    """The exit status of an answer, its JSON document, and how to write it for a person."""

    status: int
    document: dict[str, object]
    text: Callable[[], str]
    judged: bool = False
    """A ruling, however it came out, and no refusal to read."""


def answer_tally(data: bytes, code: str) -> Answer:
    """The score of a tally document, or what is wrong with it."""
    try:
        document = parse_tally_document(load_json(data))
    except DocumentError as error:
        return refusal(error, code)
    names = tuple(side.name for side in document.tally.sides)
    problems = document.check()
    if problems:
        return impossible(problems, names, code)
    score = score_tally(document.tally, document.ruleset)
    return Answer(
        VALID, format_score(score, names), lambda: _score_table(document, score, names, code)
    )


def answer_match(data: bytes, code: str) -> Answer:
    """The standing of a match document, or what is wrong with it."""
    try:
        value = load_json(data)
    except DocumentError as error:
        return refusal(error, code)
    return answer_to_match(value, code)


def answer_to_match(value: object, code: str) -> Answer:
    """The same of a document that was read from JSON already, or never was JSON."""
    try:
        document = parse_match_document(value)
    except DocumentError as error:
        return refusal(error, code)
    problems = document.check()
    if problems:
        return impossible(problems, document.names, code)
    standing = document.stand()
    return Answer(
        VALID,
        format_standing(standing, document.next_dealer()),
        lambda: _match_table(document, standing, code),
    )


def answer_ruling(data: bytes, code: str) -> Answer:
    """The ruling on a document for the judge: legal or not, and the rule that says so."""
    try:
        document = parse_judge_document(load_json(data))
    except DocumentError as error:
        return refusal(error, code)
    ruling = judge(document)
    if ruling.legal:
        return _legal(document, ruling, code)
    return _not_legal(ruling, code)


def _legal(document: JudgeDocument, ruling: Ruling, code: str) -> Answer:
    kind, cards = kind_and_cards(document.move)
    sentence = legal_sentence(kind, cards, ruling.effects, ruling.unknown, code)
    answer: dict[str, object] = {
        "format": FORMAT,
        "legal": True,
        "effects": [str(effect) for effect in ruling.effects],
        "rule": ruling.rule,
        "message": sentence,
    }
    if ruling.unknown:
        answer["unknown"] = [str(effect) for effect in ruling.unknown]

    def text() -> str:
        rule = f"{rule_title(ruling.rule, code)}  [{ruling.rule}]"
        return f"{Voice(code).say(YES)}\n\n{visible(sentence)}\n  {rule}"

    return Answer(VALID, answer, text)


def _not_legal(ruling: Ruling, code: str) -> Answer:
    """What is wrong with the move, or what keeps the judge from saying."""
    found: list[dict[str, object]] = []
    for problem in ruling.problems or ruling.missing:
        entry: dict[str, object] = {"rule": problem.rule}
        if problem.where:
            entry["where"] = problem.where
        entry["message"] = problem_sentence(problem, code)
        if ruling.problems and ruling.move is not None:
            entry["move"] = ruling.move
        found.append(entry)

    def text() -> str:
        voice = Voice(code)
        lines = [voice.say(IT_DEPENDS if ruling.legal is None else NO)]
        for entry in found:
            sentence = visible(str(entry["message"]))
            if "move" in entry and ruling.move is not None:
                sentence = voice.say(AT_MOVE, number=ruling.move + 1, sentence=sentence)
            rule = str(entry["rule"])
            lines += ["", sentence, f"  {rule_title(rule, code)}  [{rule}]"]
        return "\n".join(lines)

    status = WRONG_SHAPE if ruling.legal is None else INVALID
    return Answer(
        status, {"format": FORMAT, "legal": ruling.legal, "problems": found}, text, judged=True
    )


def refusal(error: DocumentError, code: str) -> Answer:
    """The answer to a document of the wrong shape."""
    sentence = error_sentence(error, code)
    place = f"{visible(error.where)}: " if error.where else ""
    answer: dict[str, object] = {"format": FORMAT, "error": sentence, "where": error.where}
    return Answer(WRONG_SHAPE, answer, lambda: place + visible(sentence))


def too_large(code: str) -> Answer:
    """The answer to more than will be read."""
    return refusal(DocumentError(Finding.TOO_LARGE), code)


def no_document(sentence: str) -> Answer:
    """The answer where there is nothing to read."""
    answer: dict[str, object] = {"format": FORMAT, "error": sentence, "where": ""}
    return Answer(WRONG_SHAPE, answer, lambda: visible(sentence))


def impossible(problems: Sequence[Problem], names: tuple[str, ...], code: str) -> Answer:
    """The answer to a document that cannot be right."""
    found: list[dict[str, object]] = [
        {
            "rule": problem.rule,
            "where": problem.where,
            "message": problem_sentence(problem, code, names),
        }
        for problem in problems[:MOST_PROBLEMS]
    ]
    answer: dict[str, object] = {"format": FORMAT, "valid": False, "problems": found}
    more = len(problems) - len(found)
    if more:
        answer["more"] = more

    def text() -> str:
        heading = Voice(code).say(CANNOT_BE)
        listed = [
            f"  {entry['rule']}  {entry['where']}\n    {visible(str(entry['message']))}"
            for entry in found
        ]
        if more:
            listed.append("  " + Voice(code).say_counted(AND_MORE, more, count=more))
        return "\n".join([heading, *listed])

    return Answer(INVALID, answer, text)


_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_json(document: dict[str, object]) -> str:
    """A document of ours on one line."""
    return _encode(document)


def _score_table(document: TallyDocument, score: Score, names: tuple[str, ...], code: str) -> str:
    voice = Voice(code)
    rows: list[Row] = [("", *(cell for name in names for cell in ("", shortened(name))))]
    by_rule = [{line.rule: line for line in side.lines} for side in score.sides]
    for rule in LINE_ORDER:
        if not any(rule in lines for lines in by_rule):
            continue
        cells = [rule_title(rule, code)]
        for lines in by_rule:
            line = lines.get(rule)
            cells.append("" if line is None or line.count is None else str(line.count))
            cells.append("" if line is None else format_points(line.points, code))
        rows.append(cells)
    totals = (cell for total in score.totals for cell in ("", format_points(total, code)))
    rows.append((voice.say(TOTAL), *totals))
    return aligned(rows)


def _match_table(document: MatchDocument, standing: Standing, code: str) -> str:
    voice = Voice(code)
    rows: list[Row] = [("", *map(shortened, document.names))]
    hand = 0
    for entry, totals in zip(document.entries, standing.running, strict=True):
        if isinstance(entry, Adjustment):
            label = shortened(entry.reason)
        else:
            hand += 1
            label = voice.say(HAND, number=hand)
        rows.append((label, *(format_points(total, code) for total in totals)))
    rows.append((voice.say(TOTAL), *(format_points(n, code) for n in standing.totals)))
    table = aligned(rows)
    over = standing.ruling.status.is_over
    rules = document.last_ruleset if over else document.next_ruleset
    sentence = ruling_sentence(standing, rules, document.names, code)
    return f"{table}\n\n{visible(sentence)}" if sentence else table
