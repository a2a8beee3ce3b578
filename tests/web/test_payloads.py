"""Whatever is typed stays text: a page has the same elements and attributes as with plain words."""

from __future__ import annotations

import csv
import io
import json
import os
from io import BytesIO
from urllib.parse import urlencode

import pytest
from payloads import PAYLOADS, name, twin

from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchSetup, PlayersChanged, Scorebook, SideSetup
from scorekeeper.scorebook.wording import tidy
from scorekeeper.web.csv_file import FORMULA_SIGNS

from .browsing import Phone, read
from .entries import match_of

PAGES = (
    "", "/board", "/hands/new", "/hands/{hand}", "/hands/{hand}/edit", "/log", "/share",
    "/share?for=watch", "/print", "/players", "/dealer", "/deal", "/timer", "/adjust",
    "/adjustments/{points}", "/options", "/ruling", "/ruling/foul", "/ruling/winner", "/end",
    "/delete", "/odds",
)  # fmt: skip
AFTERWARDS = ("", "/log", "/share", "/rematch", "/print", "/day", "/hands/{hand}")
ELSEWHERE = ("/", "/new", "/new?like={match}", "/simulate?match={match}")
FILES = ("match.csv", "match.json", "export.json")


def shape(page):
    """The elements of a page with the names of their attributes, in order."""
    assert page.is_html, page.path
    return [(node.tag, *sorted(node.attrs)) for node in page.root.walk()]


def words(page):
    """All that the page says, in its text and in its attributes."""
    told = [page.root.text]
    told += [" ".join(v.split()) for node in page.root.walk() for v in node.attrs.values()]
    return "\n".join(told)


FIELDS = ("side0", "side1", "player0", "player1", "player2", "player3", "save_as")
OTHERS = ("nickname", "reason", "bench")
PLAIN = ["Nora"] * len(FIELDS + OTHERS)
ALL = os.environ.get("PAYLOADS") == "all"
STEP = 1 if ALL else 8  # every text is typed somewhere; in every field only where all is asked for
MANY = 1 if ALL else 8


def texts_from(first):
    """As many texts as there are fields, from this one on."""
    return [PAYLOADS[(first + n) % len(PAYLOADS)] for n in range(len(PLAIN))]


class Typed:
    """A match in which everything that can be typed is one of these texts."""

    def __init__(self, phone, book, texts):
        self.phone, self.book = phone, book
        typed = {
            field: name(text, number)
            for number, (field, text) in enumerate(zip(FIELDS, texts, strict=False))
        }
        nickname, reason, bench = texts[len(FIELDS) :]
        self.names = [tidy(typed[field]) for field in FIELDS[:6]]
        board = phone.get("/new").submit(typed | {"target": "3000", "dealer": "3"})
        assert board.first_status == 303, board.all_problems()
        self.id = match_of(board)
        book.record_hand(self.id, (780, -375), 1)
        sides = book.read(self.id).sides
        phone.get(f"/t/{self.id}/log").submit({"nickname": nickname[:38]}, action="/log/name")
        adjusted = phone.get(f"/t/{self.id}/adjust").submit(
            {"points0": "10", "kind": "other", "words": reason}
        )
        assert adjusted.first_status == 303, adjusted.all_problems()
        book.change(self.id, PlayersChanged(sides, (name(bench, 8),), 0), 3)
        record = book.read(self.id)
        self.hand, self.points = record.hands[0].id, record.adjustments[0].id

    def pages(self):
        """Every page with something typed on it."""
        yield from self._pages(PAGES)
        self.book.record_hand(self.id, (3100, 0), self.book.last_seq(self.id))
        yield from self._pages(AFTERWARDS)
        for address in ELSEWHERE:
            yield self.phone.get(address.format(match=self.id))

    def _pages(self, addresses):
        for address in addresses:
            address = address.format(hand=self.hand, points=self.points)
            page = self.phone.get(f"/t/{self.id}{address}")
            assert page.status == 200, address
            yield page


@pytest.fixture(scope="module")
def plain(app):
    """The shapes of all pages of a match where only plain words were typed."""
    typed = Typed(Phone(app), Scorebook(app.config["DATABASE"]), PLAIN)
    return [shape(page) for page in typed.pages()]


@pytest.mark.parametrize("first", range(0, len(PAYLOADS), STEP))
def test_stored_and_shown_on_every_page_of_a_match(new_phone, book, plain, first):
    hostile, shown = Typed(new_phone(), book, texts_from(first)), 0
    for page, wanted in zip(hostile.pages(), plain, strict=True):
        assert shape(page) == wanted, page.path
        shown += hostile.names[0] in words(page)
    assert shown > 15, "where are the names?"
    check_files(hostile)


def check_files(typed):
    """The files of a match hold the text as it was typed, and no spreadsheet calculates it."""
    for file in FILES:
        answer = typed.phone.fetch(f"/t/{typed.id}/{file}")
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Disposition"].startswith("attachment")
        if file.endswith(".json"):
            kept = typed.names if file == "export.json" else typed.names[:2]
            assert set(kept) <= set(told_in(json.loads(answer.text)))
        else:
            check_cells(answer.text.removeprefix("\ufeff"))


def told_in(value):
    """Every text of a document."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in told_in(part)]


def check_cells(text):
    for delimiter in ",;\t|":
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            for cell in row:
                is_number = cell.removeprefix("-").isdecimal()
                assert is_number or not cell.startswith(FORMULA_SIGNS), (delimiter, cell)


def get(address, **asked):
    return lambda phone, text: phone.get(
        f"{address}?{urlencode({k: v.format(text) for k, v in asked.items()}, errors='replace')}"
    )


def post(form_at, action, typed, to=None):
    """Types into a form of a page, and sends it there or to another address."""

    def send(phone, text):
        known = phone.forms.get((form_at, action))
        form = known or phone.get(form_at.format(table=phone.table)).form(action)
        phone.forms[form_at, action] = form
        pairs = [(k, v) for k, v in form.values() if k not in typed]
        pairs += [(k, v.replace("{}", text)) for k, v in typed.items()]
        return phone.post(to.format(table=phone.table) if to else form.action, pairs)

    return send


def take_in(document):
    def send(phone, text):
        token = phone.get("/import").form("/import").value("csrf_token")
        body = json.dumps(document(text)).encode()
        return phone._open(
            "POST", "/import", data={"csrf_token": token, "file": (BytesIO(body), f"{text}.json")}
        )

    return send


ECHOES = {
    "code": post("/join", "/join", {"code": "{}"}),
    "home code": post("/", "/join", {"code": "{}"}),
    "names": post("/new", "/new", {"side0": "{}", "side1": "{}", "player1": "{}"}),
    "long name": post("/new", "/new", {"side0": "{}" + "x" * 50, "save_as": "{}" + "y" * 50}),
    "target": post("/new", "/new", {"target": "own", "target_own": "{}"}),
    "forged choices": post("/new", "/new", {"target": "{}", "dealer": "{}", "entry_id": "{}"}),
    "record": post("/replay", "/replay", {"record": "{}"}),
    "record, seats": post("/replay", "/replay", {"record": "ruleset classic\nseats {} a b c d e"}),
    "packed": get("/replay/hand", r="{}"),
    "written": get("/replay/new", name0="{}", name1="{}", go="1"),
    "names written": get("/replay/new", name0="{}", name1="{}", ruleset="{}", dealer="{}"),
    "simulated": get("/simulate", seed="{}", option="{}", match="{}", ruleset="{}"),
    "seed": post("/simulate", "/simulate", {"seed": "{}", "hand": "1"}),
    "language": get("/language", next="/{}"),
    "a foreign page": get("/language", next="{}"),
    "ruling": get("/ruling/winner", total0="{}", total1="{}"),
    "cards": get("/ruling/meld", cards="{}", open="{}", suit="{}", key="{}"),
    "glossary": get("/glossary", ruleset="{}"),
    "compared": get("/rules/compare", one="{}", other="{}"),
    "import, kind": take_in(lambda text: {"format": 1, "kind": text, "match": "x", "events": []}),
    "import, key": take_in(
        lambda text: {"format": 1, "kind": "tranca match", "match": "x", "events": [{text: 1}]}
    ),
    "import, no document": take_in(lambda text: text),
}


HAND = ("{table}/hands/new", "/hands/new")
ECHOES |= {
    "hand": post(*HAND, {"s0-table": "{}", "s0-clean": "{}", "went_out": "{}", "save": "1"}),
    "hand, checked": post(*HAND, {"s1-hand": "{}", "s0-morto": "{}", "check": "1"}),
    "hand, shown again": post(*HAND, {"s0-table": "{}", "way": "{}", "step": "{}", "key": "{}"}),
    "preview": post(
        *HAND, {"s0-table": "{}", "s1-red_threes": "{}", "way": "{}"}, "{table}/hands/preview"
    ),
    "totals": post(*HAND, {"totals_only": "1", "s0-total": "{}", "save": "1"}),
    "points": post("{table}/adjust", "/adjust", {"points0": "{}", "words": "{}", "kind": "{}"}),
    "long reason": post(
        "{table}/adjust", "/adjust", {"points0": "5", "words": "{}" + "x" * 250, "kind": "other"}
    ),
    "rules": post("{table}/options", "/options", {"target": "own", "target_own": "{}"}),
    "players": post("{table}/players", "/players", {"side0": "{}", "side1": "{}", "player0": "{}"}),
    "nickname": post("{table}/log", "/log/name", {"nickname": "{}" + "x" * 60}),
    "dealer": post("{table}/dealer", "/dealer", {"dealer": "{}"}),
}


@pytest.fixture(scope="module")
def asking(app):
    """Two phones, each at a table of its own, with the forms that they have open."""
    phones, book = [], Scorebook(app.config["DATABASE"])
    for _ in range(2):
        sides = (SideSetup("We"), SideSetup("They"))
        keys, phone = book.start(MatchSetup(CLASSIC, sides, 3)), Phone(app)
        phone.get(f"/j/{keys.edit}")
        phone.table, phone.forms = f"/t/{keys.id}", {}
        phones.append(phone)
    return phones


@pytest.mark.parametrize("what", ECHOES)
def test_told_back_at_once(asking, what):
    one, two = asking
    place = list(ECHOES).index(what)
    for text in PAYLOADS[place % MANY :: MANY]:
        page, other = ECHOES[what](one, text), ECHOES[what](two, twin(text))
        assert page.status == other.status, text
        assert shape(page) == shape(other), text


@pytest.fixture(scope="module")
def found(app):
    """Every element with its attributes that results of a search are made of."""
    pages = [Phone(app).get(f"/search?q={word}") for word in ("pile", "x", "joker", "")]
    return {each for page in pages for each in shape(page)}


@pytest.mark.parametrize("text", PAYLOADS[::MANY])
def test_what_was_searched_for(new_phone, found, text):
    asked = urlencode({"q": text}, errors="replace")
    page = new_phone().get(f"/search?{asked}")
    assert (
        page.root.one("input", id="q")["value"].split()
        == text.encode("utf-8", "replace").decode().split()
    )
    strange = set(shape(page)) - found
    assert all(tag in ("mark", "p", "div", "svg", "path", "input") for tag, *_ in strange), strange
    part = new_phone().get(f"/search?{asked}", headers={"HX-Request": "true"})
    assert {tag for tag, *_ in shape(part)} <= {tag for tag, *_ in found} | {"mark"}


@pytest.mark.parametrize("text", PAYLOADS[1::MANY])
def test_a_file_of_another_machine(new_phone, start, book, text):
    """An imported log may say what no form of ours would have taken."""
    keys = start()
    book.adjust(keys.id, (10, 0), "reason", 1)
    exporter = new_phone()
    exporter.get(f"/j/{keys.edit}")
    export = json.loads(exporter.fetch(f"/t/{keys.id}/export.json").text)

    def changed(text):
        document = json.loads(json.dumps(export))
        for event in document["events"]:
            event["by"] = f"p1 {text}"
        first, second = document["events"]
        sides = first["event"]["sides"]
        for number, side in enumerate(sides):
            side |= {"name": name(text, number), "players": [name(text, 5), name(text, 7)]}
        second["event"]["reason"] = text
        return document

    phones = new_phone(), new_phone()
    boards = [
        take_in(changed)(phone, each)
        for phone, each in zip(phones, (text, twin(text)), strict=True)
    ]
    assert boards[0].status == boards[1].status
    assert shape(boards[0]) == shape(boards[1])
    if boards[0].first_status == 303:
        for page in ("/log", "/share", "/print", "/timer"):
            one, two = (board.phone.get(board.path + page) for board in boards)
            assert shape(one) == shape(two), page


def test_there_are_enough_of_them():
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 40


@pytest.mark.parametrize("text", [each for each in PAYLOADS if each.startswith("<img")])
def test_the_reader_of_these_tests_would_notice(text):
    assert read(f"<p>{text}</p>").all("img")
