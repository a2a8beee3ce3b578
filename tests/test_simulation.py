"""`simulate` and `odds`: what they print, that a seed decides everything, and what they refuse."""

import json
import os
import pickle
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import pytest

from scorekeeper import cli
from scorekeeper.play import simulate
from scorekeeper.play.record_text import parse_record
from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.simulation import command, odds, progress
from scorekeeper.simulation.jobs import Bots, HandJob
from scorekeeper.simulation.pool import in_order

ROOT = Path(cli.__file__).parent.parent
MAY_DIFFER = ("workers", "seconds", "hands_per_second")
MATCH = {
    "format": 1,
    "ruleset": "classic",
    "sides": ["Nós", "Eles"],
    "hands": [{"totals": [2400, 300]}],
}


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def simulated(run):
    """The answer of `simulate` in JSON without what may differ."""

    def answering(*arguments):
        status, output, errors = run("simulate", "--json", *arguments)
        assert (status, errors) == (0, "")
        answer = json.loads(output)
        return {key: value for key, value in answer.items() if key not in MAY_DIFFER}

    return answering


def match_file(tmp_path, **changes):
    path = tmp_path / "match.json"
    path.write_text(json.dumps(MATCH | changes), encoding="utf-8")
    return str(path)


def program(*arguments, **env):
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | env,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_answer(simulated, run):
    answer = simulated("--hands", "6", "--seed", "3", "--set", "target=4000", "--check")
    assert list(answer)[:7] == [
        "format", "ruleset", "overrides", "seed", "bots", "duplicate", "hands",
    ]  # fmt: skip
    assert answer["overrides"] == {"target": 4000}
    assert (answer["seed"], answer["hands"]) == (3, 6)
    assert answer["bots"] == ["careful", "careful"]
    assert sum(answer["ended"].values()) == 6
    assert [entry["side"] for entry in answer["scores"]] == [0, 1]
    assert set(answer["scores"][0]["quantiles"]) == {"5", "25", "50", "75", "95"}
    assert answer["turns"]["mean"] > 0
    assert "wins" not in answer
    output = json.loads(run("simulate", "--json", "--hands", "1")[1])
    assert output["hands_per_second"] > 0
    assert output["workers"] == 1


def test_the_hands_are_counted_as_they_were_played(simulated):
    job = HandJob(CLASSIC, Bots(("careful", "random")), 5, duplicate=True)
    hands = [hand for number in range(10) for hand in job(number).hands]
    answer = simulated("--hands", "10", "--seed", "5", "--duplicate", "--bots", "careful,random")
    assert answer["hands"] == len(hands) == 20
    assert answer["decisions"] == sum(hand.decisions for hand in hands)
    assert answer["ended"]["stock"] == sum(hand.reason == "stock" for hand in hands)
    spreads = {"turns": answer["turns"], 0: answer["scores"][0], 1: answer["scores"][1]}
    for key, told in spreads.items():
        numbers = sorted(hand.turns if key == "turns" else hand.totals[key] for hand in hands)
        assert told["mean"] == round(sum(numbers) / 20, 2)
        assert told["quantiles"] == {
            str(percent): numbers[20 * percent // 100 - 1] for percent in (5, 25, 50, 75, 95)
        }


def test_a_seed_decides_everything(simulated):
    one = simulated("--hands", "8")
    assert one == simulated("--hands", "8")
    assert one == simulated("--hands", "8", "--workers", "2")
    assert one != simulated("--hands", "8", "--seed", "2")


def test_a_seed_decides_everything_in_any_process():
    arguments = (
        "simulate",
        "--hands",
        "2",
        "--bots",
        "careful,random",
        "--json",
        "--set",
        "runs=true",
    )
    one, other = (program(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    for key in MAY_DIFFER:
        del one[key], other[key]
    assert one == other


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(simulated, preset):
    answer = simulated("--ruleset", preset, "--hands", "1", "--bots", "random")
    assert len(answer["scores"]) == PRESETS[preset].sides


@pytest.mark.parametrize(("players", "per_side"), [("2", 1), ("4", 2)])
def test_how_many_play(simulated, players, per_side):
    answer = simulated("--players", players, "--hands", "1")
    assert answer["overrides"] == ({} if per_side == 2 else {"players_per_side": 1})


def test_matches_with_the_same_deals_for_both_sides(simulated):
    answer = simulated("--matches", "2", "--duplicate", "--bots", "careful,random")
    assert (answer["matches"], answer["draws"]) == (4, 0)
    assert [entry["wins"] for entry in answer["wins"]] == [4, 0]
    assert answer["wins"][0]["low"] < answer["wins"][0]["chance"] == 1
    alike = simulated("--matches", "1", "--duplicate")
    assert [entry["wins"] for entry in alike["wins"]] == [1, 1]


def test_hands_with_the_same_deals_for_both_sides(simulated):
    answer = simulated("--hands", "3", "--duplicate")
    assert answer["hands"] == 6
    assert answer["scores"][0] | {"side": 1} == answer["scores"][1]


def test_for_a_person(run):
    status, output, errors = run("simulate", "--hands", "3")
    assert (status, errors) == (0, "")
    assert "Side 1 (careful)" in output
    assert "Hands played: 3." in output
    output = run("simulate", "--matches", "1")[1]
    assert "Matches played: 1, drawn: 0." in output


# records


def test_a_record(simulated, run, tmp_path):
    path = tmp_path / "hand.tranca"
    answer = simulated("--hands", "1", "--record", str(path))
    record = parse_record(path.read_bytes())
    assert len(record.turns) == answer["turns"]["mean"]
    status, output, _ = run("replay", str(path), "--json")
    replayed = json.loads(output)
    assert (status, replayed["finished"]) == (0, True)
    totals = [side["total"] for side in replayed["score"]["sides"]]
    assert totals == [entry["mean"] for entry in answer["scores"]]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_recorded_can_be_replayed(run, tmp_path, preset):
    folder = tmp_path / "hands"
    run("simulate", "--ruleset", preset, "--hands", "2", "--record", str(folder), "--seed", "5")
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == ["0.tranca", "1.tranca"]
    for number, path in enumerate(paths):
        ruleset = PRESETS[preset]
        bots = Bots(("careful",) * ruleset.sides)
        ((played,), _) = HandJob(ruleset, bots, 5)(number)
        replayed = json.loads(run("replay", str(path), "--json")[1])
        assert replayed["legal"] is True
        assert replayed["reason"] == played.reason
        assert [side["total"] for side in replayed["score"]["sides"]] == list(played.totals)


def test_records_of_other_processes(run, tmp_path):
    for workers in ("1", "2"):
        folder = str(tmp_path / workers)
        assert run("simulate", "--hands", "9", "--record", folder, "--workers", workers)[0] == 0
    one, other = (sorted((tmp_path / workers).iterdir()) for workers in ("1", "2"))
    assert len(one) == 9
    assert [path.read_text() for path in one] == [path.read_text() for path in other]


# what is refused, and what goes wrong


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--ruleset", "poker"], "--ruleset can only be classic"),
        (["--set", "wings=2"], "wings"),
        (["--set", "target=7"], "5"),
        (
            [
                "--set",
                "hand_size=15",
                "--set",
                "morto_size=15",
                "--players",
                "4",
                "--set",
                "sides=3",
            ],
            "",
        ),
        (["--ruleset", "three_player", "--players", "2"], "3"),
        (["--players", "3"], "--players can only be 2 or 4"),
        (["--hands", "0"], "--hands is a whole number from 1"),
        (["--hands", "many"], "--hands is a whole number"),
        (["--seed", "x"], "--seed is a whole number"),
        (["--workers", "0"], "--workers is a whole number from 1 to"),
        (["--bots", "brave"], "brave"),
        (["--bots", "careful,careful,careful"], "2"),
        (["--hands", "1", "--matches", "1"], "--hands"),
        (["--matches", "1", "--record", "x"], "recorded"),
        (["--duplicate", "--record", "x"], "recorded"),
        (["--duplicate", "--ruleset", "three_player"], "two sides"),
    ],
)
def test_what_cannot_be_asked_for(run, arguments, word):
    status, output, errors = run("simulate", *arguments)
    assert (status, output) == (2, "")
    assert word in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("hands", ["1", "2"])
def test_a_record_without_a_name(run, tmp_path, monkeypatch, hands):
    monkeypatch.chdir(tmp_path)
    status, output, errors = run("simulate", "--hands", hands, "--record", "")
    assert (status, output, errors) == (2, "", "The name of the file or folder is empty.\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("hands", ["1", "2"])
def test_a_record_that_cannot_be_written(run, tmp_path, hands):
    path = tmp_path / "file"
    path.write_text("")
    status, output, errors = run("simulate", "--hands", hands, "--record", str(path / "x"))
    assert (status, output) == (2, "")
    assert str(path / "x") in errors


@pytest.mark.parametrize("more", [["--hands", "9"], ["--matches", "2"]])
def test_a_table_that_cannot_be(run, monkeypatch, more):
    monkeypatch.setattr(simulate, "MOST_DECISIONS", 10)
    status, output, errors = run("simulate", "--seed", "4", "--check", *more)
    assert (status, output) == (1, "")
    assert "seed 4" in errors
    assert "Hand 0" in errors


def interrupting_after(number):
    """Work in order that Ctrl-C stops."""

    def working(work, pieces, workers):
        yield from islice(in_order(work, pieces, workers), number)
        raise KeyboardInterrupt

    return working


def test_ctrl_c_shows_what_was_done_so_far(run, monkeypatch):
    monkeypatch.setattr(command, "in_order", interrupting_after(3))
    status, output, errors = run("simulate", "--hands", "50", "--json")
    assert (status, errors) == (130, "")
    assert json.loads(output)["hands"] == 3
    monkeypatch.setattr(command, "in_order", interrupting_after(0))
    status, output, _ = run("simulate", "--matches", "50")
    assert status == 130
    assert output == "No hand was played to its end.\n"
    assert json.loads(run("simulate", "--json")[1])["scores"] == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_at_a_terminal(tmp_path, workers):
    folder = tmp_path / "hands"
    arguments = ["--hands", "9999", "--json", "--workers", workers, "--record", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    ) as running:
        try:
            deadline = monotonic() + 60
            while not (folder / "0000.tranca").exists() and monotonic() < deadline:
                sleep(0.05)
            os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to every process of it
            output, errors = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, errors) == (130, b"")
    assert json.loads(output)["hands"] >= 1


def test_a_bar_for_a_person_at_a_terminal(monkeypatch):
    class Screen:
        def __init__(self):
            self.text = ""

        def isatty(self):
            return True

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    monkeypatch.setattr(sys, "stderr", Screen())
    with progress.progress(2) as done:
        done(2)
    assert "100%" in sys.stderr.text


# odds


def test_odds(run, tmp_path):
    path = match_file(tmp_path)
    status, output, errors = run("odds", path, "--hands", "40", "--json")
    answer = json.loads(output)
    assert (status, errors) == (0, "")
    assert list(answer) == ["format", "over", "sides", "draws", "matches", "hands"]
    assert answer["hands"] >= 40
    assert sum(side["wins"] for side in answer["sides"]) + answer["draws"] == answer["matches"]
    ours, theirs = answer["sides"]
    assert ours["name"] == "Nós"
    assert ours["chance"] > 0.8 > 0.2 > theirs["chance"]
    assert ours["low"] < ours["chance"] < ours["high"]
    again = run("odds", path, "--hands", "40", "--json", "--workers", "2")
    assert json.loads(again[1]) == answer
    assert json.loads(run("odds", path, "--hands", "40", "--seed", "2", "--json")[1]) != answer


def test_odds_for_a_person(run, tmp_path):
    status, output, errors = run("odds", match_file(tmp_path), "--hands", "4")
    assert (status, errors) == (0, "")
    assert "Nós" in output
    assert "Matches played to the end:" in output


@pytest.mark.parametrize(
    ("changes", "chances"),
    [
        ({"hands": [{"totals": [3100, 0]}]}, [1, 0]),
        ({"annul": [True, True]}, [0, 0]),
        ({"stop": True}, [1, 0]),
    ],
)
def test_odds_of_a_match_that_is_over(run, tmp_path, changes, chances):
    path = match_file(tmp_path, **changes)
    answer = json.loads(run("odds", path, "--json")[1])
    assert [side["chance"] for side in answer["sides"]] == chances
    assert (answer["over"], answer["matches"], answer["hands"]) == (True, 0, 0)
    status, output, _ = run("odds", path)
    assert status == 0
    assert "The match is over" in output


def test_odds_of_what_is_no_match(run, tmp_path):
    for changes, expected in (({"sides": []}, 2), ({"overrides": {"sides": 3}}, 2)):
        status, output, errors = run("odds", match_file(tmp_path, **changes))
        assert (status, output) == (expected, "")
        assert errors
    late = {"hands": [{"totals": [3100, 0]}, {"totals": [0, 0]}]}
    assert run("odds", match_file(tmp_path, **late))[0] == 1
    assert run("odds", str(tmp_path / "none.json"))[0] == 2


def test_ctrl_c_shows_the_odds_so_far(run, tmp_path, monkeypatch):
    monkeypatch.setattr(odds, "in_order", interrupting_after(2))
    status, output, errors = run("odds", match_file(tmp_path), "--json")
    assert (status, errors) == (130, "")
    assert json.loads(output)["matches"] == 2
    monkeypatch.setattr(odds, "in_order", interrupting_after(0))
    status, output, _ = run("odds", match_file(tmp_path))
    assert status == 130
    assert "Matches played to the end: 0" in output


@pytest.mark.parametrize(
    ("changes", "dealer"),
    [
        ({}, 0),
        ({"starter": 1}, 1),
        ({"seats": 4, "dealer": 2}, 3),
        ({"hands": []}, 3),
        ({"ruleset": "three_player", "sides": ["A", "B", "C"], "hands": [], "starter": 1}, 0),
    ],
)
def test_who_deals_the_next_hand(changes, dealer):
    document = parse_match_document(MATCH | changes)
    assert odds.opening_of(document, document.stand()).dealer == dealer


def test_the_rules_of_the_last_hand_are_played():
    hands = [{"totals": [0, 0], "overrides": {"runs": True}}]
    document = parse_match_document(MATCH | {"hands": hands})
    opening = odds.opening_of(document, document.stand())
    assert (opening.ruleset, opening.rules) == (CLASSIC, override(CLASSIC, {"runs": True}))


def test_a_tie_is_played_off(run, tmp_path):
    path = match_file(tmp_path, hands=[{"totals": [3000, 3000]}])
    answer = json.loads(run("odds", path, "--hands", "1", "--json")[1])
    assert (answer["matches"], answer["hands"]) == (1, 1)


# work in order


@pytest.mark.parametrize("workers", [1, 2])
def test_work_is_done_in_order(workers):
    assert list(in_order(abs, 11, workers)) == list(range(11))
    assert list(in_order(abs, 0, workers)) == []
    assert list(islice(in_order(abs, None, workers), 20)) == list(range(20))


def test_a_ruleset_can_be_sent_to_another_process():
    for ruleset in (PRESETS["online"], override(CLASSIC, {"card_values": {"A": 15}, "target": 5})):
        again = pickle.loads(pickle.dumps(ruleset))
        assert (again, again.preset) == (ruleset, ruleset.preset)
