"""Requests that somebody else makes a phone send, or that a phone sends only to look."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from io import BytesIO
from urllib.parse import quote, urlsplit

import pytest

from scorekeeper import create_app
from scorekeeper.web.views.languages import own_page

from .browsing import HOST, Phone
from .entries import QUIET, SAVE, match_of, start_with_everything
from .test_watchers import everything, filled

WRITING = ("POST", "PUT", "PATCH", "DELETE")
WORK = "jobs"  # what bots work out for a page that is looked at; nothing in it is a match
EVIL = "evil.example"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An application of its own: its whole file is compared."""
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("forged")), "WORK": "requests"})


@pytest.fixture
def keys(start, book):
    return start_with_everything(start, book)


@pytest.fixture
def editor(new_phone, keys):
    phone = new_phone()
    phone.get(f"/j/{keys.edit}")
    phone.get("/new")
    return phone


class Written:
    """Holds the file of an application against what it was; a read costs little without a write."""

    def __init__(self, app, without=()):
        self.without = without
        self.db = sqlite3.connect(app.config["DATABASE"])
        self.names = [
            row[0] for row in self.db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        self.version, self.before = self._version(), self._content()

    def check(self, told=""):
        assert not self.anything(), told

    def anything(self):
        version = self._version()
        if version == self.version:
            return False
        self.version = version
        return self._content() != self.before

    def _version(self):
        return self.db.execute("PRAGMA data_version").fetchone()[0]

    def _content(self):
        """Every row of every table."""
        names = [name for name in self.names if name not in self.without]
        return {
            name: sorted(map(repr, self.db.execute(f'SELECT * FROM "{name}"'))) for name in names
        }


@contextmanager
def watched(app, without=()):
    written = Written(app, without)
    with closing(written.db):
        yield written


def addresses(app, keys, method):
    """Every address of the application that takes this method."""
    for rule in app.url_map.iter_rules():
        if method in rule.methods:
            for address in filled(rule.rule, keys):
                yield rule.endpoint, address


# without the token of a form


@pytest.mark.parametrize("token", [None, "x", "of another phone"])
def test_every_address_that_writes_refuses_a_form_without_its_token(
    app, editor, keys, new_phone, token
):
    asked, body = set(), everything(5)
    if token == "of another phone":
        token = new_phone().get("/join").form("/join").value("csrf_token")
    if token is not None:
        body["csrf_token"] = token
    with watched(app) as file:
        for method in WRITING:
            for endpoint, address in addresses(app, keys, method):
                answer = editor.client.open(address, method=method, data=body, buffered=True)
                if endpoint.startswith("api."):
                    assert "Set-Cookie" not in answer.headers  # open to all, and writes nothing
                else:
                    assert answer.status_code == 400, f"{method} {address}"
                    assert "This page was too old" in answer.text
                file.check(f"{method} {address}")
                asked.add(endpoint)
    assert len(asked) > 25, sorted(asked)


def test_a_refused_request_from_elsewhere_takes_no_cookie_away(app, keys):
    """A page of a stranger may send a form without our cookie: an answer must not replace it."""
    for method in WRITING:
        for _, address in addresses(app, keys, method):
            answer = app.test_client().open(address, method=method, data={}, buffered=True)
            assert "Set-Cookie" not in answer.headers, f"{method} {address}"


@pytest.mark.parametrize(
    ("referrer", "status"),
    [
        (f"https://{HOST}/new", 303),
        (f"https://{HOST}/", 303),
        (None, 400),
        (f"https://{EVIL}/new", 400),
        (f"http://{HOST}/new", 400),
        (f"https://{HOST}.{EVIL}/new", 400),
    ],
)
def test_over_https_a_form_comes_from_a_page_of_ours(app, referrer, status):
    client, secure = app.test_client(), {"base_url": f"https://{HOST}"}
    page = Phone(app)
    form = page.get("/new").form("/new")
    client.set_cookie("tranca", page.client.get_cookie("tranca").value)
    headers = {"Referer": referrer} if referrer else {}
    answer = client.post("/new", data=dict(form.values()), headers=headers, **secure)
    assert answer.status_code == status


# looking


def test_looking_at_any_page_writes_nothing(app, editor, keys, new_phone):
    watcher = new_phone()
    watcher.get(f"/j/{keys.watch}")
    asked = [(editor, method) for method in ("GET", "HEAD", "OPTIONS")]
    with watched(app, without=(WORK,)) as file:
        for phone, method in (*asked, (watcher, "GET")):
            for _, address in addresses(app, keys, method):
                phone.client.open(address, method=method, buffered=True)
                file.check(f"{method} {address}")


def test_looking_with_the_words_of_a_form_in_the_address_writes_nothing(app, editor, keys):
    with watched(app, without=(WORK,)) as file:
        for _, address in addresses(app, keys, "GET"):
            editor.client.get(address, query_string=everything(5), buffered=True)
            file.check(address)


def test_these_tests_would_see_a_write(app, editor, keys):
    with watched(app) as file:
        board = editor.get(f"/t/{keys.id}")
        file.check()
        assert board.follow("Enter hand").submit(QUIET, SAVE).first_status == 303
        assert file.anything()


# led elsewhere

PLACES = (
    f"//{EVIL}", f"///{EVIL}", f"https://{EVIL}", f"http:{EVIL}", f"\\\\{EVIL}", f"/\\{EVIL}",
    f"/\t/{EVIL}", f"/\n/{EVIL}", f"\t//{EVIL}", f" //{EVIL}", f"https:/{EVIL}", EVIL, f"@{EVIL}",
    "javascript:alert(1)", "data:text/html,x", f"/\r\nLocation: https://{EVIL}", f"/\x00//{EVIL}",
    f"//{HOST}@{EVIL}", "", "x", "?next=x", "#x",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_after_a_choice_of_language_one_is_here(new_phone, place):
    phone = new_phone()
    form = phone.get(f"/language?next={quote(place)}").form("/language")
    assert form.value("next") == "/"
    pairs = [(k, place if k == "next" else v) for k, v in form.values()]
    answer = phone.post("/language", [*pairs, ("language", "it")], redirect=False)
    assert (answer.status, answer.answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize("place", PLACES)
def test_after_stopping_the_bots_one_is_here(app, new_phone, place):
    phone = new_phone()
    job = phone.get("/simulate").submit({}, "hand=1")
    (stop,) = [form for form in job.root.all("form") if form["action"].endswith("/stop")] or [None]
    token = phone.get("/join").form("/join").value("csrf_token")
    action = stop["action"] if stop else f"/work/{job.path.split('/')[-1].split('?')[0]}/stop"
    answer = phone.post(action, [("csrf_token", token), ("next", place)], redirect=False)
    assert (answer.status, answer.answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize("place", ["/", "/rules", "/t/abc?x=1#y", "/search?q=%2F%2Fx", "/ação"])
def test_a_page_of_ours_is_gone_back_to(app, place):
    with app.test_request_context():
        assert own_page(place) == place


def test_no_address_leads_to_another_host(app, editor, keys):
    """Neither the pages that lead on, nor paths with slashes where no slash belongs."""
    strange = [f"//{EVIL}/", f"//{EVIL}/..", f"/{EVIL}//x", f"/t//{EVIL}", f"/j//{EVIL}"]
    strange += [f"/static//{EVIL}", f"/rules//{EVIL}", f"/\\{EVIL}", f"/t/{keys.id}//next"]
    for address in [*strange, *(address for _, address in addresses(app, keys, "GET"))]:
        for asked in ({}, {"next": f"//{EVIL}", "url": f"https://{EVIL}", "match": f"//{EVIL}"}):
            path = f"http://{HOST}{address}" if address.startswith("//") else address
            answer = editor.client.get(path, query_string=asked, buffered=True)
            leads = urlsplit(answer.headers.get("Location", "/"))
            assert leads.netloc in ("", HOST), f"{address}: {leads}"


# out of the folder

CLIMBS = (
    "../{}", "..%2f{}", "%2e%2e/{}", "%2e%2e%2f{}", "..\\{}", "..%5c{}", "....//{}", "/{}",
    "..%252f{}", "icons/../../{}", "icons/..%2f..%2f{}", "..;/{}", "%00../{}", "../../{}",
)  # fmt: skip
FILES = ("secret_key", "etc/passwd")


def test_no_path_climbs_out_of_its_folder(app, editor, keys):
    key = app.config["SECRET_KEY"]
    for file in FILES:
        for climb in (each.format(file) for each in CLIMBS):
            for address in (
                f"/static/{climb}", f"/replay/example/{climb}", f"/rules/{climb}",
                f"/rules/classic/{climb}", f"/t/{keys.id}/{climb}", f"/{climb}",
                f"/ruling/{climb}", f"/t/{climb}", f"/j/{climb}", f"/language?next={climb}",
            ):  # fmt: skip
                answer = editor.client.get(address, buffered=True)
                assert answer.status_code in (200, 303, 308, 404), address
                text = answer.get_data()
                assert answer.mimetype in ("text/html", "text/plain", "application/json"), address
                for told in (key.encode(), b"SQLite format", b"SESSION_COOKIE", b"root:"):
                    assert told not in text, address


@pytest.mark.parametrize("code", ["../../etc/passwd", "pt_BR/../en", "en.po", "C", "", "\x00"])
def test_a_language_is_no_path(new_phone, code):
    phone = new_phone()
    form = phone.get("/language").form("/language")
    assert phone.post("/language", [*form.values(), ("language", code)]).status == 400
    assert phone.get("/", headers={"Accept-Language": code}).status == 200


def test_the_name_of_a_file_that_is_sent_is_nothing(new_phone, keys, book):
    """What a phone calls its file names no file here."""

    phone = new_phone()
    phone.get(f"/j/{keys.edit}")
    text = phone.fetch(f"/t/{keys.id}/export.json").text
    other = new_phone()
    token = other.get("/import").form("/import").value("csrf_token")
    sent = (BytesIO(text.encode()), "../../../secret_key")
    board = other._open("POST", "/import", data={"csrf_token": token, "file": sent})
    assert board.first_status == 303
    assert match_of(board) != keys.id
