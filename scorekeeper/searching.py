"""Search over rules, questions and the glossary, in the reader's language: for pages and commands.

Documents come from `language`, the index from `storage`; here they meet, and what was found is put
in order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from threading import Lock

from .language.search_documents import QUESTION, RULE, TERM, Document, documents_for
from .language.word_lists import ASKING, STOP_WORDS
from .language.words import Likeness, likeness, words_of
from .rules.ruleset import Ruleset
from .storage.search import SearchIndex

LONGEST_SEARCH = 200  # characters
MOST_WORDS = 12
MOST_HITS = 12
KEPT_INDEXES = 24

LEAST_COVERED = 0.5  # of what was typed
LEAST_RELEVANT = 0.2  # of the best hit
OTHER_NAME = 0.85  # of the title itself
WHOLE_NAME = 0.5  # more for a name typed word by word
KIND_ASKED = 1.35  # questions, when a question was typed


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found, and the folded words in it to mark."""

    document: Document
    words: frozenset[str]
    relevance: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to, the best first."""

    hits: tuple[Hit, ...] = ()
    read_as: tuple[str, ...] = ()  # words taken for slips of the typist, as they were understood
    missed: tuple[str, ...] = ()  # typed words that are nowhere
    suggestions: tuple[str, ...] = ()  # words to try instead
    words: int = 0  # how many words counted

    def of(self, kind: str) -> tuple[str, ...]:
        """The keys of what was found of a kind."""
        return tuple(hit.document.key for hit in self.hits if hit.document.kind == kind)

    def rules(self) -> tuple[str, ...]:
        """The rules that were found, else those that the found questions and terms speak of."""
        spoken_of = dict.fromkeys(rule for hit in self.hits for rule in hit.document.rules)
        return self.of(RULE) or tuple(spoken_of)

    @property
    def is_mostly_missed(self) -> bool:
        """Whether half of what was typed, or more, is nowhere."""
        return 2 * len(self.missed) >= self.words


def search(text: str, ruleset: Ruleset, code: str) -> Found:
    """Rules, questions and terms for what a person typed, in the language `code`.

    Any text has an answer; only its first `LONGEST_SEARCH` characters are read.
    """
    return _library(ruleset, code).search(text[:LONGEST_SEARCH])


_building = Lock()


def _library(ruleset: Ruleset, code: str) -> Library:
    with _building:  # nobody builds the same index beside another
        return _kept(ruleset, code)


@lru_cache(maxsize=KEPT_INDEXES)
def _kept(ruleset: Ruleset, code: str) -> Library:
    return Library(tuple(documents_for(ruleset, code)))


@dataclass(frozen=True, slots=True)
class _Word:
    """A typed word: what it may mean, where it is and how well, and how rare it is."""

    likeness: Likeness
    scores: dict[int, float]
    rarity: float


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of a document as words: its title, and what else it is called."""

    title: frozenset[str]
    others: tuple[frozenset[str], ...]
    whole: frozenset[frozenset[str]]  # each title with the words that say nothing


class Library:
    """The documents of one language under one ruleset, and the index over them."""

    def __init__(self, documents: Sequence[Document], full_text: bool = True) -> None:
        self._documents = documents
        rows = [
            (
                _joined(document.title),
                _joined(*document.names, *document.dear, *document.phrases, document.key),
                _joined(document.text),
            )
            for document in documents
        ]
        self._index = SearchIndex(rows, full_text)
        self._names = [
            _Names(
                _weighty(document.title),
                tuple(map(_weighty, (*document.names, *document.dear))),
                frozenset(frozenset(words_of(name)) for name in (document.title, *document.names)),
            )
            for document in documents
        ]
        titles = {word for document in documents for word in words_of(document.title)}
        self._title_words = sorted(titles - STOP_WORDS)

    def search(self, text: str) -> Found:
        """What is found for a text, by likeness of its words."""
        typed = list(dict.fromkeys(words_of(text)))
        telling = [word for word in typed if word not in STOP_WORDS] or typed
        telling = telling[:MOST_WORDS]
        if not telling:
            return Found()
        known = [word for word in map(self._word, telling) if word.scores]
        met = {word.likeness.typed for word in known}
        missed = tuple(word for word in telling if word not in met)
        is_question = "?" in text or not ASKING.isdisjoint(typed)
        hits = self._ranked(known, is_question, text)
        return Found(
            hits=hits,
            read_as=tuple(
                self._understood(word.likeness) for word in known if word.likeness.is_guess
            ),
            missed=missed,
            suggestions=tuple(self._suggested(missed, met)),
            words=len(telling),
        )

    def _understood(self, guess: Likeness) -> str:
        """The likeliest of the words, one of the reader's own language if there is one."""
        own = (word for word in guess.found if word in self._title_words)
        return next(own, next(iter(guess.found)))

    def _word(self, typed: str) -> _Word:
        alike = likeness(typed, self._index.words)
        by_weight: dict[float, list[str]] = {}
        for word, weight in alike.found.items():
            by_weight.setdefault(round(weight, 2), []).append(word)
        scores: dict[int, float] = {}
        for weight, words in by_weight.items():
            found = self._index.scores(words)
            best = max(found.values(), default=1.0) or 1.0
            for number, score in found.items():
                scores[number] = max(scores.get(number, 0.0), weight * score / best)
        rarity = math.log(1 + len(self._documents) / len(scores)) if scores else 0.0
        return _Word(alike, scores, rarity)

    def _ranked(self, words: Sequence[_Word], is_question: bool, text: str) -> tuple[Hit, ...]:
        whole = sum(word.rarity for word in words)
        typed = {frozenset(words_of(text))}
        if not is_question:
            typed.add(frozenset(word.likeness.typed for word in words))
        wanted_id = text.strip().casefold()
        marked = frozenset(word for each in words for word in each.likeness.found)
        hits = []
        for number, document in enumerate(self._documents):
            there = [word for word in words if number in word.scores]
            covered = sum(word.rarity for word in there) / whole if there else 0.0
            if covered < LEAST_COVERED:
                continue
            fit = sum(word.rarity * word.scores[number] for word in there) / whole
            relevance = covered**2 * (fit + self._named(number, words))
            if not typed.isdisjoint(self._names[number].whole):
                relevance += WHOLE_NAME
            if is_question and document.kind == QUESTION:
                relevance *= KIND_ASKED
            if document.kind == RULE and document.key == wanted_id:
                relevance += 10
            hits.append(Hit(document, marked, relevance))
        hits.sort(key=lambda hit: -hit.relevance)
        least = LEAST_RELEVANT * hits[0].relevance if hits else 0.0
        return tuple(hit for hit in hits if hit.relevance >= least)[:MOST_HITS]

    def _named(self, number: int, words: Sequence[_Word]) -> float:
        """How much of a name the typed words are, from 0 to 1."""
        names = self._names[number]
        others = max((_overlap(name, words) for name in names.others), default=0.0)
        return max(_overlap(names.title, words), OTHER_NAME * others)

    def _suggested(self, missed: Sequence[str], met: set[str]) -> Iterator[str]:
        for word in missed:
            yield from get_close_matches(word, self._title_words, n=2, cutoff=0.6)
        if missed and met:
            yield " ".join(word for word in met)


def _overlap(name: frozenset[str], words: Sequence[_Word]) -> float:
    """The share of words that a name and what was typed have in common."""
    if not name:
        return 0.0
    shared = sum(
        max((word.likeness.found.get(part, 0.0) for part in name), default=0.0) for word in words
    )
    return 2 * shared / (len(name) + len(words))


def _joined(*texts: str) -> str:
    return " ".join(word for text in texts for word in words_of(text))


def _weighty(text: str) -> frozenset[str]:
    words = frozenset(words_of(text))
    return words - STOP_WORDS or words


__all__ = ["LONGEST_SEARCH", "QUESTION", "RULE", "TERM", "Found", "Hit", "search"]
