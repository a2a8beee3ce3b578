"""Links for other phones: one to enter hands, another only to watch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, current_app, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.scorebook import match_document

from ..keys import open_table, scorebook

views = Blueprint("sharing", __name__)

LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")


@dataclass(frozen=True, slots=True)
class Link:
    """An address to share and its QR code as inline SVG."""

    address: str
    qr: Markup


@views.get("/t/<match_id>/share")
def share(match_id: str) -> str:
    """The links this phone may pass on; one that only watches passes on watching."""
    table = open_table(match_id)
    keys = scorebook().keys(match_id)
    return render_template(
        "sharing/share.html",
        match_id=match_id,
        may_edit=table.may_edit,
        edit=_link(keys.edit) if table.may_edit else None,
        watch=_link(keys.watch),
        only_here=_host() in LOOPBACK and not current_app.config["PUBLIC_URL"],
    )


@views.get("/t/<match_id>/match.json")
def document(match_id: str) -> Response:
    """The match as the document that `scorekeeper match` reads."""
    table = open_table(match_id)
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


def _link(secret: str) -> Link:
    path = url_for("table.join", secret=secret).removeprefix(request.script_root)
    address = public_root() + path
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None, dark="#10201a")
    return Link(address, Markup(svg))  # noqa: S704
