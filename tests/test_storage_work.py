"""Jobs as the table keeps them."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.forgetting import forget_match
from scorekeeper.storage.log import MatchKeys, open_log
from scorekeeper.storage.work import Job, State, open_jobs

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def jobs(tmp_path):
    with open_jobs(tmp_path / "book.db") as opened:
        yield opened


@pytest.fixture
def put(jobs):
    def add(job_id, owner="Ida", topic="", kind="simulate", at=NOON):
        job = Job(job_id, kind, {"seed": 1}, owner, topic)
        with jobs.writing():
            jobs.add(job, at)
        return job

    return add


def begin(jobs, job_id):
    with jobs.writing():
        jobs.begin(job_id)
    return jobs.get(job_id)


def end(jobs, job_id, at=NOON, **changes):
    running = begin(jobs, job_id)
    with jobs.writing():
        return jobs.report(replace(running, state=State.DONE, **changes), at)


def test_a_job_comes_back_as_it_was_handed_in(jobs, put):
    job = put("a", topic="match:3")
    assert jobs.get("a") == job
    assert jobs.about("match:3") == job
    assert jobs.get("b") is jobs.about("match:4") is None
    assert (job.state, job.done, job.total, job.result) == (State.WAITING, 0, 0, {})


def test_a_job_is_forgotten_with_its_match_and_reports_to_nobody(tmp_path):
    path = tmp_path / "book.db"
    with open_log(path) as log, log.writing():
        log.add_match(MatchKeys("m1", "e", "w"), NOON)
    with open_jobs(path) as jobs, jobs.writing():
        jobs.add(Job("a", "odds", {}, "Ida", match_id="m1"), NOON)
        jobs.add(Job("b", "simulate", {}, "Ida"), NOON)
        jobs.begin("a")
        job = jobs.get("a")
    assert job.match_id == "m1"
    assert forget_match(path, "wal", "m1")
    with open_jobs(path) as jobs, jobs.writing():
        assert (jobs.get("a"), jobs.next().id) == (None, "b")
        assert not jobs.report(job, NOON)


def test_two_jobs_about_nothing_are_two_but_a_topic_is_taken_once(jobs, put):
    put("a")
    put("b")
    put("c", topic="t")
    with pytest.raises(sqlite3.IntegrityError), jobs.writing():
        jobs.add(Job("d", "simulate", {}, "Ida", "t"), NOON)
    assert jobs.get("d") is None
    with jobs.writing():
        jobs.release("t")
    put("d", topic="t")
    assert jobs.about("t").id == "d"
    assert jobs.get("c").topic == ""


def test_what_the_tables_refuse_is_a_storage_error(tmp_path):
    path = tmp_path / "x.db"
    with pytest.raises(StorageError) as caught, open_jobs(path) as jobs, jobs.writing():
        jobs.add(Job("a", "", {}, "Ida"), NOON)
    assert caught.value.fault is Fault.REFUSED


def test_jobs_are_taken_in_order_and_one_that_was_begun_first(jobs, put):
    assert jobs.next() is None
    for name in ("b", "a", "c"):
        put(name)
    assert jobs.next().id == "b"
    assert [jobs.ahead(name) for name in ("b", "a", "c")] == [0, 1, 2]
    begin(jobs, "c")
    assert jobs.next().id == "c"
    assert jobs.ahead("c") == 0  # it does not wait


def test_progress_is_written_down_until_the_job_is_over(jobs, put):
    put("a")
    job = begin(jobs, "a")
    assert (job.state, job.tries) == (State.RUNNING, 1)
    part = replace(job, done=3, total=10, result={"mean": 1.5})
    with jobs.writing():
        assert jobs.report(part, NOON)
    assert jobs.get("a") == part
    whole = replace(part, state=State.DONE, done=10)
    with jobs.writing():
        assert jobs.report(whole, NOON)
        assert not jobs.report(part, NOON)
    assert jobs.get("a") == whole
    assert jobs.next() is None
    begin(jobs, "a")
    assert jobs.get("a") == whole  # nothing that is over begins again


def test_a_job_that_begins_again_has_done_nothing_yet(jobs, put):
    put("a")
    with jobs.writing():
        jobs.report(replace(begin_inside(jobs, "a"), done=3, total=10), NOON)
    again = begin(jobs, "a")
    assert (again.tries, again.done, again.total) == (2, 0, 0)


def begin_inside(jobs, job_id):
    jobs.begin(job_id)
    return jobs.get(job_id)


def test_only_the_owner_stops_a_job_and_what_was_found_stays(jobs, put):
    put("a")
    put("b")
    put("c", owner="Bob")
    job = begin(jobs, "a")
    with jobs.writing():
        jobs.report(replace(job, done=3, total=10, result={"x": 1}), NOON)
        jobs.cancel("Bob", "a", NOON)
    assert jobs.get("a").state is State.RUNNING
    with jobs.writing():
        jobs.cancel("Ida", "a", NOON)
        assert not jobs.report(replace(job, done=4), NOON)
    stopped = jobs.get("a")
    assert (stopped.state, stopped.done, stopped.result) == (State.CANCELLED, 3, {"x": 1})
    with jobs.writing():
        jobs.cancel("Ida", None, NOON)
    states = [jobs.get(name).state for name in "bc"]
    assert states == [State.CANCELLED, State.WAITING]


def test_open_jobs_are_counted_by_owner_and_together(jobs, put):
    for name, owner in (("a", "Ida"), ("b", "Ida"), ("c", "Bob")):
        put(name, owner)
    begin(jobs, "a")
    assert (jobs.count_open("Ida"), jobs.count_open("Bob"), jobs.count_open()) == (2, 1, 3)
    end(jobs, "a")
    assert (jobs.count_open("Ida"), jobs.count_open("Eve"), jobs.count_open()) == (1, 0, 2)


def test_old_jobs_are_forgotten_and_open_ones_never(jobs, put):
    for name, kind in (("a", "odds"), ("b", "simulate"), ("c", "simulate"), ("d", "odds")):
        put(name, kind=kind)
    end(jobs, "a", NOON)
    end(jobs, "b", NOON)
    end(jobs, "c", NOON + MINUTE)
    with jobs.writing():
        jobs.sweep(NOON, ("odds",))
    assert [name for name in "abcd" if jobs.get(name)] == ["b", "c", "d"]
    with jobs.writing():
        jobs.sweep(NOON)
    assert [name for name in "abcd" if jobs.get(name)] == ["c", "d"]


def test_no_more_than_so_many_are_kept(jobs, put):
    for name in "abcd":
        put(name)
    for name in "abd":
        end(jobs, name)
    with jobs.writing():
        jobs.keep_latest(4)
    assert all(map(jobs.get, "abcd"))
    with jobs.writing():
        jobs.keep_latest(1)
    assert [name for name in "abcd" if jobs.get(name)] == ["c", "d"]  # c still waits


def test_a_job_of_half_characters_and_numbers_is_kept(jobs):
    job = Job("a", "simulate", {"deep": [1, None, {"é": "♠"}]}, "I\ud800da", "t\ud800")
    with jobs.writing():
        jobs.add(job, NOON)
    assert jobs.get("a").spec == job.spec
    assert jobs.about("t\ud800").owner == "I?da"
    assert json.dumps(jobs.get("a").result) == "{}"


@pytest.mark.parametrize(
    ("state", "done", "whole"),
    [
        (State.DONE, 10, True),
        (State.DONE, 9, False),
        (State.CANCELLED, 10, False),
        (State.FAILED, 0, False),
    ],
)
def test_a_whole_result_is_one_that_came_to_its_end(state, done, whole):
    job = Job("a", "simulate", {}, "Ida", state=state, done=done, total=10)
    assert job.is_whole is whole
    assert job.state.is_over
