"""Where the application keeps its files, and its configuration."""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parent
BODY_LIMIT = 64 * 1024
FORM_PARTS = 500


def template_folder() -> Path:
    """The templates: inside an installed package, or beside it in a checkout."""
    packaged = PACKAGE / "templates"
    return packaged if packaged.is_dir() else CHECKOUT / "templates"


def instance_folder() -> Path:
    """The folder of the database and the secret key.

    SCOREKEEPER_INSTANCE names it; otherwise a checkout has its own and an installed package
    uses the platform's data folder.
    """
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named)
    if (CHECKOUT / "templates").is_dir() and (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_path("scorekeeper", appauthor=False))


def defaults(instance: Path) -> dict[str, object]:
    """The settings before any override."""
    return {
        "DATABASE": os.environ.get("SCOREKEEPER_DATABASE", str(instance / "scorekeeper.db")),
        "JOURNAL": os.environ.get("SCOREKEEPER_JOURNAL", "wal"),
        "WORK": os.environ.get("SCOREKEEPER_WORK", "process"),
        "PUBLIC_URL": os.environ.get("SCOREKEEPER_PUBLIC_URL", ""),
        "MAX_CONTENT_LENGTH": BODY_LIMIT,
        "MAX_FORM_MEMORY_SIZE": BODY_LIMIT,
        "MAX_FORM_PARTS": FORM_PARTS,
        "SESSION_COOKIE_NAME": "tranca",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": os.environ.get("SCOREKEEPER_HTTPS") == "1",
        "SESSION_REFRESH_EACH_REQUEST": False,
        "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
        "WTF_CSRF_TIME_LIMIT": None,  # a token lives as long as its session
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
    }


def secret_key(instance: Path) -> str:
    """The key that signs sessions: SCOREKEEPER_SECRET_KEY, or one made once and kept."""
    named = os.environ.get("SCOREKEEPER_SECRET_KEY")
    if named:
        return named
    path = instance / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _written_key(path)
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_hex(32)
        file.write(key)
    return key


def _written_key(path: Path) -> str:
    key = path.read_text().strip()
    if len(key) < 32:  # another process was stopped between making and filling the file
        key = secrets.token_hex(32)
        path.write_text(key)
    return key
