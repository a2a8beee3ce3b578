"""Saved rulesets: every one comes back, each to its owner, and what is not understood is passed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from dealing import rulesets
from hypothesis import given

from scorekeeper.rules.options import override
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.storage.connection import open_database
from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.rulesets import SavedRuleset, open_shelf

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = SavedRuleset("Casa", replace(CLASSIC, target=5000))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.db"


@pytest.fixture
def shelf(path):
    with open_shelf(path) as opened:
        yield opened


@given(rulesets())
def test_any_ruleset_is_read_back(tmp_path_factory, rules):
    with open_shelf(tmp_path_factory.getbasetemp() / "shelf.db") as shelf:
        shelf.save("Ida", SavedRuleset("Casa", rules), NOON)
        (saved,) = shelf.all("Ida")
    assert saved.ruleset == rules
    assert saved.ruleset.preset == rules.preset
    assert dict(saved.ruleset.card_values) == dict(rules.card_values)


def test_only_what_differs_from_the_preset_is_written(shelf):
    changed = override(PRESETS["online"], {"target": 3000, "card_values": {"7": 15}})
    shelf.save("Ida", SavedRuleset("Rede", changed), NOON)
    row = shelf.db.execute("SELECT preset, json_extract(overrides, '$.target'), at FROM rulesets")
    assert row.fetchall() == [("online", 3000, "2026-03-01T12:00:00+00:00")]
    keys = shelf.db.execute("SELECT key FROM rulesets, json_each(overrides) ORDER BY key")
    assert keys.fetchall() == [("card_values",), ("target",)]


def test_the_same_name_replaces(shelf):
    shelf.save("Ida", LONG, NOON)
    shelf.save("Ida", replace(LONG, ruleset=PRESETS["carioca"]), NOON.replace(hour=13))
    (saved,) = shelf.all("Ida")
    assert (saved.name, saved.ruleset.preset) == ("Casa", "carioca")
    assert saved.ruleset == PRESETS["carioca"]
    row = shelf.db.execute("SELECT overrides, at FROM rulesets").fetchall()
    assert row == [("{}", "2026-03-01T13:00:00+00:00")]


def test_every_owner_has_a_shelf(shelf):
    shelf.save("Ida", LONG, NOON)
    shelf.save("Léo", SavedRuleset("Casa", CLASSIC), NOON)
    assert shelf.all("Ida") == (LONG,)
    assert shelf.all("Léo") == (SavedRuleset("Casa", CLASSIC),)
    assert shelf.all("ida") == ()
    shelf.remove("Ida", "Casa")
    assert shelf.all("Ida") == ()
    assert len(shelf.all("Léo")) == 1


def test_names_are_in_the_order_of_the_alphabet(shelf):
    for name in ("torneio", "Casa", "praia", "Praia", "avó"):
        shelf.save("Ida", SavedRuleset(name, CLASSIC), NOON)
    assert [saved.name for saved in shelf.all("Ida")] == [
        "avó",
        "Casa",
        "Praia",
        "praia",
        "torneio",
    ]


def test_removing_what_is_not_there_changes_nothing(shelf):
    shelf.save("Ida", LONG, NOON)
    for owner, name in (("Ida", "casa"), ("Léo", "Casa"), ("Ida", ""), ("\ud800", "\ud800")):
        shelf.remove(owner, name)
    assert shelf.all("Ida") == (LONG,)


def test_half_characters_do_not_stop_the_shelf(shelf):
    shelf.save("I\ud800", replace(LONG, name="C\udfff"), NOON)
    assert [saved.name for saved in shelf.all("I\ud800")] == ["C?"]


@pytest.mark.parametrize(
    ("rules", "finding"),
    [
        (replace(CLASSIC, target=3), Finding.OPTION_OUT_OF_RANGE),
        (replace(CLASSIC, express="always"), Finding.OPTION_WRONG_TYPE),
        (replace(CLASSIC, card_values=MappingProxyType({"K": 7})), Finding.OPTION_NOT_A_MULTIPLE),
    ],
)
def test_what_could_not_be_read_back_is_not_written(shelf, rules, finding):
    with pytest.raises(DocumentError) as caught:
        shelf.save("Ida", replace(LONG, ruleset=rules), NOON)
    assert caught.value.finding is finding
    assert shelf.all("Ida") == ()


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        ("bridge", "{}"),
        ("", "{}"),
        ("classic", '{"magic": true}'),
        ("classic", '{"target": 3}'),
        ("classic", '{"target": "many"}'),
        ("classic", "[]"),
        ("classic", "null"),
        ("classic", '{"target": 3000, "target": 4000}'),
    ],
)
def test_what_cannot_be_read_is_left_out(shelf, caplog, preset, overrides):
    shelf.save("Ida", LONG, NOON)
    row = ("Ida", "Old", preset, overrides, NOON.isoformat())
    shelf.db.execute("INSERT INTO rulesets VALUES (?, ?, ?, ?, ?)", row)
    assert shelf.all("Ida") == (LONG,)
    assert "cannot be read" in caplog.text
    shelf.save("Ida", replace(LONG, name="Old"), NOON)
    assert [saved.name for saved in shelf.all("Ida")] == ["Casa", "Old"]


def test_what_is_written_together_is_there_together(path, shelf):
    with pytest.raises(KeyError), shelf.writing():
        shelf.save("Ida", LONG, NOON)
        raise KeyError
    assert shelf.all("Ida") == ()
    with shelf.writing():
        shelf.save("Ida", LONG, NOON)
        with open_shelf(path) as other:
            assert other.all("Ida") == ()
    with open_shelf(path) as other:
        assert other.all("Ida") == (LONG,)


def test_an_owner_has_a_name(path):
    with pytest.raises(StorageError) as caught, open_shelf(path) as shelf:
        shelf.save("", LONG, NOON)
    assert caught.value.fault is Fault.REFUSED


def test_tables_are_not_made_on_the_way(path):
    with open_database(path) as db:
        db.execute("DROP TABLE rulesets")
    with pytest.raises(StorageError), open_shelf(path) as shelf:
        shelf.save("Ida", LONG, NOON)
