"""The targets with a server: every form, and every address with a question mark in it.

An input is a JSON list of one to three requests, matches by their names in the `House`; each starts
from the same database and the same cookie, so that it fails alone as it failed in the search.
"""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

from . import seeds
from .house import house
from .loop import Target
from .mutations import TOKENS, change_json, read_tree, write_tree
from .walking import choices, hands, walked

MOST_REQUESTS = 3
MARKUP = b"<b id=x>"  # one of the tokens: whatever is sent, it is never a tag of ours
BOUNDARY = "----fuzz"


def run(data: bytes) -> int:
    """Sends the requests of an input; gives the size of the largest page."""
    asked = read_tree(data)
    if not isinstance(asked, list):
        return 0
    client, largest = house().new_client(), 0
    for request in asked[:MOST_REQUESTS]:
        if isinstance(request, dict) and isinstance(request.get("path"), str):
            largest = max(largest, _send(client, request))
    return largest


def _send(client: FlaskClient, request: dict[str, Any]) -> int:
    path, query = _text(request["path"]), _pairs(request.get("query"))
    method = "POST" if request.get("method") == "POST" else "GET"
    more: dict[str, Any] = {}
    if method == "POST":
        house().is_written = True
        more = _body(request)
    answer = client.open(
        quote("/" + path.lstrip("/"), safe="/%", errors="surrogatepass"),
        method=method,
        query_string=_encoded(query),
        headers=_headers(request.get("headers")),
        **more,
    )
    size = _checked(answer)
    if 300 <= answer.status_code < 400 and answer.headers["Location"].startswith("/"):
        size = max(size, _checked(client.get(answer.headers["Location"])))
    return size


def _checked(answer: Any) -> int:
    body = answer.get_data()
    assert answer.status_code < 500, f"status {answer.status_code}"
    assert not (answer.mimetype == "text/html" and MARKUP in body), "what was typed is markup"
    return len(body)


def _body(request: dict[str, Any]) -> dict[str, Any]:
    pairs = _pairs(request.get("form"))
    if "file" not in request:
        return {"data": _encoded(pairs), "content_type": "application/x-www-form-urlencoded"}
    parts = [_part(f'name="{name}"', value) for name, value in pairs if '"' not in name]
    parts.append(_part('name="file"; filename="x"', _text(request["file"])))
    return {
        "data": b"".join(parts) + f"--{BOUNDARY}--\r\n".encode(),
        "content_type": f"multipart/form-data; boundary={BOUNDARY}",
    }


def _part(named: str, value: str) -> bytes:
    text = f"--{BOUNDARY}\r\nContent-Disposition: form-data; {named}\r\n\r\n{value}\r\n"
    return text.encode("utf-8", "surrogatepass")


def _headers(found: object) -> dict[str, str]:
    """What a client can send: a header is one line of Latin letters."""
    if not isinstance(found, dict):
        return {}
    return {
        name: _text(value).encode("utf-8", "replace").decode("latin-1").translate(_ONE_LINE)
        for name, value in found.items()
        if name and name.isascii() and name.replace("-", "").isalnum()
    }


_ONE_LINE = dict.fromkeys(range(32), " ")


def _pairs(found: object) -> list[tuple[str, str]]:
    if not isinstance(found, list):
        return []
    return [(_text(p[0]), _text(p[1])) for p in found if isinstance(p, list) and len(p) == 2]


def _text(value: object) -> str:
    return house().meant(value if isinstance(value, str) else json.dumps(value))


def _encoded(pairs: list[tuple[str, str]]) -> str:
    sign = partial(quote, safe="", errors="surrogatepass")
    return "&".join(f"{sign(name)}={sign(value)}" for name, value in pairs)


def change(random: Random, data: bytes, others: Any) -> bytes:
    """Changes of the requests, mostly of what a field holds; now and then another request after."""
    asked = read_tree(data)
    if not isinstance(asked, list) or random.random() < 0.4:
        return change_json(random, data, others)
    if random.random() < 0.15:
        more = read_tree(random.choice(others))
        return write_tree([*asked[: MOST_REQUESTS - 1], *more] if isinstance(more, list) else asked)
    if random.random() < 0.1 and asked:
        _set_header(random, asked[0])
    lists = [
        request[place]
        for request in asked
        if isinstance(request, dict)
        for place in ("form", "query")
        if isinstance(request.get(place), list)
    ]
    if lists and random.random() < 0.2:
        random.choice(lists).append([random.choice([*choices()]), ""])
    pairs = [p for pairs in lists for p in pairs if isinstance(p, list) and len(p) == 2]
    for _ in range(random.choice((1, 1, 2, 4))):
        if pairs:
            _change_pair(random, random.choice(pairs), random.choice(pairs)[1])
    return write_tree(asked)


def _set_header(random: Random, request: Any) -> None:
    if isinstance(request, dict):
        headers = request.setdefault("headers", {})
        if isinstance(headers, dict):
            headers[random.choice(HEADERS)] = random.choice(TOKENS)


def _change_pair(random: Random, pair: list[Any], other: Any) -> None:
    """Something odd, what another field holds, or another choice of the same field."""
    own = choices().get(pair[0]) if isinstance(pair[0], str) else None
    if own and random.random() < 0.6:
        pair[1] = random.choice(own)
    else:
        pair[random.random() > 0.05] = random.choice((*TOKENS, other))


HEADERS = (
    "Accept-Language",
    "Cookie",
    "HX-Request",
    "If-None-Match",
    "Host",
    "Referer",
    "Range",
    "X-Forwarded-For",
)


def _target(name: str, wanted: Any, *more: dict[str, Any]) -> Target:
    requests = [request for request in (*walked(), *more) if wanted(request)]
    return Target(name, tuple(write_tree([request]) for request in requests), run, change)


def _is_post(request: dict[str, Any]) -> bool:
    return bool(request["method"] == "POST")


def _entries(name: str) -> Target:
    """The forms of a hand and of an adjustment, in every way of counting."""
    return _target(name, lambda asked: _is_post(asked) and _is_entry(asked), *hands())


def _is_entry(asked: dict[str, Any]) -> bool:
    return "/hands" in asked["path"] or "/adjust" in asked["path"] or "/parts" in asked["path"]


def _tables(name: str) -> Target:
    """Every other form of a match."""
    return _target(
        name,
        lambda asked: _is_post(asked) and asked["path"].startswith("/t/") and not _is_entry(asked),
    )


def _firsts(name: str) -> Target:
    """Every form that belongs to no match, and files that are taken in."""
    files = [
        {"method": "POST", "path": "/import", "query": [], "form": [], "file": one.decode()}
        for one in seeds.exports()
    ]
    record = {"method": "POST", "path": "/replay", "query": [], "form": []}
    files += [record | {"file": one.decode()} for one in seeds.records()[:5]]
    return _target(
        name, lambda asked: _is_post(asked) and not asked["path"].startswith("/t/"), *files
    )


def _addresses(name: str) -> Target:
    """Pages that are only asked for, with what stands in their addresses and headers."""
    headers = {"Accept-Language": "pt-BR,pt;q=0.9,en;q=0.8", "Cookie": "tranca=x.y.z; a=b"}
    first = {"method": "GET", "path": "/", "query": [], "headers": headers}
    return _target(name, lambda asked: not _is_post(asked), first)


PAGES = {"entries": _entries, "tables": _tables, "firsts": _firsts, "addresses": _addresses}
