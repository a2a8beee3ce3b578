"""The real server on a free port, with a scorebook to prepare matches and to look behind it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from waitress import create_server
from waitress.wasyncore import close_all

from scorekeeper import create_app
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, Morto, SideTally, Tally
from scorekeeper.scorebook import Invitations, MatchSetup, Scorebook, SideSetup

# 210 + clean 200 + dirty 100 + two red threes 200 + bater 100 - 30 in hand = 780, and
# 65 - a red three without a canasta 100 - 90 in hand - morto 100 - its cards 150 = -375
EXAMPLE = Tally(
    (
        SideTally(
            CountedTable(ByPoints(210), Canastas(clean=1, dirty=1)),
            ByPoints(30),
            Morto.TAKEN,
            red_threes=2,
            went_out=True,
        ),
        SideTally(
            CountedTable(ByPoints(65), Canastas()),
            ByPoints(90),
            Morto.LEFT,
            ByPoints(150),
            red_threes=1,
        ),
    )
)
EXAMPLE_TOTALS = (780, -375)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the house and the links to it."""

    id: str
    edit_link: str
    watch_link: str

    @property
    def board(self) -> str:
        return f"/t/{self.id}"

    @property
    def entry(self) -> str:
        return f"/t/{self.id}/hands/new"


@dataclass(frozen=True, slots=True)
class House:
    """Where the server answers, and the scorebook it keeps."""

    root: str
    book: Scorebook

    def start(
        self,
        *hands: Tally | tuple[int, ...],
        names: tuple[str, str] = ("We", "They"),
        players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
        dealer: int = 3,
        **options: object,
    ) -> Match:
        """A match with these hands already entered."""
        sides = tuple(SideSetup(name, who) for name, who in zip(names, players, strict=True))
        keys = self.book.start(MatchSetup(override(CLASSIC, options), sides, dealer))
        for hand in hands:
            self.book.record_hand(keys.id, hand, self.book.last_seq(keys.id))
        return Match(keys.id, f"/j/{keys.edit}", f"/j/{keys.watch}")

    def renew(self, match: Match, may_edit: bool = True) -> None:
        """Renews a link of the match, as one of its phones does."""
        edit = match.edit_link.removeprefix("/j/")
        Invitations(self.book.path, b"").renew(match.id, may_edit, edit)

    def totals(self, match: Match) -> list[tuple[int, ...]]:
        """The hands of a match as they were written down."""
        return [hand.totals for hand in self.book.read(match.id).hands]


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Serves from the folder until the block ends."""
    app = create_app({"INSTANCE": folder})
    channels: dict[int, object] = {}
    server = create_server(app, map=channels, host="127.0.0.1", port=0, threads=8, ident=None)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield House(
            f"http://127.0.0.1:{server.effective_port}",
            Scorebook(app.config["DATABASE"], app.config["JOURNAL"]),
        )
    finally:
        # Closing from this thread would pull sockets from under the server's select().
        server.trigger.pull_trigger(lambda: close_all(channels))
        thread.join(10)
        server.task_dispatcher.shutdown()
        app.extensions["desk"].close()
