"""What people type into the form of a hand."""

from __future__ import annotations

# Table 210, a clean and a dirty canasta (200 + 100), two red threes (200), out (100), hand 30: 780.
# Table 65, a red three without a canasta (-100), morto left (-100) with 150 in it, hand 90: -375.
EXAMPLE = {
    "went_out": "0",
    "s0-table": "210",
    "s0-clean": "1",
    "s0-dirty": "1",
    "s0-red_threes": "2",
    "s0-morto": "taken",
    "s0-hand": "30",
    "s1-table": "65",
    "s1-red_threes": "1",
    "s1-morto": "left",
    "s1-hand": "90",
    "s1-morto_cards": "150",
}
EXAMPLE_TOTALS = (780, -375)

# A quiet hand: nobody out, both mortos taken, 100 : 50.
QUIET = {
    "went_out": "nobody",
    "s0-table": "100",
    "s0-morto": "taken",
    "s0-hand": "0",
    "s1-table": "50",
    "s1-morto": "taken",
    "s1-hand": "0",
}
SAVE = "save=1"
CHECK = "check=1"


def totals(*points):
    """Only the totals of the sides."""
    return {"totals_only": "1"} | {f"s{n}-total": str(p) for n, p in enumerate(points)}


def enter(board, typed):
    """The answer to a new hand typed on a page with a board."""
    return board.follow("Enter hand").submit(typed, SAVE)


def written(page):
    """The totals that a board shows, as plain numbers."""
    found = page.id("board").all("p", class_="total")
    return tuple(int(node.text.replace(",", "").replace("\u2212", "-")) for node in found)


def rows(page):
    """The hands of a board, the latest first: what each side scored and had then."""
    table = page.id("hands").all("tbody")[0]
    return [
        [cell.text for cell in row.all() if cell.tag in ("td", "th")] for row in table.all("tr")
    ]


def match_of(page):
    """The id of the match whose page this is."""
    return page.path.split("/t/")[1].split("/")[0]


def start_with_everything(start, book):
    """A match with a hand, a hand that was deleted, and points beside the hands."""
    keys = start()
    for points in ((300, 100), (50, 60)):
        book.record_hand(keys.id, points, book.last_seq(keys.id))
    book.adjust(keys.id, (0, -100), "a foul", book.last_seq(keys.id))
    book.delete_hand(keys.id, 3, book.last_seq(keys.id))
    return keys
