"""Scorekeeper and rules judge for Tranca. Importing the package loads no web framework."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__version__ = "0.1.0"


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The web application; `config` overrides its settings (see `scorekeeper.web.settings`)."""
    from .web import create_app as create

    return create(config)
