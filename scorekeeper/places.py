"""Where the application keeps its files: told by the environment, or the usual place."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


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


def database_file(instance: Path) -> Path:
    """The file of the matches: SCOREKEEPER_DATABASE, or one in the folder."""
    return Path(os.environ.get("SCOREKEEPER_DATABASE", str(instance / "scorekeeper.db")))


def journal() -> str:
    """SQLite's journal: SCOREKEEPER_JOURNAL, or `wal`."""
    return os.environ.get("SCOREKEEPER_JOURNAL", "wal")
