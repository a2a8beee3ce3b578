"""A page for people who write programs: what the JSON API answers, each with a line to try."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from ..api_requests import LARGEST_DOCUMENT
from .sharing import public_root

views = Blueprint("programs", __name__)


@views.get("/api")
def show() -> str:
    """The page."""
    config = current_app.config
    return render_template(
        "programs/api.html",
        root=f"{public_root()}/api/v1",
        most_bytes=LARGEST_DOCUMENT,
        burst=round(config["API_BURST"]),
        share=round(config["API_SHARE"] * 100),
    )
