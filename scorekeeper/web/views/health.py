"""Whether hands can be written down, for programs that look after this one."""

from __future__ import annotations

import json

from flask import Blueprint, Response, current_app

from scorekeeper import __version__
from scorekeeper.storage.faults import StorageError
from scorekeeper.storage.health import schema_in_use

from ..request_log import note_fault

views = Blueprint("health", __name__)


@views.get("/healthz")
def look() -> Response:
    """200 when the database can be used, otherwise 503 with a word for what is wrong."""
    facts: dict[str, str | None] = {"status": "ok", "version": __version__, "database": "ok"}
    try:
        facts["schema"] = schema_in_use(current_app.config["DATABASE"]) or None
    except StorageError as error:
        facts |= {"status": "failed", "database": error.fault.value, "schema": None}
        note_fault(error.fault.value)
    status = 200 if facts["status"] == "ok" else 503
    return Response(json.dumps(facts) + "\n", status, mimetype="application/json")
