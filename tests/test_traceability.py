"""Every rule has its place in the code, its test and its text."""

from __future__ import annotations

import pytest
import traceability

from scorekeeper.language.rulebook import TITLES


@pytest.fixture(scope="module")
def code():
    return traceability.implementations()


@pytest.fixture(scope="module")
def cited():
    return traceability.tests()


@pytest.mark.parametrize("rule", sorted(TITLES))
def test_every_rule_is_implemented(rule, code):
    assert code[rule]


@pytest.mark.parametrize("rule", sorted(TITLES))
def test_every_rule_is_cited_by_a_test(rule, cited):
    assert cited[rule]


def test_the_table_of_the_docs_is_up_to_date():
    assert traceability.TABLE.read_text(encoding="utf-8") == traceability.table()
