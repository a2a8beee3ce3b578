"""A kept ruling as JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.rules.problems import Finding
from scorekeeper.rules.reader import COUNT_LIMIT, Node

from .events import RulingKept

RULING_KEPT = "ruling_kept"
TOLD_LIMIT = 24
TEXT_LIMIT = 120


def format_ruling(event: RulingKept) -> tuple[str, dict[str, object]]:
    """The kind of the event, and its fields as JSON has them."""
    return RULING_KEPT, {
        "question": event.question,
        "given": dict(event.given),
        "verdict": event.verdict,
        "word": event.word,
        "figure": event.figure,
        "rule": event.rule,
    }


def _read_ruling(node: Node) -> RulingKept:
    fields = node.fields(("question", "given", "verdict", "word", "figure", "rule"))
    given = {name: _text(told) for name, told in fields["given"].members().items()}
    if len(given) > TOLD_LIMIT or any(len(name) > TEXT_LIMIT for name in given):
        raise fields["given"].refuse(Finding.TOO_LARGE)
    figure = fields["figure"]
    return RulingKept(
        question=_text(fields["question"]),
        given=given,
        verdict=_text(fields["verdict"]),
        word=_text(fields["word"]),
        figure=None if figure.value is None else figure.integer(-COUNT_LIMIT, COUNT_LIMIT),
        rule=_text(fields["rule"]),
    )


def _text(node: Node) -> str:
    text = node.text()
    if len(text) > TEXT_LIMIT:
        raise node.refuse(Finding.TOO_LARGE)
    return text


RULING_READERS: Mapping[tuple[str, int], Callable[[Node], RulingKept]] = {
    (RULING_KEPT, 1): _read_ruling,
}
