"""The rulebook and the formats, as documented, against the library."""

import ast
import json
import re
from pathlib import Path

import pytest

from scorekeeper import rules
from scorekeeper.answers import LINE_ORDER, answer_match, answer_ruling, answer_tally
from scorekeeper.language.rulebook import TITLES
from scorekeeper.replaying import answer_record
from scorekeeper.rules.options import OPTIONS, format_option
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

FOLDER = Path(rules.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
FORMATS = (FOLDER / "FORMATS.md").read_text(encoding="utf-8")

CODE = re.compile(r"`([^`]+)`")
RULE = re.compile(r"[a-z]+[0-9]?\.[a-z_]+")
EXAMPLE = re.compile(
    r"<!-- example (?P<name>\w+): (?P<command>score|match|judge|replay) "
    r"(?:document|answer, exit status (?P<status>\d)) -->\n```(?:json|tranca)\n(?P<text>.*?)\n```",
    re.DOTALL,
)
ANSWERING = {
    "score": answer_tally,
    "match": answer_match,
    "judge": answer_ruling,
    "replay": answer_record,
}


def section(title):
    """The text under a heading, with its subsections."""
    marks, _, _ = title.partition(" ")
    _, found, rest = README.partition(f"\n{title}\n")
    assert found, title
    return re.split(rf"^#{{1,{len(marks)}}} ", rest, flags=re.MULTILINE)[0]


def rows(text, columns):
    """The cells of the rows of all tables in the text."""
    found = []
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert len(cells) == columns, line
        found.append(cells)
    return [
        row
        for row, after in zip(found, [*found[1:], None], strict=True)
        if not is_divider(row) and not (after and is_divider(after))
    ]


def is_divider(row):
    return all(set(cell) == {"-"} for cell in row)


def name_in(cell):
    (name,) = CODE.findall(cell)
    assert cell == f"`{name}`"
    return name


def value_in(cell):
    words = {"on": True, "off": False, "null": None}
    return words[cell] if cell in words else int(cell)


def values_of(option):
    """What the table of options should say about the values of an option."""
    choices = ", ".join(f"`{choice}`" for choice in option.choices)
    span = f"{option.low} to {option.high}"
    steps = f", in steps of {option.step}" if option.step > 1 else ""
    null = ", or null" if option.nullable else ""
    return {
        "bool": "on or off",
        "int": f"{span}{steps}{null}",
        "choice": choices,
        "locks": f"list of {choices}",
        "values": f"object of ranks: {span}{steps}",
        "opening": f"points: {span}, or an object with `points` and `from`",
    }[option.kind]


OPTION_ROWS = {name_in(row[0]): row[1:] for row in rows(section("## Options"), 4)}


def test_every_option_stands_in_the_table_in_order():
    assert list(OPTION_ROWS) == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_values_of_an_option(name):
    assert OPTION_ROWS[name][0] == values_of(OPTIONS[name])


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize(("column", "preset"), [(1, "classic"), (2, "online")])
def test_default_of_an_option(name, column, preset):
    cell = OPTION_ROWS[name][column]
    value = format_option(PRESETS[preset], name)
    if isinstance(value, dict):
        assert cell == "see Card values"
    elif isinstance(value, list):
        assert CODE.findall(cell) == value
    elif isinstance(value, str):
        assert name_in(cell) == value
    else:
        documented = value_in(cell)
        assert (type(documented), documented) == (type(value), value)


def test_card_values():
    table = rows(section("### Card values"), 3)
    for column, preset in ((1, "classic"), (2, "online")):
        documented = {name_in(row[0]): int(row[column]) for row in table}
        assert documented == dict(PRESETS[preset].card_values)


def test_presets():
    table = {name_in(key): cells for key, *cells in rows(section("## Presets"), 3)}
    assert list(table) == list(PRESETS)
    for key, (base, differs) in table.items():
        if base != "classic":
            assert key in ("classic", "online")
            continue
        documented = {
            name: value_in(value) for name, value in re.findall(r"`(\w+)` (\w+)", differs)
        }
        changed = [n for n in OPTIONS if getattr(PRESETS[key], n) != getattr(CLASSIC, n)]
        assert documented == {name: format_option(PRESETS[key], name) for name in changed}


def test_every_rule_has_one_row():
    documented = [name_in(row[0]) for row in rows(section("## Rules"), 3)]
    assert sorted(documented) == sorted(TITLES)


def test_rules_depend_on_options_that_exist():
    named = {name for row in rows(section("## Rules"), 3) for name in CODE.findall(row[2])}
    assert named == set(OPTIONS)


@pytest.mark.parametrize("text", [README, FORMATS], ids=["README", "FORMATS"])
def test_only_rules_that_exist_are_named(text):
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    named = {code for code in CODE.findall(prose) if RULE.fullmatch(code)}
    assert "match.target" in named
    assert named - set(TITLES) == ({"overrides.target"} if text is FORMATS else set())


def test_score_lines_stand_in_order():
    numbered = re.findall(r"^\d+\. `(.+)`$", section("## Score lines"), re.MULTILINE)
    assert tuple(numbered) == LINE_ORDER


def test_the_checks_of_a_tally_cite_what_the_code_cites():
    cited = {
        node.value
        for module in ("checks.py", "melds.py")
        for node in ast.walk(ast.parse((FOLDER / module).read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in TITLES
    }
    assert {name_in(row[1]) for row in rows(section("## What a tally must satisfy"), 2)} == cited


def examples():
    documents, answers = {}, {}
    for found in EXAMPLE.finditer(FORMATS):
        kind = documents if found["status"] is None else answers
        assert found["name"] not in kind
        kind[found["name"]] = found
    assert documents.keys() == answers.keys()
    return [pytest.param(documents[name], answers[name], id=name) for name in documents]


def test_every_block_is_an_example():
    blocks = FORMATS.count("```json") + FORMATS.count("```tranca")
    assert blocks == len(EXAMPLE.findall(FORMATS)) == 2 * len(examples())
    assert blocks >= 10


@pytest.mark.parametrize(("document", "answer"), examples())
def test_an_example_gives_the_answer_printed(document, answer):
    assert document["command"] == answer["command"]
    given = ANSWERING[document["command"]](document["text"].encode(), "en")
    assert given.document == json.loads(answer["text"])
    assert list(given.document) == list(json.loads(answer["text"]))
    assert given.status == int(answer["status"])
