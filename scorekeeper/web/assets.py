"""The addresses of static files."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import url_for

STATIC = Path(__file__).with_name("static")


def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so phones may keep it for long."""
    return url_for("static", filename=name, v=_digest(name))


@lru_cache(maxsize=64)
def _digest(name: str) -> str:
    return hashlib.sha256(STATIC.joinpath(name).read_bytes()).hexdigest()[:12]
