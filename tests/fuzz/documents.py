"""The targets without a server: what the commands and the storage read."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from zlib import crc32

from scorekeeper.answers import Answer, answer_match, answer_ruling, answer_tally
from scorekeeper.language import LANGUAGES, negotiate
from scorekeeper.language.rulebook import TITLES, rule_text
from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.replaying import answer_record
from scorekeeper.rules.cards import format_cards, parse_cards
from scorekeeper.rules.options import check_ruleset, override
from scorekeeper.rules.problems import CardError, DocumentError
from scorekeeper.rules.reader import parse_setting
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import UnreadableMatch, parse_export, read_history
from scorekeeper.scorebook.fold import read_match
from scorekeeper.scorebook.transfer import format_export
from scorekeeper.searching import search
from scorekeeper.simulation.odds import answer_odds
from scorekeeper.simulation.playouts import answer_playout
from scorekeeper.storage.codec import decode
from scorekeeper.storage.events import Logged
from scorekeeper.terminal import encoded
from scorekeeper.web.numbers import NumberError, parse_count, parse_signed
from scorekeeper.web.replay_address import NoRecordError, TooLongError, pack, unpack

from . import seeds
from .limits import SECONDS, Run
from .loop import Target
from .mutations import change_json, read_tree

BOTS_PLAY = 5.0  # seconds of CPU time: bots play a match to its end
CARDS = ("", "KS 10H, 2♣ JK", "kh th 🃏 * 3♦️", "AS AS AS AS", "KS,KH,,KD")
SETTINGS = (
    "target=4000", "bonus_clean=250", "bonus_wild=null", "lock_cards=[\"joker\"]",
    "tie=starter_wins", 'card_values={"A":15}', 'opening_minimum={"points":75,"from":1500}',
    "express=true", "sides=3", "=", "x",
)  # fmt: skip
WORDS = (
    "lixo", "pozzetto", "cannasta", "how many cards?", "pode pegar o lixo?", "mort",
    "joker on the pile", "três vermelho", "e", "", "KS", "batida com canastra suja",
)  # fmt: skip
NUMBERS = ("120+85", "1.460", "-90", "1,5", "", "+", "1 460 + 20+", "١", "0+0")
TAGS = ("pt-BR,pt;q=0.9,en;q=0.8", "zh-Hant-TW", "*", "en-GB", "de", "pt_PT", "x-klingon")


def document_target(name: str) -> Target:
    """The target of this name."""
    return DOCUMENTS[name](name)


def _packed(record: bytes) -> bytes:
    try:
        return pack(record.decode()).encode()
    except (TooLongError, UnicodeDecodeError):
        return b""


def _on_text(read: Callable[[str], int]) -> Callable[[bytes], int]:
    """Reads what an argument or a field can hold: any text, halves of characters too."""
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


def _language(data: bytes) -> str:
    return tuple(LANGUAGES)[crc32(data) % len(LANGUAGES)]


def _answers(answering: Callable[[bytes, str], Answer]) -> Callable[[bytes], int]:
    def run(data: bytes) -> int:
        answer = answering(data, _language(data))
        assert answer.status in (0, 1, 2)
        document = encoded(json.dumps(answer.document, ensure_ascii=False))
        return max(len(document), len(encoded(answer.text())))

    return run


def _cards(text: str) -> int:
    try:
        cards = parse_cards(text)
    except CardError:
        return 0
    assert parse_cards(format_cards(cards)) == cards
    return len(cards)


def _settings(text: str) -> int:
    try:
        ruleset = override(CLASSIC, dict([parse_setting(text)]), "--set")
    except DocumentError as error:
        return len(error_sentence(error, "pt_BR"))
    problems = check_ruleset(ruleset)
    if problems:
        return sum(len(problem_sentence(problem, "fr")) for problem in problems)
    return sum(len(rule_text(rule, ruleset, "it")) for rule in TITLES)


def _search(text: str) -> int:
    code = _language(encoded(text))
    found = search(text, CLASSIC, code)
    return sum(map(len, (*found.missed, *found.read_as, *found.suggestions)))


def _numbers(text: str) -> int:
    for parse in (parse_count, parse_signed):
        with contextlib.suppress(NumberError):
            assert abs(parse(text)) <= 10**9
    return 0


def _tags(text: str) -> int:
    assert negotiate(text.split(",")) in (None, *LANGUAGES)
    return 0


def _address(text: str) -> int:
    try:
        return len(unpack(text))
    except NoRecordError:
        return 0


def _playout(data: bytes) -> int:
    asked = read_tree(data)
    if not isinstance(asked, dict) or not isinstance(asked.get("record"), str):
        return 0
    turn, instead = asked.get("turn"), asked.get("instead")
    if type(turn) is not int or turn < 1 or not isinstance(instead, str | None):
        return 0  # the command line takes nothing else
    record = asked["record"].encode("utf-8", "surrogatepass")
    answering = partial(answer_playout, turn=turn, instead=instead, playouts=2, seed=1, workers=1)
    return _answers(answering)(record)


def _export(data: bytes) -> int:
    try:
        export = parse_export(data)
    except DocumentError as error:
        return len(error.where) + len(error_sentence(error, "es"))
    read_history(export.record)
    written = seeds.as_bytes(format_export(export))
    assert parse_export(written).rows == export.rows
    return len(written)


def _log(data: bytes) -> int:
    """The rows of a damaged log: what can be read is read, and a match without a start says so."""
    rows = read_tree(data)
    if not isinstance(rows, list):
        return 0
    log = []
    for seq, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            row = {}
        kind, version = str(row.get("kind")), row.get("version")
        undoes = row.get("undoes")
        log.append(
            Logged(
                seq,
                decode(kind, version if type(version) is int else 1, json.dumps(row.get("event"))),
                datetime(2026, 1, 3, tzinfo=UTC),
                "",
                None,
                undoes if type(undoes) is int and 0 < undoes < seq else None,  # the table's CHECK
            )
        )
    if not log:
        return 0
    try:
        read_history(read_match("k7mh2", tuple(log)))
    except UnreadableMatch:
        return 0
    return 0


def _of_texts(texts: tuple[str, ...], read: Callable[[str], int]) -> Callable[[str], Target]:
    seeds_of = tuple(text.encode() for text in texts)
    return lambda name: Target(name, seeds_of, _on_text(read))


def _of_json(
    documents: Callable[[], tuple[bytes, ...]], run: Run, seconds: float = SECONDS
) -> Callable[[str], Target]:
    return lambda name: Target(name, documents(), run, change_json, seconds)


def _addresses(name: str) -> Target:
    return Target(name, tuple(map(_packed, seeds.records()[:20])), _on_text(_address))


def _records(name: str) -> Target:
    return Target(name, seeds.records(), _answers(answer_record))


def _disputed_points() -> tuple[bytes, ...]:
    asked = [{"record": one.decode(), "turn": 2} for one in seeds.records()[:6]]
    asked[0] |= {"turn": 1, "instead": "draw; discard 9C"}
    return tuple(map(seeds.as_bytes, asked))


def _rows() -> tuple[bytes, ...]:
    return tuple(seeds.as_bytes(json.loads(one)["events"]) for one in seeds.exports())


_ODDS = partial(answer_odds, hands=2, seed=1, workers=1)
DOCUMENTS: Mapping[str, Callable[[str], Target]] = {
    "cards": _of_texts(CARDS, _cards),
    "settings": _of_texts(SETTINGS, _settings),
    "search": _of_texts(WORDS, _search),
    "numbers": _of_texts(NUMBERS, _numbers),
    "tags": _of_texts(TAGS, _tags),
    "address": _addresses,
    "tally": _of_json(partial(seeds.worked, "sides"), _answers(answer_tally)),
    "match": _of_json(partial(seeds.worked, "hands"), _answers(answer_match)),
    "question": _of_json(seeds.questions, _answers(answer_ruling)),
    "record": _records,
    "odds": _of_json(lambda: seeds.worked("hands")[:6], _answers(_ODDS), BOTS_PLAY),
    "playout": _of_json(_disputed_points, _playout, BOTS_PLAY),
    "export": _of_json(seeds.exports, _export),
    "log": _of_json(_rows, _log),
}

logging.getLogger("scorekeeper").addHandler(logging.NullHandler())
