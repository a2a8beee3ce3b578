"""Where the application keeps its files: told by the environment, or the usual place."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from .rules.problems import ScorekeeperError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
JOURNALS = ("wal", "delete")


class SettingError(ScorekeeperError):
    """A setting of the environment that cannot be: none of its `choices`, or too short.

    What is wrong with a key does not tell the key.
    """

    def __init__(
        self, setting: str, value: str = "", choices: tuple[str, ...] = (), shortest: int = 0
    ) -> None:
        what = f"needs {shortest} characters or more"
        if choices:
            what = f"is {value!r}, but can only be {' or '.join(choices)}"
        super().__init__(f"{setting} {what}")
        self.setting = setting
        self.value = value
        self.choices = choices
        self.shortest = shortest


class FolderError(ScorekeeperError):
    """The folder of the database is not there and cannot be made."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} cannot be made")
        self.path = path


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
    """SQLite's journal: SCOREKEEPER_JOURNAL, or `wal`. Raises `SettingError`."""
    return checked_journal(os.environ.get("SCOREKEEPER_JOURNAL", "wal"))


def checked_journal(named: str) -> str:
    """The journal, if there is one of this name. Raises `SettingError`."""
    if named not in JOURNALS:
        raise SettingError("SCOREKEEPER_JOURNAL", named, JOURNALS)
    return named
