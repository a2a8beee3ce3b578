"""What was found wrong, said in one friendly sentence with what to do about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..rules.cards import Card
from ..rules.problems import DocumentError, Finding, Problem
from . import mark
from .cards import RANKS, show_card, show_cards
from .findings import COUNTED, SENTENCES
from .options import TITLES
from .voice import Voice

SIDE_PLACE = re.compile(r"(?:^|\.)sides\[(\d+)\](?:\.melds\[(\d+)\])?")
AT_SIDE = mark("%(side)s: %(sentence)s")
AT_MELD = mark("%(side)s, meld %(number)s: %(sentence)s")

KINDS = {
    "clean": mark("Clean canasta"),
    "dirty": mark("Dirty canasta"),
    "royal": mark("Royal canasta"),
    "ace_to_ace": mark("Ace-to-ace canasta"),
    "wild": mark("Canasta of wilds"),
}
TYPES = {
    "text": mark("a text"),
    "list": mark("a list"),
    "object": mark("an object with named fields"),
    "whole number": mark("a whole number"),
    "true or false": mark("true or false"),
}


def problem_sentence(problem: Problem, code: str, names: Sequence[str] = ()) -> str:
    """The sentence for a problem; with the names of the sides it says whose it is, too."""
    voice = Voice(code)
    sentence = _sentence(problem.finding, problem.params, voice)
    place = SIDE_PLACE.search(problem.where)
    if place is None or int(place[1]) >= len(names):
        return sentence
    side = names[int(place[1])]
    if place[2] is None:
        return voice.say(AT_SIDE, side=side, sentence=sentence)
    return voice.say(AT_MELD, side=side, number=int(place[2]) + 1, sentence=sentence)


def error_sentence(error: DocumentError, code: str) -> str:
    """The sentence for a document of the wrong shape; its place stands beside it."""
    return _sentence(error.finding, error.params, Voice(code))


def _sentence(finding: Finding, params: Mapping[str, object], voice: Voice) -> str:
    facts = {name: _show(name, fact, voice) for name, fact in params.items()}
    if finding in COUNTED:
        forms, name = COUNTED[finding]
        return voice.say_counted(forms, _number(params[name]), **facts)
    return voice.say(SENTENCES[finding], **facts)


def _number(fact: object) -> int:
    if isinstance(fact, int):
        return fact
    return len(fact) if isinstance(fact, Sequence) else 1


def _show(name: str, fact: object, voice: Voice) -> object:
    if isinstance(fact, Card):
        return show_card(fact)
    if isinstance(fact, str):
        return _WORDS.get(name, _plain)(fact, voice)
    if isinstance(fact, Sequence):
        if name == "cards":
            return show_cards(fact)
        return voice.one_of([str(item) for item in fact])
    return fact


def _plain(text: str, voice: Voice) -> str:
    return str(text)


def _rank(rank: str, voice: Voice) -> str:
    return voice.say(RANKS[rank])


def _kind(kind: str, voice: Voice) -> str:
    return voice.say(KINDS[kind]) if kind in KINDS else str(kind)


def _type(expected: str, voice: Voice) -> str:
    return voice.say(TYPES[expected]) if expected in TYPES else expected


def _option(name: str, voice: Voice) -> str:
    """An option that is none keeps the name it was given."""
    return voice.say(TITLES[name]) if name in TITLES else name


_WORDS: Mapping[str, Callable[[str, Voice], str]] = {
    "rank": _rank,
    "kind": _kind,
    "expected": _type,
    "option": _option,
}
