"""The text of each rule of counting a hand and of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..rules.ruleset import Ruleset
from . import mark
from .options import card_values
from .voice import Voice


def _cards(rules: Ruleset, voice: Voice) -> Iterator[str]:
    values = dict(rules.card_values)
    if not rules.jokers:
        values.pop("JK", None)
    if rules.black3_meld == "never" and rules.three_in_hand is not None:
        values.pop("3", None)
    if len(set(values.values())) == 1:
        yield voice.say(
            mark("Every card your side has melded counts %(points)s."),
            points=voice.signed(next(iter(values.values()))),
        )
    else:
        yield voice.say(
            mark("The cards your side has melded count for it: %(values)s."),
            values=card_values(values, voice),
        )


def _clean(rules: Ruleset, voice: Voice) -> Iterator[str]:
    text = mark("Each clean canasta counts %(points)s.")
    yield voice.say(text, points=voice.signed(rules.bonus_clean))


def _dirty(rules: Ruleset, voice: Voice) -> Iterator[str]:
    text = mark("Each dirty canasta counts %(points)s.")
    yield voice.say(text, points=voice.signed(rules.bonus_dirty))


def _royal(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.bonus_royal is None or not rules.runs:
        yield voice.say(mark("This table knows no royal canasta."))
        return
    yield voice.say(
        mark(
            "A clean run of all eleven cards from 4 to ace counts %(points)s instead of %(clean)s, "
            "and is a clean canasta."
        ),
        points=voice.signed(rules.bonus_royal),
        clean=voice.signed(rules.bonus_clean),
    )


def _ace_to_ace(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.bonus_ace_to_ace is None or not rules.runs or not rules.ace_to_ace:
        yield voice.say(mark("This table knows no ace-to-ace canasta."))
        return
    yield voice.say(
        mark(
            "A clean run from ace to ace, A-4-…-K-A, counts %(points)s instead of %(clean)s, and "
            "is a clean canasta."
        ),
        points=voice.signed(rules.bonus_ace_to_ace),
        clean=voice.signed(rules.bonus_clean),
    )


def _wild(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if not rules.wild_only_melds:
        yield voice.say(mark("This table knows no canasta of wilds."))
    elif rules.bonus_wild is None:
        yield voice.say(mark("Seven wilds or more in one meld earn no bonus."))
    else:
        yield voice.say(
            mark("Seven wilds or more in one meld count %(points)s."),
            points=voice.signed(rules.bonus_wild),
        )


def _threes(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.three_in_hand is None:
        yield voice.say(
            mark("Threes in hand have no price of their own: a black 3 counts its card value.")
        )
        return
    yield voice.say(
        mark("Each 3 left in hand, red or black, counts %(points)s instead of its card value."),
        points=voice.signed(-rules.three_in_hand),
    )


def _out(rules: Ruleset, voice: Voice) -> Iterator[str]:
    text = mark("The side that goes out gets %(points)s.")
    yield voice.say(text, points=voice.signed(rules.bonus_out))


def _concealed(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.bonus_concealed is None:
        yield voice.say(mark("This table has no bonus for going out concealed."))
        return
    yield voice.say(
        mark(
            "Whoever goes out without having melded a card in this hand before that turn goes out "
            "concealed (em cima): %(points)s instead of %(out)s. Laying a red 3 is no melding."
        ),
        points=voice.signed(rules.bonus_concealed),
        out=voice.signed(rules.bonus_out),
    )
    if rules.players_per_side > 1:
        yield voice.say(mark("Adding to your partner's meld is."))


def _morto(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("A side that never took its morto gets %(points)s, whoever ended the hand."),
        points=voice.signed(-rules.morto_penalty),
    )
    if rules.morto_by_discard != "next_turn":
        return
    if rules.unused_morto_counts:
        yield voice.say(mark("So does a side that took it by a discard and never got to play it."))
    else:
        yield voice.say(mark("One taken by a discard counts as taken, even if never played."))


def _hand(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("The cards left in the hands of a side count against it, at their card values.")
    )


def _morto_cards(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.morto_cards_count:
        yield voice.say(
            mark(
                "The cards of a morto not taken count against its side as well; red 3s in it "
                "count nothing."
            )
        )
    else:
        yield voice.say(mark("The cards of a morto not taken count for nobody."))


def _hand_winner(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("The side with the highest score wins the hand; only the totals decide the match.")
    )


def _target(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.express:
        yield voice.say(mark("This table has no target: one hand decides the match."))
        return
    yield voice.say(
        mark(
            "The match goes to %(target)s points, looked at only after a whole hand. Reaching the "
            "target is enough, and totals may be negative."
        ),
        target=rules.target,
    )


def _both(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("If more than one side is at or past the target, the highest total wins."))


def _tie(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.tie == "extra_hand":
        yield voice.say(
            mark(
                "If the highest totals are equal when the match should end, an extra hand is "
                "played, and another until they differ. It decides even if the totals have fallen "
                "below the target."
            )
        )
        if rules.sides > 2:
            yield voice.say(mark("The third side may still overtake the other two."))
    elif rules.sides > 2:
        yield voice.say(
            mark(
                "If the highest totals are equal when the match should end, the first of those "
                "sides wins, counted in playing order from the one that started the match."
            )
        )
    else:
        yield voice.say(
            mark(
                "If the totals are equal when the match should end, the side that started the "
                "match wins."
            )
        )


def _express(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.express:
        yield voice.say(mark("One hand decides the match, and the highest score wins."))
    else:
        yield voice.say(mark("This table plays to a target, and not a single hand."))


def _stopped(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "You may agree to stop a match early: the highest total wins, and equal totals are "
            "a draw."
        )
    )


def _adjust(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "The table may give or take points beside the hands, for a foul, a handicap or totals "
            "carried over from paper, and always says why."
        )
    )


def _annul(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "A match ends without a winner only if every side agrees; robots have no vote. It "
            "counts in no ranking, and stakes go back to everyone but a player who left."
        )
    )


def _position(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("A ruling guesses nothing: it asks for what is missing or cannot be in the position.")
    )


def _conflict(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("A recorded play must be possible with the pack, and no record may contradict itself.")
    )


def _options(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "Options must go together: partners need two sides, and hands, mortos and the first "
            "card must fit the pack."
        )
    )


SCORE_RULES: Mapping[str, Callable[[Ruleset, Voice], Iterator[str]]] = {
    "score.cards": _cards,
    "score.clean": _clean,
    "score.dirty": _dirty,
    "score.royal": _royal,
    "score.ace_to_ace": _ace_to_ace,
    "score.wild": _wild,
    "score.threes": _threes,
    "score.out": _out,
    "score.concealed": _concealed,
    "score.morto": _morto,
    "score.hand": _hand,
    "score.morto_cards": _morto_cards,
    "match.hand_winner": _hand_winner,
    "match.target": _target,
    "match.both": _both,
    "match.tie": _tie,
    "match.express": _express,
    "match.stopped": _stopped,
    "match.adjust": _adjust,
    "match.annul": _annul,
    "turn.position": _position,
    "record.conflict": _conflict,
    "ruleset.options": _options,
}
