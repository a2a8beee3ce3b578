"""The form of a hand: what it reads, the tally it makes, and the field of each problem."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping

from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.language.sentences import error_sentence
from scorekeeper.rules.cards import Cards
from scorekeeper.rules.checks import counted_values, knows_canasta, may_leave_morto
from scorekeeper.rules.melds import Canasta
from scorekeeper.rules.problems import CardError, Finding, Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
    CountedTable,
    Melds,
    Morto,
    SideTally,
    Tally,
)

from .fields import CountField, choices_of
from .hand_fill import fill_shared, fill_sides
from .keypad import MORTO, SEPARATOR, TABLE, Pad, parse_melds, parse_pad
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
    """The whole form; reads `typed` or starts from an earlier entry."""

    def __init__(
        self,
        ruleset: Ruleset,
        typed: Mapping[str, str] | None = None,
        entry: Tally | tuple[int, ...] | None = None,
        seen: int = 0,
    ) -> None:
        self.ruleset = ruleset
        self.values = counted_values(ruleset)
        data = MultiDict(typed) if typed is not None else None
        filled = fill_sides(entry, ruleset)
        self.shared = SharedForm(formdata=data, data=fill_shared(entry, seen))
        outs = (*map(str, range(ruleset.sides)), NOBODY)
        self.shared.went_out.choices = choices_of(outs)
        self.sides: list[SideForm] = [
            side_form(ruleset)(formdata=data, prefix=f"s{number}-", data=filled[number])
            for number in range(ruleset.sides)
        ]
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
        if self.totals_only:
            return tuple(side.total.data or 0 for side in self.sides)
        return Tally(tuple(self._side(number) for number in range(len(self.sides))))

    def is_begun(self, number: int) -> bool:
        """Whether enough of a side was filled in for its problems to be worth telling."""
        side = self.sides[number]
        if side.way.data == CARD:
            return bool(self.melds(number))
        if side.way.data == VALUE:
            return any(_number(side, name) for name in field_names("t", self.values))
        return not side.table.is_blank

    @property
    def pad(self) -> Pad:
        """Where the keypad writes: on a side that is counted by card, if there is one."""
        pad = parse_pad(str(self.shared.pad.data or ""), len(self.sides))
        by_card = [number for number, side in enumerate(self.sides) if side.way.data == CARD]
        if pad.side in by_card or not by_card:
            return pad
        return Pad(by_card[0], TABLE, pad.rank)

    def melds(self, number: int) -> tuple[Cards, ...]:
        """The melds of a side counted by card, the one being built last."""
        return self._listed(number, TABLE)

    def listed(self, number: int, heap: str) -> Cards:
        """The cards of a heap counted by card."""
        return tuple(card for meld in self._listed(number, heap) for card in meld)

    def _listed(self, number: int, heap: str) -> tuple[Cards, ...]:
        try:
            return parse_melds(str(self.sides[number][f"{heap}cards"].data or ""))
        except CardError:
            return ()

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
        match self.sides[number].way.data:
            case "card":
                return f"{side}{letter}cards"
            case "value":
                return f"{side}{letter}{self.values[0]}"
            case _:
                return side + heap

    def _side(self, number: int) -> SideTally:
        side = self.sides[number]
        kinds = ("clean", "dirty", "royal", "ace_to_ace", "wild")
        canastas = Canastas(**{kind: _number(side, kind) for kind in kinds})
        morto = Morto(side.morto.data) if side.morto.data in tuple(Morto) else Morto.TAKEN
        went_out = self.shared.went_out.data == str(number)
        by_card = side.way.data == CARD
        table = Melds(self.melds(number)) if by_card else CountedTable(self._table(side), canastas)
        return SideTally(
            table=table,
            hand=self._hand(number),
            morto=morto,
            morto_cards=self._morto_cards(number) if morto is Morto.LEFT else None,
            red_threes=_number(side, "red_threes"),
            red_threes_late=_number(side, "red_threes_late"),
            went_out=went_out,
            concealed=went_out and bool(self.shared.concealed.data),
        )

    def _table(self, side: SideForm) -> ByValue | ByPoints:
        return self._heap(side, "t")

    def _hand(self, number: int) -> Count:
        side = self.sides[number]
        if side.way.data == CARD:
            return ByCard(self.listed(number, "h"))
        return self._heap(side, "h", _number(side, "threes"))

    def _heap(self, side: SideForm, heap: str, threes: int = 0) -> ByValue | ByPoints:
        if side.way.data == VALUE:
            counts = ((value, _number(side, f"{heap}{value}")) for value in self.values)
            return ByValue(tuple(pair for pair in counts if pair[1]), threes)
        return ByPoints(_number(side, HEAPS[heap]), threes)

    def _morto_cards(self, number: int) -> Count | None:
        side = self.sides[number]
        if not self.ruleset.morto_cards_count:
            return None
        if side.way.data == CARD:
            cards = self.listed(number, MORTO)
            return ByCard(cards) if cards else None
        if side.way.data != VALUE and side.morto_cards.is_blank:
            return None
        return self._heap(side, "m")

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
        for number, side in enumerate(self.sides):
            if not side.morto.data:
                self.errors[f"s{number}-morto"] = [gettext("Did this side take its morto?")]
            if side.way.data == CARD:
                self._check_listed(number)

    def _check_totals(self) -> None:
        """No rule bounds a bare total, but a slip of the finger should not end a match."""
        for side in self.sides:
            if abs(side.total.data or 0) > MOST_POINTS_OF_A_HAND:
                text = gettext("No hand counts that much: at most %(most)s points.")
                told = text % {"most": points(MOST_POINTS_OF_A_HAND)}
                self.errors[side.total.name] = [told]

    def _check_listed(self, number: int) -> None:
        """Cards come from the keypad; a text that no key has written is refused."""
        for heap in HEAPS:
            name = f"{heap}cards"
            try:
                parse_melds(str(self.sides[number][name].data or ""))
            except CardError as error:
                self.errors[f"s{number}-{name}"] = [error_sentence(error, language())]

    def _used(self) -> Iterator[str]:
        """The names of the number fields that count in the ways chosen."""
        if not self.totals_only:
            yield "went_out"
        for number, side in enumerate(self.sides):
            prefix = f"s{number}-"
            if self.totals_only:
                yield prefix + "total"
                continue
            yield from (prefix + name for name in ("way", "morto", *self._counts_of(side)))
            left = side.morto.data == Morto.LEFT and self.ruleset.morto_cards_count
            heaps = "thm" if left else "th"
            if side.way.data == VALUE:
                yield from (
                    prefix + name for heap in heaps for name in field_names(heap, self.values)
                )
            elif side.way.data != CARD:
                yield from (prefix + HEAPS[heap] for heap in heaps if heap != "m")
                if left and not side.morto_cards.is_blank:
                    yield prefix + "morto_cards"

    @property
    def out_means_taken(self) -> bool:
        """Whether the side that went out must have taken its morto."""
        return not may_leave_morto(self.ruleset)

    def counts(self) -> tuple[str, ...]:
        """The counts this table knows, in the order of the page."""
        rules = self.ruleset
        laid = [str(kind) for kind in Canasta if knows_canasta(kind, rules)] + ["red_threes"]
        late = ["red_threes_late"] if rules.red3_late_value is not None else []
        return (*laid, *late, *(["threes"] if rules.three_in_hand is not None else []))

    def _counts_of(self, side: SideForm) -> tuple[str, ...]:
        """The counts that a side gives; listed cards tell most of them by themselves."""
        if side.way.data != CARD:
            return self.counts()
        return tuple(name for name in self.counts() if name in LAID)

    def _locate(self, name: str) -> tuple[Form, str]:
        if not name.startswith("s") or "-" not in name:
            return self.shared, name
        number, _, short = name[1:].partition("-")
        return self.sides[int(number)], short


def field_names(heap: str, values: tuple[int, ...]) -> Iterator[str]:
    return (f"{heap}{value}" for value in values)


def _number(side: SideForm, name: str) -> int:
    return side[name].data or 0 if name in side else 0
