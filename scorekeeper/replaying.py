"""The answer to a recorded hand: as JSON, and for a person."""

from __future__ import annotations

from .answers import INVALID, VALID, Answer, refusal
from .language import mark
from .language.numbers import format_points
from .language.rulebook import rule_title
from .language.sentences import problem_sentence
from .language.voice import Voice
from .play.documents import format_position
from .play.position import Position
from .play.record import Record, RecordError
from .play.record_text import parse_record
from .play.replay import Refusal, Replay, replay
from .rules.documents import format_score, format_tally
from .rules.reader import FORMAT
from .rules.scoring import score_tally
from .terminal import visible

TURNS = mark("Every move is legal. Turns: %(turns)s.")
ENDED = {
    "went_out": mark("The hand ended by going out."),
    "stock": mark("The hand ended since the stock was gone."),
    "stopped": mark("The players stopped here."),
}
NOT_ENDED = mark("The hand is not over at the last turn.")
UNKNOWN = mark("The score needs cards that nobody wrote down: %(heaps)s.")
HEAPS = {"hand": mark("the hand of %(name)s"), "morto": mark("morto %(name)s")}
ILLEGAL_TURN = mark("Line %(line)s, turn %(turn)s, %(name)s:")
ILLEGAL_LINE = mark("Line %(line)s:")
MOVES_TO_COMPARE = mark("The point that was asked about:")


def answer_record(data: bytes, code: str) -> Answer:
    """What a `.tranca` record comes to, or the first thing in it that cannot be."""
    try:
        record = parse_record(data)
    except RecordError as error:
        return refusal(error, code)
    played = replay(record)
    if played.refusal is not None:
        return answer_refused(record, played.refusal, code)
    return _legal(record, played, code)


def _legal(record: Record, played: Replay, code: str) -> Answer:
    answer: dict[str, object] = {
        "format": FORMAT,
        "legal": True,
        "turns": played.turns,
        "finished": played.finished,
    }
    if played.reason is not None:
        answer["reason"] = played.reason
    if played.tally is not None:
        names = tuple(side.name for side in played.tally.sides)
        scored = format_score(score_tally(played.tally, record.ruleset), names)
        answer["tally"] = format_tally(played.tally)
        answer["score"] = {key: scored[key] for key in ("sides", "hand_winner")}
    elif played.finished:
        answer["missing"] = [f"{heap} {name}" for heap, name in played.missing]
    return Answer(VALID, answer, lambda: _legal_text(record, played, code))


def _legal_text(record: Record, played: Replay, code: str) -> str:
    voice = Voice(code)
    lines = [voice.say(TURNS, turns=played.turns)]
    if played.reason is None:
        return "\n".join([*lines, voice.say(NOT_ENDED)])
    lines.append(voice.say(ENDED[played.reason]))
    if played.tally is None:
        heaps = ", ".join(
            voice.say(HEAPS[heap], name=visible(name)) for heap, name in played.missing
        )
        return "\n".join([*lines, voice.say(UNKNOWN, heaps=heaps)])
    score = score_tally(played.tally, record.ruleset)
    for side, total in zip(played.tally.sides, score.totals, strict=True):
        lines.append(f"  {visible(side.name)}  {format_points(total, code)}")
    return "\n".join(lines)


def answer_refused(record: Record, refused: Refusal, code: str) -> Answer:
    """Where a record, or a line to compare with it, is illegal and why."""
    sentences = [problem_sentence(problem, code) for problem in refused.problems]
    answer: dict[str, object] = {"format": FORMAT, "legal": False, "line": refused.line}
    if refused.turn is not None and refused.seat is not None:
        answer |= {"turn": refused.turn, "seat": record.seats[refused.seat]}
    answer |= {"rule": refused.problems[0].rule, "message": sentences[0]}
    answer["problems"] = [
        {"rule": problem.rule, "message": sentence}
        for problem, sentence in zip(refused.problems, sentences, strict=True)
    ]
    if refused.before is not None:
        answer["before"] = _before(refused.before)
    return Answer(INVALID, answer, lambda: _illegal_text(record, refused, sentences, code))


def _before(position: Position) -> dict[str, object]:
    """The position before the refused move as its player saw it; cards that nobody else saw, in the
    hand or under the known top of the pile, are counted beside."""
    pile = position.pile or ()
    buried = max([place for place, card in enumerate(pile, start=1) if card is None], default=0)
    known = position._replace(pile=pile[buried:] or None) if buried else position
    written = format_position(known._replace(morto_cards=None, score=None))
    if position.hidden:
        written["hidden"] = position.hidden
    if buried:
        written["pile_hidden"] = buried
    return written


def _illegal_text(record: Record, refused: Refusal, sentences: list[str], code: str) -> str:
    voice = Voice(code)
    if not refused.line:
        lines = [voice.say(MOVES_TO_COMPARE)]
    elif refused.turn is None or refused.seat is None:
        lines = [voice.say(ILLEGAL_LINE, line=refused.line)]
    else:
        name = visible(record.seats[refused.seat])
        lines = [voice.say(ILLEGAL_TURN, line=refused.line, turn=refused.turn, name=name)]
    for problem, sentence in zip(refused.problems, sentences, strict=True):
        title = rule_title(problem.rule, code)
        lines.append(f"  {visible(sentence)}\n    {title}  [{problem.rule}]")
    return "\n".join(lines)
