"""The browser of these tests complains about what no page may have."""

from __future__ import annotations

import pytest
from flask import Flask

from .browsing import Form, Phone, read

TOKEN = '<input name="csrf_token" value="t">'


def page(body, root=""):
    app = Flask("pages")
    app.add_url_rule("/x", view_func=lambda: f"<html><body>{body}</body></html>", endpoint="x")
    return Phone(app, root=root).get(f"{root}/x")


@pytest.mark.parametrize(
    "body",
    [
        '<p style="color:red">x</p>',
        "<style>p{}</style>",
        "<script>alert(1)</script>",
        '<p onclick="x()">x</p>',
        '<p hx-on:click="x()">x</p>',
        '<a href="https://elsewhere.example/">x</a>',
        '<a href="//elsewhere.example/">x</a>',
        '<a href="javascript:x()">x</a>',
        '<img src="relative.png">',
        '<p id="a">x</p><p id="a">y</p>',
        '<label for="nothing">x</label>',
        '<input aria-describedby="nothing">',
        '<form method="post" action="/x"></form>',
        f'<form method="post" action="https://elsewhere.example/">{TOKEN}</form>',
        "<p>x",
        "<p><b>x</p></b>",
        '<p class="a" class="b">x</p>',
    ],
)
def test_what_no_page_may_have(body):
    with pytest.raises(AssertionError):
        page(body)


def test_a_link_that_leaves_the_prefix():
    assert page('<a href="/t/x">x</a>').status == 200
    with pytest.raises(AssertionError):
        page('<a href="/t/x">x</a>', root="/tranca")


def test_a_form_sends_what_a_browser_would():
    form = Form(
        read(
            '<form action="/x"><input name="a" value="1"><input type="checkbox" name="b" value="2">'
            '<input type="checkbox" name="c" value="3" checked>'
            '<input type="radio" name="d" value="4"><input type="radio" name="d" value="5" checked>'
            '<input name="e" value="6" disabled>'
            '<select name="f"><option value="7">x</option><option value="8" selected>y</option>'
            '</select><select name="g"><option value="9">x</option></select>'
            '<button name="h" value="10">x</button><input value="nameless"></form>'
        ).one("form")
    )
    sent = [("a", "1"), ("c", "3"), ("d", "5"), ("f", "8"), ("g", "9")]
    assert form.values() == sent
    assert dict(form.filled({"d": "4", "c": None}, "h=10")) == {
        "a": "1", "d": "4", "f": "8", "g": "9", "h": "10",
    }  # fmt: skip
    for typed in ({"nowhere": "1"}, {"d": "6"}):
        with pytest.raises(AssertionError):
            form.filled(typed)
    with pytest.raises(AssertionError):
        form.filled({}, "h=11")
