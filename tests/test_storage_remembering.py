"""A memory with a bound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.storage.remembering import Memory


def test_what_was_kept_is_found():
    memory = Memory(10)
    memory.keep("a", 1, 4)
    assert memory.find("a") == 1
    assert memory.find("b") is None


def test_the_oldest_gives_way():
    memory = Memory(10)
    memory.keep("a", 1, 5)
    memory.keep("b", 2, 5)
    memory.keep("c", 3, 1)
    assert [memory.find(key) for key in "abc"] == [None, 2, 3]


def test_what_was_asked_for_lately_stays():
    memory = Memory(10)
    memory.keep("a", 1, 5)
    memory.keep("b", 2, 5)
    memory.find("a")
    memory.keep("c", 3, 1)
    assert [memory.find(key) for key in "abc"] == [1, None, 3]


def test_what_is_too_heavy_is_not_kept():
    memory = Memory(10)
    memory.keep("a", 1, 5)
    memory.keep("b", 2, 11)
    assert [memory.find(key) for key in "ab"] == [1, None]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 12))))
def test_it_never_outgrows_its_bound(steps):
    memory, weights = Memory(20), {}
    for key, weight in steps:
        memory.keep(key, (key, weight), weight)
        weights[key] = weight
        assert memory.weight <= 20
        found = [memory.find(one) for one in weights]
        assert memory.weight == sum(kept[1] for kept in found if kept)
        assert memory.find(key) == (key, weight)
