"""Any address, asked in any way: never a breakdown, and the guards of every answer in place."""

from __future__ import annotations

import re
from string import printable
from urllib.parse import quote

import pytest
from flask import got_request_exception
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import create_app
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchSetup, Scorebook, SideSetup
from scorekeeper.web.headers import POLICY

from .browsing import Phone

FORM = "application/x-www-form-urlencoded"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
ODD = (
    "%00", "%", "%zz", "%ff%fe", "%ed%a0%80", "%f0%9f%83%8f", "..", "%2e%2e", "%2f", "%5c", ".",
    "~", "classic", "online", "pile.top", "app.css", "pile", "foul", "winner", "edit", "watch",
    "disputed", "whole", "0", "1", "2", "-1", "99999999999999999999", "9" * 400, "١", "x" * 3000,
    "<script>", "'\"", "\ud800", "{{7*7}}", "api", "v1", "t", "static", "KS KH", "by value",
)  # fmt: skip
ODD_PARTS = st.one_of(
    st.sampled_from(ODD), st.text(max_size=12), st.text(printable, max_size=12), st.just("")
)
NAMES = (
    "seen", "lang", "q", "game", "like", "side", "ruleset", "turn", "record", "back", "total0",
    "total1", "hand", "top", "using", "melds", "pile", "stock", "card", "cards", "meld", "phase",
    "morto", "players", "hands", "seed", "option", "value", "preset", "instead", "event", "save",
    "step", "pick", "forget", "code", "kind", "for", "entry_id", "language", "file", "text", "way",
    "totals_only", "s0-table", "s1-hand", "s0-total", "s1-total", "went_out", "yes", "no", "count",
    "dealer", "target", "reason", "s0-points", "name", "nickname", "swap", "consent0",
)  # fmt: skip
PAIRS = st.lists(
    st.tuples(st.one_of(st.sampled_from(NAMES), st.text(max_size=6)), ODD_PARTS), max_size=5
)
KINDS = (
    FORM, "", "application/json", "text/plain", "text/html", "multipart/form-data",
    "multipart/form-data; boundary=x", "multipart/form-data; boundary=", "x", ";;;=",
    "application/json; charset=utf-99", f"{FORM}; charset=\x80",
)  # fmt: skip
DISPOSITION = b"--x\r\nContent-Disposition: form-data"
BODIES = (
    b"[" * 40_000, b'{"format": 1}', b"--x\r\n", DISPOSITION, DISPOSITION + b"\r\n\r\n--x--",
    DISPOSITION + b'; name="file"; filename="\x00"\r\n\r\n\xff\r\n--x--', b"&" * 5000,
    b"a=" + b"1" * 70_000, b"%ff=%00&%ed%a0%80=1", b"csrf_token=1", b"\x00" * 300,
)  # fmt: skip
HEADERS = (
    "Accept-Language", "Cookie", "Host", "HX-Request", "HX-Target", "Origin", "Referer", "Range",
    "If-Modified-Since", "If-None-Match", "Content-Encoding", "Content-Length", "Expect", "Accept",
    "Transfer-Encoding", "X-Forwarded-For", "X-Forwarded-Host", "X-Request-ID", "Accept-Encoding",
    "Authorization", "X-CSRFToken",
)  # fmt: skip
VALUES = (
    "*", "en;q=x", "xx-YY,,;q=", "tranca=.", "tranca=eyJhIjoxfQ.x.y", "0", "-1", "1e9", "true",
    "bytes=5-1", "bytes=0-", "chunked", "gzip", "a" * 5000, "[::1", "evil.example", "W/\"",
    "\x80\xff", "Sat, 99 Foo", "999999999999999999999",
)  # fmt: skip
PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=20)


@pytest.fixture(scope="module")
def open_app(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("any_address"))
    return create_app({"INSTANCE": folder, "WORK": "requests", "PROPAGATE_EXCEPTIONS": False})


@pytest.fixture(scope="module")
def bugs(open_app):
    """The exceptions that nobody expected."""
    met = []

    def note(_, exception, **more):
        met.append(exception)

    with got_request_exception.connected_to(note, open_app):
        yield met


@pytest.fixture(scope="module")
def keys(open_app):
    """A match with a hand and points beside the hands."""
    book = Scorebook(open_app.config["DATABASE"])
    keys = book.start(MatchSetup(CLASSIC, (SideSetup("We"), SideSetup("They")), 3))
    book.record_hand(keys.id, (300, 100), 1)
    book.adjust(keys.id, (0, -100), "a foul", 2)
    return keys


@pytest.fixture(scope="module")
def phones(open_app, keys):
    """One that enters hands, one that watches, one that knows nothing, each with its token."""
    made = []
    for path in (f"/j/{keys.edit}", f"/j/{keys.watch}", "/"):
        phone = Phone(open_app)
        phone.get(path)
        made.append((phone.client, phone.get("/join").form("/join").value("csrf_token")))
    return made


@st.composite
def addresses(draw, rules, keys):
    """An address of the application, its places filled in well or badly, and a method that it has
    or has not; or an address that is nowhere."""
    if draw(st.integers(0, 9)) == 0:
        return "/" + "/".join(draw(st.lists(ODD_PARTS, max_size=5))), draw(st.sampled_from(METHODS))
    rule = draw(st.sampled_from(rules))
    known = {"match_id": keys.id, "secret": keys.watch, "hand": "2", "adjustment": "3"}

    def fill(place):
        name = place[0].strip("<>").rpartition(":")[2]
        if name in known and draw(st.integers(0, 2)):
            return known[name]
        return draw(ODD_PARTS)

    allowed = draw(st.integers(0, 4))
    method = draw(st.sampled_from(sorted(rule.methods) if allowed else METHODS))
    return re.sub(r"<[^>]+>", fill, rule.rule), method


@st.composite
def bodies(draw):
    """A form, something that is none, or nothing, and what it claims to be."""
    match draw(st.integers(0, 3)):
        case 0:
            return b"", ""
        case 1:
            return draw(st.sampled_from(BODIES)), draw(st.sampled_from(KINDS))
        case 2:
            return draw(st.binary(max_size=80)), draw(st.sampled_from(KINDS))
        case _:
            return written(draw(PAIRS)).encode(), FORM


def written(pairs):
    """The pairs as a query; what is no escape already is escaped as a client has to."""
    return "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs)


def escaped(text):
    return quote(text.encode("utf-8", "surrogatepass"), safe="%/~()[]{}'\"<>;")


def environ_of(address, pairs, kind, headers):
    """What a server makes of a request: a path of bytes, and headers with their odd values."""
    path = re.sub(r"[?#]", "", address).encode("utf-8", "surrogatepass").decode("latin-1")
    path = re.sub(r"%([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), path)
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers}
    if "HTTP_CONTENT_LENGTH" in named:
        named["CONTENT_LENGTH"] = named.pop("HTTP_CONTENT_LENGTH")
    return {"PATH_INFO": path, "QUERY_STRING": written(pairs), "CONTENT_TYPE": kind} | named


def check_guards(answer):
    held = {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
    }
    assert held.items() <= dict(answer.headers).items()


def check_kind(answer, path, host):
    """A program is answered in JSON, a person with a page; a host that is not ours, in words."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if host and answer.status_code == 400 and kind == "text/plain":
        return
    if path.startswith("/api/"):
        assert kind == ("application/json" if answer.data else kind)
        assert kind != "text/html"
    elif answer.status_code >= 400 and answer.data:
        assert kind == "text/html"


NAMELESS = DISPOSITION + b"\r\n\r\n1\r\n--x--"
NAMELESS_FILE = DISPOSITION + b'; filename="a"\r\n\r\n1\r\n--x--'


@pytest.mark.parametrize("path", ["/new", "/join", "/import", "/language", "/simulate"])
@pytest.mark.parametrize("body", [NAMELESS, NAMELESS_FILE])
def test_a_field_without_a_name_is_no_breakdown(phones, path, body):
    client, token = phones[0]
    kind = "multipart/form-data; boundary=x"
    answer = client.post(path, data=body, content_type=kind, headers={"X-CSRFToken": token})
    assert answer.status_code == 400


@settings(max_examples=settings.default.max_examples * 3)
@given(data=st.data())
def test_any_address_with_any_method(open_app, phones, keys, bugs, data):
    rules = sorted(open_app.url_map.iter_rules(), key=lambda rule: rule.rule)
    address, method = data.draw(addresses(rules, keys), label="address")
    body, kind = data.draw(bodies(), label="body")
    headers = data.draw(
        st.lists(
            st.tuples(st.sampled_from(HEADERS), st.one_of(st.sampled_from(VALUES), PRINTABLE)),
            max_size=3,
        ),
        label="headers",
    )
    client, token = phones[data.draw(st.integers(0, 2), label="phone")]
    if data.draw(st.integers(0, 3)):
        headers.append(("X-CSRFToken", token))
    environ = environ_of(address, data.draw(PAIRS, label="query"), kind, headers)
    bugs.clear()
    answer = client.open("/", method=method, data=body, environ_overrides=environ, buffered=True)
    assert not bugs, bugs
    assert answer.status_code < 500
    check_guards(answer)
    check_kind(answer, environ["PATH_INFO"], environ.get("HTTP_HOST"))
