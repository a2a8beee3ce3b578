"""The rules assistant: questions of players, answered under a table's rules or a preset's."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.assistant.answer import Answer, Impossible, Verdict
from scorekeeper.assistant.desk import QUESTIONS, Question, ask
from scorekeeper.assistant.fields import Given, Kind, read_given, written
from scorekeeper.language.questions import question_title
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import RulingKept, StaleEntry, keep_ruling

from ..agreement_pages import shown_entries
from ..keys import Table, open_table, scorebook
from ..languages import language
from ..phones import signature
from ..ruling_form import view_form
from ..ruling_kept import kept_ruling, kept_words
from ..ruling_keys import KEY, OPEN, SUIT, next_open, press
from ..ruling_onward import links_onward
from ..ruling_pages import QuestionPage, neighbours, view_answer, view_contents
from ..ruling_place import Place, unnamed_sides

views = Blueprint("ruling", __name__)
LONGEST = 200
WITH_TOTALS = ("winner", "early")


@views.get("/ruling")
def start() -> str:
    """The questions, and the presets to ask them under."""
    return _contents(_anyone())


@views.get("/t/<match_id>/ruling")
def table_start(match_id: str) -> str:
    """The questions, for a table."""
    return _contents(_at_table(open_table(match_id)))


@views.get("/ruling/<question>", endpoint="ask")
def ask_anyone(question: str) -> Response:
    """A question under a preset: its form, or the answer to what the address tells."""
    return _asked(_anyone(), question)


@views.get("/t/<match_id>/ruling/<question>")
def table_ask(match_id: str, question: str) -> Response:
    """A question under the rules of a table; with `kept`, a ruling as it was given then."""
    table = open_table(match_id)
    place = _at_table(table)
    kept = kept_ruling(table.record, question, request.args.get("kept", ""))
    if kept is not None:
        place = Place(kept.ruleset, place.names, place.match_id, place.may_edit)
        return _told(place, question, dict(kept.ruling.given), kept=kept_words(kept, place))
    entries = shown_entries(table.record)
    if not request.args and question in WITH_TOTALS and entries:
        totals = {f"total{n}": str(one) for n, one in enumerate(entries[-1].running)}
        return redirect(place.ask(question, totals), 303)
    return _asked(place, question)


@views.post("/t/<match_id>/ruling/<question>/keep")
def keep(match_id: str, question: str) -> Response:
    """Keeps the answer in the log of the match."""
    table = open_table(match_id, edit=True)
    place, known = _at_table(table), QUESTIONS.get(question)
    if known is None:
        abort(404)
    told = _clean(request.form, known, place)
    given, answer, _ = _heard(known, question, told, place)
    if answer is None or answer.verdict is Verdict.DEPENDS:
        return _told(place, question, told, status=422)
    figure = answer.figure
    texts = written(given, known.fields, place.ruleset)
    ruling = RulingKept(question, texts, str(answer.verdict), answer.word, figure, answer.rule)
    try:
        entry_id = request.form.get("entry_id", "")[:64]
        keep_ruling(scorebook(), match_id, ruling, entry_id, signature())
    except StaleEntry:
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    return redirect(url_for("log.show", match_id=match_id), 303)


def _anyone() -> Place:
    preset = request.args.get("ruleset", "classic")
    if preset not in PRESETS:
        abort(404)
    ruleset = PRESETS[preset]
    return Place(ruleset, unnamed_sides(ruleset))


def _at_table(table: Table) -> Place:
    record = table.record
    names = tuple(side.name for side in record.sides)
    return Place(record.in_force, names, record.id, table.may_edit)


def _contents(place: Place) -> str:
    return render_template(
        "ruling/contents.html",
        place=place,
        chapters=view_contents(place),
        presets=() if place.match_id else tuple(PRESETS),
    )


def _asked(place: Place, key: str) -> Response:
    """The page of a question; a tap on a key leads to the address of what is told then."""
    question = QUESTIONS.get(key)
    if question is None:
        abort(404)
    told = _clean(request.args, question, place)
    opened, _, suit = request.args.get(OPEN, "").partition(".")
    suit = suit or request.args.get(SUIT, "")[:1]
    if KEY in request.args:
        return _pressed(place, key, question, told, suit)
    if request.args.get(SUIT) or any(
        len(values) > 1 or (name in told_names(question) and values[-1] != told.get(name))
        for name, values in request.args.lists()
    ):
        more = {OPEN: f"{opened}.{suit}" if suit else opened} if opened else {}
        return redirect(place.ask(key, told, **more), 303)
    return _told(place, key, told, opened=opened, suit=suit)


def told_names(question: Question) -> set[str]:
    """The names of the fields of a question."""
    return {field.name for field in question.fields}


def _clean(typed: MultiDict[str, str], question: Question, place: Place) -> dict[str, str]:
    """What was told, by field, the last word of each; blanks and usual values are left out."""
    told = {}
    for field in question.fields:
        text = (typed.getlist(field.name) or [""])[-1].strip()[:LONGEST]
        if text and text != field.usual_at(place.ruleset):
            told[field.name] = text
    return told


def _pressed(
    place: Place, key: str, question: Question, told: dict[str, str], suit: str
) -> Response:
    pressed = request.args[KEY]
    field = question.field(pressed.partition(":")[0])
    told = press(told, pressed, question)
    told = {name: text for name, text in told.items() if text}
    if field is None or field.kind is not Kind.CARDS:
        return redirect(place.ask(key, told), 303)
    opened = next_open(told, field, question, place.ruleset)
    removed = ":-" in pressed
    if removed:
        opened = field.name
    elif field.high == 1:
        _, answer, _ = _heard(question, key, told, place)
        settled = answer is not None and answer.verdict is not Verdict.DEPENDS
        opened = None if settled else opened
    more = {OPEN: f"{opened}.{suit}" if suit else opened} if opened else {}
    return redirect(place.ask(key, told, **more), 303)


def _told(
    place: Place,
    key: str,
    told: Mapping[str, str],
    opened: str = "",
    suit: str = "",
    status: int = 200,
    kept: str = "",
) -> Response:
    """The page for what was told: the answer, or the form where something is still to be told."""
    question = QUESTIONS.get(key)
    if question is None:
        abort(404)
    given, answer, wrong = _heard(question, key, told, place)
    shown = _field_of(question, opened)
    if answer is not None and answer.verdict is Verdict.DEPENDS and not answer.outcomes:
        shown = shown or _field_of(question, answer.missing[0])
        is_asking = True
    else:
        is_asking = bool(shown)
    rules, names = place.ruleset, place.names
    page = QuestionPage(
        key=key,
        title=question_title(key, language()),
        place=place,
        form=view_form(key, question, told, given, rules, names, shown, suit, wrong),
        told=told,
        answer=None if is_asking or answer is None else view_answer(key, answer, given, place),
        near=neighbours(key, answer, place),
        sentences=tuple(problem_sentence(problem, language()) for problem in wrong),
        opened=shown,
        kept=kept,
        onward=links_onward(key, place),
    )
    status = 422 if wrong else status
    return make_response(render_template("ruling/question.html", page=page), status)


def _heard(
    question: Question, key: str, told: Mapping[str, str], place: Place
) -> tuple[Given, Answer | None, tuple[Problem, ...]]:
    """What was told, and the answer to it or what is wrong with it."""
    given, problems = read_given(question.fields, told, place.ruleset)
    if problems:
        return given, None, problems
    try:
        return given, ask(key, given, place.ruleset), ()
    except Impossible as impossible:
        return given, None, impossible.problems


def _field_of(question: Question, name: str) -> str:
    """The name if it is that of a field of cards."""
    field = question.field(name)
    return name if field is not None and field.kind is Kind.CARDS else ""
