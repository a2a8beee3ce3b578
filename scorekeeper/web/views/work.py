"""Calling off work that this phone has handed in."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from ..desk import desk
from ..keys import phone
from .languages import own_page

views = Blueprint("work", __name__)


@views.post("/work/<job_id>/stop")
def stop(job_id: str) -> Response:
    """Stops the job, if it is this phone's, and goes back to the page that shows it."""
    if desk().peek(job_id) is None:
        abort(404)
    desk().cancel(job_id, phone())
    return redirect(own_page(request.form.get("next")), 303)
