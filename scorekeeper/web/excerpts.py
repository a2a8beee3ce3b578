"""The part of a text that a search found, its words marked."""

from __future__ import annotations

import re
from collections.abc import Collection

from markupsafe import Markup, escape

from scorekeeper.language.words import WORD, fold

LONGEST = 170  # characters of an excerpt, about three lines of a phone
_SENTENCE_END = re.compile(r"(?<=[.!?:;…])\s+")


def marked(text: str, words: Collection[str]) -> Markup:
    """The text escaped, every word whose folded form is among `words` in a `mark`."""
    pieces, end = [], 0
    for found in WORD.finditer(text):
        if fold(found[0]) in words:
            pieces += [
                escape(text[end : found.start()]),
                Markup("<mark>{}</mark>").format(found[0]),
            ]
            end = found.end()
    return Markup().join([*pieces, escape(text[end:])])


def excerpt(text: str, words: Collection[str]) -> Markup:
    """The sentences with most of the words, as many as fit, the words marked."""
    sentences = _SENTENCE_END.split(text)
    start = max(range(len(sentences)), key=lambda at: (_met(sentences[at], words), -at))
    shown = sentences[start]
    for sentence in sentences[start + 1 :]:
        if len(shown) + len(sentence) >= LONGEST:
            break
        shown = f"{shown} {sentence}"
    cut = _shortened(shown, words)
    before = "… " if start else ""
    return Markup("{}{}").format(before, marked(cut, words))


def _met(sentence: str, words: Collection[str]) -> int:
    return len({fold(found[0]) for found in WORD.finditer(sentence)} & set(words))


def _shortened(text: str, words: Collection[str]) -> str:
    """The text, or as much of it as fits around its first word to mark, cut between words."""
    if len(text) <= LONGEST:
        return text
    first = next((f.start() for f in WORD.finditer(text) if fold(f[0]) in words), 0)
    start = 0 if first < LONGEST * 2 // 3 else text.rfind(" ", 0, first - LONGEST // 3) + 1
    end = text.rfind(" ", start + 1, start + LONGEST)
    end = start + LONGEST if end <= start else end
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
