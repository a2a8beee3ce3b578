"""Bodies made to fill the memory or the time of the server, and headers and addresses like them."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import re
import sys
import time
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.web.settings import BODY_LIMIT

from .test_serve import start_process

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"
SECONDS = 1.0  # of CPU time
LARGE = 10 * 2**20
ROOM = 48 * 2**20  # bytes that the server may take on top for all of the large bodies
LINUX = sys.platform == "linux"


@pytest.fixture(scope="module")
def open_app(tmp_path_factory):
    """Without tokens, so that every form reads what it is sent."""
    folder = str(tmp_path_factory.mktemp("bodies"))
    return create_app({"INSTANCE": folder, "WORK": "requests", "WTF_CSRF_ENABLED": False})


@pytest.fixture
def client(open_app):
    return open_app.test_client()


def posts(app):
    """The addresses that take a form, of a match that is not there."""
    values = {"match_id": "none", "hand": 1, "adjustment": 1, "side": 0, "kind": "edit",
              "question": "pile", "job_id": "none", "secret": "none"}  # fmt: skip
    adapter = app.url_map.bind("localhost")
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods]
    return sorted({adapter.build(rule.endpoint, values, method="POST") for rule in rules})


def soon(send):
    started = time.process_time()
    answer = send()
    assert time.process_time() - started < SECONDS
    return answer


def test_ten_megabytes_for_every_form(open_app, client):
    """Refused by its length, or because nobody may come in there, before anything is read."""
    addresses = posts(open_app)
    assert len(addresses) > 35
    body = Stream(LARGE)
    for address in addresses:
        answer = soon(
            lambda address=address: client.post(
                address,
                content_type=URLENCODED,
                environ_overrides={"wsgi.input": body, "CONTENT_LENGTH": str(LARGE)},
            )
        )
        assert answer.status_code in (400, 404, 413, 415), address
        assert len(answer.data) < 10_000
        assert body.read_so_far == 0, address


class Stream:
    """A body that says how much of it was read, as long as it is told."""

    def __init__(self, size):
        self.left, self.read_so_far = size, 0

    def read(self, size=-1):
        count = self.left if size is None or size < 0 else min(size, self.left)
        self.left -= count
        self.read_so_far += count
        return b"a" * count

    readline = read

    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


@pytest.mark.parametrize("path", ["/new", "/import", "/replay", "/simulate", "/join", "/language"])
def test_a_body_without_a_length_is_not_read_without_an_end(client, path):
    body = Stream(64 * 2**20)
    answer = soon(
        lambda: client.post(
            path,
            content_type=URLENCODED,
            environ_overrides={
                "wsgi.input": body,
                "wsgi.input_terminated": True,
                "HTTP_TRANSFER_ENCODING": "chunked",
            },
        )
    )
    assert answer.status_code in (200, 400, 413, 422)
    assert body.read_so_far <= 4 * 2**20 + BODY_LIMIT


@pytest.mark.parametrize("path", ["/new", "/import", "/replay", "/join"])
def test_a_body_is_not_unpacked(client, path):
    bomb = gzip.compress(b"code=" + b"B" * 20_000_000)
    assert len(bomb) < BODY_LIMIT
    answer = soon(
        lambda: client.post(
            path, data=bomb, content_type=URLENCODED, headers={"Content-Encoding": "gzip"}
        )
    )
    assert answer.status_code in (200, 303, 400, 422)
    assert len(answer.data) < 100_000


@pytest.mark.parametrize(
    "body",
    [
        b"a&" * 2_000_000,
        b"a=1&" * 1_000_000,
        b"=" * 4_000_000,
        b"%" * 4_000_000,
        b"".join(b"f%d=1&" % number for number in range(300_000)),
    ],
    ids=lambda body: f"{body[:6]!r}×{len(body)}",
)
def test_fields_where_a_file_is_asked_for(client, body):
    """They are refused by their size, although a file may have four megabytes."""
    answer = soon(lambda: client.post("/import", data=body, content_type=URLENCODED))
    assert answer.status_code in (413, 422)
    assert len(answer.data) < 10_000


FIELD = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'


@pytest.mark.parametrize(
    "body",
    [
        (FIELD + b"1\r\n") * 5000 + b"--x--",
        (FILE + b"1\r\n") * 5000 + b"--x--",
        FIELD + b"\r\n--" * 900_000 + b"\r\n--x--",
        FILE + b"\r\n--" * 900_000 + b"\r\n--x--",
        FILE + b"\r" * 4_000_000 + b"\r\n--x--",
        FILE + b"\n" * 4_000_000 + b"\r\n--x--",
        b"--x\r\n" + b"A: b\r\n" * 600_000 + b"--x--",
        b"--x\r\nContent-Disposition: form-data; name=" + b'"' * 1_000_000 + b"\r\n\r\n--x--",
        b"-" * 4_000_000,
        b"--x" * 1_000_000,
        FILE + b"[" * 4_000_000 + b"\r\n--x--",
        FILE + b'{"a":"' + b"x" * 4_000_000 + b"\r\n--x--",
        FILE + b"{" + b",".join(b'"%d":0' % number for number in range(150_000)) + b"}\r\n--x--",
    ],
    ids=lambda body: f"{body[-12:]!r}×{len(body)}",
)
@pytest.mark.parametrize("path", ["/import", "/replay"])
# files of parts that came before the one too many are closed when they are forgotten
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_parts_without_an_end(client, path, body):
    answer = soon(lambda: client.post(path, data=body, content_type=MULTIPART))
    assert answer.status_code in (413, 422)
    assert len(answer.data) < BODY_LIMIT


def test_ten_thousand_fields(client):
    body = b"&".join(b"s0-t%d=1" % number for number in range(6_000))[:BODY_LIMIT]
    for path in ("/new", "/simulate", "/replay", "/join", "/language"):
        answer = soon(lambda path=path: client.post(path, data=body, content_type=URLENCODED))
        assert answer.status_code < 500


ODD = ("%00", "%ED%A0%80", "%C0%AF", "%FF", "%EF%BB%BF", "%E2%80%AE", "%0D%0A", "%F0%9F%83%8F", "%")


@pytest.mark.parametrize("odd", ODD)
def test_signs_that_are_no_letters(client, odd):
    """Halves of characters, bytes that are no text, signs that turn others round."""
    for path in ("/new", "/replay", "/simulate", "/join", "/language"):
        names = re.findall(r'name="([^"]+)"', client.get(path).text)
        body = "&".join(f"{name}={odd}" for name in names)
        assert client.post(path, data=body, content_type=URLENCODED).status_code < 500
        query = "&".join(f"{name}={odd}" for name in [*names, "q", "r", "next", "like", "game"])
        assert client.get(f"{path}?{query}").status_code < 500
    assert client.get(f"/search?q={odd}").status_code < 500
    assert client.get(f"/t/{odd}/hands/{odd}").status_code in (400, 404)


@pytest.mark.parametrize(
    "name",
    [
        "Accept-Language",
        "Cookie",
        "If-None-Match",
        "If-Modified-Since",
        "Range",
        "Accept-Encoding",
        "X-Forwarded-For",
        "Referer",
        "Content-Type",
        "HX-Request",
        "Host",
    ],
)
@pytest.mark.parametrize(
    "value",
    [
        "en;q=0.1," * 900,
        "a" * 8000,
        ";" * 8000,
        ",=" * 4000,
        '"' * 8000,
        'a="\\' * 2000,
        "-_" * 4000,
        " " * 7999 + "x",
        "W/" * 4000,
        "9" * 8000,
        "en;q=1e400",
        "bytes=" + "0-," * 2600,
        "\x80\xff",
    ],
    ids=lambda value: f"{value[:8]!r}",
)
def test_a_header_of_eight_kilobytes(client, name, value):
    """As long as servers let a line be."""
    sent = {"environ_overrides": {f"HTTP_{name.upper().replace('-', '_')}": value}}
    assert soon(lambda: client.get("/join", **sent)).status_code < 500
    assert soon(lambda: client.get("/manifest.webmanifest", **sent)).status_code < 500


@pytest.mark.parametrize(
    "path",
    [
        "/t/none/hands/" + "9" * 5000,
        "/t/none/adjustments/" + "9" * 400,
        "/rules/" + "x" * 60_000,
        "/replay/hand?r=" + "A" * 60_000,
        "/replay/hand?at=" + "9" * 5000,
        "/search?q=" + "a" * 60_000,
        "/search?q=" + "+ab" * 20_000,
        "/language?next=/" + "%C3%A9" * 10_000,
        "/" + "../" * 20_000,
        "/ruling/pile?" + "top=KS&" * 9000,
        "/simulate?seed=" + "9" * 5000,
        "/" + "%2e%2e%2f" * 5000,
    ],
    ids=lambda path: path[:24],
)
def test_an_address_of_sixty_kilobytes(client, path):
    answer = soon(lambda: client.get(path))
    assert answer.status_code < 500
    assert len(answer.data) < 200_000


# --- the server as it is started ------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The process of `scorekeeper serve` and its port."""
    with start_process(tmp_path_factory.mktemp("served"), 0) as process:
        try:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            yield process.pid, int(found[1])
        finally:
            process.kill()


def exchange(port, head, body):
    """The status of the answer to a request that is written as it stands; 0 if it was cut off."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.connect()
    with contextlib.suppress(ConnectionError):  # hung up on, with the answer sent before
        connection.sock.sendall(head)
        for piece in body:
            connection.sock.sendall(piece)
    try:
        answer = http.client.HTTPResponse(connection.sock)
        answer.begin()
        return answer.status
    except (ConnectionError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def highest(pid):
    """The most memory that the process had at once, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024


def head(path, *lines):
    named = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Type: {URLENCODED}", *lines]
    return "\r\n".join([*named, "", ""]).encode()


@pytest.mark.skipif(not LINUX, reason="asks the system for the memory of a process")
def test_large_bodies_do_not_fill_the_memory_of_the_server(server):
    pid, port = server
    assert exchange(port, head("/join", "Content-Length: 4"), [b"code"]) == 400  # no token
    before = highest(pid)
    piece, count = b"a" * 2**16, LARGE // 2**16
    for path in ("/new", "/import", "/join"):
        told = exchange(port, head(path, f"Content-Length: {LARGE}"), [piece] * count)
        assert told in (400, 413)
        chunk = b"%x\r\n%s\r\n" % (len(piece), piece)
        body = [*[chunk] * count, b"0\r\n\r\n"]
        assert exchange(port, head(path, "Transfer-Encoding: chunked"), body) in (400, 413)
    endless = [b"%x\r\n%s\r\n" % (len(piece), piece)] * (64 * 2**20 // 2**16)
    assert exchange(port, head("/new", "Transfer-Encoding: chunked"), endless) in (0, 413)
    assert exchange(port, head("/new", f"Content-Length: {10**12}"), []) == 413
    assert highest(pid) - before < ROOM
    assert exchange(port, head("/join", "Content-Length: 4"), [b"code"]) == 400
