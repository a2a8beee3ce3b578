"""Requests to start from: every page and form that a walk over the first pages leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.web.browsing import Form, Node, read
from tests.web.entries import EXAMPLE, QUIET, totals

from .house import house

DEPTH = 3  # links from the first pages
KEPT_OUT = ("/static", "/sw.js", "/simulate/hand", "/simulate/rule", "/replay/worth/")
DRAWN = {"entry_id", "csrf_token"}  # fields that are new in every page


@cache
def walked() -> tuple[dict[str, Any], ...]:
    """A request for every page and form that the first pages lead to, each kind of them once."""
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    todo = [("/", 0), *((f"/t/{match}", 0) for match in house().matches.values())]
    todo += [(f"/t/{house().matches['M3']}/hands/new?side=0", 0)]
    seen = set()
    for address, depth in todo:  # grows on the way
        if address in seen or address.startswith(KEPT_OUT):
            continue
        seen.add(address)
        asked = _asked(address)
        if _kind(asked) in found:
            continue
        found[_kind(asked)] = asked
        root = _page(address)
        for form in map(Form, root.all("form")):
            _note_choices(form)
            for request in _sent(form):
                found.setdefault(_kind(request), request)
        if depth < DEPTH:
            links = [node["href"].partition("#")[0] for node in root.all("a") if node.get("href")]
            todo += [(link, depth + 1) for link in links if link]
    return tuple(found.values())


@cache
def choices() -> dict[str, tuple[str, ...]]:
    """What the boxes, lists and buttons of all pages that were walked over hold, by field."""
    walked()
    return {name: tuple(values) for name, values in _choices.items()}


_choices: dict[str, dict[str, None]] = {}  # names to values, in the order in which they were met


def _note_choices(form: Form) -> None:
    for node in form.controls:
        found = _choices.setdefault(node["name"], {})
        options = node.all("option") if node.tag == "select" else [node]
        if node.tag in ("select", "button") or node.get("type") in ("radio", "checkbox"):
            found.update(dict.fromkeys(option.get("value", "on") for option in options))


def _page(address: str) -> Node:
    answer = house().phone.get(address, follow_redirects=True)
    return read(answer.get_data(as_text=True)) if answer.mimetype == "text/html" else Node("", {})


def _asked(address: str, form: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    parts = urlsplit(house().named(address))
    query = [list(pair) for pair in parse_qsl(parts.query, keep_blank_values=True)]
    asked: dict[str, Any] = {
        "method": "GET" if form is None else "POST",
        "path": parts.path,
        "query": query,
    }
    if form is not None:
        asked["form"] = [
            [name, "entry" if name in DRAWN else house().named(value)] for name, value in form
        ]
    return asked


def _sent(form: Form) -> Iterator[dict[str, Any]]:
    """What a form sends, once with each of its kinds of button."""
    buttons = [node for node in form.controls if node.tag == "button"]
    presses = {node["name"]: node.get("value", "") for node in buttons} or {"": ""}
    places = {
        node["formaction"]: None for node in form.node.all("button") if node.get("formaction")
    }
    for name, value in presses.items():
        values = [*form.values(), *_first_choices(form), *([(name, value)] if name else [])]
        for action in (form.action, *places):
            if form.method == "post":
                yield _asked(action, values)
            else:
                request = _asked(action)
                request["query"] += [[key, house().named(typed)] for key, typed in values]
                yield request


def _first_choices(form: Form) -> list[tuple[str, str]]:
    """The first of the boxes of which one must be chosen, where none is."""
    radios = [node for node in form.controls if node.get("type") == "radio"]
    chosen = {node["name"] for node in radios if node.get("checked") is not None}
    first = {node["name"]: node["value"] for node in reversed(radios)}
    return [(name, value) for name, value in first.items() if name not in chosen]


def _kind(request: dict[str, Any]) -> tuple[object, ...]:
    """What makes two requests the same to us: the page, and the names of what is sent."""
    path = tuple(_KEYS.sub("0", part) for part in request["path"].split("/"))
    if "rules" in path or "ruling" in path:
        path = (*path[:-1], path[-1][:1])  # a few of them will do
    names = [name for name, _ in request["query"]] + [name for name, _ in request.get("form", ())]
    ways = [value for name, value in request.get("form", ()) if name in ("way", "step")][:1]
    return (request["method"], path, *sorted(set(names)), *ways)


_KEYS = re.compile(r"\d+|\{M\d\}")


def hands() -> Iterator[dict[str, Any]]:
    """Hands in totals, by value and by card, filled in."""
    forms = map(Form, _page(f"/t/{house().matches['M3']}/hands/new").all("form"))
    (form,) = [form for form in forms if form.action.endswith("/hands/new")]
    cards = {"s0-way": "card", "s1-way": "card"}
    for typed in (EXAMPLE, QUIET, totals(780, -375), EXAMPLE | cards):
        pairs = [(key, value) for key, value in form.values() if key not in typed]
        yield _asked(form.action, [*pairs, *typed.items(), ("save", "1")])
