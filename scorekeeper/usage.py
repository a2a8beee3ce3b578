"""What is wrong with a command line, in the language of whoever typed it."""

from __future__ import annotations

import click

from .language import mark
from .language.catalogs import translator
from .language.voice import Voice
from .terminal import visible, write, write_error

NO_OPTION = mark("There is no option %(option)s.")
PERHAPS = mark("There is no option %(option)s. Did you mean %(choices)s?")
NO_COMMAND = mark("There is no command %(command)s.")
NEEDS_VALUE = mark("%(option)s needs a value.")
MISSING = mark("This is missing: %(name)s.")
FROM_ON = mark("%(name)s is a whole number from %(low)s on.")
BETWEEN = mark("%(name)s is a whole number from %(low)s to %(high)s.")
A_NUMBER = mark("%(name)s is a whole number.")
ONE_OF = mark("%(name)s can only be %(choices)s.")

# The earliest versions of click that we take do not know these.
_ASKS_FOR_HELP = getattr(click.exceptions, "NoArgsIsHelpError", ())
_NO_SUCH_COMMAND = getattr(click.exceptions, "NoSuchCommand", ())


def _show_help(context: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        write(context.get_help())
        context.exit()


HELP = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)
"""Instead of click's own, which does not know what to do where nothing can be written."""


def show_usage(error: click.ClickException, lang: str) -> None:
    """Writes on the error stream how the command is used, and what is wrong."""
    if isinstance(error, _ASKS_FOR_HELP):
        write_error(error.format_message())
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        write_error(context.get_usage())
    write_error(visible(usage_sentence(error, lang)))


def usage_sentence(error: click.ClickException, lang: str) -> str:
    """What is wrong with the command line; what click alone knows stays in its English."""
    voice = Voice(lang)
    if isinstance(error, _NO_SUCH_COMMAND):
        return voice.say(NO_COMMAND, command=error.command_name)
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        facts = {"choices": voice.one_of(error.possibilities)}
        return voice.say(PERHAPS, option=error.option_name, **facts)
    if isinstance(error, click.NoSuchOption):
        return voice.say(NO_OPTION, option=error.option_name)
    if isinstance(error, click.BadOptionUsage):
        return voice.say(NEEDS_VALUE, option=error.option_name)
    if isinstance(error, click.MissingParameter):
        return voice.say(MISSING, name=_name(error))
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _about_value(error, error.param.type, voice)
    return translator(lang).gettext(error.message)


def _about_value(error: click.BadParameter, kind: object, voice: Voice) -> str:
    name = _name(error)
    if isinstance(kind, click.Choice):
        return voice.say(ONE_OF, name=name, choices=voice.one_of([*map(str, kind.choices)]))
    if isinstance(kind, click.IntRange) and kind.max is not None:
        return voice.say(BETWEEN, name=name, low=str(kind.min or 0), high=str(kind.max))
    if isinstance(kind, click.IntRange):
        return voice.say(FROM_ON, name=name, low=str(kind.min or 0))
    if kind is click.INT:
        return voice.say(A_NUMBER, name=name)
    return f"{name}: {error.message}"


def _name(error: click.BadParameter) -> str:
    """The option or argument, as it is typed."""
    param = error.param
    if param is None:
        return str(error.param_hint or "")
    if isinstance(param, click.Option):
        return param.opts[0]
    return param.human_readable_name
