"""The OpenAPI file says what the code does, and its examples come true."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper import create_app
from scorekeeper.language import LANGUAGES
from scorekeeper.language.rulebook import TITLES
from scorekeeper.play.documents import KINDS, OPTIONAL, PHASES
from scorekeeper.play.position import SideMorto
from scorekeeper.play.rulings import Effect
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.match import Status
from scorekeeper.rules.options import OPTIONS, override
from scorekeeper.rules.problems import CardError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import Morto
from scorekeeper.scorebook import MatchSetup, SideSetup
from scorekeeper.web.api_requests import LARGEST_DOCUMENT

from .describing import FILE, JSON, ROOT, SCHEMAS, answers_of, check, operations, resolve


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """An application whose tests may ask as much as they like."""
    folder = str(tmp_path_factory.mktemp("described"))
    return create_app({"INSTANCE": folder, "WORK": "requests", "API_BURST": 1e9})


def every_ref(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from every_ref(value)
    elif isinstance(node, list):
        for value in node:
            yield from every_ref(value)


def test_every_reference_leads_somewhere_and_nothing_is_left_over():
    refs = set(every_ref(FILE))
    for ref in refs:
        resolve({"$ref": ref})
    named = {f"#/components/{kind}/{n}" for kind, all in FILE["components"].items() for n in all}
    assert named == refs


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name].get("description") or name in ("Card", "Problem", "Effect", "ScoreSide")


def test_every_address_is_described_with_its_methods(app):
    here = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule.removeprefix(ROOT)), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(f"{ROOT}/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert here == {(path, method) for path, method, _ in operations()}
    assert not [r.rule for r in app.url_map.iter_rules() if r.rule.startswith("/api") and
                not r.rule.startswith(f"{ROOT}/") and r.rule != "/api"]  # fmt: skip


def test_operations_are_complete():
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(ids)) == len(ids)
    for path, method, operation in operations():
        assert {"summary", "responses", "parameters"} <= operation.keys()
        named = {resolve(p)["name"] for p in operation["parameters"] if resolve(p)["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path))
        for status, answer in answers_of(path, method).items():
            assert answer["description"]
            assert (JSON in answer.get("content", {})) == (status != 204)
        if method == "post":
            assert {200, 400, 413, 415, 429} <= set(answers_of(path, method))


def test_what_is_told_of_the_game_is_what_the_rules_say():
    assert set(SCHEMAS["Rule"]["enum"]) == set(TITLES)
    assert SCHEMAS["Ruleset"]["enum"] == list(PRESETS)
    assert list(SCHEMAS["Overrides"]["properties"]) == list(OPTIONS)
    assert FILE["components"]["parameters"]["lang"]["schema"]["enum"] == list(LANGUAGES)
    assert SCHEMAS["Effect"]["enum"] == [str(effect) for effect in Effect]
    assert SCHEMAS["Standing"]["properties"]["status"]["enum"] == [str(one) for one in Status]
    side = SCHEMAS["TallySide"]["oneOf"][0]["properties"]
    assert set(side["morto"]["enum"]) == {str(one) for one in Morto}


def test_what_is_told_of_a_position_is_what_the_judge_reads():
    position = SCHEMAS["Position"]
    assert list(position["properties"]) == ["phase", *OPTIONAL]
    assert position["properties"]["phase"]["enum"] == [str(phase) for phase in PHASES]
    assert position["properties"]["morto"]["enum"] == [str(one) for one in SideMorto]
    kinds = [move["properties"]["kind"]["const"] for move in SCHEMAS["Move"]["oneOf"]]
    assert set(kinds) == set(KINDS)


PIECES = st.sampled_from(
    ["KS", "10h", "T♥", "2♣\ufe0f", "JK", "jK", "*", "🃏", "1S", "0H", "K", "S", "JKS", "10", "11D"]
)
GAPS = st.sampled_from([" ", ",", ", ", "\n", "\t,", "", ";"])


@given(st.lists(st.tuples(GAPS, PIECES, GAPS), max_size=4), st.text(max_size=3))
def test_a_text_of_cards_is_what_the_reader_takes_for_one(parts, more):
    text = "".join(gap + piece + other for gap, piece, other in parts) + more
    try:
        count = len(parse_cards(text))
    except CardError:
        count = None
    assert bool(re.search(SCHEMAS["Cards"]["pattern"], text)) == (count is not None)
    assert bool(re.search(SCHEMAS["Card"]["pattern"], text)) == (count == 1)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_its_range(name):
    option, schema = OPTIONS[name], SCHEMAS["Overrides"]["properties"][name]
    kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type")]
    assert ("null" in kinds) == option.nullable
    match option.kind:
        case "bool":
            assert kinds == ["boolean"]
        case "int":
            found = (kinds[0], schema["minimum"], schema["maximum"], schema.get("multipleOf", 1))
            assert found == ("integer", option.low, option.high, option.step)
        case "choice":
            assert tuple(schema["enum"]) == option.choices
        case "locks":
            assert tuple(schema["items"]["enum"]) == option.choices
        case "values":
            assert set(schema["propertyNames"]["enum"]) == set(CLASSIC.card_values)
            found = schema["additionalProperties"]
            assert (found["maximum"], found["multipleOf"]) == (option.high, option.step)
        case _:
            points, opening = schema["oneOf"]
            assert points["maximum"] == opening["properties"]["points"]["maximum"] == option.high


def test_the_limit_is_the_one_that_is_told():
    assert f"{LARGEST_DOCUMENT:,} bytes" in FILE["info"]["description"]


def test_the_file_is_served(app):
    answer = app.test_client().get(f"{ROOT}/openapi.json")
    assert (answer.status_code, answer.mimetype) == (200, JSON)
    assert answer.json == FILE


def test_under_the_path_of_another_site_the_file_says_so(app):
    answer = app.test_client().get(f"{ROOT}/openapi.json", base_url="http://localhost/tranca")
    assert answer.json == FILE | {"servers": [{"url": f"/tranca{ROOT}"}]}


def examples():
    for path, method, operation in operations():
        body = operation.get("requestBody", {"content": {}})
        for kind, media in body["content"].items():
            for name, example in media["examples"].items():
                yield pytest.param(path, method, kind, name, example["value"], id=f"{path}-{name}")


def told(path, method, name):
    """The status and the document of an example's answer."""
    (found,) = [
        (status, media["examples"][name]["value"])
        for status, answer in answers_of(path, method).items()
        for media in answer.get("content", {}).values()
        if name in media.get("examples", {})
    ]
    return found


@pytest.mark.parametrize(("path", "method", "kind", "name", "value"), list(examples()))
def test_an_example_comes_true(app, path, method, kind, name, value):
    body = value if isinstance(value, str) else json.dumps(value)
    answer = app.test_client().open(ROOT + path, method=method, data=body, content_type=kind)
    assert (answer.status_code, answer.json) == told(path, method, name)
    check(path, method, answer.status_code, answer.json)


def test_the_example_of_an_open_match_comes_true(app, book):
    status, document = told("/t/{secret}", "get", "one_hand")
    players = document["seats"]
    names = document["match"]["sides"]
    sides = tuple(SideSetup(name, tuple(players[n::2])) for n, name in enumerate(names))
    keys = book.start(MatchSetup(override(CLASSIC, {}), sides, document["match"]["dealer"]))
    book.record_hand(keys.id, tuple(document["totals"]), 1)
    answer = app.test_client().get(f"{ROOT}/t/{keys.watch}")
    assert answer.status_code == status
    times = {key: document[key] for key in ("started", "changed")}
    assert answer.json | times == document
    check("/t/{secret}", "get", 200, answer.json)
