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


def test_every_rule_but_those_of_the_engine_is_implemented(code):
    missing = sorted(rule for rule in TITLES if not code[rule])
    assert missing == list(traceability.WAITING_FOR_THE_ENGINE)


@pytest.mark.parametrize("rule", sorted(set(TITLES) - set(traceability.WAITING_FOR_THE_ENGINE)))
def test_every_rule_is_cited_by_a_test(rule, cited):
    assert cited[rule]


def test_the_table_of_the_docs_is_up_to_date():
    assert traceability.TABLE.read_text(encoding="utf-8") == traceability.table()
