"""A minute of the search for inputs that break a reader; `python -m tests.fuzz` searches longer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from fuzz.mutations import VALUES, change_json

ROOT = Path(__file__).parents[1]
TOGETHER = {  # targets that share a process, and its seconds of CPU time
    "cards settings search numbers tags address": 8,
    "tally match question": 13,
    "record odds playout": 11,
    "export log": 8,
    "entries tables": 10,
    "firsts addresses": 10,
}


@pytest.mark.skipif(sys.platform != "linux", reason="bounds the memory of the process")
@pytest.mark.parametrize("targets", TOGETHER)
def test_nothing_hostile_is_found(targets):
    """In a process of its own, whose memory is bounded. What failed is printed with its command."""
    command = [sys.executable, "-m", "tests.fuzz", "--together", "--seed", "1"]
    command += ["--seconds", str(TOGETHER[targets])]
    command += [word for name in targets.split() for word in ("--target", name)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"


def test_every_target_has_its_minute():
    asked = "import json; from tests.fuzz.targets import SHARES as s, TARGETS as t"
    command = [sys.executable, "-c", f"{asked}; print(json.dumps([[*t], s]))"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    targets, shares = json.loads(done.stdout)
    assert targets == [*shares] == " ".join(TOGETHER).split()
    for together, seconds in TOGETHER.items():
        assert sum(shares[name] for name in together.split()) == seconds
    assert sum(shares.values()) == 60


def test_a_change_leaves_the_values_that_it_uses_as_they_are():
    start, before, random = b'{"a": [{"b": 1}, 2, [3]], "c": {}}', repr(VALUES), Random(1)
    for _ in range(2_000):
        change_json(random, start, [start])
        assert repr(VALUES) == before
