"""The index of the search: what has a word is found, and a word is never a query."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.storage.search import SearchIndex

DOCUMENTS = (
    ("stock or pile", "monte ou lixo", "draw the top card of the stock or take the pile"),
    ("taking the pile", "pegar o lixo", "use the top card at once"),
    ("the morto", "pozzetto", "a reserve hand beside the stock and a pile of words about stock"),
    ("aces", "", "an ace is natural"),
)
HOSTILE = (
    '"', "'", '""', "*", "a*", "^a", "NEAR", "NEAR(a b)", "a AND b", "OR", "NOT x", "title:pile",
    "(", ")", "{title}: pile", "-pile", "+", "pile OR ace", ";DROP TABLE entry", "%", "_", "\\",
    "\0", "pi\0le", "\ud800", "🃏", "", " ", "--", "/*", "a" * 100_000, "é", "\u202e",
)  # fmt: skip


@pytest.fixture(scope="module", params=[True, False], ids=["fts5", "like"])
def index(request):
    made = SearchIndex(DOCUMENTS, request.param)
    assert made.has_full_text is request.param
    return made


def test_documents_with_a_word(index):
    assert set(index.scores(["pile"])) == {0, 1, 2}
    assert set(index.scores(["ace"])) == {3}
    assert set(index.scores(["pozzetto", "natural"])) == {2, 3}
    assert index.scores(["pil"]) == {}
    assert index.scores([]) == {}


def test_a_title_counts_before_a_name_and_a_name_before_a_text():
    documents = [("", "", "word x y"), ("", "word x y", ""), ("word x y", "", "")]
    for full_text in (True, False):
        scores = SearchIndex(documents + [("z", "z", "z")] * 9, full_text).scores(["word"])
        assert scores[2] > scores[1] > scores[0] > 0


def test_the_words_of_an_index(index):
    assert {"stock", "lixo", "natural"} <= set(index.words)
    assert list(index.words) == sorted(set(index.words))


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_a_word_is_no_query(index, text):
    assert set(index.scores([text])) <= {0, 1, 2, 3}
    assert set(index.scores(["ace", text])) >= {3}
    assert set(index.scores(["pile"])) == {0, 1, 2}


@pytest.mark.parametrize("text", ["pile OR ace", "title: aces", "ac*", "NOT pile", "%", "_", "ac_"])
def test_operators_and_wildcards_find_nothing(index, text):
    assert index.scores([text]) == {}


@given(st.lists(st.text(), max_size=4))
def test_any_words_have_an_answer(words):
    for made in INDEXES:
        assert set(made.scores(words)) <= {0, 1, 2, 3}


INDEXES = (SearchIndex(DOCUMENTS), SearchIndex(DOCUMENTS, full_text=False))


def test_documents_may_hold_anything():
    documents = [("\0", "\ud800 x", '"; DROP TABLE entry'), ("a\0b", "🃏", "c")]
    for full_text in (True, False):
        assert set(SearchIndex(documents, full_text).scores(["c"])) == {1}


def test_many_threads_ask_one_index(index):
    wanted = {word: index.scores([word]) for word in index.words}
    with ThreadPoolExecutor(8) as pool:
        asked = list(index.words) * 20
        assert list(pool.map(lambda word: index.scores([word]), asked)) == [
            wanted[word] for word in asked
        ]


def test_the_index_is_only_read(index):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        index._connection.execute("DELETE FROM entry")


def test_a_sqlite_without_full_text_is_no_error(monkeypatch):
    class Bare(sqlite3.Connection):
        def execute(self, sql, *more):
            if "fts5" in sql:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(sql, *more)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=Bare, **k))
    made = SearchIndex(DOCUMENTS)
    assert not made.has_full_text
    assert set(made.scores(["pile"])) == {0, 1, 2}
