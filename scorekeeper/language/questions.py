"""The questions of a dispute, in the words of players: titles, chapters, rules, other wordings."""

from __future__ import annotations

from dataclasses import dataclass

from . import mark
from .voice import Voice


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question: what players ask, its chapter, the rules that answer it (the one that an answer
    turns on first), and other ways to put it, for whoever searches."""

    title: str
    chapter: str
    rules: tuple[str, ...]
    hints: tuple[str, ...] = ()


CHAPTERS = {
    "pile": mark("The pile"),
    "melds": mark("Melds"),
    "threes": mark("Threes"),
    "morto": mark("The morto"),
    "out": mark("Going out"),
    "stock": mark("The stock"),
    "count": mark("Counting a hand"),
    "match": mark("The match"),
    "setup": mark("Before play"),
}

QUESTIONS = {
    "pile": QuestionText(
        mark("May I take the pile?"),
        "pile",
        ("pile.top", "pile.blocked", "draw.choice", "turn.cards"),
        (mark("Take the discards with one card and a wild"),),
    ),
    "blocked": QuestionText(
        mark("Who is blocked by this card?"),
        "pile",
        ("pile.blocked",),
        (mark("A joker, a 2 or a black three lies on the pile"),),
    ),
    "turn": QuestionText(
        mark("What may I do in my turn?"),
        "pile",
        ("turn.order", "draw.choice", "turn.cards", "turn.position"),
        (mark("Draw, meld and discard: in which order?"),),
    ),
    "meld": QuestionText(
        mark("Is this meld good?"),
        "melds",
        (
            "meld.rank",
            "meld.size",
            "meld.run",
            "meld.wilds",
            "meld.naturals",
            "meld.aces",
            "meld.ace_to_ace",
        ),
        (mark("How many wilds may a meld have?"),),
    ),
    "add": QuestionText(
        mark("May I add this?"),
        "melds",
        ("meld.shared", "meld.stays", "meld.replace", "meld.wilds", "canasta.kind"),
        (mark("Add to a meld of my partner"), mark("Take a wild back from a meld")),
    ),
    "reading": QuestionText(
        mark("Which of two readings of this meld counts?"),
        "melds",
        ("meld.run", "canasta.kind", "meld.aces", "meld.ace_to_ace"),
        (mark("Set or run?"),),
    ),
    "opening": QuestionText(
        mark("Is this enough for our first meld?"),
        "melds",
        ("meld.opening",),
        (mark("Least points for the first melds of a side"),),
    ),
    "kind": QuestionText(
        mark("Is this canasta clean or dirty?"),
        "melds",
        ("canasta.kind", "canasta.size"),
        (mark("Seven cards with a wild among them"),),
    ),
    "black3": QuestionText(
        mark("Black threes now?"),
        "threes",
        ("black3.meld",),
        (mark("Meld black threes"),),
    ),
    "red3": QuestionText(
        mark("What about this red three?"),
        "threes",
        ("red3.lay", "red3.value", "red3.late"),
        (mark("Drew a red three"), mark("All four red threes")),
    ),
    "red3_found": QuestionText(
        mark("We found a red three in a hand"),
        "threes",
        ("red3.lay", "score.threes", "red3.value"),
        (mark("A red three was forgotten until the end"),),
    ),
    "morto_take": QuestionText(
        mark("May I take the morto?"),
        "morto",
        ("morto.take", "morto.once"),
        (mark("A second morto"), mark("The morto without a canasta")),
    ),
    "morto_play": QuestionText(
        mark("May I play the morto now?"),
        "morto",
        ("morto.turn", "morto.take"),
        (mark("Took the morto by a discard"),),
    ),
    "morto_lost": QuestionText(
        mark("What do we lose for the morto?"),
        "morto",
        ("score.morto", "score.morto_cards", "setup.mortos"),
        (mark("We never took our morto"),),
    ),
    "out": QuestionText(
        mark("May I go out?"),
        "out",
        ("out.needs", "out.last_card"),
        (mark("Go out without a canasta"), mark("Go out without a discard")),
    ),
    "foul_out": QuestionText(
        mark("Somebody went out wrongly"),
        "out",
        ("out.needs", "out.last_card", "match.adjust"),
        (mark("Went out without the morto or without a canasta"),),
    ),
    "foul": QuestionText(
        mark("A foul was found later: what now?"),
        "out",
        ("match.adjust", "turn.order", "meld.stays", "record.conflict"),
        (mark("A wrong meld lies on the table"), mark("Somebody drew two cards")),
    ),
    "stock": QuestionText(
        mark("What if the stock is gone?"),
        "stock",
        ("stock.empty",),
        (mark("No cards left to draw"),),
    ),
    "card_worth": QuestionText(
        mark("What is this card worth here?"),
        "count",
        ("score.cards", "score.hand", "score.threes", "red3.value"),
        (mark("Points of a joker, an ace, a 2"),),
    ),
    "canasta_worth": QuestionText(
        mark("What is this canasta worth?"),
        "count",
        (
            "score.clean",
            "score.dirty",
            "score.royal",
            "score.ace_to_ace",
            "score.wild",
            "canasta.size",
        ),
        (mark("Bonus of a canasta"),),
    ),
    "out_worth": QuestionText(
        mark("What is going out worth?"),
        "count",
        ("score.out", "score.concealed"),
        (mark("Going out in one go"),),
    ),
    "hand_count": QuestionText(
        mark("How is a hand counted?"),
        "count",
        (
            "score.cards",
            "score.clean",
            "score.dirty",
            "score.out",
            "score.hand",
            "score.morto",
            "red3.value",
            "match.hand_winner",
        ),
        (mark("Count the points of a hand"),),
    ),
    "winner": QuestionText(
        mark("Who wins?"),
        "match",
        ("match.target", "match.both", "match.express", "match.hand_winner"),
        (mark("Both sides passed the target"),),
    ),
    "equal": QuestionText(
        mark("What happens at equal totals?"),
        "match",
        ("match.tie", "match.express"),
        (mark("A tie at the end"),),
    ),
    "early": QuestionText(
        mark("May we stop early, or annul the match?"),
        "match",
        ("match.stopped", "match.annul", "match.adjust"),
        (mark("Somebody has to leave"),),
    ),
    "deal": QuestionText(
        mark("How are the cards dealt?"),
        "setup",
        ("setup.deal", "setup.players", "setup.pack", "setup.mortos", "setup.upcard"),
        (mark("The first card turned is a joker"),),
    ),
    "dealer": QuestionText(
        mark("Who deals, and who starts?"),
        "setup",
        ("setup.dealer", "setup.first"),
        (mark("Cut for the deal"),),
    ),
    "settings": QuestionText(
        mark("Do these house rules go together?"),
        "setup",
        ("ruleset.options", "setup.pack", "setup.players", "setup.deal", "setup.mortos"),
        (mark("Too many cards for the pack"),),
    ),
}


def question_title(key: str, code: str) -> str:
    """A question as players ask it. Raises `KeyError` for a key that is none."""
    return Voice(code).say(QUESTIONS[key].title)


def chapter_title(key: str, code: str) -> str:
    """A chapter of questions. Raises `KeyError`."""
    return Voice(code).say(CHAPTERS[key])


def questions_of(chapter: str) -> tuple[str, ...]:
    """The keys of the questions of a chapter, in order."""
    return tuple(key for key, question in QUESTIONS.items() if question.chapter == chapter)


def questions_about(rule: str) -> tuple[str, ...]:
    """The keys of the questions that a rule answers, those that turn on it first."""
    keys = [key for key, question in QUESTIONS.items() if rule in question.rules]
    return tuple(sorted(keys, key=lambda key: QUESTIONS[key].rules.index(rule)))
