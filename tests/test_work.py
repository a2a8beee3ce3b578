"""Work handed in, done in slices by those who ask after it, and called off."""

from __future__ import annotations

import json
import threading

import pytest

from scorekeeper.cli import run
from scorekeeper.rules.options import override, parse_ruleset
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.storage.work import open_jobs
from scorekeeper.work import Desk, State, TooManyJobs, desk, running, slices
from scorekeeper.work.comparing import CompareSpec, read_comparison
from scorekeeper.work.hand import HandSpec, read_hand
from scorekeeper.work.kinds import COMPARE, HAND, KINDS, ODDS
from scorekeeper.work.lock import held, lock_of
from scorekeeper.work.odds import odds_spec
from scorekeeper.work.steps import Kind, Step

COUNT = "count"


def counting(spec):
    """Counts to a number; breaks off at another."""
    for number in range(1, spec["to"] + 1):
        if number == spec.get("break"):
            raise ArithmeticError(number)
        yield Step(number, spec["to"], lambda number=number: {"sum": number * (number + 1) // 2})


class Clock:
    """A clock that goes on by a second each time that somebody looks at it."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1
        return self.now


@pytest.fixture
def kinds(monkeypatch):
    known = {**KINDS, COUNT: Kind(counting, seconds=1000)}
    for module in (running, desk):
        monkeypatch.setattr(module, "KINDS", known)
    return known


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(running, "monotonic", clock)
    monkeypatch.setattr(running, "work_time", Clock())
    return clock


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.db"


@pytest.fixture
def office(path):
    return Desk(path, slices=True)


def finish(office, job_id):
    for _ in range(10_000):
        job = office.state(job_id)
        if job.state.is_over:
            return job
    raise AssertionError(job)


def test_every_question_after_it_does_a_slice(office, kinds, clock, monkeypatch):
    monkeypatch.setattr(slices, "SLICE_SECONDS", 2)  # two steps by this clock
    job_id = office.submit(COUNT, {"to": 8}, "Ida")
    seen = [office.peek(job_id).done]
    seen += [office.state(job_id).done for _ in range(3)]
    assert seen == [2, 4, 6, 8]
    job = office.peek(job_id)
    assert (job.state, job.result, job.is_whole) == (State.DONE, {"sum": 36}, True)
    assert office.peek(job_id).done == 8
    assert office.state("another") is None


def test_the_first_handed_in_is_the_first_done(office, kinds, clock, monkeypatch):
    monkeypatch.setattr(slices, "SLICE_SECONDS", 2)
    first = office.submit(COUNT, {"to": 4}, "Ida")
    second = office.submit(COUNT, {"to": 4}, "Bob")
    assert office.ahead(second) == 0  # handing it in has finished the first
    assert office.peek(first).state is State.DONE
    third = office.submit(COUNT, {"to": 50}, "Ida")
    assert (office.ahead(third), office.peek(second).done) == (1, 2)
    assert office.state(third).done == 0
    assert office.peek(second).state is State.DONE  # asked after by those who wait for the third


def test_time_that_is_up_leaves_what_was_found(office, kinds, clock):
    kinds[COUNT] = Kind(counting, seconds=6)
    job = finish(office, office.submit(COUNT, {"to": 50}, "Ida"))
    assert job.state is State.DONE
    assert 0 < job.done < 10
    assert job.result == {"sum": job.done * (job.done + 1) // 2}
    assert not job.is_whole


def test_time_counts_over_all_slices(office, kinds, clock, monkeypatch):
    kinds[COUNT] = Kind(counting, seconds=9)
    monkeypatch.setattr(slices, "SLICE_SECONDS", 2)
    job_id = office.submit(COUNT, {"to": 50}, "Ida")
    assert office.peek(job_id).state is State.RUNNING
    assert finish(office, job_id).done < 10


def test_work_that_breaks_off_fails_and_the_next_is_done(office, kinds, caplog):
    broken = office.submit(COUNT, {"to": 9, "break": 4}, "Ida")
    whole = office.submit(COUNT, {"to": 9}, "Ida")
    assert finish(office, whole).done == 9
    assert office.peek(broken).state is State.FAILED
    (record,) = caplog.records
    assert record.facts["work"] == COUNT and "ArithmeticError" in record.facts["traceback"]


def test_a_kind_that_is_none_is_not_handed_in(office):
    with pytest.raises(KeyError):
        office.submit("dance", {}, "Ida")
    with open_jobs(office.path) as jobs:
        assert jobs.count_open() == 0


def test_a_kind_of_another_version_fails(office, kinds, path):
    job_id = office.submit(COUNT, {"to": 10**9}, "Ida")
    del kinds[COUNT]
    office._slices._held.close()
    assert finish(Desk(path, slices=True), job_id).state is State.FAILED


def test_a_phone_has_two_at_a_time(office, kinds, clock):
    two = [office.submit(COUNT, {"to": 10**6}, "Ida") for _ in range(2)]
    with pytest.raises(TooManyJobs) as refused:
        office.submit(COUNT, {"to": 1}, "Ida")
    assert refused.value.mine
    office.submit(COUNT, {"to": 10**6}, "Bob")
    office.cancel(two[0], "Ida")
    office.submit(COUNT, {"to": 10**6}, "Ida")


def test_all_phones_together_have_so_many(office, kinds, clock, monkeypatch):
    monkeypatch.setattr(desk, "MOST_OF_ALL", 3)
    for owner in ("Ida", "Bob", "Eve"):
        office.submit(COUNT, {"to": 10**6}, owner)
    with pytest.raises(TooManyJobs) as refused:
        office.submit(COUNT, {"to": 1}, "Zoe")
    assert not refused.value.mine


def test_what_was_asked_before_is_that_job_unless_it_was_stopped(office, kinds, clock):
    first = office.submit(COUNT, {"to": 10**6}, "Ida", "topic")
    assert office.submit(COUNT, {"to": 10**6}, "Bob", "topic") == first
    assert office.about("topic").id == first
    office.cancel(first, "Ida")
    second = office.submit(COUNT, {"to": 10**6}, "Ida", "topic")
    assert second != first
    assert (office.about("topic").id, office.peek(first).state) == (second, State.CANCELLED)


def test_only_the_owner_calls_it_off(office, kinds, clock):
    job_id = office.submit(COUNT, {"to": 10**6}, "Ida")
    office.cancel(job_id, "Bob")
    done = office.state(job_id).done
    assert office.peek(job_id).state is State.RUNNING
    office.cancel(job_id, "Ida")
    assert (office.state(job_id).state, office.peek(job_id).done) == (State.CANCELLED, done)
    other = office.submit(COUNT, {"to": 10**6}, "Ida")
    office.cancel_all("Ida")
    assert office.peek(other).state is State.CANCELLED


def test_after_a_restart_the_work_begins_again(office, kinds, clock, path):
    job_id = office.submit(COUNT, {"to": 40}, "Ida")
    assert office.peek(job_id).state is State.RUNNING
    office._slices._held.close()  # what the end of its process does
    job = finish(Desk(path, slices=True), job_id)
    assert (job.state, job.result, job.tries) == (State.DONE, {"sum": 820}, 2)


def test_a_job_that_was_begun_too_often_is_given_up(office, kinds, clock, path):
    job_id = office.submit(COUNT, {"to": 10**6}, "Ida")
    for _ in range(running.MOST_TRIES):
        office._slices._held.close()
        office = Desk(path, slices=True)
        office.state(job_id)
    assert office.peek(job_id).state is State.FAILED


def test_a_process_leaves_the_job_that_another_one_is_at(office, kinds, clock, path):
    job_id = office.submit(COUNT, {"to": 10**6}, "Ida")
    done = office.peek(job_id).done
    seen = Desk(path, slices=True).state(job_id)
    assert (seen.done, seen.tries) == (done, 1)
    assert office.state(job_id).done > done


def test_two_threads_do_not_do_the_same_slice(office, kinds):
    job_id = office.submit(COUNT, {"to": 10**9}, "Ida")
    office._slices._lock.acquire()
    done = office.peek(job_id).done
    thread = threading.Thread(target=office.state, args=(job_id,))
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    assert office.peek(job_id).done == done


def test_the_lock_is_held_by_one(path):
    with held(lock_of(path)) as first, held(lock_of(path)) as second:
        assert (first, second) == (True, False)
    with held(lock_of(path)) as again:
        assert again


# --- the kinds ---------------------------------------------------------------------------------


def answer_of(capsys, *command):
    assert run([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_that_of_the_command_line(office, preset, tmp_path, capsys):
    spec = HandSpec(PRESETS[preset], 17)
    assert read_hand(json.loads(json.dumps(spec.as_json()))) == spec
    result = finish(office, office.submit(HAND, spec.as_json(), "Ida")).result
    kept = tmp_path / "hand.tranca"
    command = ("--ruleset", preset, "--seed", "17", "--hands", "1", "--record", str(kept))
    told = answer_of(capsys, "simulate", *command)
    assert result["record"] == kept.read_text(encoding="utf-8")
    assert result["totals"] == [side["mean"] for side in told["scores"]]
    assert (result["turns"], told["ended"][result["reason"]]) == (told["turns"]["mean"], 1)
    replayed = answer_of(capsys, "replay", str(kept))
    assert [side["total"] for side in replayed["score"]["sides"]] == result["totals"]


def test_a_comparison_is_that_of_two_command_lines(office, capsys):
    after = override(CLASSIC, {"max_wilds": 1, "bonus_out": 300})
    spec = CompareSpec(CLASSIC, after, 5, 30)
    assert read_comparison(json.loads(json.dumps(spec.as_json()))) == spec
    job = finish(office, office.submit(COMPARE, spec.as_json(), "Ida"))
    assert (job.done, job.total, job.is_whole) == (30, 30, True)
    for which, more in (
        ("before", ()),
        ("after", ("--set", "max_wilds=1", "--set", "bonus_out=300")),
    ):
        told = answer_of(capsys, "simulate", "--hands", "30", "--seed", "5", *more)
        measures = {name: found[which]["mean"] for name, found in job.result["measures"].items()}
        assert measures["turns"] == pytest.approx(told["turns"]["mean"], abs=0.006)
        both = sum(side["mean"] for side in told["scores"])
        assert measures["best"] + measures["worst"] == pytest.approx(both, abs=0.02)
        assert measures["out"] == pytest.approx(100 * told["ended"]["went_out"] / 30, abs=0.001)


DOCUMENT = {
    "format": 1,
    "ruleset": "classic",
    "overrides": {"target": 2500},
    "sides": ["Ana & Caio", "Bia & Davi"],
    "starter": 1,
    "seats": 4,
    "dealer": 0,
    "hands": [{"totals": [780, -375]}, {"adjust": [0, -100], "reason": "Davi shouted"}],
}


def test_the_odds_are_those_of_the_command_line(office, tmp_path, capsys):
    spec = odds_spec(DOCUMENT)
    job = finish(office, office.submit(ODDS, spec, "odds:m1"))
    document = tmp_path / "match.json"
    document.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    told = answer_of(capsys, "odds", str(document))
    sides = [{key: side[key] for key in ("chance", "low", "high")} for side in told["sides"]]
    assert job.result["sides"] == sides
    assert (job.result["matches"], job.is_whole) == (told["matches"], True)


def test_a_job_of_odds_holds_nothing_that_people_wrote():
    text = json.dumps(odds_spec(DOCUMENT))
    assert not any(word in text for word in ("Ana", "Davi", "shouted"))
    assert DOCUMENT["sides"][0] == "Ana & Caio"


def test_the_kinds_read_what_older_programs_have_written():
    spec = {"ruleset": "carioca", "overrides": {"bonus_clean": 300}, "seed": 4}
    assert read_hand(spec) == HandSpec(parse_ruleset("carioca", {"bonus_clean": 300}), 4)
