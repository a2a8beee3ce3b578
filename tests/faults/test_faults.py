"""The fault harness in small: `python -m tests.faults` does the same in any size."""

from __future__ import annotations

import os
import sys

import pytest

from .kills import kill_often
from .ledger import Told
from .server import Server
from .table import open_match
from .writers import post_at_once, write_at_once

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.xdist_group("faults"),
]

KILLS = 5
QUOTA = 40_960  # bytes: room for the memory that readers and writers share, and little more
UNWRITABLE = (
    "The disk does not take the score. Nothing was saved; see whether it is full or broken."
)


def test_what_was_acknowledged_survives_kills(tmp_path):
    report = kill_often(tmp_path, KILLS, seed=7)
    assert report.problems == []
    assert report.kills == KILLS
    assert report.in_flight > 0, "no request was under way at any kill"
    assert report.entries[Told.KEPT] > KILLS
    assert report.entries[Told.NOTHING] == 0


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """Two servers, and so two processes, on one database."""
    folder = tmp_path_factory.mktemp("servers")
    with Server(folder) as one, Server(folder) as other:
        yield one, [one.start(), other.start()]


def test_eight_writers_on_two_servers(servers):
    server, roots = servers
    done = write_at_once(roots, server.database, writers=8, entries=3, seed=7)
    assert done.problems == []
    assert done.events == 24
    assert done.conflicts > 0, "nobody was ever in another's way"


def test_five_identical_posts_at_once_make_one_hand(servers):
    server, roots = servers
    assert post_at_once(roots, server.database).problems == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets limits of other processes")
def test_a_quota_that_is_used_up_and_then_raised(servers):
    """The system lets the files of the running server grow no more, as a quota does."""
    import resource

    server, (root, _) = servers
    table = open_match(root)
    typed = {"totals_only": "1", "save": "1", "s0-total": "30", "s1-total": "10"}
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (QUOTA, before[1]))
    saved, status = -1, 303
    while status == 303:
        saved += 1
        fields = table.phone.get(table.entry).values(table.entry) | typed
        refused = table.phone.post(table.entry, fields)
        status = refused.status
    assert (status, refused.sentence) == (503, UNWRITABLE)
    kept = refused.values("/hands/new")
    assert {name: kept[name] for name in typed} == typed
    assert kept["entry_id"] == fields["entry_id"]
    assert table.totals() == (30 * saved, 10 * saved)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
    assert table.phone.post(table.entry, kept).status == 303
    assert table.totals() == (30 * (saved + 1), 10 * (saved + 1))
