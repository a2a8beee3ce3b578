"""The commands: score, match, judge, replay, simulate, odds, playout, rules, serve, and those that
keep and move matches: backup, restore, export, import.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click

from . import __version__
from .answers import (
    INTERRUPTED,
    INVALID,
    NAMELESS,
    WRONG_SHAPE,
    Answer,
    answer_match,
    answer_ruling,
    answer_tally,
    as_json,
    no_document,
    too_large,
)
from .keeping import backup_command, restore_command
from .language import DEFAULT, LANGUAGES, mark, negotiate
from .language.glossary import TERMS
from .language.rulebook import RULE_GROUPS, TITLES, rule_text, rule_title
from .language.sentences import error_sentence, problem_sentence
from .language.voice import Voice
from .moving import export_command, import_command
from .places import FolderError, SettingError
from .refusing import folder_sentence, setting_sentence
from .replaying import answer_record
from .rules.options import check_ruleset, override
from .rules.problems import DocumentError
from .rules.reader import parse_setting
from .rules.ruleset import PRESETS, Ruleset
from .serving import serve_command
from .simulation.command import MOST_WORKERS, simulate_command
from .simulation.odds import answer_odds
from .simulation.playouts import answer_playout
from .terminal import OutputError, visible, write, write_error
from .usage import HELP, ONE_OF, show_usage

LARGEST_DOCUMENT = 4 * 2**20  # bytes; a long match with every card of every hand has a tenth of it
TEXT_WIDTH = 80
MOST_TERMS = 3

NO_SUCH_RULE = mark("No rule has this id, and none has all of these words: %(words)s")
NO_FILE = mark("There is no file %(file)s.")
A_FOLDER = mark("%(file)s is a folder, not a file.")
UNREADABLE = mark("%(file)s cannot be read.")

Answering = Callable[[bytes, str], Answer]


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status."""
    heard: dict[str, str] = {}

    def lang() -> str:
        return heard.get("lang") or _language_of_environment()

    try:
        status = cli.main(arguments, prog_name="scorekeeper", standalone_mode=False, obj=heard)
    except click.ClickException as error:
        show_usage(error, lang())
        return error.exit_code
    except SettingError as error:
        write_error(setting_sentence(error, lang()))
        return WRONG_SHAPE
    except FolderError as error:
        write_error(folder_sentence(error.path, lang()))
        return INVALID
    except OutputError as error:
        if error.reason:
            write_error(f"scorekeeper: {error.reason}")
        return error.status
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _language_of_environment() -> str:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    tag = next(filter(None, names), "").split(".")[0].split("@")[0]
    return negotiate([tag]) or DEFAULT


def _language(context: click.Context, option: click.Parameter, tag: str | None) -> str:
    if tag is None:
        return _language_of_environment()
    code = negotiate([tag])
    if code is None:
        own = Voice(_language_of_environment())
        raise click.UsageError(own.say(ONE_OF, name="--lang", choices=own.one_of(LANGUAGES)))
    if isinstance(context.obj, dict):
        context.obj["lang"] = code  # for what goes wrong before the command is run
    return code


cluster = click.option("--cluster", metavar="ADDRESS", help="A dask scheduler: tcp://host:8786.")
lang = click.option(
    "--lang",
    metavar="CODE",
    is_eager=True,
    callback=_language,
    help=f"One of {', '.join(LANGUAGES)}.",
)


def _version(context: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        write(f"scorekeeper {__version__}")
        context.exit()


@click.group(context_settings={"help_option_names": []})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Scorekeeper and rulebook for Tranca."""


def _answering_command(name: str, answering: Answering, help_text: str) -> None:
    @cli.command(name, help=help_text)
    @click.argument("file")
    @click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
    @click.option("--lines", is_flag=True, help="One JSON document a line, one answer a line.")
    @lang
    def command(file: str, as_json: bool, lines: bool, lang: str) -> int:
        if lines:
            return _answer_lines(file, answering, lang)
        return _show(_answer_whole(file, answering, lang), as_json)


def _show(answer: Answer, wants_json: bool) -> int:
    if wants_json:
        write(as_json(answer.document))
    elif answer.status == WRONG_SHAPE and not answer.judged:
        write_error(answer.text())
    else:
        write(answer.text())
    return answer.status


_answering_command(
    "score", answer_tally, "Score the tally of a hand in FILE ('-': standard input)."
)
_answering_command("match", answer_match, "Say how the match in FILE stands ('-': standard input).")
_answering_command(
    "judge", answer_ruling, "Rule on the move or turn in FILE ('-': standard input)."
)


@cli.command("replay")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@lang
def replay_command(file: str, as_json: bool, lang: str) -> int:
    """Check the recorded hand in FILE move by move ('-': standard input)."""
    return _show(_answer_whole(file, answer_record, lang), as_json)


for other in (
    serve_command,
    simulate_command,
    backup_command,
    restore_command,
    export_command,
    import_command,
):
    cli.add_command(lang(other))


@cli.command("odds")
@click.argument("file")
@click.option("--hands", type=click.IntRange(1), default=400, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), default=1, show_default=True)
@cluster
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@lang
def odds_command(file: str, as_json: bool, lang: str, **asked: Any) -> int:
    """Say who may win the match in FILE ('-': standard input), from about so many hands."""
    return _show(_answer_whole(file, partial(answer_odds, **asked), lang), as_json)


@cli.command("playout")
@click.argument("file")
@click.option("--turn", required=True, type=click.IntRange(1), help="Before which turn.")
@click.option("--instead", metavar="MOVES", help="Moves to compare with those of the record.")
@click.option("--playouts", type=click.IntRange(1), default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), default=1, show_default=True)
@cluster
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@lang
def playout_command(file: str, as_json: bool, lang: str, **asked: Any) -> int:
    """Say what a point of the recorded hand in FILE is worth ('-': standard input).

    The unseen cards are dealt anew each time, and bots play the hand on from before the turn.
    """
    return _show(_answer_whole(file, partial(answer_playout, **asked), lang), as_json)


@cli.command("rules")
@click.argument("words", nargs=-1)
@click.option(
    "--ruleset", "preset", type=click.Choice(list(PRESETS)), default="classic", show_default=True
)
@click.option(
    "--set",
    "options",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Change an option of the ruleset.",
)
@lang
def rules_command(words: tuple[str, ...], preset: str, options: tuple[str, ...], lang: str) -> int:
    """Print the rule with an id, what suits some WORDS best, or the whole rulebook."""
    try:
        ruleset = override(PRESETS[preset], dict(map(parse_setting, options)), "--set")
    except DocumentError as error:
        write_error(visible(error_sentence(error, lang)))
        return WRONG_SHAPE
    problems = check_ruleset(ruleset, "--set")
    for problem in problems:
        write_error(visible(problem_sentence(problem, lang)))
    if problems:
        return INVALID
    if not words:
        for group in RULE_GROUPS:
            write(f"{group.title(lang).upper()}\n")
            _print_rules(group.rules, ruleset, lang)
        return 0
    if len(words) == 1 and words[0].lower() in TITLES:
        _print_rules((words[0].lower(),), ruleset, lang)
        return 0
    return _print_found(" ".join(words), ruleset, lang)


for one in (cli, *cli.commands.values()):
    one.params.append(HELP)


def _print_found(words: str, ruleset: Ruleset, code: str) -> int:
    from .searching import TERM, search  # an index is a heavy thing for the other commands

    found = search(words, ruleset, code)
    rules = found.rules()
    if not rules or found.is_mostly_missed:
        write_error(visible(Voice(code).say(NO_SUCH_RULE, words=words)))
        return 1
    _print_rules(rules, ruleset, code)
    _print_terms(found.of(TERM)[:MOST_TERMS], code)
    return 0


def _print_rules(rules: Sequence[str], ruleset: Ruleset, code: str) -> None:
    for rule in rules:
        text = textwrap.fill(
            rule_text(rule, ruleset, code), TEXT_WIDTH, initial_indent="  ", subsequent_indent="  "
        )
        write(f"{rule_title(rule, code)}  [{rule}]\n{text}\n")


def _print_terms(keys: Sequence[str], code: str) -> None:
    for term in (TERMS[key] for key in keys):
        title = " · ".join(filter(None, (term.title(code), term.heard(code))))
        text = textwrap.fill(
            term.text(code), TEXT_WIDTH, initial_indent="  ", subsequent_indent="  "
        )
        write(f"{title}\n{text}\n")


def _answer_whole(file: str, answering: Answering, code: str) -> Answer:
    try:
        with _opened(file) as stream:
            data = stream.read(LARGEST_DOCUMENT + 1)
    except OSError as error:
        return no_document(_why_unreadable(file, error, code))
    if len(data) > LARGEST_DOCUMENT:
        return too_large(code)
    return answering(data, code)


def _answer_lines(file: str, answering: Answering, code: str) -> int:
    try:
        with _opened(file) as stream:
            for line in _lines(stream):
                answer = too_large(code) if line is None else answering(line, code)
                write(as_json(answer.document))
    except OSError as error:
        write(as_json(no_document(_why_unreadable(file, error, code)).document))
        return WRONG_SHAPE
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long to read."""
    while line := stream.readline(LARGEST_DOCUMENT + 1):
        if len(line) <= LARGEST_DOCUMENT:
            if line.strip():
                yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LARGEST_DOCUMENT)
        yield None


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if not file:
        raise FileNotFoundError
    if file != "-":
        return Path(file).open("rb")
    if sys.stdin is None:  # closed by the caller
        raise OSError
    return nullcontext(sys.stdin.buffer)


def _why_unreadable(file: str, error: OSError, code: str) -> str:
    if isinstance(error, FileNotFoundError):
        text = NO_FILE if file else NAMELESS
    else:
        text = A_FOLDER if isinstance(error, IsADirectoryError) else UNREADABLE
    return Voice(code).say(text, file=file)
