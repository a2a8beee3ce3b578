"""The process that works: started when there is work, one for a database, gone with its server."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from time import monotonic, sleep

import pytest

from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.storage.log import open_log
from scorekeeper.storage.work import open_jobs
from scorekeeper.work import Desk, State, starting, worker
from scorekeeper.work.comparing import CompareSpec
from scorekeeper.work.hand import HandSpec
from scorekeeper.work.kinds import COMPARE, HAND
from scorekeeper.work.lock import held, lock_of

PATIENCE = 60.0
CLASSIC = PRESETS["classic"]
LONG = CompareSpec(CLASSIC, override(CLASSIC, {"max_wilds": 1}), 1, 10**6).as_json()
SHORT = HandSpec(CLASSIC, 3).as_json()


def until(told):
    """What `told` gives once it gives something; looked at again and again, not for ever."""
    end = monotonic() + PATIENCE
    while not (found := told()):
        assert monotonic() < end
        sleep(0.02)
    return found


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.db"


@pytest.fixture
def office(path, monkeypatch):
    monkeypatch.setattr(starting, "PAUSE_SECONDS", 0.0)
    desk = Desk(path)
    yield desk
    desk.close()


def is_at(office, job_id, least=1):
    job = office.state(job_id)
    return job if job.state is State.RUNNING and job.done >= least else None


def over(office, job_id):
    job = office.state(job_id)
    return job if job.state.is_over else None


def is_free(path):
    with held(lock_of(path)) as free:
        return free


def test_nothing_is_started_before_there_is_work(office, path):
    assert office.state("none") is None
    assert office._starter._child is None
    assert not lock_of(path).exists()


def test_a_process_takes_the_work_tells_how_far_it_is_and_is_called_off(office):
    hand = office.submit(HAND, SHORT, "Ida")
    job_id = office.submit(COMPARE, LONG, "Ida")
    assert until(lambda: over(office, hand)).result["totals"]
    first = until(lambda: is_at(office, job_id))
    later = until(lambda: is_at(office, job_id, first.done + 1))
    assert later.result["hands"] > first.result["hands"]
    office.cancel(job_id, "Ida")
    stopped = office.state(job_id)
    assert (stopped.state, stopped.done >= later.done) == (State.CANCELLED, True)
    again = office.submit(HAND, HandSpec(CLASSIC, 4).as_json(), "Ida")
    assert until(lambda: over(office, again)).state is State.DONE  # it is free for the next
    assert office.state(job_id).result == stopped.result


def test_the_match_is_read_and_written_meanwhile(office, path):
    job_id = office.submit(COMPARE, LONG, "Ida")
    until(lambda: is_at(office, job_id))
    for number in range(20):
        with open_log(path) as log, log.writing():
            log.db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, '')",
                (f"m{number}", f"e{number}", f"w{number}"),
            )
    assert is_at(office, job_id)


def test_work_whose_process_was_killed_is_taken_up_again(office):
    job_id = office.submit(COMPARE, LONG, "Ida")
    until(lambda: is_at(office, job_id))
    first = office._starter._child
    first.send_signal(signal.SIGKILL)
    first.wait()
    job = until(lambda: (job := is_at(office, job_id)) and job.tries == 2 and job)
    assert office._starter._child.pid != first.pid
    assert job.state is State.RUNNING


def test_a_second_server_starts_no_second_process(office, path):
    job_id = office.submit(COMPARE, LONG, "Ida")
    until(lambda: is_at(office, job_id))
    other = Desk(path)
    assert other.state(job_id).state is State.RUNNING
    assert other._starter._child is None
    started = subprocess.Popen(office._starter._child.args, stdin=subprocess.PIPE)
    assert started.wait(PATIENCE) == 0  # one that was started all the same leaves at once
    started.stdin.close()
    assert office.state(job_id).tries == 1
    other.close()


def test_it_ends_with_its_server_and_another_goes_on(office, path):
    job_id = office.submit(COMPARE, LONG, "Ida")
    until(lambda: is_at(office, job_id))
    office.close()
    assert is_free(path)
    assert office.peek(job_id).state is State.RUNNING
    until(lambda: office.state(job_id).tries == 2 and is_at(office, job_id))


def test_it_ends_when_its_server_is_killed(path):
    program = (
        "import sys, time; from pathlib import Path; from scorekeeper.work import Desk;"
        f"desk = Desk(Path({str(path)!r})); print(desk.submit({COMPARE!r}, {LONG!r}, 'Ida'));"
        "sys.stdout.flush(); time.sleep(600)"
    )
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    job_id = server.stdout.readline().decode().strip()

    def begun():
        with open_jobs(path) as jobs:
            return jobs.get(job_id).done

    until(begun)
    assert not is_free(path)
    server.kill()
    server.communicate()
    until(lambda: is_free(path))


def test_it_ends_when_there_is_nothing_to_do(path):
    gone = threading.Event()
    began = monotonic()
    worker.work(path, "wal", gone, idle=0.3)
    assert monotonic() - began >= 0.3
    assert not gone.is_set()


def test_what_was_begun_by_nobody_any_more_is_taken_up(office, path):
    job_id = Desk(path, slices=True).submit(HAND, SHORT, "Ida")
    with open_jobs(path) as jobs, jobs.writing():  # as a process leaves it that is killed
        jobs.db.execute("UPDATE jobs SET state = 'running', ended = NULL, result = '{}'")
    worker.work(path, "wal", threading.Event(), idle=0.1)
    job = office.state(job_id)
    assert (job.state, job.tries) == (State.DONE, 2)
    assert job.result["record"]


@pytest.mark.parametrize("executable", ["", "/no/such/python", "uwsgi"])
def test_where_no_process_can_be_started_requests_do_the_work(
    office, monkeypatch, executable, caplog, tmp_path
):
    if executable == "uwsgi":  # a server that has Python inside is no Python to be started
        server = tmp_path / executable
        server.write_text("#!/bin/sh\nsleep 60\n")
        server.chmod(0o700)
        executable = str(server)
    monkeypatch.setattr(sys, "executable", executable)
    job_id = office.submit(HAND, SHORT, "Ida")
    assert office.works_in_slices
    assert until(lambda: over(office, job_id)).result["record"]
    assert "no worker can be started" in caplog.text


def test_a_process_that_cannot_live_is_not_started_with_every_request(office, monkeypatch):
    monkeypatch.setattr(starting, "PAUSE_SECONDS", 1000.0)
    office._starter._started = monotonic() - 1001
    job_id = office.submit(COMPARE, LONG, "Ida")
    child = office._starter._child
    child.kill()
    child.wait()
    office.state(job_id)
    assert office._starter._child is None


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no priorities here")
def test_phones_come_first(office):
    job_id = office.submit(COMPARE, LONG, "Ida")
    until(lambda: is_at(office, job_id))
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    theirs = os.getpriority(os.PRIO_PROCESS, office._starter._child.pid)
    assert theirs == min(19, mine + worker.NICENESS)


def test_the_end_of_a_piece_of_work_is_in_the_log_of_the_machine(path, caplog):
    Desk(path, slices=True).submit(HAND, SHORT, "Ida")
    with open_jobs(path) as jobs, jobs.writing():
        jobs.db.execute("UPDATE jobs SET state = 'waiting', ended = NULL, result = '{}'")
    with caplog.at_level(logging.INFO, "scorekeeper"):
        worker.work(path, "wal", threading.Event(), idle=0.1)
    (record,) = caplog.records
    facts = record.facts
    assert (record.getMessage(), facts["kind"], facts["state"]) == ("work", HAND, "done")
    assert facts.keys() == {"kind", "state", "ms"}


def test_what_ends_the_process_is_a_line_in_the_log_of_the_machine(path):
    path.write_bytes(b"Wanderleia " * 400)
    command = [sys.executable, "-m", "scorekeeper.work.worker", str(path), "wal", "0.1"]
    environment = {**os.environ, "SCOREKEEPER_LOG": "json"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    (line,) = done.stderr.splitlines()
    facts = json.loads(line)
    assert facts["event"] == "bug" and "CorruptError" in facts["traceback"]
    assert done.returncode == 1
    assert "Wanderleia" not in done.stderr
