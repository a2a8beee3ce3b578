"""Coming to a table by a code that was typed."""

from __future__ import annotations

import ipaddress
from datetime import timedelta

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.scorebook import TooManyTries, WrongCode, read_code

from ..keys import accept, invitations
from ..languages import gettext, ngettext

views = Blueprint("joining", __name__)

LONGEST_TYPED = 40
ONE_HOUSEHOLD = 64  # bits of an IPv6 address that one household shares


@views.get("/join")
def ask() -> Response:
    """The field for a code."""
    return _page("", "", 200)


@views.post("/join")
def enter() -> Response:
    """Opens the match of the code that was typed, or says why not."""
    typed = request.form.get("code", "")[:LONGEST_TYPED]
    letters = read_code(typed)
    if letters is None:
        return _page(
            typed,
            gettext("A code has six letters, such as BCD FGH. None has A, E, I, O, Q or U."),
            422,
        )
    try:
        keys, may_edit = invitations().redeem(letters, household(request.remote_addr or ""))
    except WrongCode:
        text = gettext("No table has this code now. A code lives for ten minutes: ask for another.")
        return _page(typed, text, 422)
    except TooManyTries as error:
        return _too_many(typed, error.wait)
    accept(keys.id, keys.edit if may_edit else keys.watch, may_edit)
    return redirect(url_for("table.board", match_id=keys.id), 303)


def household(address: str) -> str:
    """The address, or of IPv6 the part that all phones of one household share."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed, ONE_HOUSEHOLD), strict=False))


def _too_many(typed: str, wait: timedelta) -> Response:
    seconds = int(wait.total_seconds()) + 1
    minutes = -(-seconds // 60)
    text = ngettext(
        "Too many codes were wrong. Try again in %(num)s minute, or scan the QR code there.",
        "Too many codes were wrong. Try again in %(num)s minutes, or scan the QR code there.",
        minutes,
    )
    answer = _page(typed, text % {"num": minutes}, 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _page(typed: str, problem: str, status: int) -> Response:
    page = render_template("joining/join.html", typed=typed, problem=problem)
    return make_response(page, status)
