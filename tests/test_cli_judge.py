"""The command `judge`: its answers, what it prints for a person, and the exit status."""

import io
import json
import sys

import pytest
from rulings import CANASTA, add, discard, draw, meld, pile_with, turn

from scorekeeper import cli
from scorekeeper.answers import answer_ruling
from scorekeeper.language import LANGUAGES
from scorekeeper.language.play_rulings import ALLOWED, BROUGHT_ABOUT, UNTOLD, legal_sentence
from scorekeeper.play.documents import KINDS
from scorekeeper.play.rulings import Effect
from scorekeeper.rules.cards import parse_cards


def document(move, ruleset="classic", **position):
    return {"format": 1, "ruleset": ruleset, "position": {"phase": "play"} | position, "move": move}


EXAMPLE = document(
    pile_with("KS KH"),
    phase="draw",
    hand="KS KH 2C 4D",
    melds=["5S 5H 5D"],
    pile="9C 5C KD",
    stock=20,
    morto="available",
    melded_before=False,
)
BLOCKED = EXAMPLE | {"position": EXAMPLE["position"] | {"pile": "9C 2D"}}
OPEN = document(discard("KS"), hand="KS")
OUT = document(discard("KS"), hand="KS", melds=[CANASTA], morto="taken", melded_before=True)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsysbinary, monkeypatch):
    def running(*arguments, given=b""):
        if not isinstance(given, bytes):
            given = json.dumps(given).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = cli.run(["judge", *arguments])
        output, errors = capsysbinary.readouterr()
        return status, output.decode(), errors.decode()

    return running


def answer(given, code="en"):
    return answer_ruling(json.dumps(given).encode(), code)


def test_a_legal_move(run):
    status, output, errors = run("-", "--json", given=EXAMPLE)
    assert (status, errors) == (0, "")
    assert json.loads(output) == {
        "format": 1,
        "legal": True,
        "effects": [],
        "rule": "pile.top",
        "message": "You may take the pile: its top card is used at once.",
    }
    assert list(answer(EXAMPLE).document) == ["format", "legal", "effects", "rule", "message"]


def test_the_effects(run):
    status, output, _ = run("-", "--json", given=OUT)
    found = json.loads(output)
    assert (status, found["effects"], found["rule"]) == (0, ["goes_out"], "out.needs")
    assert "K♠" in found["message"]
    assert "go out" in found["message"]


def test_an_effect_that_nobody_told():
    silent = document(discard("KS"), hand="KS", melds=[CANASTA], morto="taken")
    found = answer(silent)
    assert (found.status, found.document["unknown"]) == (0, ["concealed"])
    assert found.document["effects"] == ["goes_out"]
    assert "earlier turn" in found.document["message"]
    assert "unknown" not in answer(OUT).document


def test_an_illegal_move(run):
    status, output, errors = run("-", "--json", given=BLOCKED)
    found = json.loads(output)
    assert (status, errors) == (1, "")
    assert set(found) == {"format", "legal", "problems"}
    assert (found["format"], found["legal"]) == (1, False)
    assert [set(problem) for problem in found["problems"]] == [{"rule", "message"}]
    assert found["problems"][0]["rule"] == "pile.blocked"
    assert "2♦" in found["problems"][0]["message"]


def test_an_illegal_move_of_a_turn():
    moves = turn(draw("9S"), meld("KS KH 4C"), discard("4C"))
    found = answer(document(moves, phase="draw", hand="KS KH 4C", melds=[], stock=9))
    assert found.status == 1
    assert [(p["rule"], p["move"]) for p in found.document["problems"]] == [("meld.rank", 1)]
    assert "Move 2: " in found.text()


def test_what_cannot_be_said(run):
    status, output, errors = run("-", "--json", given=OPEN)
    found = json.loads(output)
    assert (status, errors) == (2, "")
    assert (found["format"], found["legal"]) == (1, None)
    assert [(p["rule"], p["where"]) for p in found["problems"]] == [
        ("turn.position", "position.morto")
    ]
    assert found["problems"][0]["message"]
    clash = answer(EXAMPLE | {"overrides": {"sides": 3}})
    assert (clash.status, clash.document["legal"]) == (2, None)
    assert [p["rule"] for p in clash.document["problems"]] == ["ruleset.options"]


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (b"", ""),
        (b"[]", ""),
        (EXAMPLE | {"format": 2}, "format"),
        (EXAMPLE | {"position": {"phase": "middle"}}, "position.phase"),
        (EXAMPLE | {"move": discard("4X")}, "move.card"),
        (EXAMPLE | {"move": {"kind": "\ud800\x1b"}}, "move.kind"),
    ],
)
def test_a_document_of_the_wrong_shape(run, given, where):
    status, output, errors = run("-", "--json", given=given)
    found = json.loads(output)
    assert (status, errors) == (2, "")
    assert set(found) == {"format", "error", "where"}
    assert (found["format"], found["where"]) == (1, where)
    status, output, errors = run("-", given=given)
    assert (status, output) == (2, "")
    assert errors.strip()
    assert "\x1b" not in errors


@pytest.mark.parametrize(
    ("given", "status", "first", "rule"),
    [
        (EXAMPLE, 0, "YES", "Taking the pile  [pile.top]"),
        (BLOCKED, 1, "NO", "Blocked pile  [pile.blocked]"),
        (OPEN, 2, "IT DEPENDS", "What a ruling needs  [turn.position]"),
    ],
)
def test_a_ruling_for_a_person(run, given, status, first, rule):
    found = run("-", given=given)
    assert (found[0], found[2]) == (status, "")
    lines = found[1].splitlines()
    assert lines[0] == first
    assert lines[1] == ""
    assert lines[-1].strip() == rule
    assert answer(given).text() + "\n" == found[1]


def test_a_file_and_no_file(run, tmp_path):
    path = tmp_path / "question.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8-sig")
    assert run(str(path), "--json") == run("-", "--json", given=EXAMPLE)
    assert run(str(tmp_path / "none.json"), "--json")[0] == 2


def test_lines(run):
    shape = EXAMPLE | {"move": {}}
    documents = [EXAMPLE, BLOCKED, OPEN, shape, OUT]
    given = b"\n".join([*(json.dumps(one).encode() for one in documents), b" ", b"{", b""])
    status, output, errors = run("-", "--lines", given=given)
    found = [json.loads(line) for line in output.splitlines()]
    assert (status, errors) == (0, "")
    assert [one.get("legal", "error") for one in found] == [
        True,
        False,
        None,
        "error",
        True,
        "error",
    ]
    assert found[0] == json.loads(run("-", "--json", given=EXAMPLE)[1])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language(run, code):
    for given in (EXAMPLE, BLOCKED, OPEN, OUT):
        english, found = answer(given), answer(given, code)
        assert found.text().strip()
        assert "%" not in found.text()
        if code != "en":
            assert found.text().splitlines()[0] != "IT DEPENDS"
            assert found.document != english.document
        assert run("-", "--lang", code, given=given)[1] == found.text() + "\n"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", [*KINDS, "turn"])
def test_a_sentence_for_every_move_and_effect(kind, code):
    assert set(ALLOWED) == {*KINDS, "turn"}
    assert set(BROUGHT_ABOUT) == set(Effect)
    cards = parse_cards("KS 10H JK")
    said = legal_sentence(kind, cards, list(BROUGHT_ABOUT), list(UNTOLD), code)
    assert "%" not in said
    assert said.endswith(".")
    if code != "en":
        assert said != legal_sentence(kind, cards, list(BROUGHT_ABOUT), list(UNTOLD), "en")


def test_nothing_to_draw():
    none = document(
        draw(), "online", phase="draw", hand="KS 4D", melds=[], pile="", stock=0, mortos_left=0
    )
    message = str(answer(none).document["message"])
    assert "draw from the stock" not in message
    assert answer(none).document["effects"] == ["hand_ends"]


def test_an_addition_names_its_cards():
    given = document(add(0, "QC 2D"), hand="QC 2D 9C 8D", melds=["QS QH QD"])
    assert "Q♣ 2♦" in str(answer(given).document["message"])
