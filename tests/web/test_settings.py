"""Where the application keeps its files, and the key made once."""

from __future__ import annotations

import errno
import os
import stat
import sys

import pytest

from scorekeeper import create_app, places
from scorekeeper.storage import connection
from scorekeeper.web import settings
from scorekeeper.web.api_allowance import ALLOWANCE

from .browsing import Phone


def test_the_key_is_made_once_and_read_by_nobody_else(tmp_path):
    one = create_app({"INSTANCE": str(tmp_path)})
    two = create_app({"INSTANCE": str(tmp_path)})
    assert one.config["SECRET_KEY"] == two.config["SECRET_KEY"]
    assert len(one.config["SECRET_KEY"]) == 64
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_every_folder_has_a_key_of_its_own(tmp_path):
    one = create_app({"INSTANCE": str(tmp_path / "one")})
    two = create_app({"INSTANCE": str(tmp_path / "two")})
    assert one.config["SECRET_KEY"] != two.config["SECRET_KEY"]


def test_a_key_that_was_never_filled_in_is_made_anew(tmp_path):
    (tmp_path / "secret_key").touch()
    key = settings.secret_key(tmp_path)
    assert len(key) == 64
    assert settings.secret_key(tmp_path) == key


def test_a_key_of_the_environment_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "k" * 40)
    assert create_app({"INSTANCE": str(tmp_path)}).config["SECRET_KEY"] == "k" * 40
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize(
    ("named", "hosts"),
    [
        ("club.example", ["club.example"]),
        ("Club.Example:8000, .tranca.example", ["club.example", ".tranca.example"]),
        ("clube-são-joão.example 192.168.0.7", ["clube-são-joão.example", "192.168.0.7"]),
    ],
)
def test_names_of_the_server(named, hosts):
    assert settings.trusted_hosts(named) == [*hosts, "localhost", "127.0.0.1"]


@pytest.mark.parametrize(
    "address",
    ["https://tranca.example", "http://192.168.0.7:8000", "http://[fe80::1]:8000/tranca/", ""],
)
def test_addresses_for_invitations(monkeypatch, address):
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", address)
    assert places.public_url() == address.rstrip("/")


@pytest.mark.skipif(sys.platform == "win32", reason="an environment of bytes")
def test_a_key_may_be_of_any_bytes(tmp_path, monkeypatch):
    monkeypatch.setitem(os.environb, b"SCOREKEEPER_SECRET_KEY", b"\xff\xfe" * 30)
    app = create_app({"INSTANCE": str(tmp_path)})
    assert Phone(app).get("/new").submit().first_status == 303


def test_a_key_of_blanks_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", " " * 40)
    with pytest.raises(places.SettingError, match="32 characters"):
        create_app({"INSTANCE": str(tmp_path)})


def test_processes_that_start_at_once_have_one_key(tmp_path, monkeypatch):
    """One that finds the file of another finds it filled: a key is written before it has a name."""
    made = settings.secrets.token_hex

    def while_the_other_starts(count=None):
        if count == 32 and not (tmp_path / "secret_key").exists():
            monkeypatch.setattr(settings.secrets, "token_hex", made)
            others.append(settings.secret_key(tmp_path))
        return made(count)

    others = []
    monkeypatch.setattr(settings.secrets, "token_hex", while_the_other_starts)
    assert settings.secret_key(tmp_path) == others[0]
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_a_disk_without_links_has_one_key_too(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(settings.Path, "hardlink_to", refuse)
    key = settings.secret_key(tmp_path)
    assert settings.secret_key(tmp_path) == key
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_a_session_survives_a_restart(tmp_path):
    phone = Phone(create_app({"INSTANCE": str(tmp_path)}))
    board = phone.get("/new").submit()
    cookie = phone.client.get_cookie("tranca", domain="localhost").value
    after = Phone(create_app({"INSTANCE": str(tmp_path)}))
    after.client.set_cookie("tranca", cookie, domain="localhost")
    assert after.get(board.path).follow("Enter hand").status == 200


def test_a_folder_that_is_missing_is_made(tmp_path):
    app = create_app({"INSTANCE": str(tmp_path / "deep" / "down")})
    assert Phone(app).get("/new").submit().first_status == 303
    assert (tmp_path / "deep" / "down" / "scorekeeper.db").is_file()


def test_making_an_application_opens_no_database(tmp_path):
    create_app({"INSTANCE": str(tmp_path)})
    assert not (tmp_path / "scorekeeper.db").exists()


def test_settings_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "named"))
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "elsewhere.db"))
    monkeypatch.setenv("SCOREKEEPER_JOURNAL", "delete")
    monkeypatch.setenv("SCOREKEEPER_HTTPS", "1")
    monkeypatch.setenv("SCOREKEEPER_WORK", "requests")
    app = create_app()
    assert app.extensions["desk"].works_in_slices
    assert app.instance_path == str((tmp_path / "named").resolve())
    assert app.config["SESSION_COOKIE_SECURE"] is True
    assert Phone(app).get("/rules/classic").status == 200
    app.config["SESSION_COOKIE_SECURE"] = False  # the client of these tests speaks plain HTTP
    assert Phone(app).get("/new").submit().first_status == 303
    assert (tmp_path / "elsewhere.db").is_file()
    assert not (tmp_path / "elsewhere.db-wal").exists()


def test_every_journal_that_can_be_kept_can_be_set(monkeypatch):
    assert places.JOURNALS == connection.JOURNALS
    for name in connection.JOURNALS:
        monkeypatch.setenv("SCOREKEEPER_JOURNAL", name)
        assert places.journal() == name


@pytest.mark.parametrize("config", [{}, {"JOURNAL": "wall"}])
def test_a_journal_that_is_none_is_refused_before_any_page(tmp_path, monkeypatch, config):
    """By any server: gunicorn shows what `create_app` raises, and ends."""
    if not config:
        monkeypatch.setenv("SCOREKEEPER_JOURNAL", "wall")
    told = "SCOREKEEPER_JOURNAL is 'wall', but can only be wal or delete"
    with pytest.raises(places.SettingError, match=told):
        create_app({"INSTANCE": str(tmp_path), **config})


WRONG = [
    ("WORK", "proces", "process or requests"),
    ("LOG", "loud", "quiet, text, json or off"),
    ("PROXIES", "yes", "0, 1, 2, 3, 4, 5, 6, 7 or 8"),
    ("PROXIES", "-1", "0, 1,"),
    ("PROXIES", "1.5", "0, 1,"),
    ("PROXIES", "9", "0, 1,"),
    ("HTTPS", "true", "0 or 1"),
    ("API_BURST", "much", "a number from 1 to 3600"),
    ("API_BURST", "0", "a number from 1 to 3600"),
    ("API_BURST", "nan", "a number from 1 to 3600"),
    ("API_SHARE", "1,5", "a number from 0.01 to 1"),
    ("API_SHARE", "1.5", "a number from 0.01 to 1"),
    ("API_SHARE", "inf", "a number from 0.01 to 1"),
    ("API_BURST", "1_0", "a number from 1 to 3600"),
    ("HOSTS", "club..example", "like 'tranca.example"),
    ("HOSTS", "https://club.example", "like 'tranca.example"),
    ("HOSTS", f"club.example, {'a' * 70}.example", "like 'tranca.example"),
    ("HOSTS", "*", "like 'tranca.example"),
    ("HOSTS", "club.example [::1]", "like 'tranca.example"),
    ("HOSTS", " , ", "like 'tranca.example"),
    ("PUBLIC_URL", "javascript:alert(1)", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "club.example", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "http://", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "http://club example", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "https://club.example/?a=1", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "https://ana@club.example", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "https://club.example:port", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "https://[club]", "like 'https://tranca.example'"),
    ("PUBLIC_URL", "https://club.example/" + "a" * 200, "like 'https://tranca.example'"),
]


@pytest.mark.parametrize(("name", "value", "choices"), WRONG)
def test_a_setting_that_cannot_be_is_refused_before_any_page(
    tmp_path, monkeypatch, name, value, choices
):
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    with pytest.raises(places.SettingError) as caught:
        create_app({"INSTANCE": str(tmp_path)})
    told = f"SCOREKEEPER_{name} is '{value}', but can only be {choices}"
    assert str(caught.value).startswith(told)
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize(("name", "value"), [("WORK", "x"), ("LOG", ""), ("PROXIES", "")])
def test_what_a_host_says_in_code_is_looked_at_too(tmp_path, name, value):
    with pytest.raises(places.SettingError, match=f"SCOREKEEPER_{name} is '{value}'"):
        create_app({"INSTANCE": str(tmp_path), name: value})


def test_an_empty_setting_is_none(tmp_path, monkeypatch):
    names = ("DATABASE", "JOURNAL", "WORK", "LOG", "PROXIES", "HTTPS", "API_BURST", "API_SHARE")
    plain = settings.defaults(tmp_path)
    for name in names:
        monkeypatch.setenv(f"SCOREKEEPER_{name}", "")
    assert settings.defaults(tmp_path) == plain
    assert create_app({"INSTANCE": str(tmp_path)}).config["SESSION_COOKIE_SECURE"] is False


def test_the_limits_of_the_api_can_be_others(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_API_BURST", "30")
    monkeypatch.setenv("SCOREKEEPER_API_SHARE", "0.5")
    app = create_app({"INSTANCE": str(tmp_path)})
    allowance = app.extensions[ALLOWANCE]
    assert (allowance.burst, allowance.share) == (30, 0.5)
    assert "30 s at once, then 50 % of the time" in Phone(app).get("/api").text


def test_a_key_that_could_not_be_written_names_its_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(settings.secrets, "token_hex", full)  # the moment before it is written
    with pytest.raises(OSError, match="secret_key"):
        settings.secret_key(tmp_path)


def test_long_work_is_done_by_a_process_if_nobody_says_otherwise(tmp_path, monkeypatch):
    monkeypatch.delenv("SCOREKEEPER_WORK", raising=False)
    app = create_app({"INSTANCE": str(tmp_path)})
    assert not app.extensions["desk"].works_in_slices


def test_a_checkout_keeps_its_files_to_itself(monkeypatch):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    assert places.instance_folder() == places.CHECKOUT / "instance"


def test_an_installed_package_uses_the_folder_of_the_platform(tmp_path, monkeypatch):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    monkeypatch.setattr(places, "CHECKOUT", tmp_path)
    folder = places.instance_folder()
    assert folder.name == "scorekeeper"
    assert tmp_path not in folder.parents


def test_templates_of_an_installed_package_come_first(tmp_path, monkeypatch):
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(places, "PACKAGE", tmp_path)
    assert settings.template_folder() == tmp_path / "templates"


@pytest.mark.parametrize("name", ["MAX_CONTENT_LENGTH", "MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS"])
def test_there_is_a_limit(app, name):
    assert 0 < app.config[name] <= 64 * 1024


def test_tokens_do_not_run_out_during_a_match(app):
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None
    assert app.config.get("WTF_CSRF_ENABLED", True) is True
