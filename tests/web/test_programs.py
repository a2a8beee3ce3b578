"""The page for people who write programs: its lines are the addresses that there are."""

from __future__ import annotations

import re

from .describing import FILE


def test_every_address_of_the_api_has_a_line_to_try(phone):
    page = phone.get("/rules/classic").follow_row("For programs")
    assert page.path == "/api"
    lines = [node.text for node in page.root.all("pre")]
    tried = {re.search(r"http://localhost/api/v1(/\S+)", line)[1] for line in lines}
    described = {path.replace("{secret}", "SECRET") for path in FILE["paths"]}
    assert tried == described - {"/openapi.json"}
    assert "/api/v1/openapi.json" in page.links()


def test_the_limits_that_it_tells_are_those_of_the_server(phone):
    page = phone.get("/api")
    assert "65,536" in page.text
    assert "5 s at once, then 10 % of the time" in page.text


def test_a_table_has_no_row_for_programs(board):
    page = board.phone.get(f"{board.path}/rules")
    assert "For programs" not in page.text
