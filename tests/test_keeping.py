"""The commands backup, restore, export and import: what they say, and what they leave alone."""

from __future__ import annotations

import io
import json
import logging
import os
import sqlite3
import stat
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from plain_user import as_a_plain_user

from scorekeeper import create_app
from scorekeeper.cli import run
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchSetup, Scorebook, SideSetup, Transfers
from scorekeeper.storage.lingering import close_readers

SETUP = MatchSetup(CLASSIC, (SideSetup("Norte"), SideSetup("Sul")), dealer=0)


@pytest.fixture(autouse=True)
def instance(tmp_path, monkeypatch):
    """Settings of this test's own, and a person who is not there to be asked."""
    for name in ("SCOREKEEPER_DATABASE", "SCOREKEEPER_JOURNAL", "SCOREKEEPER_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    return use(tmp_path / "here", monkeypatch)


def use(folder, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder


@pytest.fixture
def book(instance):
    instance.mkdir()
    return Scorebook(instance / "scorekeeper.db")


@pytest.fixture
def match(book):
    match = book.start(SETUP).id
    book.record_hand(match, (10, 20), 1)
    return match


@pytest.fixture
def says(capfdbinary, monkeypatch):
    """Runs a command: its exit status, and what it wrote to both streams."""

    def ask(*words):
        # as in a process of its own: that of a test may have an application with a log
        monkeypatch.setattr(logging.getLogger("scorekeeper"), "handlers", [])
        capfdbinary.readouterr()
        status = run([str(word) for word in words])
        out, err = capfdbinary.readouterr()
        return status, out.decode(), err.decode()

    return ask


def sit_down(monkeypatch, answer):
    """Somebody sits before the terminal and types this."""
    keyboard = io.TextIOWrapper(io.BytesIO(answer.encode()))
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", keyboard)


# backup and restore


def test_there_and_back(says, book, match, tmp_path, instance):
    file = tmp_path / "copy.db"
    assert says("backup", file) == (0, f"1 match was saved in {file}.\n", "")
    other = book.start(SETUP).id
    status, told, _ = says("restore", file, "--yes")
    (kept,) = instance.glob("scorekeeper.before-*.db")
    assert status == 0
    assert told.splitlines() == [
        f"1 match is in {instance / 'scorekeeper.db'} now.",
        f"What was there before is kept in {kept}.",
    ]
    assert book.last_seq(match) == 2
    assert not book.has(other)


def test_a_restore_says_what_is_there_before_it_does_anything(says, book, match, tmp_path):
    file = tmp_path / "copy.db"
    says("backup", file)
    book.start(SETUP)
    status, told, why = says("restore", file)
    assert (status, told) == (1, "")
    assert why.startswith("There are 2 matches in the database now. Add --yes")
    assert len(Transfers(book.path).matches()) == 2


@pytest.mark.parametrize(
    ("lang", "answer", "done"),
    [("en", "yes\n", 0), ("en", "Y\n", 0), ("en", "no\n", 1), ("en", "\n", 1), ("en", "", 1)],
)
def test_whoever_sits_there_is_asked(says, book, match, tmp_path, monkeypatch, lang, answer, done):
    file = tmp_path / "copy.db"
    says("backup", file)
    book.start(SETUP)
    sit_down(monkeypatch, answer)
    status, _, asked = says("restore", file, "--lang", lang)
    assert status == done
    assert asked.startswith("There are 2 matches in the database now. Put the backup")
    assert ("Nothing was changed." in asked) == bool(done)
    assert len(Transfers(book.path).matches()) == 1 + done


def test_a_new_machine_is_not_asked_and_gets_its_folder(says, match, tmp_path, monkeypatch):
    file = tmp_path / "copy.db"
    says("backup", file)
    there = use(tmp_path / "new" / "machine", monkeypatch)
    status, told, _ = says("restore", file)
    assert (status, told) == (0, f"1 match is in {there / 'scorekeeper.db'} now.\n")
    assert len(Scorebook(there / "scorekeeper.db").read(match).hands) == 1


def test_what_is_refused_is_said_in_a_sentence(says, book, match, tmp_path, instance):
    file, database = tmp_path / "copy.db", instance / "scorekeeper.db"
    said = {
        ("backup", tmp_path): "is a folder, not a file",
        ("backup", tmp_path / "no" / "copy.db"): f"There is no folder {tmp_path / 'no'}",
        ("backup", database): "is the database itself",
        ("restore", database, "--yes"): "is the database itself",
        ("restore", file, "--yes"): f"There is no file {file}",
        ("restore", __file__, "--yes"): "is damaged, or is no database",
    }
    for words, sentence in said.items():
        status, told, why = says(*words)
        assert (status, told) == (1, ""), words
        assert sentence in why
        assert len(why.splitlines()) == 1
    says("backup", file)
    assert "add --replace" in says("backup", file)[2]
    assert says("backup", file, "--replace")[0] == 0
    assert says("backup")[0] == 2


def test_a_newer_backup_is_refused_with_a_sentence(says, match, tmp_path):
    file = tmp_path / "copy.db"
    says("backup", file)
    with closing(sqlite3.connect(file)) as connection:
        row = (99, "scorekeeper", "m099_later", "later")
        connection.execute("INSERT INTO _sqlite_migrations VALUES (?, ?, ?, ?)", row)
        connection.commit()
    before = file.read_bytes()
    status, _, why = says("restore", file, "--yes")
    assert status == 1
    assert "was written by a newer version of this app" in why
    assert file.read_bytes() == before


def test_where_no_match_was_ever_started(says, instance, tmp_path):
    for words in (("backup", tmp_path / "copy.db"), ("export", "--all", tmp_path / "out")):
        status, told, why = says(*words)
        assert (status, told) == (1, "")
        assert "no match was ever started" in why
    assert not instance.exists()


def damage(path, sql, *values):
    """Changes an entry as only a broken disk does."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for trigger in ("changed", "deleted"):
            connection.execute(f"DROP TRIGGER IF EXISTS events_are_not_{trigger}")
        connection.execute(sql, values)
        connection.commit()


TOTALS_TORN = """UPDATE events SET payload = '{"total3":[10,20]}' WHERE match_id = ? AND seq = 2"""
UNREAD = "Entries that can’t be read: %s. A newer version of this app wrote them, or the file is "


def expect_unread(said, told, line=1):
    """A command that has done its work and has counted what it could not read on this line."""
    status, output, errors = said
    assert (status, errors) == (0, "")
    assert output.splitlines()[line].startswith(UNREAD % told)


def test_a_backup_says_what_of_it_cannot_be_read(says, book, match, tmp_path):
    file, other = tmp_path / "copy.db", book.start(SETUP).id
    for seq in (1, 2, 3):
        book.record_hand(other, (1, 2), seq)
    assert len(says("backup", file)[1].splitlines()) == 1
    damage(book.path, TOTALS_TORN, match)
    said = says("backup", file, "--replace")
    assert said[1].splitlines()[0] == f"2 matches were saved in {file}."
    expect_unread(said, "1, in 1 match")
    expect_unread(says("restore", file, "--yes"), "1, in 1 match", line=2)
    damage(book.path, "DELETE FROM events WHERE match_id = ? AND seq IN (2, 3)", other)
    expect_unread(says("backup", file, "--replace"), "3, in 2 matches")
    torn = "UPDATE events SET payload = CAST(X'7B22FF223A317D' AS TEXT) WHERE match_id = ?"
    damage(book.path, f"{torn} AND seq = 4", other)
    expect_unread(says("backup", file, "--replace"), "4, in 2 matches")


def test_a_letter_that_is_none_of_json_is_an_entry_that_cannot_be_read(
    says, book, match, instance, tmp_path
):
    """In the file itself, with no program that knows what it does."""
    file, other = tmp_path / "copy.db", book.start(SETUP).id
    close_readers()
    content = Path(book.path).read_bytes()
    assert content.count(b'{"totals":[10,20]}') == 1
    Path(book.path).write_bytes(content.replace(b"[10,20]", b"[10,2x]"))
    expect_unread(says("backup", file), "1, in 1 match")
    expect_unread(says("restore", file, "--yes"), "1, in 1 match", line=2)
    app = create_app({"WORK": "requests"})
    client = app.test_client()
    client.get(f"/j/{book.keys(match).edit}")
    assert "1 entry of this match can" in client.get(f"/t/{match}").text
    assert client.get("/healthz").status_code == 200
    book.record_hand(match, (3, 4), book.last_seq(match))
    expect_unread(says("backup", file, "--replace"), "1, in 1 match")
    status, _, why = says("export", "--all", tmp_path / "out")
    assert (status, len(why.splitlines())) == (1, 1)
    assert match in why
    assert [one.name for one in (tmp_path / "out").iterdir()] == [f"tranca-{other}-log.json"]


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_running_server_goes_on_with_what_was_put_back(
    says, instance, tmp_path, monkeypatch, journal
):
    monkeypatch.setenv("SCOREKEEPER_JOURNAL", journal)
    app = create_app({"WORK": "requests"})
    book = Scorebook(app.config["DATABASE"], journal)
    match = book.start(SETUP)
    client = app.test_client()
    client.get(f"/j/{match.edit}")
    file = tmp_path / "copy.db"
    says("backup", file)
    book.record_hand(match.id, (1230, 20), 1)
    assert "1,230" in client.get(f"/t/{match.id}").text
    assert client.get(f"/t/{match.id}/board?seen=2").status_code == 204
    assert says("restore", file, "--yes")[0] == 0
    board = client.get(f"/t/{match.id}/board?seen=2")
    assert (board.status_code, "1,230" in board.text) == (200, False)
    assert "1,230" not in client.get(f"/t/{match.id}").text
    assert book.record_hand(match.id, (40, 0), book.last_seq(match.id)).seq == 4
    asleep = client.get(f"/t/{match.id}/board?seen=2")
    assert (asleep.status_code, "1,230" in asleep.text) == (200, False)
    told = client.get(f"/t/{match.id}/log").text
    assert "A backup was put back" in told
    assert "1 entry made after it was saved is gone." in told


# export and import


def test_one_match_goes_to_the_standard_output_or_to_a_file(says, book, match, tmp_path):
    document = Transfers(book.path).export(match)
    status, told, _ = says("export", "--match", match)
    assert (status, json.loads(told)) == (0, document)
    assert (
        json.loads(says("export", "--match", f"http://table.example/t/{match}/log")[1]) == document
    )
    file = tmp_path / "match.json"
    assert says("export", "--match", match, file) == (0, "", "")
    assert json.loads(file.read_text()) == document
    file.write_text("other work")
    status, _, why = says("export", "--match", match, file)
    assert (status, "add --replace" in why, file.read_text()) == (1, True, "other work")
    assert says("export", "--match", match, file, "--replace")[0] == 0
    status, _, why = says("export", "--match", "nobody")
    assert (status, why) == (1, "There is no match nobody.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="kinds of files of Linux")
@pytest.mark.parametrize("more", [(), ("--replace",)])
def test_what_is_no_plain_file_stays_and_a_link_is_followed(says, match, tmp_path, more):
    pipe, link, real = (tmp_path / name for name in ("pipe", "link.json", "real.json"))
    os.mkfifo(pipe)
    link.symlink_to(real)
    for words in (("backup", pipe), ("export", "--match", match, pipe)):
        sentence = f"{pipe} is no ordinary file: a device, a pipe or the like.\n"
        assert says(*words, *more) == (1, "", sentence)
        assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert says("export", "--match", match, link, *more) == (0, "", "")
    assert link.is_symlink()
    assert json.loads(real.read_text())["events"]


def test_a_name_that_is_empty_is_no_folder(says, match, tmp_path, monkeypatch):
    here = tmp_path / "elsewhere"
    here.mkdir()
    monkeypatch.chdir(here)
    assert says("export", "--match", match, "match.json")[0] == 0
    there = Scorebook(use(tmp_path / "there", monkeypatch) / "scorekeeper.db")
    for words in (
        ("backup", ""),
        ("backup", "", "--replace"),
        ("restore", "", "--yes"),
        ("export", "--match", match, ""),
        ("export", "--all", ""),
        ("import", ""),
    ):
        refused = (1, "", "The name of the file or folder is empty.\n")
        assert says(*words) == refused, words
        assert [one.name for one in here.iterdir()] == ["match.json"]
    assert not there.has(match)
    status, told, why = says("import", "", "match.json")
    assert (status, told.count("\n"), why.count("\n")) == (1, 1, 1)
    assert there.has(match)


def test_a_club_moves_with_all_its_matches(says, book, match, tmp_path, monkeypatch):
    matches = {match, book.start(SETUP).id}
    folder = tmp_path / "out"
    assert says("export", "--all", folder) == (
        0,
        f"2 matches are in the folder {folder}.\n",
        "",
    )
    assert {path.name for path in folder.iterdir()} == {f"tranca-{m}-log.json" for m in matches}
    there = Scorebook(use(tmp_path / "there", monkeypatch) / "scorekeeper.db")
    status, told, _ = says("import", folder)
    assert status == 0
    for line in told.splitlines():
        link = line.rpartition(" ")[2]
        assert "taken in as a new match" in line
        assert there.find(link.removeprefix("/j/")).may_edit
    for one in matches:
        assert Transfers(there.path).export(one) == Transfers(book.path).export(one)
        assert there.keys(one).edit != book.keys(one).edit
    before = Path(there.path).read_bytes()
    status, told, _ = says("import", *sorted(folder.iterdir()))
    assert (status, told.count("nothing new")) == (0, 2)
    assert Path(there.path).read_bytes() == before


@pytest.mark.parametrize(
    ("sql", "number"),
    [
        ("UPDATE events SET payload = '{\"totals\":[10,20' WHERE match_id = ? AND seq = 2", 2),
        ("UPDATE events SET payload = '' WHERE match_id = ? AND seq = 3", 3),
        ("DELETE FROM events WHERE match_id = ? AND seq = 2", 2),
    ],
)
def test_a_match_that_cannot_be_exported_is_named_and_the_others_are_saved(
    says, book, match, tmp_path, sql, number
):
    book.record_hand(match, (3, 4), 2)
    sound, folder, file = book.start(SETUP).id, tmp_path / "out", tmp_path / "one.json"
    damage(book.path, sql, match)
    sentence = (
        f"Match {match} can’t be saved as a file: entry {number} of its log is damaged or missing."
    )
    assert says("export", "--match", match, file) == (1, "", f"{sentence}\n")
    assert not file.exists()
    told = f"1 match is in the folder {folder}.\n"
    assert says("export", "--all", folder) == (1, told, f"{sentence}\n")
    assert [one.name for one in folder.iterdir()] == [f"tranca-{sound}-log.json"]


def test_a_file_is_taken_in_beside_a_match_that_is_damaged_here(says, book, match, tmp_path):
    file = tmp_path / "match.json"
    says("export", "--match", match, file)
    damage(book.path, "UPDATE events SET payload = '{' WHERE match_id = ? AND seq = 2", match)
    status, told, _ = says("import", file)
    assert (status, "is a match of its own" in told) == (0, True)


def test_exporting_again_writes_what_has_changed_and_only_if_it_may(says, book, match, tmp_path):
    folder = tmp_path / "out"
    says("export", "--all", folder)
    assert says("export", "--all", folder)[0] == 0
    book.record_hand(match, (1, 2), 2)
    new = book.start(SETUP).id
    status, told, why = says("export", "--all", folder)
    assert (status, told) == (1, f"1 match is in the folder {folder}.\n")
    assert "add --replace" in why
    assert (folder / f"tranca-{new}-log.json").is_file()
    assert says("export", "--all", folder, "--replace")[0] == 0
    assert len(json.loads((folder / f"tranca-{match}-log.json").read_text())["events"]) == 3


def test_a_match_that_went_on_elsewhere_goes_on_here(says, book, match, tmp_path, monkeypatch):
    older, newer, parted = (tmp_path / f"{name}.json" for name in ("older", "newer", "parted"))
    here = os.environ["SCOREKEEPER_INSTANCE"]
    says("export", "--match", match, older)
    there = Scorebook(use(tmp_path / "there", monkeypatch) / "scorekeeper.db")
    says("import", older)
    there.record_hand(match, (3, 4), 2)
    says("export", "--match", match, newer)
    use(here, monkeypatch)
    assert "goes on with what the file has" in says("import", newer)[1]
    assert book.read(match).standing.totals == (13, 24)
    assert "nothing new" in says("import", older)[1]
    assert book.last_seq(match) == 3
    book.record_hand(match, (7, 7), 3)
    there.record_hand(match, (9, 9), 3)
    parted.write_text(json.dumps(Transfers(there.path).export(match)))
    assert "is a match of its own" in says("import", parted)[1]
    assert "nothing new" in says("import", parted)[1]
    assert book.read(match).standing.totals == (20, 31)
    assert len(Transfers(book.path).matches()) == 2


def test_a_file_that_is_refused_is_named_and_the_others_are_taken_in(
    says, book, match, tmp_path, monkeypatch
):
    good, bent, none = (tmp_path / f"{name}.json" for name in ("good", "bent", "none"))
    says("export", "--match", match, good)
    document = json.loads(good.read_text())
    document["events"][1]["at"] = "noon"
    bent.write_text(json.dumps(document))
    use(tmp_path / "there", monkeypatch)
    status, told, why = says("import", bent, none, good)
    assert status == 1
    assert why.splitlines()[0].startswith(f"{bent}: Entry 2 of the log, field “at”: ")
    assert why.splitlines()[1] == f"There is no file {none}."
    assert told.startswith(f"{good}: taken in as a new match.")


def test_all_that_is_wrong_with_a_file_has_a_line_each(says, book, match, tmp_path):
    bent = tmp_path / "bent.json"
    says("export", "--match", match, bent)
    document = json.loads(bent.read_text())
    document["events"][0]["event"]["overrides"] = {"target": 7, "nosuch": 1}
    bent.write_text(json.dumps(document))
    status, told, why = says("import", bent)
    assert (status, told) == (1, "")
    assert [line.split("“")[1].split("”")[0] for line in why.splitlines()] == [
        "event.overrides.target",
        "event.overrides.nosuch",
    ]
    assert all(line.startswith(f"{bent}: Entry 1 of the log, field ") for line in why.splitlines())


def test_what_comes_by_the_standard_input_and_what_is_far_too_large(
    says, book, match, tmp_path, monkeypatch
):
    text = says("export", "--match", match)[1]
    use(tmp_path / "there", monkeypatch)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert says("import", "-")[1].startswith("-: taken in as a new match.")
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (4 * 2**20 + 1))
    status, _, why = says("import", large)
    assert (status, why.count("\n"), why.startswith(f"{large}: ")) == (1, 1, True)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert says("import", empty) == (1, "", f"There is no file of a match in {empty}.\n")


def test_the_link_has_the_address_of_the_server_if_it_is_known(
    says, book, match, tmp_path, monkeypatch
):
    file = tmp_path / "match.json"
    says("export", "--match", match, file)
    use(tmp_path / "there", monkeypatch)
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "https://tranca.example/")
    assert " https://tranca.example/j/" in says("import", file)[1]


@pytest.mark.parametrize(
    "words",
    [
        ("export",),
        ("export", "--all"),
        ("export", "--all", "-"),
        ("export", "--all", "--match", "x", "out"),
        ("import",),
        ("restore",),
    ],
)
def test_a_wrong_command_line(says, match, words):
    status, told, why = says(*words)
    assert (status, told) == (2, "")
    assert why.startswith("Usage: ")


def test_a_newer_database_is_told_by_every_command(says, book, match, tmp_path):
    document = Transfers(book.path).export(match)
    with closing(sqlite3.connect(book.path)) as connection:
        row = (99, "scorekeeper", "m099_later", "later")
        connection.execute("INSERT INTO _sqlite_migrations VALUES (?, ?, ?, ?)", row)
        connection.execute("CREATE TABLE prizes (name TEXT)")
        connection.commit()
    file = tmp_path / "match.json"
    file.write_text(json.dumps(document))
    assert "newer version" in says("export", "--match", match)[2]
    before = Path(book.path).read_bytes()
    assert "newer version" in says("export", "--all", tmp_path / "out")[2]
    assert "newer version" in says("import", file)[2]
    assert Path(book.path).read_bytes() == before
    assert says("backup", tmp_path / "copy.db")[0] == 0


@pytest.mark.parametrize("command", ["restore", "import"])
def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(says, tmp_path, monkeypatch, command):
    (tmp_path / "file").touch()
    use(tmp_path / "file", monkeypatch)
    status, told, why = says(command, "x")
    assert (status, told) == (1, "")
    assert why == f"The place where matches are kept cannot be used: {tmp_path / 'file'}\n"


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_backup_that_this_user_may_not_read(says, match, monkeypatch):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        says("backup", file)
        use(Path(folder), monkeypatch).chmod(0o777)
        file.chmod(0)
        monkeypatch.setattr(os, "access", lambda *_, **__: False)  # which asks for the real user
        with as_a_plain_user():
            status, told, why = says("restore", file, "--yes")
    assert (status, told) == (1, "")
    assert why.count("\n") == 1
    assert str(file) in why
