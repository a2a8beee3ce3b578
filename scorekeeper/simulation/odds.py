"""Each side's chance to win a match that stands as a document says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..answers import INTERRUPTED, VALID, Answer, impossible, no_document, refusal
from ..language import mark
from ..language.rulings import ruling_sentence
from ..language.voice import Voice
from ..play.simulate import Opening
from ..play.summary import Chance, chance
from ..rules.documents import MatchDocument, parse_match_document
from ..rules.match import Standing, dealer_after
from ..rules.problems import DocumentError
from ..rules.reader import FORMAT, load_json
from ..terminal import Row, aligned, shortened, visible
from .crew import ClusterError, crew
from .jobs import Bots, MatchJob
from .pool import Crew, in_order
from .progress import progress

WINS = mark("Wins")
CHANCE = mark("Chance")
BETWEEN = mark("Between")
PLAYED = mark("Matches played to the end: %(matches)s, with %(hands)s hands; drawn: %(draws)s.")
IS_OVER = mark("The match is over: there is nothing left to play for.")
PERCENT = mark("%(number)s %%")
RANGE = mark("%(low)s and %(high)s %%")


@dataclass(slots=True)
class Count:
    """How the matches that were played on ended."""

    wins: list[int]
    draws: int = 0
    hands: int = 0
    interrupted: bool = False
    sure: tuple[Chance, ...] = ()

    @property
    def matches(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def chances(self) -> tuple[Chance, ...]:
        """Each side's chance to win; none before the first match."""
        if not self.matches:
            return self.sure
        return tuple([chance(wins, self.matches) for wins in self.wins])


def answer_odds(
    data: bytes, code: str, hands: int, seed: int, workers: int, cluster: str | None = None
) -> Answer:
    """The chances from a match document, after about so many hands."""
    try:
        document = parse_match_document(load_json(data))
    except DocumentError as error:
        return refusal(error, code)
    problems = document.check()
    if problems:
        return impossible(problems, document.names, code)
    standing = document.stand()
    if standing.ruling.status.is_over:
        return _answer_over(document, standing, code)
    try:
        with crew(workers, cluster, code) as others:
            count = _count(opening_of(document, standing), hands, seed, others)
    except ClusterError as error:
        return no_document(error.say(code))
    return _answer(document, count, code)


def opening_of(document: MatchDocument, standing: Standing) -> Opening:
    """The match taken up where the document leaves it (`setup.dealer`)."""
    rules = document.next_ruleset
    dealer = document.next_dealer()
    if dealer is None:  # the one before the first player, wherever people sit
        dealer = dealer_after(document.starter + rules.players - 1, standing.hands, rules.players)
    return Opening(document.ruleset, rules, document.entries, document.starter, dealer)


def play_matches(
    opening: Opening, hands: int, seed: int, workers: int | Crew = 1
) -> Iterator[Count]:
    """Plays the match to its end again and again, for about so many hands: the one count after
    every match."""
    sides = opening.rules.sides
    count = Count([0] * sides)
    job = MatchJob(opening, Bots(("careful",) * sides), seed)
    for (match,) in in_order(job, None, workers):
        if match.winner is None:
            count.draws += 1
        else:
            count.wins[match.winner] += 1
        count.hands += len(match.hands)
        yield count
        if count.hands >= hands:
            return


def _count(opening: Opening, hands: int, seed: int, workers: int | Crew) -> Count:
    count = Count([0] * opening.rules.sides)
    told = 0
    try:
        with progress(hands) as done:
            for count in play_matches(opening, hands, seed, workers):
                done(count.hands - told)
                told = count.hands
    except KeyboardInterrupt:
        count.interrupted = True
    return count


def _answer(document: MatchDocument, count: Count, code: str) -> Answer:
    status = INTERRUPTED if count.interrupted else VALID
    return Answer(
        status, _document(document, count), lambda: _text(document, count, code), judged=True
    )


def _answer_over(document: MatchDocument, standing: Standing, code: str) -> Answer:
    sides = range(document.ruleset.sides)
    sure = [float(side == standing.ruling.winner) for side in sides]
    count = Count([0 for _ in sides], sure=tuple([Chance(one, one, one) for one in sure]))

    def text() -> str:
        sentence = ruling_sentence(standing, document.last_ruleset, document.names, code)
        return f"{visible(sentence or '')}\n{Voice(code).say(IS_OVER)}"

    return Answer(VALID, _document(document, count) | {"over": True}, text)


def _document(document: MatchDocument, count: Count) -> dict[str, object]:
    sides, chances = [], count.chances
    for number, name in enumerate(document.names):
        side: dict[str, object] = {"name": name, "wins": count.wins[number]}
        if chances:
            found = chances[number]
            side |= {"chance": found.share, "low": found.low, "high": found.high}
        sides.append(side)
    return {
        "format": FORMAT,
        "over": False,
        "sides": sides,
        "draws": count.draws,
        "matches": count.matches,
        "hands": count.hands,
    }


def _text(document: MatchDocument, count: Count, code: str) -> str:
    voice = Voice(code)
    ended = voice.say(PLAYED, matches=count.matches, hands=count.hands, draws=count.draws)
    if not count.chances:
        return ended
    rows: list[Row] = [("", voice.say(WINS), voice.say(CHANCE), voice.say(BETWEEN))]
    for name, wins, found in zip(document.names, count.wins, count.chances, strict=True):
        share, low, high = (round(100 * one) for one in (found.share, found.low, found.high))
        cells = (voice.points(wins), voice.say(PERCENT, number=share))
        rows.append((shortened(name), *cells, voice.say(RANGE, low=low, high=high)))
    return f"{aligned(rows)}\n\n{ended}"
