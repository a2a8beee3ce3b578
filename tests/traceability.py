"""Where each rule is implemented and tested: python -m tests.traceability writes the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.language.rulebook import TITLES

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "scorekeeper/rules/TRACE.md"
CODE = ("rules", "play", "scorebook", "web")
CITED = re.compile(r"`([a-z0-9]+\.[a-z0-9_]+)`")

INTRODUCTION = """\
# Where each rule lives

Made by `python -m tests.traceability`, held by a test: every rule has a docstring in the code that
names it, a test that cites it, and a text in six languages.

| rule | code | tests |
|---|---|---|
"""


def implementations() -> dict[str, list[str]]:
    """For each rule, the functions and modules whose docstrings name it."""
    found: dict[str, list[str]] = {rule: [] for rule in TITLES}
    for path in sorted(file for part in CODE for file in ROOT.glob(f"scorekeeper/{part}/*.py")):
        for name, text in docstrings(path):
            for rule in set(CITED.findall(text)) & set(TITLES):
                found[rule].append(f"{path.stem}.{name}" if name else path.stem)
    return found


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """The names and docstrings of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield getattr(node, "name", ""), ast.get_docstring(node) or ""


def tests() -> dict[str, list[str]]:
    """For each rule, the test modules and folders of worked hands that cite it."""
    found: dict[str, set[str]] = {rule: set() for rule in TITLES}
    modules = [path for path in ROOT.glob("tests/**/test_*.py") if "language" not in path.stem]
    for path in [*modules, *ROOT.glob("tests/worked/*/*.json")]:
        cited = set(
            re.findall(r"[\"'`# ]([a-z0-9]+\.[a-z0-9_]+)", path.read_text(encoding="utf-8"))
        )
        name = path.stem if path.suffix == ".py" else f"worked/{path.parent.name}"
        for rule in cited & set(TITLES):
            found[rule].add(name)
    return {rule: sorted(names) for rule, names in found.items()}


def table() -> str:
    """The whole document."""
    code, cited = implementations(), tests()
    rows = (
        f"| `{rule}` | {_listed(code[rule])} | {_listed(cited[rule])} |" for rule in sorted(TITLES)
    )
    return INTRODUCTION + "\n".join(rows) + "\n"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names)) or "–"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
