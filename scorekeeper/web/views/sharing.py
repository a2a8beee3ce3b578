"""Links and codes for other phones: to enter hands, or only to watch; and how a link is renewed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from scorekeeper.scorebook import MatchKeys, match_document

from ..agreement_pages import hidden_from
from ..codes import CodeView, own_code, remember
from ..keys import held_secret, invitations, keep, open_table, scorebook
from ..pages import make_board
from ..phones import signature
from ..result_words import result_words
from .paper import not_yet

views = Blueprint("sharing", __name__)

LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")
EDIT, WATCH = "edit", "watch"


@dataclass(frozen=True, slots=True)
class Link:
    """An address to share and its QR code as inline SVG."""

    address: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class SharePage:
    """One of the two ways to share a match; `typing` is the address at which a code is typed."""

    match_id: str
    may_edit: bool
    kind: str
    link: Link
    code: CodeView | None
    typing: str
    only_here: bool
    words: str


@views.get("/t/<match_id>/share")
def share(match_id: str) -> str:
    """The link this phone may pass on; one that only watches passes on watching."""
    table = open_table(match_id)
    kind = EDIT if table.may_edit and request.args.get("for") != WATCH else WATCH
    page = SharePage(
        match_id=match_id,
        may_edit=table.may_edit,
        kind=kind,
        link=_link(scorebook().keys(match_id), kind),
        code=own_code(match_id, kind == EDIT) if table.may_edit else None,
        typing=_address(url_for("joining.ask")).partition("://")[2],
        words=result_words(make_board(table.record, table.may_edit)),
        only_here=_host() in LOOPBACK and not current_app.config["PUBLIC_URL"],
    )
    return render_template("sharing/share.html", page=page)


@views.post("/t/<match_id>/share/code")
def make_code(match_id: str) -> Answer:
    """Makes a code to type on another phone."""
    open_table(match_id, edit=True)
    kind = _known_kind(request.form.get("for", ""))
    remember(invitations().make_code(match_id, kind == EDIT))
    return _to_share(match_id, kind)


@views.get("/t/<match_id>/share/renew/<kind>")
def ask_renewal(match_id: str, kind: str) -> str:
    """What renewing this link would do, and the button for it."""
    open_table(match_id, edit=True)
    return render_template("sharing/renew.html", match_id=match_id, kind=_known_kind(kind))


@views.post("/t/<match_id>/share/renew/<kind>")
def renew(match_id: str, kind: str) -> Answer:
    """Puts a new link in the place of the old one; this phone goes on with the new one."""
    entry_id = request.form.get("entry_id", "")[:64]
    held, may_edit = held_secret(match_id), _known_kind(kind) == EDIT
    keys = invitations().renew(match_id, may_edit, held, entry_id, signature()) if held else None
    if keys is None:
        open_table(match_id, edit=True)
        abort(404)
    keep(match_id, keys.edit)
    return _to_share(match_id, kind)


@views.get("/t/<match_id>/match.json")
def document(match_id: str) -> Response:
    """The match as the document that `scorekeeper match` reads."""
    table = open_table(match_id)
    if hidden_from(table.record) is not None:
        return not_yet(match_id)
    text = json.dumps(match_document(table.record), ensure_ascii=False, indent=1)
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename=tranca-{match_id}.json"
    return answer


def public_root() -> str:
    """The address under which other phones reach this application, without a slash at its end.

    An address that only this machine understands is replaced by the one `serve` found.
    """
    public = str(current_app.config["PUBLIC_URL"]).rstrip("/")
    if public and _host() in LOOPBACK:
        return public + request.script_root
    return request.host_url.rstrip("/") + request.script_root


def _host() -> str:
    return urlsplit(request.host_url).hostname or ""


def _known_kind(kind: str) -> str:
    if kind not in (EDIT, WATCH):
        abort(404)
    return kind


def _to_share(match_id: str, kind: str) -> Answer:
    page = url_for("sharing.share", match_id=match_id)
    return redirect(f"{page}?for={WATCH}" if kind == WATCH else page, 303)


def _link(keys: MatchKeys, kind: str) -> Link:
    secret = keys.edit if kind == EDIT else keys.watch
    address = _address(url_for("table.join", secret=secret))
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None, dark="#10201a")
    return Link(address, Markup(svg))  # noqa: S704


def _address(path: str) -> str:
    return public_root() + path.removeprefix(request.script_root)
