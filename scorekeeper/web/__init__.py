"""The web application: forms, views and pages over the scorebook."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

from flask import Flask
from flask_wtf import CSRFProtect

from . import errors, headers, languages, settings
from .application import Application
from .assets import asset
from .desk import open_desk
from .views import (
    agreements,
    confirming,
    deal,
    dealer,
    deletion,
    glossary,
    hands,
    home,
    importing,
    install,
    joining,
    log,
    matches,
    odds,
    options,
    paper,
    players,
    rematch,
    replay,
    rulebook,
    ruling,
    search,
    sharing,
    simulate,
    table,
    timer,
    work,
)
from .views import languages as language_views

BLUEPRINTS = (
    home,
    matches,
    table,
    hands,
    agreements,
    confirming,
    sharing,
    rulebook,
    ruling,
    language_views,
    log,
    options,
    dealer,
    deal,
    players,
    deletion,
    paper,
    importing,
    install,
    rematch,
    timer,
    joining,
    work,
    simulate,
    odds,
    search,
    glossary,
    replay,
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
    open_desk(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint.views)
    return app
