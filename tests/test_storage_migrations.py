"""The tables: what they take, and that the log only grows, whoever writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlite_utils import Database

from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.storage import connection
from scorekeeper.storage.connection import open_database
from scorekeeper.storage.events import HandRecorded, MatchStarted
from scorekeeper.storage.faults import StorageError
from scorekeeper.storage.log import MatchKeys, open_log
from scorekeeper.storage.migrations import is_current, migrate, migrations
from scorekeeper.storage.rulesets import SavedRuleset, open_shelf

EVENT = (
    'INSERT INTO events (match_id, seq, kind, version, payload, entry_id, at, "by")'
    " VALUES (:match_id, :seq, :kind, :version, :payload, :entry_id, :at, :by)"
)
ROW = {
    "match_id": "m1",
    "seq": 1,
    "kind": "match_started",
    "version": 1,
    "payload": "{}",
    "entry_id": "e1",
    "at": "2026-01-01T00:00:00+00:00",
    "by": "",
}


@pytest.fixture
def plain(tmp_path):
    """The file as another program sees it: none of this package's settings but foreign keys."""
    path = tmp_path / "book.db"
    with open_database(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for name in ("m1", "m2"):
            row = (name, f"edit-{name}", f"watch-{name}", "now")
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)
        connection.execute(EVENT, ROW)
        connection.commit()
        yield connection


def add(plain, **changed):
    plain.execute(EVENT, {**ROW, "seq": 2, "kind": "hand_recorded", "entry_id": "e2", **changed})


def test_tables_are_strict_and_indexes_unique(plain):
    strict = dict(plain.execute("SELECT name, strict FROM pragma_table_list").fetchall())
    names = ("matches", "events", "rulesets", "codes", "code_tries", "renewals")
    assert [strict[name] for name in names] == [1] * len(names)
    unique = "SELECT name FROM pragma_index_list('matches') WHERE \"unique\""
    assert len(plain.execute(unique).fetchall()) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"seq": "two"},
        {"seq": None},
        {"seq": 1},
        {"seq": 3},
        {"seq": 0},
        {"version": "new"},
        {"version": 0},
        {"version": None},
        {"payload": "{"},
        {"payload": None},
        {"payload": b"{}"},
        {"kind": ""},
        {"kind": None},
        {"entry_id": "e1"},
        {"entry_id": ""},
        {"at": None},
        {"by": None},
        {"match_id": "m9", "seq": 1},
        {"match_id": None},
    ],
    ids=str,
)
def test_what_an_event_may_not_be(plain, changed):
    with pytest.raises(sqlite3.IntegrityError):
        add(plain, **changed)
    add(plain)


@pytest.mark.parametrize("column", range(4))
def test_what_a_match_may_not_be(plain, column):
    row = ["m3", "edit-m3", "watch-m3", "now"]
    row[column] = None
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)
    if column < 3:
        row[column] = ("m1", "edit-m1", "watch-m1")[column]
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            plain.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)


def test_events_may_come_without_an_entry(plain):
    add(plain, entry_id=None)
    add(plain, entry_id=None, seq=3)
    assert plain.execute("SELECT count(*) FROM events").fetchone() == (3,)


def test_an_entry_starts_one_match_only(plain):
    with pytest.raises(sqlite3.IntegrityError, match="once"):
        add(plain, match_id="m2", seq=1, kind="match_started", entry_id="e1")
    add(plain, match_id="m2", seq=1, kind="match_started", entry_id="e2")
    add(plain, match_id="m2", seq=2, entry_id="e1")


def test_the_start_of_an_entry_is_found_by_an_index(plain):
    plan = plain.execute(
        "EXPLAIN QUERY PLAN SELECT match_id FROM events"
        " WHERE kind = 'match_started' AND entry_id = 'e1'"
    ).fetchall()
    assert "events_started" in plan[0][3]


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '[]'",
        "UPDATE events SET seq = seq + 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM matches",
        EVENT.replace("INSERT", "REPLACE"),
        EVENT.replace("INSERT", "INSERT OR REPLACE").replace(":seq", "2"),
        EVENT.replace("INSERT", "INSERT OR REPLACE")
        .replace(":seq", "2")
        .replace(":kind", "'hand_recorded'"),
        EVENT.replace("INSERT", "INSERT OR REPLACE")
        .replace(":match_id", "'m2'", 1)
        .replace(":seq", "1"),
        EVENT + " ON CONFLICT (match_id, seq) DO UPDATE SET payload = '[]'",
    ],
)
def test_the_log_only_grows(plain, statement, recursive):
    plain.execute(f"PRAGMA recursive_triggers = {recursive}")
    before = plain.execute("SELECT * FROM events").fetchall()
    parameters = {**ROW, "payload": "[]"} if ":" in statement else {}
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(statement, parameters)
    assert plain.execute("SELECT * FROM events").fetchall() == before


RULESET = ("Ida", "Casa", "classic", '{"target":4000}', "2026-01-01T00:00:00+00:00")


INSERT_RULESET = "INSERT INTO rulesets VALUES (?, ?, ?, ?, ?)"


@pytest.mark.parametrize(
    ("column", "value"),
    [(0, None), (1, None), (2, None), (3, None), (4, None), (0, ""), (1, ""), (3, "{"), (3, b"{}")],
)
def test_what_a_saved_ruleset_may_not_be(plain, column, value):
    row = [*RULESET[:column], value, *RULESET[column + 1 :]]
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(INSERT_RULESET, row)
    plain.execute(INSERT_RULESET, RULESET)


def test_a_name_stands_once_in_the_shelf_of_its_owner(plain):
    plain.execute(INSERT_RULESET, RULESET)
    plain.execute(INSERT_RULESET, ("Léo", *RULESET[1:]))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        plain.execute(INSERT_RULESET, RULESET)


CODE = ("d1", "m1", 1, 1000)
RENEWAL = ("m1", 1, 0, "r1", "e1", "2026-01-01T00:00:00+00:00", "")
INSERT_CODE = "INSERT INTO codes VALUES (?, ?, ?, ?)"
INSERT_RENEWAL = "INSERT INTO renewals VALUES (?, ?, ?, ?, ?, ?, ?)"


@pytest.mark.parametrize(
    ("column", "value"),
    [(0, None), (0, ""), (1, None), (1, "m9"), (2, None), (2, 2), (3, None), (3, "soon")],
)
def test_what_a_code_may_not_be(plain, column, value):
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(INSERT_CODE, [*CODE[:column], value, *CODE[column + 1 :]])
    plain.execute(INSERT_CODE, CODE)
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        plain.execute(INSERT_CODE, CODE)


@pytest.mark.parametrize(
    ("column", "value"),
    [(0, None), (0, "m9"), (1, -1), (2, 2), (3, None), (3, ""), (4, ""), (5, None), (6, None)],
)
def test_what_a_renewal_may_not_be(plain, column, value):
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(INSERT_RENEWAL, [*RENEWAL[:column], value, *RENEWAL[column + 1 :]])
    plain.execute(INSERT_RENEWAL, RENEWAL)


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        ("UPDATE renewals SET retired = 'r2'", ()),
        ("DELETE FROM renewals", ()),
        (INSERT_RENEWAL.replace("INSERT", "REPLACE"), RENEWAL),
        (INSERT_RENEWAL, ("m1", 1, 1, "r1", "e2", "now", "")),
        (INSERT_RENEWAL, ("m1", 1, 1, "r2", "e1", "now", "")),
    ],
)
def test_what_was_renewed_stays_written(plain, statement, row):
    plain.execute(INSERT_RENEWAL, RENEWAL)
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(statement, row)
    assert plain.execute("SELECT * FROM renewals").fetchall() == [RENEWAL]
    plain.execute(INSERT_RENEWAL, ("m1", 1, 1, "r2", None, "now", ""))


@pytest.fixture
def old(tmp_path):
    """A file as the first version of the tables left it, a match and its events inside."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before="m002_rulesets")
        row = ("m1", "edit-m1", "watch-m1", "2026-01-01T00:00:00+00:00")
        connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)
        sides = '[{"name":"A","players":[]},{"name":"B","players":[]}]'
        start = f'{{"ruleset":"classic","overrides":{{}},"sides":{sides},"dealer":2}}'
        connection.execute(EVENT, {**ROW, "payload": start})
        hand = {"seq": 2, "kind": "hand_recorded", "entry_id": "e2", "payload": '{"totals":[5,10]}'}
        connection.execute(EVENT, ROW | hand)
        connection.commit()
    return path


TABLES = ("matches", "events")


def everything(path):
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES]


def test_the_second_change_keeps_what_the_first_tables_held(old):
    before = everything(old)
    assert [len(rows) for rows in before] == [1, 2]
    with open_shelf(old) as shelf:
        names = [migration.name for migration in migrations.applied(shelf.db)]
        assert names == [
            "m001_matches_and_events",
            "m002_rulesets",
            "m003_undone_events",
            "m004_codes_and_renewals",
            "m005_jobs",
        ]
        assert shelf.all("Ida") == ()
    assert everything(old) == [before[0], [(*row, None) for row in before[1]]]
    with open_log(old) as log:
        assert log.keys("m1") == MatchKeys("m1", "edit-m1", "watch-m1")
        start, hand = log.read("m1")
        assert isinstance(start.event, MatchStarted)
        assert (start.event.dealer, hand.event) == (2, HandRecorded((5, 10)))
        assert log.append("m1", HandRecorded((0, 5)), 2, at=hand.at) == 3
    with open_shelf(old) as shelf:
        shelf.save("Ida", SavedRuleset("Casa", CLASSIC), hand.at)
        assert shelf.all("Ida") == (SavedRuleset("Casa", CLASSIC),)


def test_the_log_still_only_grows_after_the_second_change(old):
    with open_database(old) as db:
        for statement in ("DELETE FROM events", "UPDATE events SET payload = '[]'"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                db.execute(statement)
    assert [len(rows) for rows in everything(old)] == [1, 2]


def test_an_old_file_is_not_current(old):
    with closing(sqlite3.connect(old)) as plain:
        db = Database(plain)
        assert not is_current(db)
        migrate(db)
        assert is_current(db)
        migrate(db)
        assert len(migrations.applied(db)) == 5


def test_a_second_change_that_breaks_off_leaves_the_old_file(old, monkeypatch):
    def break_off(db):
        migrations.apply(db)
        raise sqlite3.OperationalError("the lights went out")

    before = everything(old)
    with monkeypatch.context() as patched:
        patched.setattr(connection, "migrate", break_off)
        with pytest.raises(StorageError), open_database(old):
            pass
    assert everything(old) == before
    with closing(sqlite3.connect(old)) as plain:
        assert not is_current(Database(plain))
    with open_shelf(old) as shelf:
        assert shelf.all("Ida") == ()
