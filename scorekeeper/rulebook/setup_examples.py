"""Before the first turn: seats, the pack, the cut, a deal, the first card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ..language import mark
from ..language.cards import show_card
from ..language.options import TITLES
from ..language.sentences import problem_sentence
from ..language.voice import Voice
from ..play.dealing import can_stand, deal
from ..play.locking import locks
from ..play.record_text import parse_record
from ..play.replay import replay
from ..play.side import Deal
from ..rules.cards import card, pack, sort_cards
from ..rules.cutting import cut, dealer_of
from ..rules.match import first_player
from ..rules.options import check_ruleset
from ..rules.ruleset import Ruleset
from .shown import NO, PLAYERS, Picture, Row, Shown, side_names

DEALS = mark("%(player)s deals")
STARTS = mark("%(player)s starts.")
SIDE = mark("Side %(number)s")
SUITED = mark("Cards of the four suits")
JOKERS = mark("Jokers")
TOGETHER = mark("Together")
HANDS, MORTOS = mark("In the hands"), mark("Mortos")
UPCARD, STOCK = mark("The first card"), mark("Stock")
STAYS = mark("%(card)s stays.")
STAYS_AND_BLOCKS = mark("%(card)s stays, and blocks the pile.")
BURIED = mark("%(card)s is buried, and another card is turned.")
SEED = 7


@dataclass(frozen=True, slots=True)
class SeatsExample:
    """Who sits on which side (`setup.players`)."""

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        rows = tuple(
            Row(voice.say(SIDE, number=number), (name,))
            for number, name in enumerate(side_names(ruleset), start=1)
        )
        return Shown(rows=rows)


@dataclass(frozen=True, slots=True)
class PackExample:
    """What the pack holds (`setup.pack`)."""

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        cards = pack(ruleset.jokers)
        jokers = sum(face.is_joker for face in cards)
        rows = [Row(voice.say(SUITED), (voice.points(len(cards) - jokers),))]
        if jokers:
            rows.append(Row(voice.say(JOKERS), (voice.points(jokers),)))
        rows.append(Row(voice.say(TOGETHER), (voice.points(len(cards)),)))
        return Shown(rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class CutExample:
    """A cut for the first deal (`setup.dealer`), and who starts then (`setup.first`)."""

    cards: str
    tells_start: bool = False

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        seats = range(ruleset.players)
        rounds = cut(seats, map(card, self.cards.split()))
        dealer = dealer_of(rounds) or 0
        if self.tells_start:
            text = voice.say(STARTS, player=PLAYERS[first_player(dealer, ruleset.players)])
            rows = (Row(voice.say(DEALS, player=PLAYERS[dealer]), (text,)),)
            return Shown(rows=rows)
        pictures = [Picture((draw.card,), PLAYERS[draw.seat]) for draws in rounds for draw in draws]
        return Shown(tuple(pictures), text=voice.say(DEALS, player=PLAYERS[dealer]) + ".")


@dataclass(frozen=True, slots=True)
class DealExample:
    """A deal by seed: how many cards lie where, and one of its heaps (`setup.deal`,
    `setup.mortos`)."""

    shows_morto: bool = False

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        dealt = _dealt(ruleset)
        rows = _counted(dealt, voice)
        if not self.shows_morto:
            return Shown((Picture(sort_cards(dealt.hands[0]), PLAYERS[0]),), rows=rows)
        names = side_names(ruleset) if ruleset.mortos_owned else ("",) * ruleset.sides
        pictures = []
        for name, morto in zip(names, dealt.mortos, strict=True):
            cards = sort_cards(morto or ())
            hidden = (None,) * len(cards)
            pictures.append(Picture(cards if ruleset.mortos_face_up else hidden, name))
        return Shown(tuple(pictures))


def _dealt(ruleset: Ruleset) -> Deal:
    return deal(ruleset, Random(SEED), dealer=0)  # noqa: S311


def _counted(dealt: Deal, voice: Voice) -> tuple[Row, ...]:
    hands, mortos = len(dealt.hands), len(dealt.mortos)
    in_hands = sum(map(len, dealt.hands))
    in_mortos = sum(len(morto or ()) for morto in dealt.mortos)
    return (
        Row(voice.say(HANDS), (f"{hands} × {in_hands // hands} = {in_hands}",)),
        Row(voice.say(MORTOS), (f"{mortos} × {in_mortos // mortos} = {in_mortos}",)),
        Row(voice.say(UPCARD), (voice.points(int(dealt.upcard is not None)),)),
        Row(voice.say(STOCK), (voice.points(len(dealt.stock)),)),
    )


@dataclass(frozen=True, slots=True)
class UpcardExample:
    """Whether a card may start the pile (`setup.upcard`)."""

    card: str

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        face = card(self.card)
        if not ruleset.initial_upcard or (face.is_joker and not ruleset.jokers):
            return None
        text = BURIED
        if can_stand(face):
            text = STAYS_AND_BLOCKS if locks(face, ruleset) else STAYS
        return Shown(
            (Picture((face,)),), can_stand(face), "", voice.say(text, card=show_card(face))
        )


@dataclass(frozen=True, slots=True)
class NoUpcardExample:
    """How many cards lie where with no card turned (`setup.upcard`)."""

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        if ruleset.initial_upcard:
            return None
        return Shown(rows=_counted(_dealt(ruleset), voice))


@dataclass(frozen=True, slots=True)
class RecordExample:
    """Turns of a record, one a player, that the replay refuses (`record.conflict`)."""

    turns: tuple[str, ...]

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        seats = PLAYERS[: ruleset.players]
        turns = [
            f"{seats[(number + 1) % len(seats)]}: {turn}" for number, turn in enumerate(self.turns)
        ]
        sides = f"sides={ruleset.sides} players_per_side={ruleset.players_per_side}"
        lines = [
            f"ruleset {ruleset.preset} {sides}",
            f"seats {' '.join(seats)}",
            f"dealer {seats[0]}",
        ]
        record = parse_record("\n".join([*lines, *turns]).encode())
        refused = replay(replace(record, ruleset=ruleset)).refusal
        if refused is None:
            return None
        problem = refused.problems[0]
        text = problem_sentence(problem, voice.code)
        rows = tuple(Row(turn, ()) for turn in turns)
        return Shown((), False, voice.say(NO), text, rows=rows, rule=problem.rule)


@dataclass(frozen=True, slots=True)
class ClashExample:
    """Three sides of two players, put to the check of options (`ruleset.options`)."""

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        clashing = replace(ruleset, sides=3, players_per_side=2)
        problem = check_ruleset(clashing)[0]
        rows = tuple(
            Row(voice.say(TITLES[name]), (voice.points(getattr(clashing, name)),))
            for name in ("sides", "players_per_side")
        )
        text = problem_sentence(problem, voice.code)
        return Shown((), False, voice.say(NO), text, rows=rows, rule=problem.rule)
