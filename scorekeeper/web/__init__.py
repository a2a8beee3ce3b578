"""The web application: forms, views and pages over the scorebook."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from flask import Flask
from flask_wtf import CSRFProtect

from scorekeeper import machine_log, places

from . import (
    api_requests,
    errors,
    form_names,
    headers,
    languages,
    proxies,
    quick_answers,
    request_log,
    settings,
)
from .application import Application
from .assets import asset
from .desk import open_desk
from .kept_boards import new_entry_id, open_boards
from .sessions import PhoneSessions
from .views import (
    agreements,
    api,
    confirming,
    deal,
    dealer,
    deletion,
    glossary,
    hands,
    health,
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
    programs,
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
    health,
    programs,
)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application. `config` overrides settings; `INSTANCE` names the folder of its files.

    Raises `SettingError` for settings that cannot be, and `OSError` for that folder.
    """
    overrides = dict(config or {})
    instance = Path(str(overrides.pop("INSTANCE", places.instance_folder())))
    instance.mkdir(parents=True, exist_ok=True)
    app = Application(
        "scorekeeper.web",
        template_folder=str(settings.template_folder()),
        instance_path=str(instance.resolve()),
    )
    app.config.update(settings.defaults(instance))
    app.config.update(overrides)
    settings.refuse_impossible(app.config)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = settings.secret_key(instance)
    machine_log.configure(str(app.config["LOG"]))
    quick_answers.shorten(app)
    proxies.trust_proxies(app)
    app.session_interface = PhoneSessions()
    request_log.number_requests(app)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=asset, new_entry_id=new_entry_id)
    form_names.require(app)
    csrf = CSRFProtect(app)
    languages.speak(app)
    headers.guard(app)
    api_requests.listen(app)
    errors.handle(app)
    open_desk(app)
    open_boards(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint.views)
    csrf.exempt(api.views)  # programs have no cookie that could be abused
    app.register_blueprint(api.views)
    _leave_what_stays()
    return app


@lru_cache(maxsize=1)
def _leave_what_stays() -> None:
    """Python need not look again and again for garbage in what it has loaded until now.

    A long look holds up every thread, the one that saves a hand too.
    """
    gc.collect()
    gc.freeze()
