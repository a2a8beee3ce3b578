"""The web application: forms, views and pages over the scorebook."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from flask import Flask, url_for
from flask_wtf import CSRFProtect

from . import errors, headers, languages, settings
from .application import Application
from .views import (
    agreements,
    dealer,
    hands,
    home,
    joining,
    log,
    matches,
    options,
    rematch,
    rulebook,
    sharing,
    table,
    timer,
)
from .views import languages as language_views

BLUEPRINTS = (
    home,
    matches,
    table,
    hands,
    agreements,
    sharing,
    rulebook,
    language_views,
    log,
    options,
    dealer,
    rematch,
    timer,
    joining,
)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application. `config` overrides settings; `INSTANCE` names the folder of its files."""
    overrides = dict(config or {})
    instance = Path(str(overrides.pop("INSTANCE", settings.instance_folder())))
    instance.mkdir(parents=True, exist_ok=True)
    app = Application(
        "scorekeeper.web",
        template_folder=str(settings.template_folder()),
        instance_path=str(instance.resolve()),
    )
    app.config.update(settings.defaults(instance))
    app.config.update(overrides)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = settings.secret_key(instance)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=asset, new_entry_id=lambda: secrets.token_urlsafe(16))
    CSRFProtect(app)
    languages.speak(app)
    headers.guard(app)
    errors.handle(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint.views)
    return app


def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so phones may keep it for long."""
    return url_for("static", filename=name, v=_digest(name))


@lru_cache(maxsize=64)
def _digest(name: str) -> str:
    path = Path(__file__).with_name("static") / name
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
