"""The form of a hand: what it reads, the tally it makes, and the field of each problem."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping

from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.language.sentences import error_sentence
from scorekeeper.rules.cards import Cards
from scorekeeper.rules.checks import counted_values, may_leave_morto, out_empties_hand
from scorekeeper.rules.problems import CardError, Finding, Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Morto, Tally
from scorekeeper.scorebook import alone, part_of

from .fields import CountField, choices_of
from .hand_fill import fill_shared, fill_sides
from .hand_heaps import (
    THREES,
    canastas_known,
    cards_of,
    field_names,
    melds_of,
    number_in,
    way_of,
)
from .hand_tally import read_hand
from .keypad import HAND, MORTO, SEPARATOR, TABLE, Pad, parse_melds, parse_pad
from .languages import gettext, language, points
from .side_form import SharedForm, SideForm, side_form
from .ways import CARD, HEAPS, LETTERS, NOBODY, VALUE

LAID = ("red_threes", "red_threes_late")

WHILE_BUILDING = (Finding.MELD_TOO_SMALL, Finding.MELD_TOO_FEW_NATURALS)
WHILE_COUNTING = (
    Finding.OUT_WITHOUT_CANASTA,
    Finding.OUT_WITHOUT_CLEAN_CANASTA,
    Finding.TOO_FEW_CARDS_FOR_CANASTAS,
    Finding.TOO_FEW_POINTS_FOR_CANASTAS,
    Finding.MORTO_CARDS_MISSING,
    Finding.MORTO_WRONG_SIZE,
)
MOST_POINTS_OF_A_HAND = 20_000


class HandForm:
    """The whole form; reads `typed` or starts from an earlier entry.

    `only` is the one side that this phone counts, or None for all; a typed form says so itself if
    it `may_be_half`. The fields of the other sides are kept then, and count for nothing.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        typed: Mapping[str, str] | None = None,
        entry: Tally | tuple[int, ...] | None = None,
        seen: int = 0,
        only: int | None = None,
        may_be_half: bool = False,
    ) -> None:
        self.ruleset = ruleset
        self.values = counted_values(ruleset)
        data = MultiDict(typed) if typed is not None else None
        filled = fill_sides(entry, ruleset)
        if only is not None:
            filled = [side if n == only else {} for n, side in enumerate(filled)]
        self.shared = SharedForm(formdata=data, data=fill_shared(entry, seen, only))
        outs = (*map(str, range(ruleset.sides)), NOBODY)
        self.shared.went_out.choices = choices_of(outs)
        self.sides: list[SideForm] = [
            side_form(ruleset)(formdata=data, prefix=f"s{number}-", data=filled[number])
            for number in range(ruleset.sides)
        ]
        counts, numbers = str(self.shared.counts.data or ""), range(ruleset.sides)
        is_half = counts in map(str, numbers) and (may_be_half or typed is None)
        self.only = int(counts) if is_half else None
        self.counted = tuple(n for n in numbers if self.only in (None, n))
        self.errors: dict[str, list[str]] = {}
        if typed is not None:
            self._check_shape()

    @property
    def seen(self) -> int:
        text = self.shared.seen.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1

    @property
    def entry_id(self) -> str:
        return str(self.shared.entry_id.data or "")[:64]

    @property
    def totals_only(self) -> bool:
        return bool(self.shared.totals_only.data)

    def entry(self) -> Tally | tuple[int, ...]:
        """What was declared; a blank or unreadable field counts as nothing (see `errors`)."""
        whole = read_hand(self.shared, self.sides, self.ruleset)
        if self.only is None:
            return whole
        return alone(self.only, part_of(whole, self.only), self.ruleset.sides)

    def half(self) -> Tally | tuple[int, ...]:
        """What was declared for the one side that is counted. Only for a form with `only`."""
        return part_of(read_hand(self.shared, self.sides, self.ruleset), self.only or 0)

    def way(self, number: int, heap: str) -> str:
        """How a heap of a side is counted."""
        return way_of(self.sides[number], heap)

    def is_listed(self, number: int) -> bool:
        """Whether the keypad fills a heap of this side."""
        return any(self.way(number, heap) == CARD for heap in (TABLE, HAND))

    def is_begun(self, number: int) -> bool:
        """Whether enough of a side was filled in for its problems to be worth telling."""
        side = self.sides[number]
        if self.way(number, TABLE) == CARD:
            return bool(self.melds(number))
        if self.way(number, TABLE) == VALUE:
            return any(number_in(side, name) for name in field_names(TABLE, self.ruleset))
        return not side.table.is_blank

    @property
    def pad(self) -> Pad:
        """Where the keypad writes: in a heap that is counted by card, if there is one."""
        pad = parse_pad(str(self.shared.pad.data or ""), len(self.sides))
        places = [
            (number, heap)
            for number in range(len(self.sides))
            for heap in HEAPS
            if self.way(number, heap) == CARD
        ]
        if (pad.side, pad.heap) in places or not places:
            return pad
        near = [place for place in places if place[0] == pad.side] or places
        return Pad(*near[0], pad.rank)

    def melds(self, number: int) -> tuple[Cards, ...]:
        """The melds of a side counted by card, the one being built last."""
        return melds_of(self.sides[number], TABLE)

    def listed(self, number: int, heap: str) -> Cards:
        """The cards of a heap counted by card."""
        return cards_of(self.sides[number], heap)

    def is_early(self, problem: Problem) -> bool:
        """Whether what is missing may still come: counting a side goes step by step."""
        place = re.match(r"sides\[(\d+)\](?:\.melds\[(\d+)\])?", problem.where)
        if place is None:
            return False
        number = int(place[1])
        if place[2] is not None:
            return problem.finding in WHILE_BUILDING and self.is_open(number, int(place[2]))
        return problem.finding in WHILE_COUNTING and not self.is_begun(number)

    def is_open(self, number: int, meld: int) -> bool:
        """Whether the keypad is still at this meld."""
        text = str(self.sides[number].tcards.data or "").rstrip()
        return meld == len(self.melds(number)) - 1 and not text.endswith(SEPARATOR)

    def renew(self, seen: int) -> None:
        """Makes the form one that has seen the latest event, so that it can be sent once more."""
        self.shared.seen.data = str(seen)
        self.shared.entry_id.data = secrets.token_urlsafe(16)

    def blank_fields(self) -> set[str]:
        """The fields left empty: an error when saving, but not while still typing."""
        blank = {"went_out"} if not self.shared.went_out.data else set()
        for number, side in enumerate(self.sides):
            if not side.morto.data:
                blank.add(f"s{number}-morto")
            blank |= {f.name for f in side if isinstance(f, CountField) and f.is_blank}
        return blank

    def field_of(self, problem: Problem) -> str:
        """The name of the field beside which the problem is told; empty for the whole hand."""
        place = re.fullmatch(r"sides\[(\d+)\]\.([a-z_]+)[.\[]?([^\]]*)\]?", problem.where)
        if place is None:
            return ""
        number, heap, rest = int(place[1]), place[2], place[3]
        side, letter = f"s{number}-", LETTERS.get(heap)
        if heap == "melds":
            return f"{side}meld{rest}"
        if heap in ("went_out", "concealed"):
            return heap
        if letter is None:
            return side + heap
        if rest.startswith("counts."):
            return side + letter + rest.removeprefix("counts.")
        if rest == "counts":
            return side + "clean"
        if rest and rest != "points":
            return side + rest
        match self.way(number, letter):
            case "card":
                return f"{side}{letter}cards"
            case "value":
                return f"{side}{letter}{self.values[0]}"
            case _:
                return side + heap

    def _check_shape(self) -> None:
        for name in self._used():
            form, short = self._locate(name)
            field = form[short]
            if not field.validate(form):
                self.errors[name] = [str(error) for error in field.errors]
        if self.totals_only:
            self._check_totals()
            return
        if not self.shared.went_out.data:
            self.errors["went_out"] = [gettext("Who went out? Choose a side, or nobody.")]
        for number in self.counted:
            side = self.sides[number]
            if not side.morto.data:
                self.errors[f"s{number}-morto"] = [gettext("Did this side take its morto?")]
            self._check_listed(number)

    def _check_totals(self) -> None:
        """No rule bounds a bare total, but a slip of the finger should not end a match."""
        for number in self.counted:
            side = self.sides[number]
            if abs(side.total.data or 0) > MOST_POINTS_OF_A_HAND:
                text = gettext("No hand counts that much: at most %(most)s points.")
                told = text % {"most": points(MOST_POINTS_OF_A_HAND)}
                self.errors[side.total.name] = [told]

    def _check_listed(self, number: int) -> None:
        """Cards come from the keypad; a text that no key has written is refused."""
        for heap in HEAPS:
            name = f"{heap}cards"
            if self.way(number, heap) != CARD:
                continue
            try:
                parse_melds(str(self.sides[number][name].data or ""))
            except CardError as error:
                self.errors[f"s{number}-{name}"] = [error_sentence(error, language())]

    def _used(self) -> Iterator[str]:
        """The names of the number fields that count in the ways chosen."""
        if not self.totals_only:
            yield "went_out"
        for number in self.counted:
            side, prefix = self.sides[number], f"s{number}-"
            if self.totals_only:
                yield prefix + "total"
                continue
            yield from (prefix + name for name in ("way", "hway", "morto"))
            yield from (prefix + name for name in self._counts_of(number))
            left = side.morto.data == Morto.LEFT and self.ruleset.morto_cards_count
            for heap in "thm" if left else "th":
                yield from (prefix + name for name in self._numbers_of(number, heap))

    def _numbers_of(self, number: int, heap: str) -> Iterator[str]:
        """The number fields of a heap that is in use."""
        way = self.way(number, heap)
        if way == VALUE:
            yield from field_names(heap, self.ruleset)
        elif way != CARD and not (heap == MORTO and self.sides[number].morto_cards.is_blank):
            yield HEAPS[heap]

    @property
    def out_means_taken(self) -> bool:
        """Whether the side that went out must have taken its morto."""
        return not may_leave_morto(self.ruleset)

    @property
    def out_means_empty(self) -> bool:
        """Whether nothing can be left in the hand of the side that went out."""
        return out_empties_hand(self.ruleset)

    def counts(self) -> tuple[str, ...]:
        """The counts this table knows, in the order of the page."""
        rules = self.ruleset
        late = ["red_threes_late"] if rules.red3_late_value is not None else []
        threes = [THREES] if rules.three_in_hand is not None else []
        return (*canastas_known(rules), "red_threes", *late, *threes)

    def is_told_by_cards(self, number: int, name: str) -> bool:
        """Whether the cards that a side listed tell this count by themselves."""
        if name in LAID:
            return False
        return self.way(number, HAND if name == THREES else TABLE) == CARD

    def _counts_of(self, number: int) -> tuple[str, ...]:
        """The counts that a side gives."""
        return tuple(n for n in self.counts() if not self.is_told_by_cards(number, n))

    def _locate(self, name: str) -> tuple[Form, str]:
        if not name.startswith("s") or "-" not in name:
            return self.shared, name
        number, _, short = name[1:].partition("-")
        return self.sides[int(number)], short
