"""The application that the requests are sent to, and a way back to how it was."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.scorebook import Scorebook

from . import seeds

COOKIE = "tranca"


class House:
    """An application with some matches, and the cookie of a phone that may edit them."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="fuzz-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        config = {
            "INSTANCE": str(self.folder),
            "SECRET_KEY": "fuzz",
            "JOURNAL": "delete",
            "WORK": "requests",
            "WTF_CSRF_ENABLED": False,
            "PROPAGATE_EXCEPTIONS": True,
        }
        self.app = create_app(config)
        self.database = Path(self.app.config["DATABASE"])
        book = Scorebook(self.database, "delete")
        made = (seeds.lived(book), seeds.counted(book), seeds.of_three(book), _empty(book))
        self.matches = {f"M{number}": match for number, match in enumerate(made)}
        self.phone = self.app.test_client()
        for match in made:
            self.phone.get(f"/j/{book.keys(match).edit}")
        self.cookie = self._cookie(self.phone)
        self.whole = self.database.read_bytes()
        self.is_written = False

    def new_client(self) -> FlaskClient:
        """A phone as it was at first, in front of the database as it was."""
        if self.is_written:
            self.database.write_bytes(self.whole)
            self.is_written = False
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.cookie)
        return client

    def named(self, text: str) -> str:
        """The text with the names of the matches for their ids, which are drawn anew each time."""
        for name, match in self.matches.items():
            text = text.replace(match, f"{{{name}}}")
        return text

    def meant(self, text: str) -> str:
        for name, match in self.matches.items():
            text = text.replace(f"{{{name}}}", match)
        return text

    @staticmethod
    def _cookie(client: FlaskClient) -> str:
        found = client.get_cookie(COOKIE)
        assert found is not None
        return found.value


def _empty(book: Scorebook) -> str:
    setup = seeds.MatchSetup(seeds.PRESETS["carioca"], seeds.NAMES, dealer=2)
    return book.start(setup).id


@cache
def house() -> House:
    return House()
