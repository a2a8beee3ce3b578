"""The command line: what it prints and the exit status, in this process and as a program."""

import errno
import io
import json
import os
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorekeeper
from scorekeeper import cli
from scorekeeper.language import LANGUAGES
from scorekeeper.storage.faults import Fault

ROOT = Path(cli.__file__).parent.parent
EXAMPLE = {
    "format": 1,
    "ruleset": "classic",
    "overrides": {},
    "sides": [
        {
            "name": "Nós",
            "melds": ["KS KH KD KC KS KH KD", "QS QH QD QC QS JK 2C", "4S 4H 4D 4C"],
            "red_threes": 2,
            "red_threes_late": 0,
            "hand": "AS 9D",
            "morto": "taken",
            "went_out": True,
            "concealed": False,
        },
        {
            "name": "Eles",
            "melds": ["5S 5H 5D", "9S 9H 9D 2H"],
            "red_threes": 1,
            "hand": "JK AH KC 7D 3S",
            "morto": "left",
            "morto_cards": "AC JD QH 10S 8H 7C 6D 5C 4H 2S JK",
            "went_out": False,
        },
    ],
}
SIDE = {"melds": [], "hand": "", "morto": "taken"}
IMPOSSIBLE = EXAMPLE | {"sides": [SIDE | {"melds": ["9S 9H JK JK 2C"]}, SIDE | {"morto": "unused"}]}
MATCH = {
    "format": 1,
    "ruleset": "classic",
    "overrides": {"target": 3000},
    "sides": ["Nós", "Eles"],
    "starter": 0,
    "hands": [
        {"totals": [780, -375]},
        {"adjust": [0, -100], "reason": "foul"},
        {"totals": [1500, 20]},
    ],
}


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Runs a command in this process: its exit status, output and error output."""

    def running(*arguments, given=b""):
        if not isinstance(given, bytes):
            given = json.dumps(given).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = cli.run(list(arguments))
        output, errors = capsysbinary.readouterr()
        return status, output.decode(), errors.decode()

    return running


def program(*arguments, given=b"", env=None, **more):
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | (env or {}),
        timeout=60,
        check=False,
        **more,
    )


def test_the_example(run):
    status, output, errors = run("score", "-", "--json", given=EXAMPLE)
    answer = json.loads(output)
    assert (status, errors) == (0, "")
    assert [side["total"] for side in answer["sides"]] == [780, -375]
    assert answer["hand_winner"] == 0
    assert answer["sides"][0]["lines"][:2] == [
        {"rule": "score.cards", "count": 18, "points": 210},
        {"rule": "score.clean", "count": 1, "points": 200},
    ]
    assert set(answer) == {"format", "valid", "sides", "hand_winner"}
    assert "Nós" in output


def test_a_file(run, tmp_path):
    path = tmp_path / "mão 1.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8-sig")
    from_file = run("score", str(path), "--json")
    assert from_file == run("score", "-", "--json", given=EXAMPLE)
    assert from_file[0] == 0


def test_an_impossible_tally(run):
    status, output, errors = run("score", "-", "--json", given=IMPOSSIBLE)
    answer = json.loads(output)
    assert (status, errors) == (1, "")
    assert set(answer) == {"format", "valid", "problems"}
    assert (answer["format"], answer["valid"]) == (1, False)
    assert [(p["rule"], p["where"]) for p in answer["problems"]] == [
        ("meld.wilds", "sides[0].melds[0]"),
        ("setup.mortos", "sides[1].morto"),
    ]
    assert all(p["message"] for p in answer["problems"])


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (b"", ""),
        (b"{", ""),
        (b"nul", ""),
        (b"\xff\xfe", ""),
        (b"\x00" * 10, ""),
        (b"[" * 100_000, ""),
        (b"9" * 10_000, ""),
        (b"1e999", ""),
        (b'{"format": NaN}', ""),
        (json.dumps(EXAMPLE | {"sides": []}).encode(), "sides"),
        (json.dumps(EXAMPLE | {"extra": 1}).encode(), "extra"),
        (json.dumps(EXAMPLE | {"\ud800\x1b": 1}).encode(), "\ud800\x1b"),
        (json.dumps(EXAMPLE | {"overrides": {"runs": 1}}).encode(), "overrides.runs"),
        (json.dumps(EXAMPLE | {"overrides": {"sides": 3}}).encode(), "sides"),
    ],
)
def test_a_document_of_the_wrong_shape(run, given, where):
    status, output, errors = run("score", "-", "--json", given=given)
    answer = json.loads(output)
    assert (status, errors) == (2, "")
    assert set(answer) == {"format", "error", "where"}
    assert answer["format"] == 1
    assert answer["where"] == where
    assert answer["error"]
    status, output, errors = run("score", "-", given=given)
    assert (status, output) == (2, "")
    assert errors.strip()
    assert "\x1b" not in errors


def test_options_that_clash_are_an_impossible_tally(run):
    given = EXAMPLE | {"overrides": {"sides": 3}, "sides": [SIDE] * 3}
    status, output, _ = run("score", "-", "--json", given=given)
    assert status == 1
    assert [p["rule"] for p in json.loads(output)["problems"]] == ["ruleset.options"]


@pytest.mark.parametrize("command", ["score", "match"])
def test_what_cannot_be_read(run, command, tmp_path):
    for path in (tmp_path / "none.json", tmp_path):
        for more in ([], ["--lines"]):
            status, output, errors = run(command, str(path), *more)
            assert status == 2
            assert str(path) in output + errors
        status, output, errors = run(command, str(path), "--json")
        assert (status, errors) == (2, "")
        assert str(path) in json.loads(output)["error"]


def test_a_document_that_is_too_large(run, monkeypatch):
    size = len(json.dumps(EXAMPLE))
    monkeypatch.setattr(cli, "LARGEST_DOCUMENT", size)
    assert run("score", "-", "--json", given=EXAMPLE)[0] == 0
    monkeypatch.setattr(cli, "LARGEST_DOCUMENT", size - 1)
    status, output, _ = run("score", "-", "--json", given=EXAMPLE)
    assert status == 2
    assert "error" in json.loads(output)


def test_lines(run):
    lines = [EXAMPLE, IMPOSSIBLE, EXAMPLE | {"sides": []}, EXAMPLE]
    given = b"\n".join([*(json.dumps(line).encode() for line in lines), b" ", b"{", b"\r", b""])
    status, output, errors = run("score", "-", "--lines", given=given)
    answers = [json.loads(line) for line in output.splitlines()]
    assert (status, errors) == (0, "")
    assert ["sides" in answer for answer in answers] == [True, False, False, True, False]
    assert "problems" in answers[1]
    assert answers[2]["where"] == "sides"
    assert "error" in answers[4]
    assert answers[0] == json.loads(run("score", "-", "--json", given=EXAMPLE)[1])


def test_a_line_that_is_too_long_does_not_stop_the_rest(run, monkeypatch):
    line = json.dumps(EXAMPLE).encode() + b"\n"
    monkeypatch.setattr(cli, "LARGEST_DOCUMENT", len(line))
    long = b"[" * (5 * len(line)) + b"\n"
    status, output, _ = run("score", "-", "--lines", given=line + long + line + long.strip())
    assert status == 0
    assert ["error" in json.loads(answer) for answer in output.splitlines()] == [
        False,
        True,
        False,
        True,
    ]


def test_lines_of_matches_and_of_nothing(run):
    given = json.dumps(MATCH).encode()
    status, output, _ = run("match", "-", "--lines", "--json", given=given)
    assert status == 0
    assert json.loads(output)["totals"] == [2280, -455]
    assert run("match", "-", "--lines", given=b"\n \n") == (0, "", "")


def test_a_match(run):
    status, output, errors = run("match", "-", "--json", given=MATCH)
    assert (status, errors) == (0, "")
    assert json.loads(output) == {
        "format": 1,
        "valid": True,
        "totals": [2280, -455],
        "running": [[780, -375], [780, -475], [2280, -455]],
        "status": "playing",
        "winner": None,
        "rule": None,
    }
    late = MATCH | {"hands": [{"totals": [3000, 0]}, {"totals": [5, 0]}]}
    status, output, _ = run("match", "-", "--json", given=late)
    assert status == 1
    assert [p["rule"] for p in json.loads(output)["problems"]] == ["match.target"]
    status, output, _ = run("match", "-", "--json", given=MATCH | {"hands": [{"totals": [1]}]})
    assert status == 2


def test_a_table_for_a_person(run):
    status, output, errors = run("score", "-", given=EXAMPLE)
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "                        Nós      Eles",
        "Cards on the table  18  210   7    65",
        "Clean canasta        1  200",
        "Dirty canasta        1  100",
        "Red threes           2  200   1  −100",
        "Going out               100",
        "Morto not taken                  −100",
        "Cards in hand        2  −30   5   −90",
        "Morto cards                  11  −150",
        "Total                   780      −375",
    ]


def test_a_match_for_a_person(run):
    status, output, errors = run("match", "-", given=MATCH)
    rows = output.splitlines()
    assert (status, errors) == (0, "")
    assert rows[:5] == [
        "          Nós  Eles",
        "Hand 1    780  −375",
        "foul      780  −475",
        "Hand 2  2,280  −455",
        "Total   2,280  −455",
    ]
    assert "3,000" in rows[6]


def test_problems_for_a_person(run):
    status, output, errors = run("score", "-", given=IMPOSSIBLE)
    assert (status, errors) == (1, "")
    rows = output.splitlines()
    assert rows[1] == "  meld.wilds  sides[0].melds[0]"
    assert rows[3] == "  setup.mortos  sides[1].morto"
    assert rows[2].startswith("    ")


@pytest.mark.parametrize(
    "name", ["\ud800", "a\x00b", "\x1b[2J", "line\nbreak", "日本", "👨‍👩‍👧", "\u202eabc"]
)
def test_names_of_every_kind_print(run, name):
    given = EXAMPLE | {"sides": [SIDE | {"name": name}, SIDE]}
    status, output, _ = run("score", "-", "--json", given=given)
    assert status == 0
    assert json.loads(output)["sides"][0]["name"] == name
    status, output, _ = run("score", "-", given=given)
    assert status == 0
    assert len(output.splitlines()) == 2
    assert not set(output) & {"\x00", "\x1b", "\u202e"}
    match = MATCH | {"sides": [name, name], "stop": True}
    assert run("match", "-", given=match)[0] == 0
    impossible = EXAMPLE | {"sides": [SIDE | {"name": name, "melds": ["KS"]}, SIDE]}
    status, output, _ = run("score", "-", given=impossible)
    assert status == 1
    assert not set(output) & {"\x00", "\x1b", "\u202e"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language(run, code):
    status, output, _ = run("score", "-", "--json", "--lang", code, given=IMPOSSIBLE)
    assert status == 1
    english = json.loads(run("score", "-", "--json", "--lang", "en", given=IMPOSSIBLE)[1])
    messages = [p["message"] for p in json.loads(output)["problems"]]
    assert (messages == [p["message"] for p in english["problems"]]) == (code == "en")
    assert run("score", "-", "--lang", code, given=EXAMPLE)[0] == 0
    assert run("match", "-", "--lang", code, given=MATCH)[0] == 0


def test_portuguese_by_any_of_its_names(run, monkeypatch):
    wanted = run("rules", "meld.wilds", "--lang", "pt_BR")
    for code in ("pt", "pt-BR", "pt_br", "pt-PT"):
        assert run("rules", "meld.wilds", "--lang", code) == wanted
    for variable in ("LANG", "LC_MESSAGES", "LC_ALL"):
        monkeypatch.setenv(variable, "pt_BR.UTF-8")
        assert run("rules", "meld.wilds") == wanted
        monkeypatch.setenv(variable, "xx_YY.UTF-8")
    assert run("rules", "meld.wilds") == run("rules", "meld.wilds", "--lang", "en") != wanted


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "-", "-"],
        ["score", "-", "--lang", "xx"],
        ["score", "-", "--nope"],
        ["nope"],
        ["rules", "--ruleset", "nope"],
        ["serve", "--port", "70000"],
    ],
)
def test_a_wrong_command_line(run, arguments):
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "--hands", "0"], "--hands is a whole number from 1 on."),
        (["simulate", "--hands", "x"], "--hands is a whole number from 1 on."),
        (["simulate", "--workers", "65"], "--workers is a whole number from 1 to 64."),
        (["simulate", "--seed", "x"], "--seed is a whole number."),
        (["simulate", "--players", "3"], "--players can only be 2 or 4."),
        (["simulate", "--bots"], "--bots needs a value."),
        (["score"], "This is missing: FILE."),
        (["score", "-", "--zzz"], "There is no option --zzz."),
        (["export"], "Choose --match ID or --all."),
        (["export", "--all"], "Name the folder for the files."),
        (["score", "-", "--lang", "xx"], "--lang can only be pt_BR, en, es, fr, it, or nl."),
        (["serve", "--hos", "x"], "There is no option --hos. Did you mean --host?"),
        (["nope"], "There is no command nope."),
    ],
)
def test_what_is_wrong_with_a_command_line(run, arguments, sentence):
    *usage, last = run(*arguments)[2].splitlines()
    assert last == sentence
    assert not usage or usage[0].startswith("Usage: scorekeeper")


def test_a_wrong_command_line_is_told_in_the_language_asked_for(run, monkeypatch):
    """Also where the language comes after what is wrong."""
    heard = []
    monkeypatch.setattr(cli, "show_usage", lambda error, lang: heard.append(lang))
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert run("simulate", "--hands", "0")[0] == 2
    assert run("simulate", "--hands", "0", "--lang", "nl")[0] == 2
    assert run("score", "--lang", "pt-BR")[0] == 2
    assert run("nope")[0] == 2
    assert heard == ["it", "nl", "pt_BR", "it"]


SETTINGS = [
    ("SCOREKEEPER_JOURNAL", "WALL", "is “WALL”, but can only be wal or delete."),
    ("SCOREKEEPER_SECRET_KEY", "short", "needs 32 characters or more."),
    ("SCOREKEEPER_WORK", "proces", "is “proces”, but can only be process or requests."),
    ("SCOREKEEPER_LOG", "loud", "is “loud”, but can only be quiet, text, json, or off."),
    ("SCOREKEEPER_HTTPS", "yes", "is “yes”, but can only be 0 or 1."),
    ("SCOREKEEPER_PROXIES", "a", "is “a”, but can only be 0, 1, 2, 3, 4, 5, 6, 7, or 8."),
    ("SCOREKEEPER_API_BURST", "5s", "is “5s”, but can only be a number from 1 to 3600."),
    ("SCOREKEEPER_API_SHARE", "10", "is “10”, but can only be a number from 0.01 to 1."),
    ("SCOREKEEPER_PUBLIC_URL", "a.b", "is “a.b”, but can only be like https://tranca.example."),
    ("SCOREKEEPER_HOSTS", "*", "is “*”, but can only be like tranca.example, www.tranca.example."),
]


@pytest.mark.parametrize(("name", "value", "sentence"), SETTINGS)
def test_a_setting_that_cannot_be(run, monkeypatch, tmp_path, name, value, sentence):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv(name, value)
    assert run("serve", "--port", "0") == (2, "", f"The setting {name} {sentence}\n")


@pytest.mark.parametrize(
    "words", [["backup", "x"], ["restore", "x"], ["export", "--all", "x"], ["import", "x"]]
)
def test_every_command_minds_the_setting_of_the_journal(run, monkeypatch, tmp_path, words):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_JOURNAL", "WALL")
    status, output, errors = run(*words)
    assert (status, output) == (2, "")
    assert errors.startswith("The setting SCOREKEEPER_JOURNAL is “WALL”")


def test_a_rule_by_its_id(run):
    status, output, errors = run("rules", "meld.wilds")
    assert (status, errors) == (0, "")
    assert output.splitlines()[0].endswith("[meld.wilds]")
    assert "at most 2 wilds" in " ".join(output.split())
    online = run("rules", "MELD.WILDS", "--ruleset", "online")[1]
    assert online != output
    assert online.splitlines()[0] == output.splitlines()[0]


def test_rules_of_any_ruleset(run):
    assert "+250" in run("rules", "score.clean", "--set", "bonus_clean=250")[1]
    changed = run("rules", "out.needs", "--set", "out_needs_canasta=clean")[1]
    assert changed != run("rules", "out.needs")[1]
    assert run("rules", "--set", "out_needs_canasta=clean", "out.needs")[1] == changed


@pytest.mark.parametrize(
    ("options", "status", "word"),
    [
        (["nonsense=1"], 2, "nonsense"),
        (["target=7"], 2, "multiple of 5"),
        (["target"], 2, "Target"),
        (["sides=3"], 1, "three sides"),
    ],
)
def test_an_option_that_cannot_be_set_is_named(run, options, status, word):
    answer = run("rules", "score.out", *[part for one in options for part in ("--set", one)])
    assert answer[0] == status
    assert answer[1] == ""
    assert word in answer[2]


def found_rules(output):
    return [line.split("[")[1].rstrip("]") for line in output.splitlines() if line.endswith("]")]


def test_rules_by_words(run):
    _, output, _ = run("rules", "JOKERS", "wild")
    assert "[meld.wilds]" in output
    assert "[setup.dealer]" not in output
    with_accent = run("rules", "canástra", "--lang", "pt")
    assert with_accent == run("rules", "CANASTRA", "--lang", "pt")
    status, output, errors = run("rules", "wild", "xyzzy")
    assert (status, output) == (1, "")
    assert "xyzzy" in errors
    assert run("rules", "xyzzy")[:2] == (1, "")


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        (("lixo",), "en", "pile.top"),
        (("pegar", "o", "morto"), "nl", "morto.take"),
        (("cannastra", "limpa"), "pt", "score.clean"),
        (("défausse bloquée",), "it", "pile.blocked"),
        (("PILE.BLOCKED",), "fr", "pile.blocked"),
    ],
)
def test_the_best_rule_for_words_comes_first(run, words, code, rule):
    status, output, errors = run("rules", *words, "--lang", code)
    assert (status, errors) == (0, "")
    assert found_rules(output)[0] == rule


def test_a_few_rules_answer_words_and_their_terms_follow(run):
    output = run("rules", "bater", "--lang", "en")[1]
    assert 1 <= len(found_rules(output)) <= 12
    assert output.index("[out.needs]") < output.index("To go out · Bater")
    assert "· " not in run("rules", "bater", "--lang", "pt")[1]


def test_words_of_the_glossary_alone_lead_to_their_rules(run):
    status, output, _ = run("rules", "fool", "Brazil", "--lang", "en")
    assert status == 0
    assert {"pile.blocked", "score.cards"} & set(found_rules(output))


def test_words_are_found_with_the_numbers_of_a_ruleset(run):
    assert "+375" in run("rules", "clean", "canasta", "--set", "bonus_clean=375")[1]


@pytest.mark.parametrize("words", ['"', "NEAR(", "qqz*", "\ud800", "x" * 5000, "%", "-- ;"])
def test_hostile_words_are_only_words(run, words):
    status, output, errors = run("rules", "--", words)
    assert (status, output) == (1, "")
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_whole_rulebook(run, code):
    status, output, _ = run("rules", "--lang", code)
    assert status == 0
    ids = [line.split("[")[1].rstrip("]") for line in output.splitlines() if line.endswith("]")]
    assert len(ids) == len(set(ids))
    assert {"setup.players", "meld.run", "canasta.kind", "score.hand", "match.annul"} <= set(ids)


def test_the_version(run):
    status, output, _ = run("--version")
    assert status == 0
    assert output == f"scorekeeper {scorekeeper.__version__}\n"
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{scorekeeper.__version__}"\n' in pyproject
    assert run("--help")[0] == 0


class PortInUseError(Exception):
    """Stands for the one of the web part, which is not loaded here."""


class AddressError(Exception):
    """The same for the other."""


@pytest.fixture
def serving(monkeypatch):
    """Takes the place of the web part: what `serve` was called with, or raises `error`."""

    class Serving(types.ModuleType):
        PortInUseError = PortInUseError
        AddressError = AddressError
        error = None
        fault = None
        calls = ()

        def serve(self, say, warn, gettext, **options):
            if self.error:
                raise self.error
            self.calls += (options,)
            if self.fault:
                warn(self.fault, Path("/kept/book.db"))
            say(gettext("Total"))

    module = Serving("scorekeeper.web.serve")
    monkeypatch.setitem(sys.modules, "scorekeeper.web.serve", module)
    return module


def test_the_help_of_every_command(run):
    for words in ((), *((name,) for name in cli.cli.commands)):
        status, output, errors = run(*words, "--help")
        assert (status, errors) == (0, ""), words
        assert output.startswith(f"Usage: {' '.join(('scorekeeper', *words))} ")
        assert output.count("  -h, --help ") == output.count("Show this message and exit.") == 1
        assert run(*words, "-h") == (status, output, errors)
    assert run() == (2, "", run("--help")[1])


@pytest.mark.parametrize("command", ["score", "match", "judge", "replay", "odds"])
def test_a_name_that_is_empty_is_no_file(run, command):
    sentence = "The name of the file or folder is empty."
    assert run(command, "") == (2, "", f"{sentence}\n")
    status, output, errors = run(command, "", "--json")
    assert (status, json.loads(output)["error"], errors) == (2, sentence, "")
    if command in ("score", "match", "judge"):
        status, output, errors = run(command, "", "--lines")
        assert (status, json.loads(output)["error"], errors) == (2, sentence, "")


def test_serve_goes_on_where_nothing_can_be_printed(run, serving, monkeypatch):
    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            raise OSError(errno.ENOSPC, "full")

    for stream in (None, io.TextIOWrapper(io.BufferedWriter(Full(), 1))):
        serving.calls = ()
        with monkeypatch.context() as context:
            context.setattr(sys, "stdout", stream)
            assert cli.run(["serve"]) == 0
        assert len(serving.calls) == 1


def test_serve_hands_its_options_over(run, serving):
    assert run("serve") == (0, "Total\n", "")
    assert run("serve", "--host", "127.0.0.1", "--port", "0", "--open")[0] == 0
    assert serving.calls == (
        {"host": "0.0.0.0", "port": 8000, "open_browser": False, "show_code": False},
        {"host": "127.0.0.1", "port": 0, "open_browser": True, "show_code": False},
    )


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (PortInUseError(8123), "8123"),
        (AddressError("no such address"), "nowhere"),
        (PermissionError(13, "denied", "/kept/here"), "/kept/here"),
    ],
)
def test_serve_says_where_it_cannot_listen(run, serving, error, named):
    serving.error = error
    status, output, errors = run("serve", "--host", "nowhere", "--port", "8123")
    assert (status, output) == (1, "")
    assert named in errors


def test_serve_says_what_is_wrong_with_the_file_and_goes_on(run, serving):
    for fault in Fault:
        serving.fault = fault
        status, output, errors = run("serve")
        assert (status, output) == (0, "Total\n")
        assert len(errors.splitlines()) == 2
        assert "/kept/book.db" in errors
        assert "Phones are told so" in errors
    for fault, words in ((Fault.NEWER, "newer version"), (Fault.CORRUPT, "is damaged")):
        serving.fault = fault
        assert words in run("serve")[2]


def test_an_interrupt(run, monkeypatch):
    def interrupted(data, code):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_answer_whole", lambda *arguments: interrupted(b"", "en"))
    status, output, errors = run("score", "-")
    assert (status, output, errors.strip()) == (130, "", "")


@given(st.binary(max_size=80))
def test_any_bytes_get_an_answer(data):
    from scorekeeper.answers import answer_match, answer_tally

    for answering in (answer_tally, answer_match):
        answer = answering(data, "en")
        assert answer.status == 2
        assert answer.text()


def test_as_a_program_in_a_bare_locale():
    bare = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    given = json.dumps(EXAMPLE).encode()
    done = program("score", "-", "--json", given=given, env=bare)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["sides"][0]["name"] == "Nós"
    done = program("score", "-", given=given, env=bare)
    assert "−375" in done.stdout.decode("utf-8")


def test_as_a_program_with_each_exit_status():
    assert program("score", "-", given=json.dumps(IMPOSSIBLE).encode()).returncode == 1
    assert program("score", "-", given=b"{").returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of a POSIX system")
class TestPosix:
    def start(self, *arguments):
        return subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )

    def test_an_answer_comes_before_the_next_line_is_sent(self):
        with self.start("score", "-", "--lines") as process:
            for _ in range(3):
                process.stdin.write(json.dumps(EXAMPLE).encode() + b"\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["valid"]
            process.stdin.close()
            assert process.wait(30) == 0

    def test_a_reader_that_goes_away_early(self):
        with self.start("score", "-", "--lines") as process:
            process.stdout.close()
            process.stdin.write(json.dumps(EXAMPLE).encode() + b"\n")
            process.stdin.close()
            assert process.wait(30) == 141
            assert process.stderr.read() == b""

    @pytest.mark.parametrize(
        "words", [("--help",), ("-h",), ("score", "--help"), ("simulate", "-h")]
    )
    def test_a_reader_of_the_help_that_goes_away(self, words):
        with self.start(*words) as process:
            process.stdout.close()
            assert process.wait(30) == 141
            assert process.stderr.read() == b""

    def test_an_interrupt_while_it_waits(self):
        with self.start("score", "-", "--lines") as process:
            process.stdin.write(json.dumps(EXAMPLE).encode() + b"\n")
            process.stdin.flush()
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            process.stdin.close()
            assert process.wait(30) == 130
            assert process.stderr.read().strip() == b""

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_streams_that_are_closed(self, closed):
        command = f'"$0" -m scorekeeper score - {closed}'
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable],
            input=json.dumps(EXAMPLE).encode(),
            capture_output=True,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode == (0 if closed == "2>&-" else 2)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    @pytest.mark.parametrize("words", [("rules",), ("--help",), ("serve", "--help")])
    def test_a_disk_that_is_full(self, words):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "scorekeeper", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                timeout=60,
                check=False,
            )
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert done.stderr.startswith(b"scorekeeper: ")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    @pytest.mark.parametrize("words", [(), ("nope",), ("score", "")])
    def test_what_is_wrong_can_be_told_nowhere(self, words):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "scorekeeper", *words],
                stdout=subprocess.PIPE,
                stderr=full,
                cwd=ROOT,
                timeout=60,
                check=False,
            )
        assert (done.returncode, done.stdout) == (2, b"")
