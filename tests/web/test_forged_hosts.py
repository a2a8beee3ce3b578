"""The name under which a request comes is what a stranger may choose: what is made of it."""

from __future__ import annotations

import pytest

from scorekeeper import create_app
from scorekeeper.web.settings import trusted_hosts

from .browsing import Phone, read

OURS = "score.example.org"
FOREIGN = "evil.example"


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """An application that was told its names."""
    return create_app(
        {
            "INSTANCE": str(tmp_path_factory.mktemp("strict")),
            "WORK": "requests",
            "TRUSTED_HOSTS": trusted_hosts(f"{OURS}, .club.example"),
            "PROXIES": "1",  # one is believed, but not what it says of our name
        }
    )


def asked(app, host, path="/join"):
    return app.test_client().get(path, headers={"Host": host}, buffered=True)


@pytest.mark.parametrize(
    "host", [OURS, f"{OURS}:8443", "one.club.example", "localhost", "127.0.0.1:8000"]
)
def test_a_name_of_ours_is_answered(strict, host):
    assert asked(strict, host).status_code == 200


@pytest.mark.parametrize("host", [FOREIGN, f"{OURS}.{FOREIGN}", f"not-{OURS}", "a b", "x@y", ""])
@pytest.mark.parametrize("path", ["/join", "/", "/static/app.css", "/nowhere", "/j/x"])
def test_under_another_name_there_is_a_sentence_and_nothing_else(strict, host, path):
    answer = asked(strict, host, path)
    assert answer.status_code == 400
    assert answer.mimetype == "text/plain"
    assert answer.text.startswith("No score is kept under this name.")
    assert "Set-Cookie" not in answer.headers
    assert "Content-Security-Policy" in answer.headers


def test_a_link_to_pass_on_never_has_a_foreign_name(strict):
    phone = Phone(strict)
    board = phone.get("/new").submit()
    cookie = phone.client.get_cookie("tranca").value
    for host, forwarded in ((FOREIGN, ""), (OURS, FOREIGN), ("localhost", FOREIGN)):
        client = strict.test_client()
        client.set_cookie("tranca", cookie, domain=host)
        headers = {"Host": host}
        if forwarded:
            headers |= {"X-Forwarded-Host": forwarded, "Forwarded": f"host={forwarded}"}
        text = client.get(f"{board.path}/share", headers=headers, buffered=True).text
        assert FOREIGN not in text, host


def test_without_names_every_name_is_answered_but_never_as_markup(app):
    phone = Phone(app)
    board = phone.get("/new").submit()
    hosts = ("192.168.0.9:8000", FOREIGN, 'evil"><script>alert(1)</script>', "a'b", "[::1")
    for host in hosts:
        cookie = phone.client.get_cookie("tranca").value
        answer = app.test_client(use_cookies=False).get(
            f"{board.path}/share",
            headers={"Host": host, "Cookie": f"tranca={cookie}"},
            buffered=True,
        )
        assert answer.status_code == 200
        page = read(answer.text)
        assert all(node.get("src") for node in page.all("script")), host


def test_the_setting(monkeypatch, tmp_path):
    assert trusted_hosts("") is None
    assert trusted_hosts("a.example,b.example c.example")[:3] == [
        "a.example",
        "b.example",
        "c.example",
    ]
    monkeypatch.setenv("SCOREKEEPER_HOSTS", OURS)
    app = create_app({"INSTANCE": str(tmp_path)})
    assert [asked(app, host).status_code for host in (OURS, FOREIGN)] == [200, 400]


def test_a_forwarded_name_is_not_believed_even_of_a_proxy(tmp_path):
    phone = Phone(create_app({"INSTANCE": str(tmp_path), "WORK": "requests", "PROXIES": "1"}))
    board = phone.get("/new").submit()
    page = phone.get(f"{board.path}/share", headers={"X-Forwarded-Host": FOREIGN})
    assert page.id("edit-link").text.startswith("http://localhost/j/")
