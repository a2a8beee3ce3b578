"""Why a file or a setting cannot be used, in the words of every command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .answers import INVALID, NAMELESS
from .language import mark
from .language.voice import Voice
from .places import SettingError, database_file, instance_folder
from .terminal import visible, write_error

if TYPE_CHECKING:
    from .storage.copies import CopyError

NO_DATABASE = mark("There is no database at %(file)s: no match was ever started there.")
WHY = {
    "no_file": mark("There is no file %(file)s."),
    "a_folder": mark("%(file)s is a folder, not a file."),
    "no_plain_file": mark("%(file)s is no ordinary file: a device, a pipe or the like."),
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
NO_STORE = mark("The place where matches are kept cannot be used: %(why)s")
NOT_ONE_OF = mark("The setting %(setting)s is “%(value)s”, but can only be %(choices)s.")
NOT_WITHIN = mark(
    "The setting %(setting)s is “%(value)s”, but can only be a number from %(least)s to %(most)s."
)
NOT_LIKE = mark("The setting %(setting)s is “%(value)s”, but can only be like %(example)s.")
TOO_SHORT = mark("The setting %(setting)s needs %(count)s characters or more.")


def file_sentence(why: str, path: Path, lang: str) -> str:
    """What stands in the way, by a value of `Why` or of `Fault`, with the name of the file."""
    return visible(Voice(lang).say(WHY[why], file=str(path)))


def folder_sentence(path: Path, lang: str) -> str:
    """That the folder of the database, or a file that has to be in it, cannot be had."""
    return visible(Voice(lang).say(NO_STORE, why=str(path)))


def setting_sentence(error: SettingError, lang: str) -> str:
    """What is wrong with which setting."""
    voice = Voice(lang)
    if error.shortest:
        return voice.say(TOO_SHORT, setting=error.setting, count=error.shortest)
    if error.limits:
        least, most = error.limits
        facts = {"value": error.value, "least": least, "most": most}
        return visible(voice.say(NOT_WITHIN, setting=error.setting, **facts))
    if error.example:
        facts = {"value": error.value, "example": error.example}
        return visible(voice.say(NOT_LIKE, setting=error.setting, **facts))
    facts = {"value": error.value, "choices": voice.one_of(error.choices)}
    return visible(voice.say(NOT_ONE_OF, setting=error.setting, **facts))


def refuse_nameless(lang: str) -> int:
    """Says on the error stream that an empty name is none, and gives the exit status.

    As a path it would be the present folder; whoever typed it meant a variable with a name in it.
    """
    write_error(Voice(lang).say(NAMELESS))
    return INVALID


def refuse(error: CopyError, lang: str) -> int:
    """Says on the error stream why nothing was done, and gives the exit status."""
    from .storage.copies import followed

    database = database_file(instance_folder())
    if error.why == "no_file" and error.path in (database.absolute(), followed(database)):
        write_error(visible(Voice(lang).say(NO_DATABASE, file=str(error.path))))
    else:
        write_error(file_sentence(error.why, error.path, lang))
    return INVALID
