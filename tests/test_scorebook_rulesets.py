"""Rulesets that are saved under a name, to be used again."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.rules.options import override
from scorekeeper.rules.problems import DocumentError, Finding, ScorekeeperError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    MOST_RULESETS,
    NAME_LIMIT,
    SavedRuleset,
    Scorebook,
    SetupRejected,
    TooManyRulesets,
)
from scorekeeper.storage.connection import open_database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = override(CLASSIC, {"target": 5000, "opening_minimum": {"points": 50, "from": 500}})
SAVERS = 3


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", clock=lambda: NOON)


def stored(book):
    with open_database(book.path) as db:
        return db.execute("SELECT owner, name, preset, at FROM rulesets").fetchall()


def test_a_ruleset_is_kept_for_its_owner(book):
    assert book.rulesets("ida") == ()
    assert book.save_ruleset("ida", "Casa", LONG) == SavedRuleset("Casa", LONG)
    assert book.rulesets("ida") == (SavedRuleset("Casa", LONG),)
    assert book.rulesets("ida")[0].ruleset.preset == "classic"
    assert book.rulesets("léo") == ()
    assert stored(book) == [("ida", "Casa", "classic", NOON.isoformat())]


def test_the_same_name_replaces(book):
    book.save_ruleset("ida", "Casa", LONG)
    book.save_ruleset("ida", " Casa\n", PRESETS["online"])
    assert book.rulesets("ida") == (SavedRuleset("Casa", PRESETS["online"]),)
    assert book.rulesets("ida")[0].ruleset.preset == "online"


def test_rulesets_are_listed_by_name(book):
    for name in ("torneio", "Praia", "casa"):
        book.save_ruleset("ida", name, LONG)
    assert [saved.name for saved in book.rulesets("ida")] == ["casa", "Praia", "torneio"]


def test_a_ruleset_is_forgotten(book):
    book.save_ruleset("ida", "Casa", LONG)
    book.save_ruleset("ida", "Praia", LONG)
    book.save_ruleset("léo", "Casa", LONG)
    for _ in range(2):
        book.forget_ruleset("ida", "Casa ")
        assert [saved.name for saved in book.rulesets("ida")] == ["Praia"]
    book.forget_ruleset("ida", "")
    assert len(stored(book)) == 2


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("", Finding.KEY_MISSING),
        (" \t\u200b", Finding.KEY_MISSING),
        ("x" * (NAME_LIMIT + 1), Finding.TOO_LARGE),
    ],
)
def test_what_a_name_may_not_be(book, name, finding):
    with pytest.raises(DocumentError) as caught:
        book.save_ruleset("ida", name, LONG)
    assert (caught.value.where, caught.value.finding) == ("name", finding)
    assert book.save_ruleset("ida", "x" * NAME_LIMIT, LONG).name == "x" * NAME_LIMIT


def test_options_that_do_not_go_together(book):
    with pytest.raises(SetupRejected) as caught:
        book.save_ruleset("ida", "Casa", replace(CLASSIC, sides=3))
    assert {problem.rule for problem in caught.value.problems} == {"ruleset.options"}
    with pytest.raises(DocumentError):
        book.save_ruleset("ida", "Casa", replace(CLASSIC, target=3))
    assert book.rulesets("ida") == ()


def test_there_is_room_for_so_many(book):
    for number in range(MOST_RULESETS):
        book.save_ruleset("ida", f"R{number:02}", CLASSIC)
    with pytest.raises(TooManyRulesets) as caught:
        book.save_ruleset("ida", "one more", LONG)
    assert caught.value.most == MOST_RULESETS == 30
    assert isinstance(caught.value, ScorekeeperError)
    book.save_ruleset("ida", "R07", LONG)
    book.save_ruleset("léo", "one more", LONG)
    assert len(book.rulesets("ida")) == MOST_RULESETS
    assert book.rulesets("ida")[7].ruleset == LONG
    book.forget_ruleset("ida", "R00")
    book.save_ruleset("ida", "one more", LONG)
    assert book.rulesets("ida")[0].name == "one more"


def test_what_cannot_be_read_takes_no_room(book):
    book.save_ruleset("ida", "Casa", LONG)
    with open_database(book.path) as db:
        for number in range(MOST_RULESETS):
            row = ("ida", f"old {number}", "bridge", "{}", NOON.isoformat())
            db.execute("INSERT INTO rulesets VALUES (?, ?, ?, ?, ?)", row)
    assert [saved.name for saved in book.rulesets("ida")] == ["Casa"]
    book.save_ruleset("ida", "Praia", LONG)
    assert len(book.rulesets("ida")) == 2


def save_many(path, start, saver):
    book = Scorebook(path)
    start.wait()
    for number in range(MOST_RULESETS):
        try:
            book.save_ruleset("ida", f"{saver}-{number}", LONG)
        except TooManyRulesets:
            return


def test_the_limit_holds_when_many_save_at_once(book):
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(SAVERS)
    jobs = [
        context.Process(target=save_many, args=(book.path, start, saver)) for saver in range(SAVERS)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * SAVERS
    assert len(stored(book)) == MOST_RULESETS
