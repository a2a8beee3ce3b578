"""An application on a folder of its own, and phones that open its pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper import create_app
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchKeys, MatchSetup, Scorebook, SideSetup
from scorekeeper.storage.work import open_jobs

from .browsing import Phone


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """One application for all tests; every test starts matches of its own in it."""
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("instance")), "WORK": "requests"})


@pytest.fixture
def new_phone(app) -> Callable[..., Phone]:
    def make(language="en"):
        return Phone(app, language)

    return make


@pytest.fixture
def phone(new_phone) -> Phone:
    return new_phone()


@pytest.fixture
def book(app) -> Scorebook:
    """What the application wrote down."""
    return Scorebook(app.config["DATABASE"])


@pytest.fixture
def start(book) -> Callable[..., MatchKeys]:
    """Starts a match in the scorebook: names of the sides, and options by name."""

    def make(*names, dealer=3, **options):
        sides = tuple(SideSetup(name) for name in names or ("We", "They"))
        return book.start(MatchSetup(override(CLASSIC, options), sides, dealer))

    return make


@pytest.fixture
def idle(app) -> None:
    """Nothing that an earlier test has left is waiting or running."""
    with open_jobs(app.config["DATABASE"]) as jobs, jobs.writing():
        jobs.db.execute("UPDATE jobs SET state = 'failed', ended = 0 WHERE ended IS NULL")


@pytest.fixture
def board(phone, start):
    """The board of a match just started with the usual answers."""
    return phone.get(f"/j/{start().edit}")
