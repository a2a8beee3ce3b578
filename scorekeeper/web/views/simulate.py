"""Hands played by bots: one to look at, or many to see what a house rule changes."""

from __future__ import annotations

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
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from scorekeeper.rules.options import OPTIONS, format_option, overrides_of
from scorekeeper.scorebook import MatchRecord
from scorekeeper.work.comparing import read_comparison
from scorekeeper.work.hand import read_hand
from scorekeeper.work.kinds import COMPARE, HAND

from ..compare_pages import make_findings
from ..desk import desk, hand_in, open_job
from ..keys import access_to, scorebook
from ..simulate_form import HANDS, PRESET_NAMES, TABLE, TRIED, SimulateForm
from ..simulate_pages import make_hand
from ..steppers import stepped

views = Blueprint("simulate", __name__)


@views.get("/simulate")
def start() -> Answer:
    """The form; `ruleset`, `match`, `option` and `seed` fill it in."""
    asked = request.args
    form = SimulateForm(
        asked.get("ruleset", ""),
        _table(asked.get("match", "")),
        option=asked.get("option", ""),
        seed=asked.get("seed", ""),
    )
    return _form(form, 200)


@views.post("/simulate")
def ask() -> Answer:
    """Hands in what was asked for, or shows the form again."""
    typed = stepped(request.form) if "step" in request.form else MultiDict(request.form)
    table = _table(typed.get("match", ""))
    form = SimulateForm(typed.get("pick") or typed.get("game", ""), table, typed)
    if "hand" in typed:
        hand = form.hand()
        return _form(form, 422) if hand is None else _go("hand", HAND, hand.as_json(), table)
    if "compare" not in typed or (form.option and form.is_new_option):
        return _form(form, 200)
    comparison = form.comparison()
    if comparison is None:
        return _form(form, 422)
    return _go("compared", COMPARE, comparison.as_json(), table)


@views.get("/simulate/hand/<job_id>")
def hand(job_id: str) -> str:
    """The hand: how it ended, and how its points come about."""
    job = open_job(job_id, HAND)
    spec = read_hand(job.spec)
    return render_template(
        "simulate/hand.html",
        job=job,
        ahead=desk().ahead(job_id),
        spec=spec,
        changes=overrides_of(spec.ruleset),
        hand=make_hand(job, spec.ruleset) if job.result else None,
        table=_table(request.args.get("match", "")),
    )


@views.get("/simulate/hand/<job_id>/record")
def record(job_id: str) -> Response:
    """The record of the hand as a file."""
    job = open_job(job_id, HAND)
    text = job.result.get("record")
    if not isinstance(text, str):
        abort(404)
    name = f"tranca-{read_hand(job.spec).seed}.tranca"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, content_type="text/plain; charset=utf-8")


@views.get("/simulate/rule/<job_id>")
def compared(job_id: str) -> str:
    """What a house rule changes, as far as it is known."""
    job = open_job(job_id, COMPARE)
    spec = read_comparison(job.spec)
    return render_template(
        "simulate/compared.html",
        job=job,
        ahead=desk().ahead(job_id),
        spec=spec,
        changes=overrides_of(spec.before),
        found=make_findings(job, spec),
        table=_table(request.args.get("match", "")),
    )


def _table(match_id: str) -> MatchRecord | None:
    """The match, if this phone may see it."""
    if not match_id or access_to(match_id) is None:
        return None
    return scorebook().read(match_id)


def _go(page: str, kind: str, spec: dict[str, object], table: MatchRecord | None) -> Answer:
    job_id = hand_in(kind, spec)
    match = None if table is None else table.id
    return redirect(url_for(f"simulate.{page}", job_id=job_id, match=match), 303)


def _form(form: SimulateForm, status: int) -> Answer:
    page = render_template(
        "simulate/start.html",
        form=form,
        fields=form.fields,
        tried=TRIED,
        presets=PRESET_NAMES,
        table_game=TABLE,
        most_hands=HANDS,
        options=OPTIONS,
        default_of=format_option,
    )
    return make_response(page, status)
