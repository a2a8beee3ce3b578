"""The answers to questions of players: the large word, and the sentence why.

Both are keyed by words, so that this package needs to know no engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.cards import Card
from . import mark, mark_plural
from .asking import field_label
from .cards import show_card, show_cards
from .play_rulings import UNTOLD
from .rulebook import rule_title
from .sentences import KINDS
from .voice import Voice

VERDICTS = {
    "yes": mark("Yes"),
    "no": mark("No"),
    "depends": mark("It depends"),
}
SHAPES = {
    "set": mark("Set"),
    "run": mark("Run"),
    "wilds": mark("Wilds alone"),
    "black_threes": mark("Black threes"),
}
WORDS = {
    "blocks_nobody": mark("Nobody"),
    "blocks_next": mark("The next player"),
    "blocks_all": mark("Everybody"),
    "turn_draw": mark("Draw first"),
    "turn_play": mark("Meld, discard"),
    "turn_over": mark("The hand ends"),
    "red3_lay": mark("Lay it"),
    "red3_as_laid": mark("Count it as laid"),
    "out_right": mark("It was right"),
    "out_wrong": mark("Not out"),
    "table_decides": mark("The table decides"),
    "stock_play_on": mark("Play goes on"),
    "stock_take_pile": mark("Take the pile"),
    "stock_ends": mark("The hand ends"),
    "stock_morto": mark("The morto is drawn"),
    "extra_hand": mark("An extra hand"),
    "starter_wins": mark("The side that started"),
    "nobody_yet": mark("Nobody yet"),
    "draw": mark("A draw"),
    "cut_again": mark("Cut again"),
    "may_draw": mark("Draw from the stock"),
    "may_take_pile": mark("Take the whole pile"),
    "may_meld": mark("Lay a new meld"),
    "may_add": mark("Add to a meld"),
    "may_discard": mark("Discard"),
    "with_clean": mark("With a clean canasta"),
    "with_dirty": mark("With dirty canastas only"),
    "with_none": mark("Without a canasta"),
    "in_stock": mark("In the stock"),
}
PLAYER = mark("Player %(number)s")
CARDS_EACH = mark_plural("%(size)s card", "%(size)s cards")
DEPENDS_ON = mark("One more thing: %(question)s")
AT_HAND = mark("%(cards)s: %(sentence)s")

SENTENCES = {
    "blocks_nobody": mark(
        "%(card)s on top blocks nobody: whoever uses it at once may take the pile."
    ),
    "blocks_next": mark(
        "%(card)s on top blocks the pile for the next player, and for everybody until another "
        "card covers it."
    ),
    "blocks_nobody_covered": mark("%(card)s is covered, so it blocks nobody any more."),
    "blocks_all_covered": mark(
        "%(card)s keeps the pile blocked below other cards too, until it is taken."
    ),
    "turn_draw": mark("You have not drawn yet: take a card first, then meld and discard."),
    "turn_play": mark("Meld as much as you like, and end your turn with a discard."),
    "turn_over": mark("Nothing is left to draw: the hand ends here."),
    "one_reading": mark("%(cards)s can be read in one way only."),
    "best_reading": mark(
        "%(cards)s can be read in more than one way: what is best for the side counts."
    ),
    "opening_enough": mark("%(cards)s make %(points)s points, and %(least)s are needed."),
    "opening_none": mark("%(cards)s make %(points)s points, and this table asks for none."),
    "opening_done": mark("Your side has melded before, so %(cards)s may be laid."),
    "canasta_too_small": mark("%(cards)s: a canasta needs %(least)s cards."),
    "kind_wild": mark("%(cards)s are wilds alone: a canasta of its own kind."),
    "kind_clean": mark("No wild is among %(cards)s."),
    "red3_lay": mark("Lay it face up at once, and draw another card for it."),
    "red3_no_card_left": mark("Lay it face up at once; no card is left to replace it."),
    "red3_as_laid": mark("A red three found in a hand counts as if it had been laid."),
    "red3_priced": mark("At this table every three in hand has its price."),
    "morto_yes": mark("Your last card is gone, so you take the morto and play on."),
    "morto_yes_next": mark(
        "Your last card is gone, so you take the morto. You play it from your next turn on."
    ),
    "morto_now": mark("Play on with it in the same turn, without drawing again."),
    "morto_now_discard": mark(
        "Play on with it in the same turn, without drawing, and end it with another discard."
    ),
    "morto_next_turn": mark(
        "You discarded your last card, so your turn is over: play the morto from your next turn on."
    ),
    "morto_costs": mark("That is what a side loses for its morto."),
    "morto_costs_nothing": mark("At this table it costs nothing."),
    "morto_costs_and_cards": mark("Besides, its cards are taken off: tap them to count them too."),
    "morto_instead": mark(
        "Your side still has its morto: your last card takes it up, and nobody goes out yet."
    ),
    "out_yes": mark("Your side has all that going out needs."),
    "out_concealed": mark(
        "Your side has all that going out needs. You melded nothing before: you go out concealed."
    ),
    "out_right": mark("The side had all that going out needs: the hand is over, and it counts."),
    "out_takes_morto": mark(
        "It was no going out: with the last card the side takes its morto and plays on. Nothing is "
        "taken back."
    ),
    "pile_locked_by_a_wild": mark(
        "A wild in the pile keeps it blocked: %(card)s may only be taken onto a set of its rank, "
        "without wilds, that your side has on the table already."
    ),
    "out_wrong": mark(
        "The rules do not allow it, so the hand is not over: take it back and play on. "
        "They name no penalty; the table may agree on points."
    ),
    "stock_play_on": mark(
        "The game goes on without drawing: take the pile if you may, meld, and discard."
    ),
    "stock_take_pile": mark("The pile can be taken: do that, and the hand goes on."),
    "stock_ends": mark("Nothing is left to draw: all cards in hand count against their side."),
    "stock_morto": mark("A morto that still lies there becomes the stock: draw from it."),
    "card_on_table": mark("%(card)s counts for its side on the table."),
    "card_in_hand": mark("%(card)s counts against its side in hand."),
    "no_canasta_yet": mark("%(cards)s: no canasta yet, so only its cards count."),
    "no_bonus": mark("%(cards)s: this table gives no bonus for it, so only its cards count."),
    "canasta_counts": mark("%(cards)s: the bonus and its cards."),
    "out_plain": mark("That is what the side gets for going out."),
    "out_in_one_go": mark("In one go: this takes the place of the usual bonus for going out."),
    "out_no_concealed": mark("This table knows no bonus for that: it is an ordinary going out."),
    "hand_counts": mark("That is what the side gets for this hand."),
    "stop_needs_all": mark("A match is stopped early only if all sides agree."),
    "stop_yes": mark("All agree: the highest total wins, and equal totals are a draw."),
    "annul_yes": mark("All agree: nobody wins, and the match counts in no ranking."),
    "starter_wins": mark("At equal totals the side of the very first player wins."),
    "upcard_stands": mark("%(card)s stays and starts the pile."),
    "upcard_buried": mark("%(card)s is buried in the middle of the stock, and another is turned."),
    "dealt_so": mark("To every player, one at a time, clockwise."),
    "high_card": mark("%(card)s is the highest. Whoever sits on the dealer’s left starts."),
    "cut_again": mark("%(cards)s are equal: those players cut again."),
    "options_fit": mark("They go together: %(count)s cards are left for the stock."),
    "foul_meld": mark("The rules say what may be laid, but name no penalty for a wrong meld."),
    "foul_pile": mark(
        "The rules say when the pile may be taken, but name no penalty for taking it wrongly."
    ),
    "foul_draw": mark("The rules say how a turn goes, but name no penalty for a wrong draw."),
    "foul_cards": mark("That cannot come of right play, and the rules name no penalty for it."),
    "foul_other": mark("The rules say what may be played, and name no penalties."),
    "foul_open": mark(
        "Agree on it: take the play back if everybody remembers it, or give points beside the "
        "hands."
    ),
    "foul_scored": mark("Agree on it: correct the hand, or give points beside the hands."),
}
KIND_DIRTY = mark_plural(
    "There is %(wilds)s wild among %(cards)s.", "There are %(wilds)s wilds among %(cards)s."
)


def verdict_word(
    verdict: str, word: str, figure: int | None, names: Sequence[str], code: str
) -> str:
    """The large word of an answer: yes or no, a name, a statement, or points."""
    voice = Voice(code)
    if verdict in VERDICTS:
        return voice.say(VERDICTS[verdict])
    if word == "cards_each" and figure is not None:
        return voice.say_counted(CARDS_EACH, figure, size=figure)
    if not word:
        return voice.signed(figure or 0)
    return statement(word, names, code)


def statement(word: str, names: Sequence[str], code: str) -> str:
    """A statement in a few words. Raises `KeyError` for one that is none."""
    voice = Voice(code)
    kind, _, rest = word.partition("_")
    if kind == "side" and rest.isdigit():
        return names[int(rest)]
    if kind == "player" and rest.isdigit():
        return voice.say(PLAYER, number=int(rest))
    if kind == "canasta":
        return voice.say(KINDS[rest])
    if kind == "read":
        return _reading(rest, voice)
    return voice.say(WORDS[word])


def _reading(word: str, voice: Voice) -> str:
    """How a meld is read: its shape, and what canasta that makes."""
    shape = next(shape for shape in SHAPES if word.startswith(shape))
    canasta = word.removeprefix(shape).removeprefix("_")
    said = voice.say(SHAPES[shape])
    return f"{said} · {voice.say(KINDS[canasta])}" if canasta else said


def line_label(rule: str, word: str, names: Sequence[str], code: str) -> str:
    """What a line of an answer is about: its own word, or the title of its rule."""
    return statement(word, names, code) if word else rule_title(rule, code)


def answer_sentence(told: str, facts: Mapping[str, object], code: str) -> str:
    """Why the answer is what it is. Raises `KeyError` for a sentence that is none."""
    voice = Voice(code)
    shown = {name: _show(fact) for name, fact in facts.items()}
    if told == "kind_dirty":
        wilds = facts["wilds"]
        return voice.say_counted(KIND_DIRTY, wilds if isinstance(wilds, int) else 0, **shown)
    if told.startswith(("foul_open_", "foul_scored_")):
        when, _, what = told.removeprefix("foul_").partition("_")
        return " ".join(voice.say(SENTENCES[f"foul_{key}"]) for key in (what, when))
    return voice.say(SENTENCES[told], **shown)


def untold_sentence(effect: str, code: str) -> str:
    """What nobody told and the effect hangs on. Raises `KeyError`."""
    return Voice(code).say(UNTOLD[effect])


def depends_sentence(question: str, field: str, side: str, code: str) -> str:
    """What an answer depends on; `side` has the name of the side whose total it is, if one's."""
    asked = side or field_label(question, field, code)
    return Voice(code).say(DEPENDS_ON, question=asked)


def with_cards(sentence: str, cards: Sequence[Card], code: str) -> str:
    """The sentence with the cards at hand before it, unless it names them."""
    shown = show_cards(cards)
    if not cards or any(show_card(card) in sentence for card in cards):
        return sentence
    return Voice(code).say(AT_HAND, cards=shown, sentence=sentence)


def _show(fact: object) -> object:
    if isinstance(fact, Card):
        return show_card(fact)
    return show_cards(fact) if isinstance(fact, tuple) else fact
