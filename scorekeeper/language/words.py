"""Words as people type them: without accents and capitals, with other endings, with slips."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from .word_lists import FORMS

WORD = re.compile(r"[^\W_]+")

# What one word loses to become the other, the longest first; six languages together.
ENDINGS = (
    *("zinhas", "zinhos", "zinha", "zinho", "amento", "imento"),
    *("iendo", "idade"),
    *("ando", "endo", "indo", "ante", "ente", "amos", "emos", "imos", "eren", "elen"),
    *("adas", "ados", "idas", "idos", "ades", "aste", "este", "iste", "eurs", "ings"),
    *("ada", "ado", "ida", "ido", "ate", "ato", "ita", "ito", "ute", "uto", "are", "ere", "ire"),
    *("ing", "ies", "eur", "ons", "ent", "ait", "era", "ara", "ira", "ker"),
    *("as", "os", "es", "is", "ar", "er", "ir", "en", "ed", "ez", "ee", "ou", "ei", "eu", "iu"),
    *("a", "e", "i", "o", "s", "y"),
)
SHORTEST_STEM = 4
_FORM_OF = {form: line.split()[0] for line in FORMS for form in line.split()}
MOST_LIKE = 40

EXACT, BEGUN, SAME_STEM, ONE_SLIP, TWO_SLIPS = 1.0, 0.75, 0.7, 0.5, 0.35


def fold(text: str) -> str:
    """The text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The folded words of a text, in order."""
    return WORD.findall(fold(text))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a folded word shares with its plural and its other forms."""
    if word in _FORM_OF:
        return _FORM_OF[word]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


@dataclass(frozen=True, slots=True)
class Likeness:
    """Words of an index that stand for a typed one, each with how surely (up to 1)."""

    typed: str
    found: dict[str, float] = field(default_factory=dict)

    @property
    def is_guess(self) -> bool:
        """Whether only a slip of the typist explains the words."""
        return bool(self.found) and max(self.found.values()) <= ONE_SLIP


def likeness(typed: str, vocabulary: Iterable[str]) -> Likeness:
    """The words of a vocabulary that a folded word may mean.

    The word itself, what begins with it and what has its stem; without any of them, the words
    that one or two slips away.
    """
    found: dict[str, float] = {}
    root = stem(typed)
    for word in vocabulary:
        if word == typed:
            found[word] = EXACT
        elif len(typed) > 1 and word.startswith(typed):
            found[word] = BEGUN
        elif stem(word) == root:
            found[word] = SAME_STEM
    return Likeness(typed, _surest(found or dict(_slips(typed, vocabulary))))


def _surest(found: dict[str, float]) -> dict[str, float]:
    ranked = sorted(found, key=lambda word: (-found[word], len(word), word))
    return {word: found[word] for word in ranked[:MOST_LIKE]}


def _slips(typed: str, vocabulary: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Words that differ by a slip or two; of equally near ones, that which begins alike counts."""
    allowed = 0 if len(typed) < 4 or typed.isdigit() else 1 if len(typed) < 7 else 2
    letters = set(typed)
    nearest = allowed + 1
    near: list[tuple[int, str]] = []
    for word in vocabulary:
        if word.isdigit() or len(letters ^ set(word)) > 2 * allowed:
            continue
        slips = distance(typed, word, nearest)
        if slips <= allowed:
            near.append((slips, word))
            nearest = min(nearest, slips)
    for slips, word in near:
        if slips == nearest:
            shared = _shared_start(typed, word) / max(len(typed), len(word))
            yield word, (ONE_SLIP if slips == 1 else TWO_SLIPS) * (0.4 + 0.6 * shared)


def _shared_start(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def distance(one: str, other: str, limit: int) -> int:
    """How many letters were missed, doubled, changed or swapped; `limit` + 1 if more than that."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        this = [row]
        for column, found in enumerate(other, 1):
            cost = min(last[column] + 1, this[-1] + 1, last[column - 1] + (letter != found))
            swapped = row > 1 and column > 1 and letter == other[column - 2]
            if swapped and one[row - 2] == found:
                cost = min(cost, before[column - 2] + 1)
            this.append(cost)
        if min(this) > limit and min(last) > limit:
            return limit + 1
        before, last = last, this
    return min(last[-1], limit + 1)
