"""Imports go one way, and only where the work is done: read from the source of every module."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import scorekeeper

ROOT = Path(scorekeeper.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
PARTS = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}

# the whole of the standard library that the rules may use
PURE = {
    "__future__", "collections", "dataclasses", "enum", "functools", "itertools", "json", "math",
    "operator", "re", "types", "typing", "unicodedata",
}  # fmt: skip
# the engine shuffles too, with a source of chance that it is given
PURE_PLAY = PURE | {"abc", "random"}
WEB_ONLY = {"flask", "flask_wtf", "wtforms", "werkzeug", "jinja2", "markupsafe", "waitress"}
STORAGE_ONLY = {"sqlite_utils", "sqlite3"}
SPREAD_OUT = {"simulation/cluster.py", "simulation/batches.py"}

# what a part of the package may import of the rest of it
MAY_IMPORT = {
    "rules": {"rules"},
    "play": {"rules", "play"},
    "language": {"rules", "language"},
    "storage": {"rules", "storage"},
    "scorebook": {"rules", "storage", "scorebook"},
    "rulebook": {"rules", "play", "language", "rulebook"},
    "assistant": {"rules", "play", "assistant"},
    "web": {
        "rules",
        "assistant",
        "play",
        "language",
        "rulebook",
        "storage",
        "searching",
        "scorebook",
        "work",
        "web",
        "answers",
        "terminal",
        "replaying",
        "machine_log",
        "places",
        "__init__",
    },
    "searching": {"rules", "language", "storage"},
    "terminal": set(),
    "places": {"rules"},
    "refusing": {"language", "storage", "terminal", "answers", "places"},
    "usage": {"language", "terminal"},
    "serving": {"language", "storage", "terminal", "answers", "places", "refusing"},
    "keeping": {"language", "storage", "terminal", "answers", "places", "refusing"},
    "moving": {
        "rules",
        "language",
        "storage",
        "scorebook",
        "terminal",
        "answers",
        "places",
        "keeping",
        "refusing",
    },
    "machine_log": set(),
    "answers": {"rules", "play", "language", "terminal"},
    "replaying": {"rules", "play", "language", "terminal", "answers"},
    "simulation": {
        "rules",
        "play",
        "language",
        "terminal",
        "answers",
        "replaying",
        "simulation",
        "__init__",
    },
    "work": {"rules", "play", "simulation", "storage", "work", "machine_log"},
    "cli": {
        "places",
        "refusing",
        "usage",
        "serving",
        "keeping",
        "moving",
        "replaying",
        "simulation",
        "rules",
        "play",
        "language",
        "storage",
        "scorebook",
        "terminal",
        "answers",
        "__init__",
    },
    "__main__": {"cli"},
    "__init__": set(),
}
INSIDE_A_FUNCTION = {
    "cli": {"searching"},
    "serving": {"web"},
    "__init__": {"web"},
}


def part_of(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@cache
def imports_of(path):
    """Pairs (dotted name, whether at module level), relative names made absolute."""
    return tuple(_imports_of(path))


def _imports_of(path):
    package = ["scorekeeper", *path.relative_to(ROOT).parent.parts]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {node for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield name, node not in inside


def outside(path):
    return {name.split(".")[0] for name, _ in imports_of(path)} - {"scorekeeper"}


def inside(path, at_module_level):
    """The parts of this package that a module imports."""
    found = set()
    for name, top in imports_of(path):
        pieces = name.split(".")
        if pieces[0] == "scorekeeper" and top == at_module_level:
            found.add(pieces[1] if pieces[1] in PARTS else "__init__")
    return found


def named(paths):
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in paths]


def test_the_modules_are_found():
    assert {part_of(path) for path in MODULES} >= {"rules", "language", "cli", "__main__"}
    assert ("scorekeeper.rules.problems.DocumentError", True) in set(imports_of(ROOT / "cli.py"))
    assert ("scorekeeper.web.serve.serve", False) in set(imports_of(ROOT / "serving.py"))


@pytest.mark.parametrize("path", named(MODULES))
def test_imports_go_one_way(path):
    part = part_of(path)
    assert inside(path, at_module_level=True) <= MAY_IMPORT[part]
    lazily = MAY_IMPORT[part] | INSIDE_A_FUNCTION.get(part, set())
    assert inside(path, at_module_level=False) <= lazily


@pytest.mark.parametrize("path", named(p for p in MODULES if part_of(p) == "rules"))
def test_the_rules_use_nothing_that_touches_the_world(path):
    assert outside(path) <= PURE


@pytest.mark.parametrize("path", named(p for p in MODULES if part_of(p) == "play"))
def test_the_engine_uses_nothing_that_touches_the_world(path):
    assert outside(path) <= PURE_PLAY


@pytest.mark.parametrize("path", named(p for p in MODULES if part_of(p) == "assistant"))
def test_the_assistant_uses_nothing_that_touches_the_world(path):
    assert outside(path) <= PURE


@pytest.mark.parametrize("path", named(p for p in MODULES if part_of(p) == "language"))
def test_language_needs_babel_and_nothing_else_from_outside(path):
    assert outside(path) <= sys.stdlib_module_names | {"babel"}


@pytest.mark.parametrize("path", named(MODULES))
def test_only_the_web_knows_flask_and_only_storage_knows_sqlite(path):
    part, found = part_of(path), outside(path)
    if part not in ("web", "__init__"):
        assert not found & WEB_ONLY
    if part != "storage":
        assert not found & STORAGE_ONLY


@pytest.mark.parametrize("path", named(MODULES))
def test_only_simulations_on_a_cluster_know_dask(path):
    if path.relative_to(ROOT).as_posix() not in SPREAD_OUT:
        assert not outside(path) & {"dask", "distributed"}


@pytest.mark.parametrize(
    ("imported", "unwanted"),
    [
        ("scorekeeper", ["flask", "babel", "sqlite_utils", "click"]),
        ("scorekeeper.rules.documents", ["flask", "babel", "sqlite_utils", "click", "gettext"]),
        (
            "scorekeeper.cli",
            ["flask", "sqlite_utils", "waitress", "scorekeeper.web", "distributed"],
        ),
        ("scorekeeper.language.sentences", ["flask", "sqlite_utils", "click"]),
    ],
)
def test_what_an_import_does_not_load(imported, unwanted):
    program = f"import sys, {imported}; print(*[n for n in {unwanted!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT.parent,
    )
    assert done.stdout.split() == []
