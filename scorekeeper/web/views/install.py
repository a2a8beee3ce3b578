"""What a phone needs to keep the app on its home screen, and to read it without a connection."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, url_for

from ..assets import STATIC, asset
from ..languages import gettext, language

views = Blueprint("install", __name__)

GROUND = "#edf1eb"


@views.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name, the icons and the first page of the app, in the reader's language."""
    start = url_for("home.index")
    text = json.dumps(
        {
            "id": start,
            "name": "Tranca",
            "short_name": "Tranca",
            "description": gettext("The score and the judge of the table."),
            "lang": language().replace("_", "-"),
            "start_url": start,
            "scope": start,
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [
                _icon("icon.svg", "any", "any", "image/svg+xml"),
                _icon("icons/icon-192.png", "192x192"),
                _icon("icons/icon-512.png", "512x512"),
                _icon("icons/maskable-512.png", "512x512", "maskable"),
            ],
        },
        ensure_ascii=False,
    )
    return Response(text, mimetype="application/manifest+json")


@views.get("/offline")
def offline() -> str:
    """What a phone without a connection shows in place of a page that it has not kept."""
    return render_template("install/offline.html")


@views.get("/sw.js")
def worker() -> Response:
    """The service worker; it lies at the root, since it may only serve what lies below it."""
    return Response((STATIC / "sw.js").read_text(encoding="utf-8"), mimetype="text/javascript")


def _icon(name: str, sizes: str, purpose: str = "any", kind: str = "image/png") -> dict[str, str]:
    return {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
