"""The server, the browser and the phones of the journeys."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from .house import House, open_house
from .phone import PATIENCE, Phone

# The shell is the same engine without windows: a new phone costs it a fraction of the time.
NAMES = ("chromium-headless-shell", "chromium")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), "/usr/bin/chromium")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The running server."""
    with open_house(tmp_path_factory.mktemp("instance")) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; without one, journeys are skipped, but never where CI is set."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        try:
            started = driver.chromium.launch(executable_path=CHROMIUM)
        except Error as error:
            reason = f"no browser at {CHROMIUM}: {str(error).splitlines()[0]}"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(f"{reason}; on Debian: apt install {NAMES[0]}")
        yield started
        started.close()


@pytest.fixture
def phones(browser: Browser, house: House) -> Iterator[Callable[..., Phone]]:
    """Makes phones; none of their pages may have complained by the end of the journey."""
    made: list[Phone] = []

    def make(**traits: object) -> Phone:
        made.append(Phone(browser, house.root, **traits))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
    assert [complaint for phone in made for complaint in phone.complaints] == []
