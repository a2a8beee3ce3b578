"""Every line of the security review names tests, and they exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
REVIEW = TESTS.parent / "scorekeeper/web/SECURITY.md"
TEXT = REVIEW.read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"\| \d", line)
]
NAMED = re.compile(r"`((?:\w+/)?test_\w+)::(test_\w+)`")
SUBJECTS = (
    "only watch", "log of the machine", "referrers", "old link", "CSRF", "clickjacking",
    "Content-Security-Policy", "HttpOnly", "XSS", "reflected", "spreadsheet", "path", "redirect",
    "fixation", "guessing a link", "guessing a code", "constant time", "pip-audit",
)  # fmt: skip


def names_in(module):
    source = (TESTS / f"{module}.py").read_text(encoding="utf-8")
    return {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}


def test_the_lines_are_numbered_through():
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    assert len(ROWS) >= 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_line_says_what_holds_it_and_which_tests_show_it(row):
    number, threat, held, tests = row
    assert threat and held, number
    named = NAMED.findall(tests)
    assert named, number
    assert NAMED.sub("", tests).strip(" ,") == ""
    for module, test in named:
        assert test in names_in(module), f"{module}::{test}"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_nothing_that_was_asked_for_is_left_out(subject):
    assert subject in " ".join(TEXT.split())
