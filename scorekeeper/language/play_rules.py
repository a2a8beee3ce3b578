"""The text of each rule of dealing, drawing, the pile, the morto and going out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..rules.ruleset import Ruleset
from . import mark, mark_plural
from .voice import Voice

TOP_CARDS = {"joker": mark("a joker"), "two": mark("a 2"), "black_three": mark("a black 3")}

OUT_NEEDS = {
    (True, "none"): mark(
        "You may get rid of your last card only if your side can take its morto or has taken it."
    ),
    (True, "any"): mark(
        "You may get rid of your last card only if your side can take its morto, or has taken it "
        "and has at least one canasta."
    ),
    (True, "clean"): mark(
        "You may get rid of your last card only if your side can take its morto, or has taken it "
        "and has at least one clean canasta."
    ),
    (False, "none"): mark(
        "You may go out as soon as you can get rid of your last card, even instead of taking "
        "the morto."
    ),
    (False, "any"): mark(
        "With at least one canasta your side may go out, even instead of taking the morto; "
        "without one, your last card may only lead to the morto."
    ),
    (False, "clean"): mark(
        "With at least one clean canasta your side may go out, even instead of taking the morto; "
        "without one, your last card may only lead to the morto."
    ),
}

STOCK_EMPTY = {
    "play_on": mark(
        "With no stock left, play goes on without drawing: take the pile if you may, meld, and "
        "discard. The hand ends when somebody goes out or has no legal play left, and all cards "
        "in hand then count against their side."
    ),
    "end": mark(
        "The hand ends when somebody must draw and the stock is empty; all cards in hand then "
        "count against their side."
    ),
    "morto_becomes_stock": mark(
        "When a card must be drawn and the stock is empty, a morto still on the table becomes "
        "the stock. With none left, the hand ends at the first player who can neither draw nor "
        "take the pile."
    ),
}


def _players(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.sides == 3:
        yield voice.say(mark("Three players, each on their own."))
    elif rules.players_per_side == 1:
        yield voice.say(mark("Two players, each on their own."))
    else:
        yield voice.say(
            mark("Four players in two fixed partnerships, partners opposite each other.")
        )


def _pack(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if not rules.jokers:
        yield voice.say(mark("Two packs of 52 cards without jokers: 104 cards."))
        return
    forms = mark_plural(
        "Two packs of 52 cards and %(jokers)s joker: %(total)s cards.",
        "Two packs of 52 cards and %(jokers)s jokers: %(total)s cards.",
    )
    yield voice.say_counted(forms, rules.jokers, jokers=rules.jokers, total=rules.pack_size)


def _dealer(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "Cut for the first deal: the highest card deals, from ace down to 2, and equal ranks "
            "cut again. After every hand the deal passes on clockwise."
        )
    )


def _deal(rules: Ruleset, voice: Voice) -> Iterator[str]:
    text = mark("Everyone gets %(size)s cards, dealt one at a time, clockwise.")
    yield voice.say(text, size=rules.hand_size)


def _mortos(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.mortos_owned:
        yield voice.say(
            mark("Every side gets a morto, a reserve hand of %(size)s cards."),
            size=rules.morto_size,
        )
    else:
        yield voice.say(
            mark(
                "%(count)s mortos, reserve hands of %(size)s cards, lie ready and belong to "
                "nobody: the first of a side to run out of cards takes one."
            ),
            count=rules.sides,
            size=rules.morto_size,
        )
    if rules.mortos_face_up:
        yield voice.say(mark("The mortos lie face up, for all to see."))
    else:
        yield voice.say(mark("The mortos lie face down."))


def _upcard(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if not rules.initial_upcard:
        yield voice.say(
            mark("No card is turned up: the pile starts empty, and the first player draws.")
        )
        return
    yield voice.say(
        mark(
            "The top card of the stock is turned up to start the pile. A joker, a 2 or a red 3 "
            "is buried in the middle of the stock, and another card is turned."
        )
    )
    if "black_three" in rules.lock_cards:
        yield voice.say(mark("A black 3 stays, and blocks the pile."))
    else:
        yield voice.say(mark("A black 3 stays."))


def _first(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("The player on the dealer's left starts."))


def _order(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("Draw first, then meld as much as you like, and discard one card face up at the end.")
    )
    if rules.stock_empty == "play_on":
        yield voice.say(mark("Once the stock is empty you meld and discard without drawing."))


def _cards(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("Play only cards that you hold, and add only to melds that lie on the table.")
    )


def _choice(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "Take the top card of the stock or the whole pile: never part of the pile, and never "
            "an empty one."
        )
    )


def _top(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "To take the pile you must use its top card at once: in a valid new meld with at "
            "least two cards from your hand, or on a meld of your side. Only your hand may help; "
            "the rest of the pile comes to you after that."
        )
    )


def _blocked(rules: Ruleset, voice: Voice) -> Iterator[str]:
    locks = [voice.say(TOP_CARDS[lock]) for lock in rules.lock_cards]
    if not locks:
        yield voice.say(mark("Nothing blocks the pile at this table."))
        return
    yield voice.say(
        mark(
            "The pile is blocked while %(cards)s lies on top: nobody can take it until another "
            "card covers it."
        ),
        cards=voice.one_of(locks),
    )
    if "two" not in rules.lock_cards:
        yield voice.say(mark("A 2 on top does not block: take the pile if you use it at once."))
    if "joker" not in rules.lock_cards and rules.jokers:
        yield voice.say(mark("A joker on top does not block: take the pile if you use it at once."))
    wilds = [voice.say(TOP_CARDS[lock]) for lock in rules.lock_cards if lock != "black_three"]
    if rules.lock_until_taken and wilds:
        yield voice.say(
            mark(
                "Anywhere in the pile, %(wilds)s keeps it blocked: a natural top card then takes "
                "it only onto a set of that rank without wilds of your side."
            ),
            wilds=voice.one_of(wilds),
        )


def _take(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.players_per_side > 1:
        yield voice.say(
            mark(
                "The first player of a side to have no cards left, by melding or by discarding, "
                "takes a morto. No canasta is needed."
            )
        )
        return
    yield voice.say(
        mark(
            "The first time you have no cards left, by melding or by discarding, you take a "
            "morto. No canasta is needed."
        )
    )


def _turn(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.morto_by_discard == "same_turn":
        yield voice.say(
            mark(
                "Play on with the morto in the same turn without drawing again, even if you "
                "discarded your last card, and end the turn with a discard."
            )
        )
        return
    yield voice.say(
        mark(
            "If you melded your last card, play on with the morto in the same turn without "
            "drawing again. If you discarded it, your turn is over, and you play the morto from "
            "your next turn on."
        )
    )


def _once(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("A side takes a morto at most once in a hand."))


def _needs(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(OUT_NEEDS[rules.out_needs_morto, rules.out_needs_canasta])
    if rules.out_needs_morto and rules.stock_empty == "morto_becomes_stock":
        yield voice.say(mark("If the last morto became stock, your side may go out without one."))
    yield voice.say(
        mark(
            "Any other play that empties your hand is refused, and so is one that leaves you a "
            "single card you could not get rid of."
        )
    )


def _last_card(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.out_needs_discard:
        yield voice.say(
            mark("To go out you must discard your last card; to take the morto you need not.")
        )
    else:
        yield voice.say(mark("You may meld your last card or discard it."))


def _empty(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(STOCK_EMPTY[rules.stock_empty])
    if rules.stock_empty == "morto_becomes_stock" and rules.morto_penalty:
        yield voice.say(
            mark("A side whose morto went that way still gets %(points)s."),
            points=voice.signed(-rules.morto_penalty),
        )


PLAY_RULES: Mapping[str, Callable[[Ruleset, Voice], Iterator[str]]] = {
    "setup.players": _players,
    "setup.pack": _pack,
    "setup.dealer": _dealer,
    "setup.deal": _deal,
    "setup.mortos": _mortos,
    "setup.upcard": _upcard,
    "setup.first": _first,
    "turn.order": _order,
    "turn.cards": _cards,
    "draw.choice": _choice,
    "pile.top": _top,
    "pile.blocked": _blocked,
    "morto.take": _take,
    "morto.turn": _turn,
    "morto.once": _once,
    "out.needs": _needs,
    "out.last_card": _last_card,
    "stock.empty": _empty,
}
