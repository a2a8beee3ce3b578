"""The OpenAPI file of the JSON API: answers held against it, and documents made of it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import scorekeeper.web

PATH = Path(scorekeeper.web.__file__).parent / "openapi.json"
FILE = json.loads(PATH.read_text(encoding="utf-8"))
SCHEMAS = FILE["components"]["schemas"]
ROOT = "/api/v1"
JSON = "application/json"

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
CARDS = st.sampled_from(["JK", *(rank + suit for rank in RANKS for suit in "SHDC")])
SIGNS = st.one_of(
    st.sampled_from(["7X", "♠", "10H,JK", "T♥", "🃏", "\ud800", "\x00", "[", "3H " * 40]),
    st.text(max_size=8),
)


def resolve(node):
    """What stands where a `$ref` points."""
    while "$ref" in node:
        target = FILE
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def operations():
    """Triples of path, method and operation."""
    for path, methods in FILE["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def answers_of(path, method):
    """The answers by status, without references."""
    found = FILE["paths"][path][method]["responses"]
    return {int(status): resolve(answer) for status, answer in found.items()}


def closed(node):
    """The schema without room for keys that it does not name: what we answer is all described."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    shut = {key: closed(value) for key, value in node.items()}
    if "properties" in node and node.get("type") == "object":
        shut.setdefault("additionalProperties", False)
    return shut


@cache
def _validator(path, method, status):
    schema = answers_of(path, method)[status]["content"][JSON]["schema"]
    return Draft202012Validator({**closed(schema), "components": closed(FILE["components"])})


def check(path, method, status, document):
    """Holds an answer against its description."""
    assert status in answers_of(path, method), f"{method} {path} answers {status}: {document}"
    errors = list(_validator(path, method, status).iter_errors(document))
    assert not errors, f"{errors[0].message[:300]} in {document}"


def made_of(node, room=4):
    """Documents that a schema allows, with cards of the pack where it asks for cards."""
    node = resolve(node)
    if "oneOf" in node:
        return st.one_of([made_of(choice, room) for choice in node["oneOf"]])
    if "const" in node:
        return st.just(node["const"])
    if "enum" in node:
        return st.sampled_from(node["enum"])
    kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
    return st.one_of([_of_kind(kind, node, room) for kind in kinds])


def _of_kind(kind, node, room):
    match kind:
        case "object":
            return _objects(node, room)
        case "array":
            low, high = node.get("minItems", 0), node.get("maxItems", room)
            items = made_of(node["items"], max(1, room - 1))
            # most games have two sides
            return st.lists(items, min_size=low, max_size=low if low == 2 else high)
        case "string" if node.get("format") == "cards":
            return st.lists(CARDS, max_size=9).map(" ".join)
        case "string" if node.get("format") == "card":
            return CARDS
        case "string":
            return st.text(max_size=6).filter(str.strip)
        case "integer":
            step, low, high = node.get("multipleOf", 1), node["minimum"], node["maximum"]
            small = st.integers(max(low, -20) // step, min(high, 40) // step).map(
                lambda n: n * step
            )
            return st.one_of(small.map(lambda n: max(low, n)), st.sampled_from([low, high]))
        case "boolean":
            return st.booleans()
        case _:
            return st.none()


def _objects(node, room):
    if "properties" in node:
        required = node.get("required", ())
        parts = {key: made_of(value, room) for key, value in node["properties"].items()}
        needed = {key: part for key, part in parts.items() if key in required}
        others = {key: part for key, part in parts.items() if key not in required}
        return st.one_of(
            st.fixed_dictionaries(needed),
            st.fixed_dictionaries(needed, optional=others) if len(others) < 20 else _few(others),
        )
    names = node["propertyNames"]
    keys = st.sampled_from(names.get("enum", ["0", "5", "10", "15", "20", "50"]))
    return st.dictionaries(keys, made_of(node["additionalProperties"], room), max_size=4)


def _few(parts):
    """Objects with a few of many keys."""
    keys = st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True)
    return keys.flatmap(lambda names: st.fixed_dictionaries({name: parts[name] for name in names}))


ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 10**9 + 1, 10**40, 1.5, [], {}, "", [[]], {"kind": "turn"}]),
    SIGNS,
)


@st.composite
def spoilt(draw, documents):
    """The same documents with one value that is odd, one key too many or one too few."""
    document = draw(documents)
    node = document
    while isinstance(node, dict | list) and node:
        keys = sorted(node) if isinstance(node, dict) else range(len(node))
        key = draw(st.sampled_from(keys))
        below = node[key]
        if not isinstance(below, dict | list) or not below or draw(st.booleans()):
            match draw(st.integers(0, 2)):
                case 0:
                    node[key] = draw(ODD_VALUES)
                case 1 if isinstance(node, dict):
                    del node[key]
                case _ if isinstance(node, dict):
                    node[draw(SIGNS)] = draw(ODD_VALUES)
                case _:
                    node.append(draw(ODD_VALUES))
            return document
        node = below
    return document
