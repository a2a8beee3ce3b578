"""What every test shares: hypothesis profiles, and the place of the worked cases."""

from __future__ import annotations

import gc
import os
import re
import signal
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper import cli

# A shell has Ctrl-C ignored by what it starts in the background, and so would all that begins here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

slow_is_fine = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=slow_is_fine, database=None
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=1500)
settings.register_profile(
    "mutants", parent=settings.get_profile("default"), max_examples=10, derandomize=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@cache
def group_of(file: Path) -> str | None:
    """The `xdist_group` that is named in a file of tests, for all tests of the file."""
    found = re.search(r'xdist_group\("([\w-]+)"\)', file.read_text(encoding="utf-8"))
    return found and found[1]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Keeps groups together, so that their servers, browsers and walks are made once.

    xdist 3.8 writes the group into the id of a test, where pytest 9.2 no longer looks for it.
    """
    from xdist.scheduler import LoadGroupScheduling

    class Scheduling(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = config.rootpath / nodeid.partition("::")[0]
            return group_of(file) or super()._split_scope(nodeid)

    return Scheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is collected stays: nobody looks it through for what could be thrown away."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Runs a command in this process: its exit status, output and error output."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def running(*arguments):
        status = cli.run(list(arguments))
        output, errors = capsysbinary.readouterr()
        return status, output.decode(), errors.decode()

    return running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test printed may have half a character in it, which no worker could pass on."""
    report = yield
    report.sections = [
        (title, text.encode("utf-8", "backslashreplace").decode())
        for title, text in report.sections
    ]
    return report
