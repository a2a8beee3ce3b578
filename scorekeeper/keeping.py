"""The commands `backup` and `restore`."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .answers import INVALID, VALID
from .language import mark, mark_plural
from .language.voice import Voice
from .places import database_file, instance_folder
from .terminal import visible, write, write_error

if TYPE_CHECKING:
    from .storage.copies import CopyError

SAVED = mark_plural(
    "%(count)s match was saved in %(file)s.", "%(count)s matches were saved in %(file)s."
)
IS_BACK = mark_plural(
    "%(count)s match is in %(file)s now.", "%(count)s matches are in %(file)s now."
)
KEPT = mark("What was there before is kept in %(file)s.")
ASK = mark_plural(
    "There is %(count)s match in the database now. Put the backup in its place? It is kept in a "
    "file beside it. Yes or no:",
    "There are %(count)s matches in the database now. Put the backup in their place? They are "
    "kept in a file beside it. Yes or no:",
)
ADD_YES = mark_plural(
    "There is %(count)s match in the database now. Add --yes to put the backup in its place; it is "
    "kept in a file beside it.",
    "There are %(count)s matches in the database now. Add --yes to put the backup in their place; "
    "they are kept in a file beside it.",
)
YES = mark("yes")
UNCHANGED = mark("Nothing was changed.")

NO_DATABASE = mark("There is no database at %(file)s: no match was ever started there.")
WHY = {
    "no_file": mark("There is no file %(file)s."),
    "a_folder": mark("%(file)s is a folder, not a file."),
    "no_folder": mark("There is no folder %(file)s."),
    "exists": mark("%(file)s is there already. Choose another name, or add --replace."),
    "itself": mark("%(file)s is the database itself."),
    "full": mark("The disk is full: %(file)s could not be written."),
    "read_only": mark("Nothing may be written at %(file)s."),
    "busy": mark("%(file)s is in use all the time. Try again in a moment."),
    "corrupt": mark("%(file)s is damaged, or is no database."),
    "newer": mark("%(file)s was written by a newer version of this app. Update the app first."),
    "not_ours": mark("%(file)s is a database, but not one of this app."),
    "unwritable": mark("Nothing may be written at %(file)s."),
    "gone": mark("There is no file %(file)s."),
    "unreachable": mark("%(file)s cannot be read."),
    "refused": mark("%(file)s cannot be read."),
}


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace FILE if it is there already.")
def backup_command(file: Path, replace: bool, lang: str) -> int:
    """Save all matches in FILE, while the server goes on.

    FILE has the links of the matches in it: keep it where nobody else reads it.
    """
    from .storage.backup import back_up
    from .storage.copies import CopyError

    try:
        saved = back_up(database(), file, replace)
    except CopyError as error:
        return refuse(error, lang)
    say = Voice(lang).say_counted
    write(say(SAVED, saved.matches, count=saved.matches, file=visible(str(file))))
    return VALID


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore_command(file: Path, yes: bool, lang: str) -> int:
    """Put the backup in FILE in the place of all matches, while the server goes on.

    What was there is kept in a file beside the database.
    """
    from .storage.copies import CopyError
    from .storage.restoring import count_matches, restore

    voice, place = Voice(lang), database(make_folder=True)
    there = count_matches(place)
    if there and not yes and not _may(there, voice):
        return INVALID
    try:
        restored = restore(place, file, datetime.now())
    except CopyError as error:
        return refuse(error, lang)
    found = restored.matches
    write(voice.say_counted(IS_BACK, found, count=found, file=visible(str(place))))
    if restored.kept is not None:
        write(voice.say(KEPT, file=visible(str(restored.kept))))
    return VALID


def database(make_folder: bool = False) -> Path:
    """The file that `serve` uses; its usual folder is made if asked for."""
    instance = instance_folder()
    place = database_file(instance)
    if make_folder and place.parent == instance:
        instance.mkdir(parents=True, exist_ok=True)
    return place


def refuse(error: CopyError, lang: str) -> int:
    """Says on the error stream why nothing was done, and gives the exit status."""
    is_missing = error.why == "no_file" and error.path == database().absolute()
    text = NO_DATABASE if is_missing else WHY[error.why]
    write_error(visible(Voice(lang).say(text, file=str(error.path))))
    return INVALID


def _may(there: int, voice: Voice) -> bool:
    """Asks whoever sits before the terminal; where nobody does, says how to do without."""
    if sys.stdin is None or not sys.stdin.isatty():
        write_error(voice.say_counted(ADD_YES, there, count=there))
        return False
    write_error(voice.say_counted(ASK, there, count=there))
    answer = sys.stdin.readline().strip().casefold()
    yes = voice.say(YES).casefold()
    if answer in ("yes", "y", yes, yes[0]):
        return True
    write_error(voice.say(UNCHANGED))
    return False
