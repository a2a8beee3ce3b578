"""Entering, correcting, reading and deleting a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import ByCard, Melds, Tally
from scorekeeper.scorebook import HandRecord, Preview, StaleEntry, TallyRejected

from ..cards import CardView, MeldView, PadView, view_card, view_meld, view_pad, view_side
from ..errors import is_fragment_request
from ..hand_form import HandForm
from ..hand_words import HandWords
from ..keypad import HAND, MORTO, press
from ..keys import Table, open_table, phone, scorebook
from ..languages import language
from ..pages import LineView, make_board, make_lines, make_versions
from ..steppers import step

views = Blueprint("hands", __name__)


@dataclass(frozen=True, slots=True)
class Told:
    """A problem as a person reads it; `rule` is None for what can't be read at all."""

    sentence: str
    rule: str | None = None


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
    clash: tuple[HandRecord, ...] = ()
    is_stale: bool = False

    @property
    def words(self) -> HandWords:
        return HandWords(self.form)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.table.record.setup.sides)

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


@views.route("/t/<match_id>/hands/new", methods=["GET", "POST"])
def enter(match_id: str) -> Response:
    """The form of the next hand, and its answer."""
    return _entry(match_id, None)


@views.route("/t/<match_id>/hands/<int:hand>/edit", methods=["GET", "POST"])
def correct(match_id: str, hand: int) -> Response:
    """The form of an earlier hand, and its answer."""
    return _entry(match_id, hand)


@views.post("/t/<match_id>/hands/preview")
def preview(match_id: str) -> str:
    """The totals, lines and problems of what is typed so far. Writes nothing."""
    table = open_table(match_id, edit=True)
    hand = request.args.get("hand", type=int)
    form = HandForm(_hand_ruleset(table, hand), request.form)
    page = _page(table, form, hand, typing=True)
    return render_template("hands/_preview.html", page=page, form=form)


@views.get("/t/<match_id>/hands/<int:hand>")
def show(match_id: str, hand: int) -> str:
    """The lines of a hand."""
    table = open_table(match_id)
    found = table.record.hand(hand)
    if found is None:
        abort(404)
    return render_template(
        "hands/show.html",
        board=make_board(table.record, table.may_edit),
        hand=found,
        lines=make_lines(found.score) if found.score else (),
        before=table.record.hands[found.number - 2] if found.number > 1 else None,
        after=next(iter(table.record.hands[found.number :]), None),
        versions=make_versions(found),
        melds=_melds(found),
        loose=_loose(found),
    )


def _melds(hand: HandRecord) -> tuple[tuple[MeldView, ...], ...]:
    """The melds of each side that was counted by card."""
    if not isinstance(hand.entry, Tally):
        return ()
    return tuple(
        tuple(view_meld(n, cards, hand.ruleset) for n, cards in enumerate(side.table.melds))
        if isinstance(side.table, Melds)
        else ()
        for side in hand.entry.sides
    )


def _loose(hand: HandRecord) -> tuple[tuple[tuple[CardView, ...], ...], ...]:
    """The cards in hand and in the morto of each side, where they were listed."""
    if not isinstance(hand.entry, Tally):
        return ()
    return tuple(
        tuple(
            tuple(map(view_card, heap.cards)) if isinstance(heap, ByCard) else ()
            for heap in (side.hand, side.morto_cards)
        )
        for side in hand.entry.sides
    )


@views.post("/t/<match_id>/hands/<int:hand>/delete")
def delete(match_id: str, hand: int) -> Response:
    """Takes a hand out of the match; it can be put back."""
    return _change(match_id, hand, scorebook().delete_hand)


@views.post("/t/<match_id>/hands/<int:hand>/restore")
def restore(match_id: str, hand: int) -> Response:
    """Puts a deleted hand back."""
    return _change(match_id, hand, scorebook().restore_hand)


def _change(match_id: str, hand: int, change: Callable[..., object]) -> Response:
    open_table(match_id, edit=True)
    seen = request.form.get("seen", -1, type=int)
    try:
        change(match_id, hand, seen, request.form.get("entry_id", "")[:64], phone())
    except StaleEntry:
        return _moved_on(match_id)
    return redirect(url_for("table.board", match_id=match_id), 303)


def _moved_on(match_id: str) -> Response:
    return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)


def _entry(match_id: str, hand: int | None) -> Response:
    table = open_table(match_id, edit=True)
    if hand is not None and table.record.deleted_hand(hand) is not None:
        return _moved_on(match_id)
    ruleset = _hand_ruleset(table, hand)
    if request.method == "GET" and hand is None and table.record.is_over:
        return redirect(url_for("table.board", match_id=match_id), 303)
    if request.method == "GET":
        found = table.record.hand(hand) if hand is not None else None
        entry = found.entry if found else None
        form = HandForm(ruleset, entry=entry, seen=table.record.last)
        return _answer(_page(table, form, hand, typing=True), 200)
    if "step" in request.form or "key" in request.form:
        form = HandForm(ruleset, _pressed(ruleset.sides))
        return _answer(_page(table, form, hand, typing=True), 200)
    form = HandForm(ruleset, request.form)
    if "check" in request.values:
        return _answer(_page(table, form, hand, typing=True), 200)
    return _save(table, form, hand)


def _pressed(sides: int) -> dict[str, str]:
    """What was typed, after a button of a stepper or a key of the keypad."""
    typed = request.form.to_dict()
    if "key" in typed:
        return press(typed, typed["key"], sides)
    return step(typed, typed["step"])


def _save(table: Table, form: HandForm, hand: int | None) -> Response:
    record = table.record
    if form.errors:
        return _answer(_page(table, form, hand), 422)
    book = scorebook()
    try:
        if hand is None:
            book.record_hand(record.id, form.entry(), form.seen, form.entry_id, phone())
        else:
            book.correct_hand(record.id, hand, form.entry(), form.seen, form.entry_id, phone())
    except TallyRejected:
        return _answer(_page(table, form, hand), 422)
    except StaleEntry as stale:
        if hand is not None and stale.record.hand(hand) is None:
            return _moved_on(record.id)
        return _answer(_stale_page(table, form, hand, stale), 409)
    board = url_for("table.board", match_id=record.id)
    if is_fragment_request():
        return Response(status=200, headers={"HX-Redirect": board})
    return redirect(board, 303)


def _answer(page: EntryPage, status: int) -> Response:
    name = "hands/_entry.html" if is_fragment_request() else "hands/entry.html"
    return make_response(render_template(name, page=page, form=page.form), status)


def _hand_ruleset(table: Table, hand: int | None) -> Ruleset:
    if hand is None:
        return table.record.ruleset
    found = table.record.hand(hand)
    if found is None:
        abort(404)
    return found.ruleset


def _stale_page(table: Table, form: HandForm, hand: int | None, stale: StaleEntry) -> EntryPage:
    """The form again, with what others wrote meanwhile; sent once more, it counts on top."""
    form.renew(stale.record.last)
    written = {logged.seq for logged in stale.since}
    clash = tuple(
        found
        for found in stale.record.hands
        if any(version.seq in written for version in found.versions) or found.id == hand
    )
    page = _page(Table(stale.record, table.may_edit), form, hand)
    return replace(page, clash=clash, is_stale=True)


def _page(table: Table, form: HandForm, hand: int | None, typing: bool = False) -> EntryPage:
    record = table.record
    found = record.hand(hand) if hand is not None else None
    made = scorebook().preview(record.id, form.entry(), hand)
    return EntryPage(
        table=table,
        form=form,
        number=found.number if found else len(record.hands) + 1,
        hand=hand,
        preview=made,
        told=_tell(form, made.problems, typing),
        lines=make_lines(made.score) if made.score else (),
        forecast=_forecast(table, made),
        melds=tuple(view_side(form, number) for number in range(len(form.sides))),
        heaps=tuple(
            tuple(tuple(map(view_card, form.listed(number, heap))) for heap in (HAND, MORTO))
            for number in range(len(form.sides))
        ),
        pad=view_pad(form, tuple(side.name for side in record.setup.sides)),
    )


def _tell(form: HandForm, problems: Iterable[Problem], typing: bool) -> dict[str, tuple[Told, ...]]:
    """The problems by field. While typing, a side not counted yet is left in peace."""
    told: dict[str, list[Told]] = {}
    blank = form.blank_fields()
    for name, sentences in form.errors.items():
        if not (typing and name in blank):
            told.setdefault(name, []).extend(Told(sentence) for sentence in sentences)
    for problem in problems:
        name = form.field_of(problem)
        if name in form.errors or (typing and form.is_early(problem)):
            continue
        sentence = problem_sentence(problem, language())
        told.setdefault(name, []).append(Told(sentence, problem.rule))
    return {name: tuple(found) for name, found in told.items()}


def _forecast(table: Table, made: Preview) -> str:
    """What saving would bring, if that ends the match or asks for an extra hand."""
    if made.problems or made.standing.ruling.rule is None:
        return ""
    names = tuple(side.name for side in table.record.setup.sides)
    return ruling_sentence(made.standing, table.record.ruleset, names, language()) or ""
