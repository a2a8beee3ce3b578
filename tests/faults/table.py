"""A match that was started through the form, and the link by which more phones come to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .wire import Phone

TARGET = "100000"  # so far that no run comes to it
TOTAL = re.compile(r'<p class="total[^"]*">([^<]*)</p>')
LINK = re.compile(r"/j/[\w-]+")


def read_totals(board: str) -> tuple[int, ...]:
    """The totals of a board in English."""
    return tuple(int(t.replace(",", "").replace("\u2212", "-")) for t in TOTAL.findall(board))


@dataclass(frozen=True, slots=True)
class Table:
    """A match and the phone that has started it; `entry_id` is that of its start."""

    phone: Phone
    board: str
    link: str
    entry_id: str

    @property
    def id(self) -> str:
        return self.board.removeprefix("/t/")

    @property
    def entry(self) -> str:
        return f"{self.board}/hands/new"

    def totals(self) -> tuple[int, ...]:
        """What the board shows."""
        return read_totals(self.phone.get(self.board).text)

    def join(self, root: str = "") -> Phone:
        """One more phone that may enter hands, there or at another server of the database."""
        phone = Phone(root or self.phone.root)
        phone.get(self.link)
        return phone


def open_match(root: str, phone: Phone | None = None) -> Table:
    """Starts a match with a far target."""
    phone = phone or Phone(root)
    fields = phone.get("/new").values("/new")
    answer = phone.post("/new", fields | {"target": "own", "target_own": TARGET, "dealer": "3"})
    assert answer.status == 303, answer
    (link,) = set(LINK.findall(phone.get(f"{answer.location}/share").text))
    return Table(phone, answer.location, str(link), fields["entry_id"])
