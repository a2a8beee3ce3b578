"""Replaying a recorded hand: its address has the whole of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.play.record import format_record
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.work.kinds import PLAYOUT
from scorekeeper.work.playing_out import read_playout

from ..desk import desk, hand_in, open_job
from ..languages import gettext
from ..replay_address import NoRecordError, TooLongError, pack, unpack
from ..replay_form import Submitted, read_text, submitted, too_long
from ..replay_new import read_new
from ..replay_pages import HandPage, hand_page, result_of, step_page
from ..replay_worth import Worth, findings_of, make_worth
from ..replay_write_page import write_page
from ..replay_writing import press, read_written
from ..tally_form import open_tables, tally_fields

views = Blueprint("replay", __name__)


@views.context_processor
def addresses() -> dict[str, object]:
    """Where the rules of a preset are told."""
    return {"rule_address": rule_address, "rules_address": rules_address}


def rules_address(preset: str) -> str:
    """The rules of a preset."""
    return url_for("rulebook.book", preset=preset)


def rule_address(preset: str, rule: str) -> str:
    """One rule of a preset."""
    return url_for("rulebook.rule", preset=preset, rule=rule)


EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = ("disputed", "whole")
SEEN = {"0": 0, "1": 1, "2": 2}


@views.get("/replay")
def start() -> Response:
    """Where a record is pasted, uploaded, chosen or begun; with `r`, its text to be changed."""
    if "r" not in request.args:
        return _start(Submitted(), 200)
    try:
        return _start(Submitted(unpack(request.args["r"])), 200)
    except NoRecordError:
        return _start(_lost(), 404)


@views.post("/replay")
def send() -> AnyResponse:
    """Takes a record and goes to its check; writes nothing."""
    sent = submitted(request.form.get("record", ""), request.files.get("file"))
    if sent.record is None:
        return _start(sent, 422)
    return redirect(url_for("replay.hand", r=sent.packed), 303)


@views.get("/replay/example/<name>")
def example(name: str) -> AnyResponse:
    """A record that comes with the app."""
    if name not in NAMES:
        abort(404)
    text = (EXAMPLES / f"{name}.tranca").read_text(encoding="utf-8")
    return redirect(url_for("replay.hand", r=pack(text)), 303)


@views.get("/replay/hand")
def hand() -> AnyResponse:
    """The check of a record, or one step of it (`at`): the table with its cards."""
    opened = _open()
    if isinstance(opened, AnyResponse):
        return opened
    at = request.args.get("at", type=int)
    if at is None:
        at = opened.illegal
    if not opened.course.stages:
        return make_response(render_template("replay/deal.html", page=opened, source=_source()))
    if at is None:
        return _result(opened)
    hands = SEEN.get(request.args.get("hands", ""), 1)
    page = step_page(opened, at, hands, "dispute" in request.args)
    return make_response(render_template("replay/step.html", page=page, hand=page.hand))


@views.get("/replay/file")
def file() -> AnyResponse:
    """The record as a file."""
    opened = _open()
    if isinstance(opened, AnyResponse):
        return opened
    answer = make_response(unpack(opened.packed))
    answer.headers["Content-Type"] = "text/plain; charset=utf-8"
    answer.headers["Content-Disposition"] = 'attachment; filename="hand.tranca"'
    return answer


@views.get("/replay/new")
def new() -> AnyResponse:
    """The game, the players and the dealer of a hand that is to be written down."""
    form = read_new(request.args)
    if form.packed:
        return redirect(url_for("replay.write", r=form.packed), 303)
    status = 422 if form.problem else 200
    page = render_template("replay/new.html", form=form, presets=tuple(PRESETS))
    return make_response(page, status)


@views.get("/replay/write")
def write() -> AnyResponse:
    """A hand as it is written with the keypad; `key` is the key pressed last. With `n`, another
    line for that turn of the record."""
    opened = _open()
    if isinstance(opened, AnyResponse):
        return opened
    number = request.args.get("n", type=int)
    is_legal = opened.illegal is None or number is not None
    if not opened.course.stages or not is_legal:
        return redirect(opened.address(), 303)
    if number is not None and not 1 <= number < len(opened.course.stages):
        return redirect(opened.address(), 303)
    return _written(opened, number)


def _written(opened: HandPage, number: int | None) -> AnyResponse:
    args, record = request.args, opened.record
    if number is not None:
        record = replace(record, turns=record.turns[: number - 1])
    read = read_written(record, args.get("t", ""), args.get("c", ""), args.get("rank", ""))
    after = press(replace(read, against=number is not None), args.get("key", ""))
    try:
        packed = opened.packed if after.against else pack(format_record(after.record))
    except TooLongError:
        return _start(too_long(), 422)
    if after.keeps:
        return redirect(url_for("replay.hand", r=packed), 303)
    return make_response(render_template("replay/write.html", page=write_page(packed, after)))


@views.get("/replay/worth")
def worth() -> AnyResponse:
    """Two lines for turn `n`: that of the record, and the moves of `instead`."""
    asked = _asked(request.args)
    if isinstance(asked, AnyResponse):
        return asked
    page = render_template("replay/worth.html", worth=asked, job=None, found=None)
    return make_response(page, 200 if asked.spec else 422)


@views.post("/replay/worth")
def play() -> AnyResponse:
    """Hands both lines to the bots."""
    asked = _asked(request.form)
    if isinstance(asked, AnyResponse):
        return asked
    if asked.spec is None:
        page = render_template("replay/worth.html", worth=asked, job=None, found=None)
        return make_response(page, 422)
    found = hand_in(PLAYOUT, asked.spec.as_json() | {"shown": asked.hand.packed})
    return redirect(url_for("replay.found", job_id=found), 303)


@views.get("/replay/worth/<job_id>")
def found(job_id: str) -> AnyResponse:
    """What the bots found, as far as they are."""
    job = open_job(job_id, PLAYOUT)
    spec = read_playout(job.spec)
    try:
        opened = _read(str(job.spec.get("shown", "")))
    except NoRecordError:
        abort(404)
    asked = None if isinstance(opened, Submitted) else make_worth(opened, spec.turn, spec.instead)
    if asked is None:
        abort(404)
    ahead = desk().ahead(job_id)
    numbers = findings_of(job, asked.side)
    page = render_template("replay/worth.html", worth=asked, job=job, ahead=ahead, found=numbers)
    return make_response(page)


def _asked(given: Mapping[str, str]) -> Worth | AnyResponse:
    opened = _open(given)
    if isinstance(opened, AnyResponse):
        return opened
    number = given.get("n", "")
    turn = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
    asked = make_worth(opened, turn, given.get("instead", ""))
    return redirect(opened.address(), 303) if asked is None else asked


def _open(given: Mapping[str, str] | None = None) -> HandPage | Response:
    """The hand of this address, or the page on which its text can be mended."""
    try:
        opened = _read((request.args if given is None else given).get("r", ""))
    except NoRecordError:
        return _start(_lost(), 404)
    return _start(opened, 422) if isinstance(opened, Submitted) else opened


def _read(packed: str) -> HandPage | Submitted:
    sent = read_text(unpack(packed))
    return sent if sent.record is None else hand_page(packed, sent.record)


def _lost() -> Submitted:
    return Submitted(
        problem=gettext("This address does not hold a whole hand. Ask for the link again.")
    )


def _start(sent: Submitted, status: int) -> Response:
    return make_response(render_template("replay/start.html", sent=sent), status)


def _result(page: HandPage) -> Response:
    result, tally = result_of(page), page.course.result.tally
    tables = open_tables(page.record.ruleset.sides) if tally else ()
    scoring = [
        (table, tuple(tally_fields(tally, page.record.ruleset, table.seen)))
        for table in tables
        if tally
    ]
    return make_response(
        render_template("replay/result.html", hand=page, result=result, scoring=scoring)
    )


def _source() -> list[str]:
    return unpack(request.args["r"]).splitlines()
