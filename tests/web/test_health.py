"""`/healthz`: whether hands can be written down."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from scorekeeper import __version__, create_app, machine_log
from scorekeeper.storage import health
from scorekeeper.storage.migrations import MIGRATIONS, migrations

from .browsing import Phone

LATEST = [migration.name for migration in migrations._migrations][-1]
OURS = {"matches", "events", "rulesets", "codes", "code_tries", "renewals", "jobs", MIGRATIONS}


@pytest.fixture
def journal():
    return "wal"


@pytest.fixture
def app(tmp_path, journal):
    return create_app({"INSTANCE": str(tmp_path), "JOURNAL": journal})


@pytest.fixture
def path(app, tmp_path):
    """The file of the database, with a match."""
    Phone(app).get("/new").submit()
    return tmp_path / "scorekeeper.db"


def look(app):
    answer = app.test_client().get("/healthz")
    assert answer.mimetype == "application/json"
    assert "Set-Cookie" not in answer.headers
    facts = json.loads(answer.text)
    assert facts.keys() == {"status", "version", "database", "schema"}
    assert facts["status"] == ("ok" if answer.status_code == 200 else "failed")
    assert facts["version"] == __version__
    return answer.status_code, facts["database"], facts["schema"]


def test_all_is_well(app, path):
    assert look(app) == (200, "ok", LATEST)


def test_before_the_first_match_and_without_making_the_file(app, tmp_path):
    assert look(app) == (200, "ok", None)
    assert not (tmp_path / "scorekeeper.db").exists()
    (tmp_path / "scorekeeper.db").touch()
    assert look(app) == (200, "ok", None)
    assert (tmp_path / "scorekeeper.db").stat().st_size == 0


def test_the_head_alone(app, path):
    answer = app.test_client().head("/healthz")
    assert (answer.status_code, answer.data) == (200, b"")


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_while_another_process_writes(app, path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE matches SET created_at = created_at")
        assert look(app) == (200, "ok", LATEST)


def test_nothing_is_written(app, path, tmp_path):
    copy = tmp_path / "apart" / "copy.db"  # which nobody else has open
    copy.parent.mkdir()
    with closing(sqlite3.connect(path)) as found, closing(sqlite3.connect(copy)) as made:
        found.backup(made)
        made.execute("PRAGMA journal_mode = wal")
    app.config["DATABASE"] = str(copy)
    before = copy.read_bytes()
    assert look(app) == (200, "ok", LATEST)
    assert copy.read_bytes() == before
    journal = copy.with_name("copy.db-wal")  # who may only read leaves an empty one behind
    assert not journal.exists() or journal.stat().st_size == 0


@pytest.mark.parametrize("journal", ["delete"])
def test_a_file_that_is_held_alone(app, path, monkeypatch):
    monkeypatch.setattr(health, "WAIT_SECONDS", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert look(app) == (503, "busy", None)


def test_a_file_of_a_later_version(app, path):
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorekeeper', 'm999_later', '')"
        )
    assert look(app) == (503, "newer", None)


def test_a_file_that_is_damaged(app, path):
    path.write_bytes(b"this is a letter " * 300)
    assert look(app) == (503, "corrupt", None)


def test_a_file_that_is_gone(app, path):
    away = path.rename(path.with_name("away.db"))
    assert look(app) == (503, "gone", None)
    assert not path.exists()
    away.rename(path)
    assert look(app) == (200, "ok", LATEST)


def test_a_file_that_was_only_looked_at_is_missed_too(app, path):
    """Else the next page would begin a new one, and nobody would notice."""
    copy = path.with_name("copy.db")
    with closing(sqlite3.connect(path)) as found, closing(sqlite3.connect(copy)) as made:
        found.backup(made)
    app.config["DATABASE"] = str(copy)
    assert look(app) == (200, "ok", LATEST)
    copy.unlink()
    assert look(app) == (503, "gone", None)
    assert Phone(app).get("/new").status == 503
    assert not copy.exists()


def test_a_file_that_was_emptied(app, path):
    whole = path.read_bytes()
    path.write_bytes(b"")
    assert look(app) == (503, "gone", None)
    assert app.test_client().get("/j/abc").status_code == 503
    assert path.read_bytes() == b""
    path.write_bytes(whole)


def test_a_database_of_another_program(app, path):
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE foo (a)")
    app.config["DATABASE"] = str(other)
    assert look(app) == (503, "corrupt", None)


def test_a_database_of_ours_without_one_of_its_tables(app, path):
    """Every page says so too, where somebody has dropped one or the file is half made."""
    form = Phone(app).get("/new")
    for table in OURS:
        copy = path.with_name(f"without_{table}.db")
        with closing(sqlite3.connect(path)) as found, closing(sqlite3.connect(copy)) as made:
            found.backup(made)
            app.config["DATABASE"] = str(copy)
            assert look(app) == (200, "ok", LATEST)
            made.execute(f"DROP TABLE {table}")
        assert look(app) == (503, "corrupt", None)
        for page in (form.phone.get("/new"), form.submit()):
            assert page.status == 503
            assert "The file of the score is damaged. Restore it from a backup." in page.text


LOOSE = "CREATE TABLE strange AS SELECT * FROM events; DROP TABLE events;"
NOT_OURS = {
    "a migration is not written down": "DELETE FROM _sqlite_migrations WHERE name LIKE 'm003%'",
    "nor is any": "DELETE FROM _sqlite_migrations",
    "a column has another name": "ALTER TABLE codes RENAME COLUMN ends TO end",
    "a table takes anything": LOOSE + "ALTER TABLE strange RENAME TO events",
}


@pytest.mark.parametrize("what", NOT_OURS)
def test_a_file_that_is_not_as_we_have_made_it(app, path, what):
    form = Phone(app).get("/new")
    copy = path.with_name("copy.db")
    with closing(sqlite3.connect(path)) as found, closing(sqlite3.connect(copy)) as made, made:
        found.backup(made)
        made.executescript(NOT_OURS[what])
    app.config["DATABASE"] = str(copy)
    assert look(app) == (503, "corrupt", None)
    for page in (form.phone.get("/new"), form.submit()):
        assert page.status == 503
        assert "The file of the score is damaged. Restore it from a backup." in page.text


def test_tables_of_other_programs_in_our_file_are_theirs(app, path):
    """A replicating program keeps its own there."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE _replica (id INTEGER, seq INTEGER)")
    assert look(app) == (200, "ok", LATEST)
    assert Phone(app).get("/new").submit().first_status == 303


def test_a_folder_that_is_gone(app, path):
    app.config["DATABASE"] = str(path.parent / "gone" / "scorekeeper.db")
    assert look(app) == (503, "unreachable", None)


def test_the_disk_behind_a_link_is_the_one_that_counts(app, path, tmp_path, monkeypatch):
    there = tmp_path / "disk"
    there.mkdir()
    path.rename(there / "real.db")
    path.symlink_to(there / "real.db")
    own = health.shutil.disk_usage
    full = own(there)._replace(free=0)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda at: full if at == there else own(at))
    assert look(app) == (503, "full", None)


def test_a_disk_that_is_full(app, path, monkeypatch):
    monkeypatch.setattr(health, "SPARE_BYTES", 2**80)
    assert look(app) == (503, "full", None)


def test_a_file_that_can_only_be_read(app, path, monkeypatch):
    monkeypatch.setattr(health.os, "access", lambda place, mode: place != path)
    assert look(app) == (503, "read_only", None)


def test_only_what_is_wrong_is_in_the_log(app, path, capfd):
    machine_log.configure("text")
    look(app)
    assert capfd.readouterr().err == ""
    path.write_bytes(b"this is a letter " * 300)
    look(app)
    machine_log.configure("quiet")
    line = capfd.readouterr().err
    assert " warning request " in line and "status=503" in line and "fault=corrupt" in line
