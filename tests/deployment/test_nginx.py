"""An evening through nginx with the configuration that we ship, before the real server."""

from __future__ import annotations

import json
import re

import pytest
from web.entries import EXAMPLE, EXAMPLE_TOTALS, enter, match_of, written

from .browser import Client, phone_at
from .servers import until

pytestmark = pytest.mark.xdist_group("nginx")

TYPED = {"side0": "Netos", "side1": "Sogras", "player0": "Wanderleia"}
PIECE = r"[A-Za-z0-9_-]+"


@pytest.fixture
def new_phone(proxy):
    def make(address="127.0.0.1"):
        return phone_at(proxy.secure, proxy.certificate, address=address)

    return make


@pytest.fixture
def phone(new_phone):
    return new_phone()


def start(phone, root=""):
    return phone.get(f"{root}/new").submit(TYPED)


def code_of(share):
    return share.press("Make a code to type").root.one(class_="code").text


def cookie_of(phone):
    (cookie,) = [one for one in phone.client.jar if one.name == "tranca"]
    return cookie


def secrets_of(phone, board):
    """What no log may have: links, code, cookie, match and names."""
    share = phone.get(f"{board.path}/share")
    link = share.id("edit-link").text
    watch = phone.get(f"{board.path}/share?for=watch").id("watch-link").text
    code = code_of(share)
    held = [link.rpartition("/")[2], watch.rpartition("/")[2], cookie_of(phone).value]
    return [*held, code, code.replace(" ", ""), match_of(board), *TYPED.values()]


def test_a_hand_and_a_second_phone_that_follows(phone, new_phone, proxy):
    board = enter(start(phone), EXAMPLE)
    assert written(board) == EXAMPLE_TOTALS
    assert phone.get(board.id("board")["hx-get"]).status == 204
    share = phone.get(f"{board.path}/share")
    assert share.id("edit-link").text.startswith(f"{proxy.secure}/j/")
    other = new_phone("127.0.0.2")
    joined = other.get("/join").submit({"code": code_of(share)}, action="/join")
    assert joined.path == board.path and written(joined) == EXAMPLE_TOTALS


def test_cookies_are_for_https_alone(phone, proxy):
    start(phone)
    assert cookie_of(phone).secure
    plain = Client(proxy.plain)
    plain.jar = phone.client.jar
    answer = plain.open("/t/elsewhere", base_url=proxy.plain)
    assert answer.status_code == 301
    assert answer.headers["Location"] == "https://localhost/t/elsewhere"


def test_pages_are_not_compressed_and_static_files_are(phone):
    packed = {"Accept_Encoding": "gzip"}
    board = start(phone)
    assert "Content-Encoding" not in phone.fetch(f"{board.path}/share", **packed).headers
    style = phone.fetch(board.root.all("link", rel="stylesheet")[0]["href"], **packed)
    assert style.headers["Content-Encoding"] == "gzip"


def test_wrong_codes_count_for_the_address_of_the_phone(new_phone):
    guesser, neighbour = new_phone("127.0.0.3"), new_phone("127.0.0.4")
    page = guesser.get("/join")
    for number in range(10):
        lie = {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"}
        pairs = page.form("/join").filled({"code": "BBBBBB"})
        assert guesser.post("/join", pairs, headers=lie).status == 422
    assert guesser.post("/join", pairs).status == 429
    assert neighbour.get("/join").submit({"code": "BBBBBB"}, action="/join").status == 422


@pytest.mark.parametrize("path", ["/join", "/api/v1/score"])
def test_nginx_slows_down_who_asks_too_often(new_phone, path):
    client = new_phone({"/join": "127.0.0.5"}.get(path, "127.0.0.6")).client
    for _ in range(200):
        answer = client.get(path)
        if answer.status_code == 429:
            return
    pytest.fail("nobody was slowed down")


def test_what_is_far_too_large_stays_outside(phone):
    form = enter(start(phone), EXAMPLE).follow("Enter hand").form()
    pairs = form.filled(EXAMPLE)
    ours = phone.post(form.action, [*pairs, ("note", "x" * 100_000)])
    assert ours.status == 413 and ours.heading == "Too much at once"
    assert phone.client.open("/import", "POST", data={"x": "x" * 4_400_000}).status_code == 413


def test_a_number_for_a_request_is_the_same_in_both_logs(phone, proxy, backends):
    answer = phone.fetch("/glossary", X_Request_ID="chosen-by-a-phone")
    number = answer.headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", number)
    until(lambda: number in proxy.log)  # nginx writes its line when it is done
    lines = [json.loads(line) for line in proxy.log.splitlines() if number in line]
    ours = [json.loads(line) for line in backends[0].log.splitlines() if number in line]
    assert [line["status"] for line in lines + ours] == [200, 200]
    assert ours[0]["route"] == "/glossary"


def test_no_log_has_a_secret(phone, new_phone, proxy, backends):
    board = enter(start(phone), EXAMPLE)
    hidden = secrets_of(phone, board)
    lost = new_phone()
    lost.get(f"/j/{hidden[0]}")
    for path in (f"/j/{hidden[0]}x", f"{board.path}/hands/99", "/join?code=BCDFGH"):
        lost.get(path)
    phone.get(f"{board.path}/share/renew/edit").press("Renew the link")
    assert lost.get(board.path).status == 410
    assert phone.client.get(f"{board.path}/%00").status_code == 400  # by nginx itself
    assert phone.get(board.path).status == 200
    until(lambda: proxy.log.count("\n") > 10)
    for log in (proxy.log, backends[0].log):
        assert log.count("\n") > 10
        for secret in [*hidden, "BCDFGH"]:
            assert secret not in log


def test_whether_all_is_well(phone):
    answer = phone.client.get("/healthz")
    assert (answer.status_code, answer.data[:15]) == (200, b'{"status": "ok"')
    assert not list(phone.client.jar)


def test_two_machines_by_the_beginning_of_the_link(split, backends):
    phone = phone_at(split.secure, split.certificate, root="/a")
    assert phone.client.get("/").headers["Location"].endswith("/a/")
    boards = {}
    for root in ("/a", "/b"):
        phone.root = root
        boards[root] = enter(start(phone, root), EXAMPLE)
        assert boards[root].path.startswith(f"{root}/t/")
    for root, board in boards.items():  # the cookie of one machine leaves that of the other alone
        phone.root = root
        assert written(phone.get(board.path)) == EXAMPLE_TOTALS
        assert phone.get(board.id("board")["hx-get"]).status == 204
        share = phone.get(f"{board.path}/share")
        assert share.id("edit-link").text.startswith(f"{split.secure}{root}/j/")
        other = phone_at(split.secure, split.certificate, root=root, address="127.0.0.7")
        joined = other.get(f"{root}/join").submit({"code": code_of(share)}, action="/join")
        assert joined.path == board.path
    assert {cookie.path for cookie in phone.client.jar} == {"/a", "/b"}
    phone.root = "/a"
    strange = boards["/b"].path.replace("/b/", "/a/", 1)
    assert phone.get(strange).status == 404


def test_a_machine_that_is_told_to_end_and_what_nginx_then_writes(split, backends):
    phone = phone_at(split.secure, split.certificate, root="/b")
    board = start(phone, "/b")
    hidden = secrets_of(phone, board)
    assert backends[1].stop() == 0
    assert phone.client.get(board.path).status_code == 502
    until(lambda: '"upstream":"502"' in split.log)
    said = split.log + (split.folder / "said").read_text()
    for secret in hidden:
        assert secret not in said
