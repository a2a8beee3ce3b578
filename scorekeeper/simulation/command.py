"""The command `simulate`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click

from ..answers import INTERRUPTED, INVALID, NAMELESS, WRONG_SHAPE
from ..language import mark
from ..language.sentences import error_sentence, problem_sentence
from ..language.voice import Voice
from ..play.invariants import ImpossibleTableError
from ..play.players import PLAYERS
from ..play.simulate import new_match
from ..rules.options import check_ruleset, override
from ..rules.problems import DocumentError
from ..rules.reader import parse_setting
from ..rules.ruleset import PRESETS, Ruleset
from ..terminal import visible, write, write_error
from .crew import ClusterError, LostClusterError, crew
from .jobs import Bots, HandJob, HandsDone, MatchJob
from .pool import Crew, in_order
from .progress import progress
from .report import Series, answer_series

DEFAULT_HANDS = 100
MOST_WORKERS = 64

NO_SUCH_BOT = mark("There is no bot called “%(bot)s”: choose %(choices)s.")
BOTS_PER_SIDE = mark("Name one bot for all, or one for each of the %(sides)s sides.")
OTHER_PLAYERS = mark("%(sides)s sides cannot be %(players)s players.")
TWO_SIDES = mark("Only the deals of two sides can be played again with the sides swapped.")
HANDS_OR_MATCHES = mark("Choose --hands or --matches, not both.")
RECORDS_OF_HANDS = mark("Only hands can be recorded, and only without --duplicate.")
CANNOT_RECORD = mark("%(file)s cannot be written.")
IMPOSSIBLE = mark("Hand %(hand)s of seed %(seed)s came to what cannot be: %(what)s")


class RefusedError(Exception):
    """What was asked for cannot be done; the argument is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command was asked for, as it was typed."""

    ruleset: str
    options: tuple[str, ...]
    players: str | None
    seed: int
    hands: int | None
    matches: int | None
    duplicate: bool
    bots: str
    record: str | None
    workers: int
    cluster: str | None
    check: bool


@click.command("simulate")
@click.option("--ruleset", type=click.Choice(list(PRESETS)), default="classic", show_default=True)
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Change an option.")
@click.option("--players", type=click.Choice(["2", "4"]), help="How many play.")
@click.option("--seed", default=1, show_default=True, help="The same seed, the same hands.")
@click.option(
    "--hands", type=click.IntRange(1), help=f"How many hands; {DEFAULT_HANDS} if not said."
)
@click.option("--matches", type=click.IntRange(1), help="Whole matches to the target instead.")
@click.option("--duplicate", is_flag=True, help="Play every deal again with the sides swapped.")
@click.option(
    "--bots",
    default="careful",
    show_default=True,
    metavar="BOT[,BOT]",
    help=f"{' or '.join(sorted(PLAYERS))}; one for all or one for each side.",
)
@click.option("--record", metavar="FILE", help="Write the hand, or each into a folder.")
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), default=1, show_default=True)
@click.option("--cluster", metavar="ADDRESS", help="A dask scheduler: tcp://host:8786.")
@click.option("--check", is_flag=True, help="Look the table over after every move.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def simulate_command(as_json: bool, lang: str, **asked: object) -> int:
    """Play hands with bots and sum them up."""
    wish = Wish(**asked)  # type: ignore[arg-type]
    try:
        return _simulate(wish, as_json, lang)
    except RefusedError as error:
        write_error(visible(str(error)))
        return WRONG_SHAPE
    except ImpossibleTableError as error:
        facts = {"hand": error.hand, "seed": str(error.seed), "what": error.what}
        write_error(visible(Voice(lang).say(IMPOSSIBLE, **facts)))
        return INVALID


def _simulate(wish: Wish, as_json: bool, code: str) -> int:
    ruleset = _ruleset(wish, code)
    bots = Bots(_bots(wish, ruleset, code), wish.check)
    _check_wish(wish, ruleset, code)
    wins = [0] * ruleset.sides if wish.matches else None
    series = Series(ruleset, bots.names, wish.seed, wish.duplicate, wish.workers, wins=wins)
    try:
        with crew(wish.workers, wish.cluster, code) as workers:
            started = perf_counter()
            status = _play(wish, bots, series, workers, code)
            seconds = perf_counter() - started
    except ClusterError as error:
        raise RefusedError(error.say(code)) from None
    answer = answer_series(series, seconds, code)
    write(json.dumps(answer.document, ensure_ascii=False) if as_json else answer.text())
    return answer.status if status is None else status


def _play(wish: Wish, bots: Bots, series: Series, workers: int | Crew, code: str) -> int | None:
    """Plays what was asked for; the exit status if that came to an end too early."""
    status = None
    try:
        (_play_matches if wish.matches else _play_hands)(wish, bots, series, workers, code)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except LostClusterError as error:
        write_error(visible(error.say(code)))
        status = INVALID
    if not isinstance(workers, int):
        series.workers = workers.size
    return status


def _play_hands(wish: Wish, bots: Bots, series: Series, workers: int | Crew, code: str) -> None:
    deals = wish.hands or DEFAULT_HANDS
    job = HandJob(series.ruleset, bots, wish.seed, wish.duplicate, wish.record is not None)
    paths = _record_paths(wish, deals, code)
    with progress(deals) as done:
        for played in in_order(job, deals, workers):
            series.add_hands(played.hands)
            _write_record(played, paths, code)
            done(1)


def _play_matches(wish: Wish, bots: Bots, series: Series, workers: int | Crew, code: str) -> None:
    job = MatchJob(new_match(series.ruleset), bots, wish.seed, wish.duplicate)
    with progress(wish.matches or 0) as done:
        for matches in in_order(job, wish.matches, workers):
            for match in matches:
                series.add_match(match)
            done(1)


def _ruleset(wish: Wish, code: str) -> Ruleset:
    try:
        settings = dict(map(parse_setting, wish.options))
        ruleset = override(PRESETS[wish.ruleset], settings, "--set")
        if wish.players is not None:
            ruleset = override(ruleset, {"players_per_side": int(wish.players) // 2})
    except DocumentError as error:
        raise RefusedError(error_sentence(error, code)) from None
    if wish.players is not None and ruleset.players != int(wish.players):
        facts = {"sides": ruleset.sides, "players": wish.players}
        raise RefusedError(Voice(code).say(OTHER_PLAYERS, **facts))
    problems = check_ruleset(ruleset, "--set")
    if problems:
        raise RefusedError(" ".join(problem_sentence(problem, code) for problem in problems))
    return ruleset


def _bots(wish: Wish, ruleset: Ruleset, code: str) -> tuple[str, ...]:
    voice = Voice(code)
    names = tuple([name.strip() for name in wish.bots.split(",")])
    for name in names:
        if name not in PLAYERS:
            choices = voice.one_of(sorted(PLAYERS))
            raise RefusedError(voice.say(NO_SUCH_BOT, bot=name, choices=choices))
    if len(names) not in (1, ruleset.sides):
        raise RefusedError(voice.say(BOTS_PER_SIDE, sides=ruleset.sides))
    return names if len(names) == ruleset.sides else names * ruleset.sides


def _check_wish(wish: Wish, ruleset: Ruleset, code: str) -> None:
    """Refuses what does not go together."""
    why = None
    if wish.hands and wish.matches:
        why = HANDS_OR_MATCHES
    elif wish.record is not None and (wish.matches or wish.duplicate):
        why = RECORDS_OF_HANDS
    elif wish.duplicate and ruleset.sides != 2:
        why = TWO_SIDES
    elif wish.record == "":
        why = NAMELESS
    if why is not None:
        raise RefusedError(Voice(code).say(why))


def _record_paths(wish: Wish, hands: int, code: str) -> Iterator[Path]:
    """Where the records go: the file itself for one hand, or files in a folder of that name."""
    if wish.record is None:
        return iter(())
    path = Path(wish.record)
    if hands == 1:
        return iter([path])
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise _cannot_record(path, code) from None
    digits = len(str(hands - 1))
    return (path / f"{number:0{digits}}.tranca" for number in range(hands))


def _write_record(played: HandsDone, paths: Iterator[Path], code: str) -> None:
    if played.record is None:
        return
    path = next(paths)
    try:
        path.write_text(played.record, encoding="utf-8", newline="\n")
    except OSError:
        raise _cannot_record(path, code) from None


def _cannot_record(path: Path, code: str) -> RefusedError:
    return RefusedError(Voice(code).say(CANNOT_RECORD, file=str(path)))
