"""Codes, failed tries and renewed links as the tables keep them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.storage.door import Code, Renewal, digest_of, open_door
from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.log import MatchKeys

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
KEYS = MatchKeys("m1", "edit-1", "watch-1")
OTHER = MatchKeys("m2", "edit-2", "watch-2")


@pytest.fixture
def door(tmp_path):
    with open_door(tmp_path / "book.db") as opened:
        for keys in (KEYS, OTHER):
            opened.log.add_match(keys, NOON)
        yield opened


def renewal(secret="edit-1", may_edit=True, after=3, by="p1 Ana"):
    return Renewal("m1", after, may_edit, digest_of(secret), NOON, by)


def test_codes_live_until_their_end(door):
    long, short = Code("a", "m1", True, NOON + 9 * MINUTE), Code("b", "m2", False, NOON + MINUTE)
    door.add_code(long)
    door.add_code(short)
    assert door.codes(NOON) == (short, long)
    assert door.codes(NOON + MINUTE) == (long,)
    assert door.codes(NOON + 9 * MINUTE) == ()


def test_a_code_is_there_once(door, tmp_path):
    code = Code("a", "m1", True, NOON + MINUTE)
    door.add_code(code)
    with pytest.raises(StorageError) as refused, open_door(tmp_path / "book.db") as again:
        again.add_code(code)
    assert refused.value.fault is Fault.REFUSED


def test_a_code_is_removed(door):
    door.add_code(Code("a", "m1", True, NOON + MINUTE))
    door.remove_code("b")
    assert len(door.codes(NOON)) == 1
    door.remove_code("a")
    assert door.codes(NOON) == ()


def test_tries_are_counted_by_address_and_in_all(door):
    for number in range(3):
        door.add_try("here", NOON + number * MINUTE)
    door.add_try("there", NOON + 7 * MINUTE)
    before = NOON - MINUTE
    assert door.latest_try(0, before) == NOON + 7 * MINUTE
    assert door.latest_try(0, before, "here") == NOON + 2 * MINUTE
    assert door.latest_try(2, before, "here") == NOON
    assert door.latest_try(3, before, "here") is None
    assert door.latest_try(3, before) == NOON
    assert door.latest_try(2, NOON, "here") is None
    assert door.latest_try(0, before, "nowhere") is None


def test_what_has_passed_is_swept(door):
    door.add_code(Code("a", "m1", True, NOON))
    door.add_code(Code("b", "m1", True, NOON + MINUTE))
    for at in (NOON - MINUTE, NOON, NOON + MINUTE):
        door.add_try("here", at)
    door.sweep(NOON, NOON - MINUTE)
    early = NOON - timedelta(days=1)
    assert [code.digest for code in door.codes(early)] == ["b"]
    assert door.latest_try(1, early) == NOON
    assert door.latest_try(2, early) is None


def test_renewing_changes_one_secret_and_ends_its_codes(door):
    for name, match, may_edit in (("a", "m1", True), ("b", "m1", False), ("c", "m2", True)):
        door.add_code(Code(name, match, may_edit, NOON + MINUTE))
    door.renew(renewal(), "new", "entry")
    assert door.log.keys("m1") == MatchKeys("m1", "new", "watch-1")
    assert door.log.keys("m2") == OTHER
    assert {code.digest for code in door.codes(NOON)} == {"b", "c"}
    door.renew(renewal("watch-1", may_edit=False), "newer")
    assert door.log.keys("m1") == MatchKeys("m1", "new", "newer")
    assert {code.digest for code in door.codes(NOON)} == {"c"}


def test_what_was_renewed_is_found_again(door):
    first, second = renewal(), renewal("watch-1", may_edit=False, after=5, by="")
    door.renew(first, "new", "entry")
    door.renew(second, "newer")
    assert door.renewals("m1") == (first, second)
    assert door.renewals("m2") == ()
    assert door.renewal_of("edit-1") == first
    assert door.renewal_of("watch-1") == second
    assert door.renewal_of("new") is door.renewal_of("") is None
    assert door.renewal_of_entry("entry") == first
    assert door.renewal_of_entry("other") is door.renewal_of_entry("") is None


def test_no_retired_secret_is_written_down(door, tmp_path):
    door.renew(renewal("a-very-secret-link"), "new", "entry")
    door.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"a-very-secret-link" not in (tmp_path / "book.db").read_bytes()


@pytest.mark.parametrize("text", ["\ud800", "é\u0000", "x" * 10_000])
def test_any_text_may_be_asked_for(door, text):
    assert door.renewal_of(text) is door.renewal_of_entry(text) is None
    assert door.renewals(text) == ()
    door.add_try(text, NOON)
