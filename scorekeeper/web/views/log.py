"""The log of a match, and taking its latest event back."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form

from scorekeeper.scorebook import (
    NotPossible,
    SetupRejected,
    StaleEntry,
    TallyRejected,
    UnknownAdjustment,
    UnknownHand,
)

from ..fields import NameField
from ..keys import Table, invitations, open_table, scorebook
from ..log_pages import make_log
from ..phones import call_this_phone, nickname, signature
from ..unread_words import unread_sentence

views = Blueprint("log", __name__)

REFUSALS = (
    StaleEntry,
    NotPossible,
    SetupRejected,
    TallyRejected,
    UnknownAdjustment,
    UnknownHand,
)


class NicknameForm(Form):
    """What a phone calls itself."""

    nickname = NameField()


@views.get("/t/<match_id>/log")
def show(match_id: str) -> Response:
    """The events of the match, the latest first: the last of them, or those before a number."""
    table = open_table(match_id)
    return _log(table, NicknameForm(data={"nickname": nickname()}), 200)


@views.post("/t/<match_id>/log/name")
def name_phone(match_id: str) -> Response:
    """Gives this phone a name, or forgets the one it had."""
    table = open_table(match_id, edit=True)
    form = NicknameForm(request.form)
    if not form.nickname.typed.strip() or form.validate():
        call_this_phone(str(form.nickname.data or ""))
        return redirect(url_for("log.show", match_id=match_id, before=_before()), 303)
    return _log(table, form, 422)


@views.post("/t/<match_id>/undo")
def undo(match_id: str) -> Response:
    """Takes back the latest event, or does it again."""
    open_table(match_id, edit=True)
    sent = request.form
    event, seen = sent.get("event", 0, type=int), sent.get("seen", -1, type=int)
    try:
        entry_id = sent.get("entry_id", "")[:64]
        scorebook().undo(match_id, event, seen, entry_id, signature())
    except REFUSALS:
        return make_response(render_template("hands/moved_on.html", match_id=match_id), 409)
    if sent.get("from") == "log":
        return redirect(url_for("log.show", match_id=match_id, before=_before()), 303)
    return redirect(url_for("table.board", match_id=match_id), 303)


def _before() -> int | None:
    """The number that the events on this page come before; None on the page of the latest."""
    return request.args.get("before", type=int)


def _log(table: Table, form: NicknameForm, status: int) -> Response:
    page = render_template(
        "log/log.html",
        match_id=table.record.id,
        seen=table.record.last,
        may_edit=table.may_edit,
        log=make_log(table.record, invitations().renewals(table.record.id), _before()),
        before=_before(),
        unread=unread_sentence(len(table.record.unreadable)),
        nickname=form.nickname,
    )
    return make_response(page, status)
