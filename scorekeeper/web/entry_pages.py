"""The page on which a hand is entered: what stands beside its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flask import url_for

from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.problems import Problem
from scorekeeper.scorebook import Half, HandRecord, MatchRecord, Preview, problems_of_halves
from scorekeeper.scorebook.agreement import totals_of

from .agreement_pages import DisputeView, closed_dispute
from .cards import CardView, MeldView, PadView, view_card, view_pad, view_side
from .hand_advice import Advice, advise
from .hand_form import HandForm
from .hand_words import HandWords
from .keypad import HAND, MORTO
from .keys import Table, scorebook
from .languages import gettext, language
from .pages import LineView, make_lines
from .ruling_links import AskLink, link_for
from .unread_words import unread_sentence

KNOWN_ENTRIES = 16


@dataclass(frozen=True, slots=True)
class Told:
    """A problem as a person reads it, and the question that settles it; `rule` is None for what
    can't be read at all."""

    sentence: str
    rule: str | None = None
    ask: AskLink | None = None


@dataclass(frozen=True, slots=True)
class EntryPage:
    """All that the entry form shows beside its fields."""

    table: Table
    form: HandForm
    number: int
    hand: int | None
    preview: Preview
    told: dict[str, tuple[Told, ...]]
    lines: tuple[LineView, ...]
    forecast: str
    melds: tuple[tuple[MeldView, ...], ...]
    heaps: tuple[tuple[tuple[CardView, ...], ...], ...]
    pad: PadView
    advice: dict[str, Advice]
    switched: int | None = None
    clash: tuple[HandRecord, ...] = ()
    is_stale: bool = False
    is_same: bool = False
    is_merged: bool = False
    news: tuple[str, ...] = ()
    is_recount: bool = False
    dispute: DisputeView | None = None

    @property
    def saved(self) -> str:
        """The latest entries that were saved; a phone need not keep its drafts of them."""
        found = [logged.entry_id for logged in self.table.record.log if logged.entry_id]
        return " ".join(found[-KNOWN_ENTRIES:])

    @property
    def unread(self) -> str:
        """That entries of the match are not in the totals, if any."""
        return unread_sentence(len(self.table.record.unreadable))

    @property
    def action(self) -> str:
        """Where the form is sent."""
        match = self.table.record.id
        if self.hand is None:
            return url_for("hands.enter", match_id=match)
        if self.is_recount:
            return url_for("hands.recount", match_id=match, hand=self.hand)
        return url_for("hands.correct", match_id=match, hand=self.hand)

    def slots(self) -> Iterator[str]:
        """The fields beside which a problem is told anew; a side sent whole brings its own."""
        return self._elsewhere(self.words.slots())

    def sums(self) -> Iterator[tuple[str, str]]:
        """The results beside the fields that are told anew, by the name of the field."""
        found = dict(self.words.sums())
        return ((name, found[name]) for name in self._elsewhere(found))

    def advised(self) -> Iterator[tuple[str, Advice | None]]:
        """What is told anew of every heap about the ways of counting it."""
        places = (f"s{n}-{heap}" for n in range(len(self.names)) for heap in self.words.heaps())
        return ((place, self.advice.get(place)) for place in self._elsewhere(places))

    def _elsewhere(self, names: Iterable[str]) -> Iterator[str]:
        # The bare total stands outside of its side.
        whole = f"s{self.switched}-"
        return (n for n in names if not n.startswith(whole) or n == f"{whole}total")

    @property
    def words(self) -> HandWords:
        return HandWords(self.form)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.table.record.setup.sides)

    @property
    def title(self) -> str:
        """What is done on this page."""
        if self.hand is None:
            text = gettext("Enter hand %(number)s")
        elif self.is_recount:
            text = gettext("Count hand %(number)s apart")
        else:
            text = gettext("Correct hand %(number)s")
        return text % {"number": self.number}

    @property
    def halves(self) -> Mapping[int, Half]:
        """What sides have counted apart of the hand that is entered."""
        return self.table.record.halves if self.hand is None else {}

    @property
    def half_clash(self) -> Half | None:
        """What another phone has sent meanwhile for the one side that this one counts."""
        half = None if self.form.only is None else self.halves.get(self.form.only)
        return half if self.is_stale else None

    @property
    def misfits(self) -> bool:
        """Whether the parts that all sides have sent do not make a hand."""
        return self.hand is None and bool(problems_of_halves(self.table.record))

    @property
    def half_points(self) -> int:
        """What the part of the hand that another phone has sent counts."""
        half = self.half_clash
        return totals_of(half.entry, self.form.ruleset)[0] if half else 0

    @property
    def shown_totals(self) -> tuple[int | None, ...]:
        """The totals of the sides that this phone counts."""
        counted = self.form.counted
        return tuple(n if side in counted else None for side, n in enumerate(self.preview.totals))

    @property
    def is_over(self) -> bool:
        """Whether there is no next hand to enter."""
        return self.hand is None and self.table.record.is_over

    @property
    def problem_count(self) -> int:
        return sum(map(len, self.told.values()))

    def anchor(self, name: str) -> str:
        """Where on the page a problem is told: a field, or the cards listed by the keypad."""
        side, _, field = name.partition("-")
        return f"cards-{side[1:]}" if field.endswith("cards") and field != "morto_cards" else name

    def count_for(self, number: int) -> int:
        """The problems of one side."""
        prefix = f"s{number}-"
        return sum(len(found) for name, found in self.told.items() if name.startswith(prefix))


def entry_page(
    table: Table,
    form: HandForm,
    hand: int | None,
    typing: bool = False,
    is_recount: bool = False,
) -> EntryPage:
    """The page of this form; while typing, what may still come is not called missing."""
    record = table.record
    found = record.hand(hand) if hand is not None else None
    made = scorebook().preview(record.id, form.entry(), hand)
    return EntryPage(
        table=table,
        form=form,
        number=found.number if found else len(record.hands) + 1,
        hand=hand,
        preview=made,
        told=_tell(form, made.problems or _misfits(record, form), typing, record.id),
        lines=make_lines(made.score) if made.score else (),
        forecast=_forecast(table, form, made),
        melds=tuple(view_side(form, number) for number in range(len(form.sides))),
        heaps=tuple(
            tuple(tuple(map(view_card, form.listed(number, heap))) for heap in (HAND, MORTO))
            for number in range(len(form.sides))
        ),
        pad=view_pad(form, tuple(side.name for side in record.setup.sides)),
        advice=_advice(form),
        is_recount=is_recount,
        dispute=closed_dispute(record, found) if found else None,
    )


def _misfits(record: MatchRecord, form: HandForm) -> tuple[Problem, ...]:
    """What is wrong with the parts of all sides together, this one as it is typed now."""
    if form.only is None or form.errors:
        return ()
    return problems_of_halves(record, form.only, form.half())


def _advice(form: HandForm) -> dict[str, Advice]:
    """What to tell about the ways of counting, by side and heap: `s0-t`."""
    heaps = HandWords(form).heaps()
    advised = {
        f"s{number}-{heap}": advise(form, number, heap)
        for number in range(len(form.sides))
        for heap in heaps
    }
    return {place: advice for place, advice in advised.items() if advice is not None}


def _tell(
    form: HandForm, problems: Iterable[Problem], typing: bool, match_id: str
) -> dict[str, tuple[Told, ...]]:
    """The problems by field. While typing, a side not counted yet is left in peace."""
    told: dict[str, list[Told]] = {}
    blank = form.blank_fields()
    for name, sentences in form.errors.items():
        if not (typing and name in blank):
            told.setdefault(name, []).extend(Told(sentence) for sentence in sentences)
    for problem in problems:
        name = form.field_of(problem)
        if form.only is not None and name.startswith("s") and name[1] != str(form.only):
            name = ""  # its field is on another phone
        if name in form.errors or (typing and form.is_early(problem)):
            continue
        sentence = problem_sentence(problem, language())
        asked = link_for(problem, form.entry(), form.ruleset, match_id)
        told.setdefault(name, []).append(Told(sentence, problem.rule, asked))
    return {name: tuple(found) for name, found in told.items()}


def _forecast(table: Table, form: HandForm, made: Preview) -> str:
    """What saving would bring, if that ends the match or asks for an extra hand."""
    if form.only is not None or made.problems or made.standing.ruling.rule is None:
        return ""
    names = tuple(side.name for side in table.record.setup.sides)
    return ruling_sentence(made.standing, made.ruleset, names, language()) or ""
