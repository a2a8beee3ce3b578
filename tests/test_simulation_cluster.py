"""`--cluster`: a scheduler and workers as real processes, the same answers as without them, and
what is said and done when something of it fails."""

import asyncio
import importlib
import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
from distributed import Client

from scorekeeper import cli
from scorekeeper.simulation import batches, cluster, command, crew
from scorekeeper.simulation.stretches import MOST, Stretches

ROOT = Path(cli.__file__).parent.parent
MAY_DIFFER = ("workers", "seconds", "hands_per_second")

pytestmark = pytest.mark.xdist_group("cluster")


def eventually(found):
    """What `found` comes to once it is true."""
    deadline = monotonic() + 60
    while not (value := found()):
        assert monotonic() < deadline, "it did not happen within a minute"
        sleep(0.02)
    return value


class Machines:
    """A scheduler of its own and its workers, each a process on this machine."""

    def __init__(self, folder, **env):
        self.folder = folder
        # dask may try for half a minute to reach a worker that is gone
        self.env = os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"} | env
        self.workers = []
        file = folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--port", "0", "--scheduler-file", str(file))
        eventually(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def start(self, what, *arguments, cwd=ROOT):
        return subprocess.Popen(
            [
                *(sys.executable, "-m", f"distributed.cli.dask_{what}", "--host", "127.0.0.1"),
                *("--no-dashboard", *arguments),
            ],
            cwd=cwd,
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the terminal of these tests is not for it
        )

    def add_worker(self, cwd=ROOT):
        """Starts one more worker, which is lost when its process dies; gives its process."""
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        place = ("--local-directory", str(self.folder))
        self.workers.append(self.start("worker", self.address, *options, *place, cwd=cwd))
        return self.workers[-1]

    @contextmanager
    def client(self):
        with closing(Client(self.address, timeout=30, set_as_default=False)) as client:
            yield client

    def wait_for_workers(self, number):
        with self.client() as client:
            eventually(lambda: len(client.nthreads()) == number)

    def stop(self):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """A scheduler with two workers."""
    running = Machines(tmp_path_factory.mktemp("cluster"))
    try:
        running.add_worker()
        running.add_worker()
        running.wait_for_workers(2)
        yield running
    finally:
        running.stop()


@pytest.fixture
def others(tmp_path):
    """A scheduler for one test, which loses a batch with the first worker that dies over it."""
    running = Machines(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture
def simulated(run):
    """The whole answer of `simulate` in JSON."""

    def answering(*arguments):
        status, output, errors = run("simulate", "--json", *arguments)
        assert (status, errors) == (0, "")
        return json.loads(output)

    return answering


def fixed(answer):
    """The answer without what may differ between two runs."""
    return {key: value for key, value in answer.items() if key not in MAY_DIFFER}


# the same answers


@pytest.mark.parametrize(
    "arguments",
    [
        ("--hands", "61", "--seed", "3"),
        ("--hands", "21", "--duplicate", "--set", "allow_soiling=false"),
        ("--hands", "21", "--duplicate", "--set", "target=2000", "--bots", "random,careful"),
        ("--hands", "10", "--ruleset", "three_player", "--check"),
        ("--matches", "9", "--duplicate"),
    ],
    ids=" ".join,
)
def test_a_cluster_answers_as_this_machine_does(simulated, machines, arguments):
    there = simulated(*arguments, "--cluster", machines.address)
    assert fixed(there) == fixed(simulated(*arguments))
    assert 1 <= there["workers"] <= 2
    assert there["hands_per_second"] > 0


def test_both_workers_play(simulated, machines):
    assert simulated("--hands", "100", "--cluster", machines.address)["workers"] == 2


def test_records_of_a_cluster(run, machines, tmp_path):
    for place, more in (("here", ()), ("there", ("--cluster", machines.address))):
        arguments = ("--hands", "11", "--record", str(tmp_path / place), *more)
        assert run("simulate", *arguments)[0] == 0
    here, there = (sorted((tmp_path / place).iterdir()) for place in ("here", "there"))
    assert len(here) == 11
    assert [path.name for path in here] == [path.name for path in there]
    assert [path.read_text() for path in here] == [path.read_text() for path in there]


def test_odds_and_playouts_of_a_cluster(run, machines, tmp_path):
    match, hand = tmp_path / "match.json", tmp_path / "hand.tranca"
    standing = {"format": 1, "ruleset": "classic", "sides": ["A", "B"], "hands": []}
    match.write_text(json.dumps(standing))
    assert run("simulate", "--hands", "1", "--record", str(hand))[0] == 0
    for asked in (
        ("odds", str(match), "--hands", "60", "--json"),
        ("playout", str(hand), "--turn", "5", "--playouts", "30", "--json"),
    ):
        here = run(*asked)
        assert here[0] == 0
        assert run(*asked, "--cluster", machines.address) == here


# workers that come and go


def kill_in_the_middle(machines, victim, killed):
    """Kills a worker with SIGKILL while it has work that only it is doing."""
    with machines.client() as client:
        pids = client.run(os.getpid)
        (address,) = (at for at, pid in pids.items() if pid == victim.pid)
        deadline = monotonic() + 60
        while not killed and monotonic() < deadline:
            os.kill(victim.pid, signal.SIGSTOP)  # so that it cannot finish while we look
            if doing := client.processing()[address]:
                os.kill(victim.pid, signal.SIGKILL)
                killed += doing
            else:
                os.kill(victim.pid, signal.SIGCONT)
                sleep(0.01)


def test_a_lost_worker_costs_no_hand(simulated, machines, monkeypatch):
    victim, killed, killers, taken = machines.add_worker(), [], [], []
    machines.wait_for_workers(3)
    in_order = command.in_order

    def watched(*work):
        for number, result in enumerate(in_order(*work)):
            taken.append(number)
            if not killers:
                killers.append(Thread(target=kill_in_the_middle, args=(machines, victim, killed)))
                killers[0].start()
            yield result

    monkeypatch.setattr(command, "in_order", watched)
    monkeypatch.setattr(cluster, "PATIENCE", 0.01)  # two workers are left: nothing to say
    arguments = ("--hands", "200", "--seed", "8")
    there = simulated(*arguments, "--cluster", machines.address)
    killers[0].join()
    monkeypatch.undo()
    assert killed, "the worker died with nothing to do"
    assert taken == list(range(200))
    assert victim.wait() == -signal.SIGKILL
    assert fixed(there) == fixed(simulated(*arguments))
    machines.wait_for_workers(2)


def test_what_a_lost_worker_had_finished_is_done_again(others):
    victim = others.add_worker()
    others.wait_for_workers(1)
    with cluster.cluster_at(others.address, "en") as found:
        results = found.in_order(str, 90)
        taken = [next(results)]
        eventually(lambda: {each.status for each in found.client.futures.values()} == {"finished"})
        others.add_worker()
        others.wait_for_workers(2)
        victim.kill()
        others.wait_for_workers(1)
        taken += results
    assert taken == [str(number) for number in range(90)]
    assert found.size == 2


def test_a_worker_that_joins_midway_helps(run, others, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    say = cluster.write_error

    def heard(text):
        say(text)
        others.add_worker()

    monkeypatch.setattr(cluster, "write_error", heard)
    arguments = ("simulate", "--hands", "5", "--cluster", others.address, "--json")
    status, output, errors = run(*arguments)
    assert (status, json.loads(output)["hands"], json.loads(output)["workers"]) == (0, 5, 1)
    assert errors == f"The cluster at {others.address} has no worker: waiting for one.\n"


def happening_after(number, what):
    """Work in order during which something happens."""
    in_order = command.in_order

    def working(*work):
        for each, result in enumerate(in_order(*work)):
            if each == number:
                what()
            yield result

    return working


def test_a_scheduler_that_is_lost_leaves_what_was_done(run, others, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    others.add_worker()
    others.wait_for_workers(1)
    monkeypatch.setattr(command, "in_order", happening_after(5, others.scheduler.kill))
    arguments = ("simulate", "--hands", "5000", "--json")
    status, output, errors = run(*arguments, "--cluster", others.address)
    assert (status, errors) == (1, f"The cluster at {others.address} is gone.\n")
    answer = json.loads(output)
    monkeypatch.undo()
    assert 8 <= answer["hands"] < 5000
    again = json.loads(run("simulate", "--hands", str(answer["hands"]), "--json")[1])
    assert fixed(again) == fixed(answer)


def test_work_that_kills_every_worker_is_not_tried_for_ever(others):
    others.add_worker()
    others.wait_for_workers(1)
    with (
        cluster.cluster_at(others.address, "en") as found,
        pytest.raises(crew.LostClusterError) as told,
    ):
        list(found.in_order(os._exit, 4))
    assert (
        told.value.say("en")
        == "Workers failed one after the other at number 0: see what they logged."
    )


# faults of the program


def test_work_that_raises_is_told_and_comes_after_what_went_well(machines):
    taken = []
    with (
        cluster.cluster_at(machines.address, "en") as found,
        pytest.raises(crew.LostClusterError) as told,
    ):
        taken.extend(found.in_order(list(range(6)).__getitem__, 4))
        for each in found.in_order(list(range(6)).__getitem__, 40):
            taken.append(each)
    assert taken == [0, 1, 2, 3] * 2
    assert told.value.say("en") == (
        "Number 6 failed on the cluster: IndexError: list index out of range"
    )


def test_a_table_that_cannot_be_on_a_worker(run, machines):
    def limit(most):
        importlib.import_module("scorekeeper.play.simulate").MOST_DECISIONS = most

    with machines.client() as client:
        client.run(partial(limit, 10))
        try:
            asked = ("simulate", "--seed", "4", "--matches", "5", "--cluster", machines.address)
            status, output, errors = run(*asked)
        finally:
            client.run(partial(limit, 5000))
    assert (status, output) == (1, "")
    assert "Hand 0:0 of seed 4" in errors


# what is refused before anything is played


def test_a_cluster_needs_an_extra(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "scorekeeper.simulation.cluster")
    monkeypatch.delattr("scorekeeper.simulation.cluster")
    status, output, errors = run("simulate", "--cluster", "tcp://127.0.0.1:1")
    assert (status, output) == (2, "")
    assert "pip install '.[cluster]' in the checkout" in errors
    assert run("simulate", "--hands", "1")[0] == 0


@pytest.mark.parametrize(
    "address", ["", "here", "127.0.0.1", "http://127.0.0.1:80", "tcp://x:99999", "tcp://[x:1", ":1"]
)
def test_what_is_no_address(run, address):
    status, output, errors = run("simulate", "--cluster", address)
    assert (status, output) == (2, "")
    assert errors == f"{address} is no address of a cluster: it looks like tcp://host:8786.\n"


def test_an_address_where_nobody_is(run, tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody else gets the port, and nobody listens
        address = "tcp://{}:{}".format(*closed.getsockname())
        said = f"No cluster answers at {address}.\n"
        assert run("simulate", "--cluster", address) == (2, "", said)
        match = tmp_path / "match.json"
        match.write_text('{"format": 1, "ruleset": "classic", "sides": ["A", "B"], "hands": []}')
        assert run("odds", str(match), "--cluster", address) == (2, "", said)


def test_somebody_who_takes_the_call_and_keeps_silent(run, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = "tcp://{}:{}".format(*silent.getsockname())
        status, _, errors = run("simulate", "--cluster", address)
    assert (status, errors) == (2, f"No cluster answers at {address}.\n")


def test_the_address_of_a_worker(run, machines):
    with machines.client() as client:
        address = next(iter(client.nthreads()))
    status, _, errors = run("simulate", "--cluster", address)
    assert (status, errors) == (2, f"No cluster answers at {address}.\n")


def test_keys_that_are_missing(run, machines):
    address = machines.address.replace("tcp:", "tls:")
    status, _, errors = run("simulate", "--cluster", address)
    assert status == 2
    assert errors.startswith("A tls:// address needs keys")


def test_workers_here_or_there(run):
    status, _, errors = run("simulate", "--workers", "2", "--cluster", "tcp://127.0.0.1:1")
    assert (status, errors) == (2, "Choose --workers or --cluster, not both.\n")


@pytest.mark.parametrize("name", batches.Edition._fields)
def test_what_differs_is_told(name):
    found = batches.edition()._replace(**{name: "0.1"})
    ours = getattr(batches.edition(), name)
    said = cluster._other_edition("tcp://x:1", found).say("en")
    assert f"tcp://x:1 has {name} 0.1, this machine {ours}:" in said


def test_workers_with_other_programs(run, others, monkeypatch, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "scorekeeper", copy / "scorekeeper")
    with (copy / "scorekeeper" / "play" / "table.py").open("a") as table:
        table.write("# another edition\n")
    heard = []

    def joined(text):
        heard.append(text)
        others.add_worker(cwd=copy)

    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    monkeypatch.setattr(cluster, "write_error", joined)
    asked = ("simulate", "--hands", "50", "--json", "--cluster", others.address)
    status, output, errors = run(*asked)
    assert (status, json.loads(output)["hands"], len(heard)) == (1, 0, 1)
    assert f", this machine {batches.edition().scorekeeper}: " in errors
    status, output, again = run(*asked)
    assert (status, output, again) == (2, "", errors)


def test_workers_without_scorekeeper(run, others, monkeypatch, tmp_path):
    (tmp_path / "empty" / "scorekeeper").mkdir(parents=True)
    (tmp_path / "empty" / "scorekeeper" / "__init__.py").write_text("")
    others.add_worker(cwd=tmp_path / "empty")
    others.wait_for_workers(1)
    asked = ("simulate", "--hands", "50", "--json", "--cluster", others.address)
    status, output, errors = run(*asked)
    assert (status, output) == (2, "")
    assert f"cannot load scorekeeper {batches.edition().scorekeeper}" in errors
    # one that joins midway gives up at its first batch
    monkeypatch.setattr(cluster, "_check_editions", lambda client, address: None)
    status, output, errors = run(*asked)
    assert (status, json.loads(output)["hands"]) == (1, 0)
    assert errors.startswith("Workers failed")


def test_the_edition_follows_the_sources(monkeypatch, tmp_path):
    def of(**sources):
        for part in batches.DECIDING:
            (tmp_path / part).mkdir(exist_ok=True)
            (tmp_path / part / "one.py").write_bytes(sources.get(part, b"1\n"))
        batches.edition.cache_clear()
        return batches.edition()

    monkeypatch.setattr(batches, "files", lambda package: tmp_path)
    try:
        plain = of()
        assert of(play=b"1\r\n") == plain
        for part in batches.DECIDING:
            assert of(**{part: b"2\n"}) != plain
        (tmp_path / "play" / "two.py").write_bytes(b"")
        assert of() != plain
    finally:
        batches.edition.cache_clear()


# stopping, and room


def test_ctrl_c_at_a_terminal(machines, tmp_path):
    folder = tmp_path / "hands"
    asked = ("--hands", "99999", "--json", "--record", str(folder), "--cluster", machines.address)
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "simulate", *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    ) as running:
        try:
            eventually((folder / "00000.tranca").exists)
            os.killpg(running.pid, signal.SIGINT)
            output, errors = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, errors) == (130, b"")
    assert 1 <= json.loads(output)["hands"] < 99999
    with machines.client() as client:
        eventually(lambda: not client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.tasks))


def test_what_distributed_logs_is_not_for_the_terminal(machines):
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    assert all(log.isEnabledFor(logging.WARNING) for log in logs)
    with cluster.cluster_at(machines.address, "en"):
        assert not any(log.isEnabledFor(logging.CRITICAL) for log in logs)
    assert all(log.isEnabledFor(logging.WARNING) for log in logs)


def test_only_a_window_is_under_way(machines):
    with cluster.cluster_at(machines.address, "en") as found:
        results = found.in_order(abs, None)
        assert list(islice(results, 5000)) == list(range(5000))
        assert len(found.client.futures) <= cluster.BATCHES_PER_THREAD * 2
        results.close()
        eventually(lambda: not found.client.futures)


def test_stretches_cover_every_number_once():
    stretches = Stretches(1000)
    taken = []
    for seconds in (0.01, 0.0, 5.0, 1.0, 0.5, 100.0) * 300:
        for one in stretches.take(2):
            taken += one
            stretches.learn(len(one), seconds)
            assert 1 <= stretches.size <= min(MOST, 2 * len(one))
    assert taken == list(range(1000))
    assert list(Stretches(0).take(3)) == []
    assert [len(one) for one in islice(Stretches(None).take(9), 9)] == [4] * 9


def test_a_caller_with_a_loop_of_its_own(run, machines):
    """The driver of the browser leaves one running in a process that tests share."""

    asked = ("simulate", "--hands", "1", "--cluster", machines.address)
    running = asyncio.events._get_running_loop()
    loop = running or asyncio.new_event_loop()
    asyncio.events._set_running_loop(loop)
    try:
        status, _, errors = run(*asked)
    finally:
        asyncio.events._set_running_loop(running)
        if running is None:
            loop.close()
    assert (status, errors) == (0, "")
