"""Reads documents strictly: every wrong shape is a `DocumentError` that names the place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import NamedTuple, NoReturn, TypeVar

from .cards import Cards, parse_cards
from .problems import CardError, DocumentError, Finding

COUNT_LIMIT = 10**9
FORMAT = 1
LONGEST_NAME = 200  # characters of a name or a reason
MOST_HEAPS = 108  # the cards of the largest pack
MOST_VALUES = 400_000
"""Values of a text, keys not counted: five thousand events, each with a whole pack by card."""
_BLOCK = 2**16

_Choice = TypeVar("_Choice", bound=str)


def load_json(text: str | bytes) -> object:
    """The value of a JSON text; NaN, a key given twice, endless nesting and too many values are
    refused, the last before any of them is made."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if has_more_values(text, MOST_VALUES):
            raise DocumentError(Finding.TOO_LARGE)
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise DocumentError(Finding.NOT_JSON, line=error.lineno, column=error.colno) from None
    except UnicodeDecodeError:
        raise DocumentError(Finding.NOT_TEXT) from None
    except RecursionError:
        raise DocumentError(Finding.TOO_DEEP) from None
    except DocumentError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise DocumentError(
            Finding.NUMBER_OUT_OF_RANGE, low=-COUNT_LIMIT, high=COUNT_LIMIT
        ) from None


def has_more_values(text: str, most: int) -> bool:
    """Whether a JSON text may have more values than that; what its strings say does not count.

    Each value but the first comes behind a comma or an opening bracket or brace.
    """
    if _separators(text) < most:
        return False
    text = text.replace("\\\\", "").replace('\\"', "")
    count, is_within = 1, False
    for start in range(0, len(text), _BLOCK):
        pieces = text[start : start + _BLOCK].split('"')
        count += _separators("".join(pieces[is_within::2]))
        if count > most:
            return True
        is_within ^= len(pieces) % 2 == 0
    return False


def _separators(text: str) -> int:
    return sum(map(text.count, ",[{"))


def parse_setting(text: str) -> tuple[str, object]:
    """The name and value of `target=4000`; a value that is no JSON is a word."""
    name, _, value = text.partition("=")
    try:
        return name.strip(), load_json(value)
    except DocumentError:
        return name.strip(), value.strip()


def _constant(name: str) -> NoReturn:
    raise DocumentError(Finding.WRONG_TYPE, expected="whole number", found=name)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name in times if times[name] > 1)
        raise DocumentError(Finding.KEY_TWICE, key=twice)
    return value


def _real(text: str) -> float:
    """A number with a point or an exponent; one beyond all numbers would turn into Infinity."""
    number = float(text)
    return number if isfinite(number) else _constant(text)


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_real, object_pairs_hook=_object)


class Node(NamedTuple):
    """A value of a document and where it stands."""

    value: object
    where: str = ""

    def refuse(self, finding: Finding, **params: object) -> DocumentError:
        return DocumentError(finding, self.where, **params)

    def fields(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Node]:
        """The fields of an object; unknown and missing ones are refused."""
        known = {*required, *optional}
        for key in self.value if isinstance(self.value, Mapping) else ():
            if key not in known:  # before a node is made of each of what may be very many
                raise DocumentError(Finding.KEY_UNKNOWN, self._below(key), key=key)
        nodes = self.members()
        for key in required:
            if key not in nodes:
                raise self.refuse(Finding.KEY_MISSING, key=key)
        return nodes

    def members(self) -> dict[str, Node]:
        """The fields of an object, whatever their keys."""
        if not isinstance(self.value, Mapping):
            raise self.refuse(Finding.WRONG_TYPE, expected="object")
        return {key: Node(value, self._below(key)) for key, value in self.value.items()}

    def _below(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def one_of(self, *keys: str) -> str:
        """The one of these keys that the object has, or the first; two of them are refused."""
        value = self.value
        given = [key for key in keys if key in value] if isinstance(value, Mapping) else []
        if len(given) > 1:
            raise self.refuse(Finding.KEYS_EXCLUDE_EACH_OTHER, keys=tuple(given))
        return given[0] if given else keys[0]

    def items(self) -> Iterator[Node]:
        if not isinstance(self.value, list):
            raise self.refuse(Finding.WRONG_TYPE, expected="list")
        for number, value in enumerate(self.value):
            yield Node(value, f"{self.where}[{number}]")

    def listed(self, length: int) -> tuple[Node, ...]:
        nodes = tuple(self.items())
        if len(nodes) != length:
            raise self.refuse(Finding.WRONG_LENGTH, count=len(nodes), expected=length)
        return nodes

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.refuse(Finding.WRONG_TYPE, expected="text")
        return self.value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.refuse(Finding.WRONG_TYPE, expected="true or false")
        return self.value

    def integer(self, low: int = 0, high: int = COUNT_LIMIT) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.refuse(Finding.WRONG_TYPE, expected="whole number")
        if not low <= self.value <= high:
            raise self.refuse(Finding.NUMBER_OUT_OF_RANGE, low=low, high=high)
        return self.value

    def choice(self, choices: tuple[_Choice, ...]) -> _Choice:
        """The one of the choices that the text names."""
        text = self.text()
        for choice in choices:
            if choice == text:
                return choice
        raise self.refuse(Finding.NOT_A_CHOICE, choices=choices)

    def name(self) -> str:
        """A text that somebody has to read."""
        text = self.text()
        if len(text) > LONGEST_NAME:
            raise self.refuse(Finding.TEXT_TOO_LONG, most=LONGEST_NAME)
        return text

    def heaps(self) -> tuple[Cards, ...]:
        """The cards of each text of a list that is no longer than a pack."""
        if isinstance(self.value, list) and len(self.value) > MOST_HEAPS:
            raise self.refuse(Finding.LIST_TOO_LONG, most=MOST_HEAPS)
        return tuple([node.cards() for node in self.items()])

    def cards(self) -> Cards:
        try:
            return parse_cards(self.text())
        except CardError as error:
            raise self.refuse(error.finding, **error.params) from None

    def check_format(self) -> None:
        if type(self.value) is not int or self.value != FORMAT:
            raise self.refuse(Finding.FORMAT_UNKNOWN)
