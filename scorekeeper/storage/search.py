"""A full-text index in memory: the only SQL of the search."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from threading import Lock
from weakref import finalize

from .text import storable

COLUMNS = ("title", "names", "text")
WEIGHTS = (10.0, 5.0, 1.0)  # a word of the title counts before one of the names and of the text

Row = tuple[str, str, str]


class SearchIndex:
    """Finds documents by their words. May be used by any thread, one at a time.

    Documents are numbered from 0 in the order given. Without SQLite's FTS5 the same documents
    are looked through word by word.
    """

    def __init__(self, documents: Sequence[Row], full_text: bool = True) -> None:
        self._lock = Lock()
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._connection.close)
        self.has_full_text = full_text and self._make_full_text()
        if not self.has_full_text:
            self._connection.execute("CREATE TABLE entry (title, names, text)")
        rows = [tuple(_plain(text) for text in document) for document in documents]
        if not self.has_full_text:
            rows = [tuple(f" {text} " for text in row) for row in rows]
        self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        self.words = self._vocabulary(rows)
        self._connection.execute("PRAGMA query_only = ON")

    def _make_full_text(self) -> bool:
        try:
            self._connection.execute(
                "CREATE VIRTUAL TABLE entry USING fts5"
                "(title, names, text, tokenize = 'unicode61 remove_diacritics 2')"
            )
            self._connection.execute("CREATE VIRTUAL TABLE word USING fts5vocab(entry, 'row')")
        except sqlite3.OperationalError:
            return False
        return True

    def _vocabulary(self, rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
        if self.has_full_text:
            found = self._connection.execute("SELECT term FROM word ORDER BY term")
            return tuple(term for (term,) in found)
        return tuple(sorted({word for row in rows for text in row for word in text.split()}))

    def scores(self, words: Iterable[str]) -> dict[int, float]:
        """The numbers of the documents that have any of the words; a higher score is better.

        The words are data and never a query: quotes, operators and wildcards mean nothing.
        """
        wanted = [storable(word).replace("\0", " ") for word in words]
        if not wanted:
            return {}
        with self._lock:
            return self._ranked(wanted) if self.has_full_text else self._counted(wanted)

    def _ranked(self, words: list[str]) -> dict[int, float]:
        query = " OR ".join('"{}"'.format(word.replace('"', '""')) for word in words)
        found = self._connection.execute(
            "SELECT rowid, bm25(entry, ?, ?, ?) FROM entry WHERE entry MATCH ?", (*WEIGHTS, query)
        )
        return {rowid - 1: -rank for rowid, rank in found}

    def _counted(self, words: list[str]) -> dict[int, float]:
        scores: dict[int, float] = defaultdict(float)
        for word in words:
            found = self._connection.execute(
                "SELECT rowid, instr(title, ?1), instr(names, ?1), instr(text, ?1) FROM entry",
                (f" {word} ",),
            )
            for rowid, *places in found:
                score = sum(weight for weight, there in zip(WEIGHTS, places, strict=True) if there)
                if score:
                    scores[rowid - 1] += score
        return dict(scores)


def _plain(text: str) -> str:
    return storable(text).replace("\0", " ")
