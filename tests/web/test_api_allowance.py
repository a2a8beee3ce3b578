"""What an address may ask of the JSON API: some at once, then a share of the time."""

from __future__ import annotations

import pytest

from scorekeeper.web import api_allowance
from scorekeeper.web.api_allowance import MOST_ADDRESSES, PLACES, Allowance


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def allowance(clock):
    return Allowance(burst=5.0, share=0.1, clock=clock)


def test_so_much_at_once_and_then_a_share_of_the_time(allowance, clock):
    assert allowance.wait("a") == 0
    allowance.spend("a", 5)
    assert allowance.wait("a") == 0
    allowance.spend("a", 1)
    assert allowance.wait("a") == pytest.approx(10)
    clock.now += 10
    assert allowance.wait("a") == pytest.approx(0)


def test_what_was_not_asked_for_is_not_saved_up(allowance, clock):
    clock.now += 10_000
    allowance.spend("a", 5.5)
    assert allowance.wait("a") == pytest.approx(5)


def test_one_address_does_not_pay_for_another(allowance):
    allowance.spend("a", 9)
    assert allowance.wait("a") > 0
    assert allowance.wait("b") == 0


def test_all_together_have_a_limit_too(allowance, clock):
    for number in range(PLACES + 1):
        allowance.spend(f"a{number}", 5)
    assert allowance.wait("a new one") == pytest.approx(10)
    clock.now += 10
    assert allowance.wait("a new one") == pytest.approx(0)


def test_who_owes_most_is_remembered_among_many(allowance):
    allowance.burst = 1e9
    allowance.spend("greedy", 100)
    for number in range(3 * MOST_ADDRESSES):
        allowance.spend(f"a{number}", 0.001)
    allowance.burst = 5.0
    allowance.share = 0.1
    assert len(allowance._spent) <= MOST_ADDRESSES + 1
    assert allowance._owed("greedy", 1, 1000.0) == pytest.approx(100)


def test_what_is_asked_at_the_same_moment_counts(allowance):
    with allowance.working("a", 4):
        assert allowance.wait("a") == 0
        with allowance.working("a", 4):
            assert allowance.wait("a") == pytest.approx(30)
        assert allowance.wait("a") == 0


def test_work_costs_what_it_took_and_not_what_was_feared(allowance, monkeypatch):
    times = iter([100.0, 101.5, 200.0, 203.0])
    monkeypatch.setattr(api_allowance.time, "thread_time", lambda: next(times))
    with allowance.working("a", 4):
        pass
    assert allowance._owed("a", 1, 1000.0) == pytest.approx(1.5)
    with pytest.raises(ZeroDivisionError), allowance.working("a", 0):
        raise ZeroDivisionError
    assert allowance._owed("a", 1, 1000.0) == pytest.approx(4.5)
