"""Changes to an input: of its bytes, of its text, of its JSON."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from .limits import LARGEST_INPUT

RAW = "raw:"  # a text that is written into JSON without its quotes
TOKENS = (
    "", " ", "\t", "\n", "\r", "\r\n", "\x00", "\x1b[2J", "\x7f", "\ufeff", "\u202e", "\u2066",
    "\u200d", "\ud800", "\udfff", "\u2028", "\u0301", "\u00df", "\u0130", "\ufdfa", "\u0661",
    "\u00b2", "\u2460", "\U0001f0cf", "\ufe0f", "\uff11", "-", "\u2212", "+", "++", "1+", "120+85",
    "1.460", "1,5", "1e9", "0x10", "1_0", "0", "-0", "1", "-1", "2", "3", "100", "107",
    "999999999", "1000000000", "1000000001", "-1000000001", "2147483648", "9223372036854775807",
    "9223372036854775808", "9" * 300, "9" * 4301, "1.5", "NaN", "null", "true", "[]", "{}", '"',
    "'", "\\", "%", "%s", "%(x)s", "{0}", "{{", "${x}", "../", "//x", "/\\x", "&amp;", "<b id=x>",
    "#", ";", ":", "=", "@", ",", "?", "*", "JK", "2S", "3H", "3S", "AS", "10D", "T\u2665",
    "KS KS", "morto", "draw", "pile", "discard", "meld", "add", "red3", "end", "ruleset",
    "classic", "carioca", "online", "taken", "left", "unused", "nobody", "own", "value", "points",
    "card", "on",
)  # fmt: skip
RAW_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "-0", "-0.0", "1e5", "9" * 4301)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 11, 2**31, 2**63, -(2**63), 10**9, 10**9 + 1, -(10**9),
    10**30, 0.0, 0.5, 1e300, "", "x", [], {}, [[]], [0], [""], {"": 0}, [None, None],
    *(RAW + n for n in RAW_NUMBERS),
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+")
_RAW = re.compile(f'"{RAW}([^"]*)"')


def change_text(random: Random, text: str, others: Sequence[str]) -> str:
    """One to three changes of a text; another one may lend a piece."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = _change_once(random, text, others)
    return text[:LARGEST_INPUT]


def _change_once(random: Random, text: str, others: Sequence[str]) -> str:
    start, end = sorted(random.choices(range(len(text) + 1), k=2))
    if random.random() < 0.7:
        end = min(end, start + random.choice((0, 1, 2, 8)))
    match random.randrange(8):
        case 0:
            return text[:start] + text[end:]
        case 1 | 2:
            return text[:start] + random.choice(TOKENS) + text[end:]
        case 3:
            times = random.choice((2, 2, 3, 10, 100, 1000, 20_000))
            return (
                text[:start]
                + _repeated(text[start:end] or random.choice(TOKENS), times)
                + text[end:]
            )
        case 4:
            piece = _piece(random, random.choice(others)) if others else ""
            return text[:start] + piece + text[end:]
        case 5:
            lines = text.splitlines(keepends=True)
            random.shuffle(lines) if random.random() < 0.3 else lines and lines.append(
                random.choice(lines)
            )
            return "".join(lines)
        case 6:
            number = str(random.choice((0, 1, 2, 3, 9, 10, 99, 10**9, 10**12)))
            places = [*_NUMBER.finditer(text[:20_000])]
            place = random.choice(places) if places else None
            return text if place is None else text[: place.start()] + number + text[place.end() :]
        case _:
            return (
                text[:start]
                + chr(random.choice((random.randrange(128), random.randrange(0x3000))))
                + text[end:]
            )


def _piece(random: Random, text: str) -> str:
    start, end = sorted(random.choices(range(len(text) + 1), k=2))
    return text[start : min(end, start + 2000)]


def _repeated(piece: str, times: int) -> str:
    return piece * min(times, max(1, LARGEST_INPUT // max(1, len(piece))))


def change_bytes(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Changes of a text in UTF-8; now and then of its bytes, which then may be no text at all."""
    if random.random() < 0.1:
        place = random.randrange(len(data) + 1)
        odd = random.choice(
            (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82", b"\xef\xbb\xbf", b"\x00")
        )
        return data[:place] + odd + data[place + random.randrange(2) :]
    lent = [random.choice(others)] if others else []
    texts = [
        one.decode("utf-8", "surrogatepass" if _is_text(one) else "replace")
        for one in (data, *lent)
    ]
    return change_text(random, texts[0], texts[1:]).encode("utf-8", "surrogatepass")[:LARGEST_INPUT]


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def change_json(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Changes of the tree of a JSON text; now and then of the text itself."""
    tree = read_tree(data)
    if tree is None or random.random() < 0.15:
        return change_bytes(random, data, others)
    lent = read_tree(random.choice(others)) if others else None
    try:
        for _ in range(random.choice((1, 1, 2, 3))):
            tree = _change_tree(random, tree, lent)
    except RecursionError:  # it was deep already
        return data
    return write_tree(tree)[:LARGEST_INPUT]


def read_tree(data: bytes) -> Any:
    """The value of a JSON text, or None."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def write_tree(tree: Any) -> bytes:
    """The JSON text of a value, with numbers that JSON does not have."""
    try:
        return _RAW.sub(r"\1", json.dumps(tree)).encode("utf-8", "surrogatepass")
    except RecursionError:
        return b"[]"


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a tree, as the list or object around it and its key there."""
    waiting = [tree]
    while waiting:
        around = waiting.pop()
        pairs = around.items() if isinstance(around, dict) else enumerate(around)
        for key, value in pairs:
            yield around, key
            if isinstance(value, (dict, list)):
                waiting.append(value)


def _change_tree(random: Random, tree: Any, lent: Any) -> Any:
    root = [tree]
    around, key = random.choice([*places(root)])
    value = around[key]
    match random.randrange(9):
        case 0:
            around[key] = _value(random)
        case 1 | 2 | 3:
            texts = [str(value)] if not isinstance(value, (dict, list)) else []
            changed = change_text(random, texts[0] if texts else random.choice(TOKENS), TOKENS)
            around[key] = _like(value, changed)
        case 4 if around is not root:
            del around[key]
        case 5 if isinstance(value, list):
            times = random.choice((2, 3, 10, 1000))
            most = LARGEST_INPUT // max(1, len(json.dumps(value)))
            around[key] = json.loads(json.dumps(value * max(1, min(times, most))))
        case 6 if isinstance(value, dict):
            value[random.choice((*TOKENS, *value.keys()))] = _value(random)
        case 7:
            depth = random.choice((1, 1, 5, 100, 500))
            for _ in range(depth):
                around[key] = [around[key]] if random.random() < 0.7 else {"a": around[key]}
        case _:
            other, place = random.choice(
                [*places([tree if lent is None or random.random() < 0.3 else lent])]
            )
            around[key] = json.loads(json.dumps(other[place]))
    return root[0] if root else None


def _value(random: Random) -> Any:
    """A value of its own: one that is shared could come to lie within itself."""
    return copy.deepcopy(random.choice(VALUES))


def _like(value: object, text: str) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        with contextlib.suppress(ValueError):
            return int(text)
    return text
