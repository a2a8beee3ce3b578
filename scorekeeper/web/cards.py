"""Cards, melds and the keypad as the pages draw them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.language.cards import SUITS, rank_word, show_card
from scorekeeper.rules.additions import lay_out
from scorekeeper.rules.cards import JOKER, RANKS, Card, Cards, card, copies
from scorekeeper.rules.melds import LEAST_CARDS, Canasta, MeldKind, bonus, read_meld
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import ByCard, hand_points, points_of, threes_cost

from .hand_form import HandForm
from .keypad import HAND, HEAPS, MORTO, TABLE, Pad
from .languages import gettext, isolate, language, points
from .ways import CARD

TEXT_STYLE = "\ufe0e"


@dataclass(frozen=True, slots=True)
class CardView:
    """One card: its rank, its suit as a sign, red or not, wild or not."""

    rank: str
    suit: str
    is_red: bool
    is_wild: bool
    label: str


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld: its name, what kind of canasta it is, its points, and its cards as they lie."""

    number: int
    name: str
    canasta: str
    is_clean: bool
    is_valid: bool
    points: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class SuitKey:
    """A key of the keypad that adds a card, with how many of it are left in the pack."""

    key: str
    suit: str
    is_red: bool
    left: int
    label: str


@dataclass(frozen=True, slots=True)
class PadView:
    """The keypad: where it writes, the meld being built, and its keys."""

    pad: Pad
    title: str
    current: MeldView | None
    suits: tuple[SuitKey, ...]
    joker: SuitKey | None
    closes: bool


def view_card(face: Card) -> CardView:
    """The card as it is drawn and spoken."""
    suit = "★" if face.is_joker else SUITS[face.suit] + TEXT_STYLE
    return CardView(face.rank, suit, face.suit in ("H", "D"), face.is_wild, show_card(face))


def view_meld(number: int, cards: Cards, ruleset: Ruleset) -> MeldView:
    """The meld under its best reading; without one it has no points but its name."""
    meld = read_meld(cards, ruleset)
    worth = sum(map(ruleset.value, cards))
    laid = tuple(view_card(face) for face in lay_out(cards, ruleset))
    if meld is None:
        return MeldView(number, _name(cards), "", False, False, points(worth), laid)
    told = points(worth)
    if meld.canasta is not None:
        told = f"{told} + {points(bonus(meld.canasta, ruleset))}"
    name = gettext("run") if meld.kind is MeldKind.RUN else _name(cards)
    canasta = canasta_name(meld.canasta) if meld.canasta else ""
    clean = meld.canasta is not None and meld.canasta.is_clean
    return MeldView(number, name, canasta, clean, True, told, laid)


def canasta_name(kind: Canasta) -> str:
    """The kind of a canasta in one word."""
    return {
        Canasta.CLEAN: gettext("clean"),
        Canasta.DIRTY: gettext("dirty"),
        Canasta.ROYAL: gettext("royal"),
        Canasta.ACE_TO_ACE: gettext("ace to ace"),
        Canasta.WILD: gettext("of wilds"),
    }[kind]


def heap_name(heap: str) -> str:
    """What people call a heap of a side."""
    return {
        TABLE: gettext("On the table"),
        HAND: gettext("In hand"),
        MORTO: gettext("Morto"),
    }[heap]


def view_side(form: HandForm, number: int) -> tuple[MeldView, ...]:
    """The melds of a side, the newest first."""
    views = [
        view_meld(place, cards, form.ruleset) for place, cards in enumerate(form.melds(number))
    ]
    if views and form.is_open(number, len(views) - 1) and len(views[-1].cards) < LEAST_CARDS:
        views[-1] = replace(views[-1], is_valid=True)  # not a meld yet, but still being built
    return tuple(views[::-1])


def view_pad(form: HandForm, names: tuple[str, ...]) -> PadView:
    """The keypad as it stands."""
    pad, used = form.pad, Counter(_all_cards(form))
    heap = heap_name(pad.heap)
    text = str(form.sides[pad.side][f"{pad.heap}cards"].data or "")
    building = pad.heap == TABLE and bool(text.strip()) and not text.rstrip().endswith(";")
    melds = form.melds(pad.side)
    current = None
    if building and melds:
        current = view_meld(len(melds) - 1, melds[-1], form.ruleset)
    elif pad.heap != TABLE:
        cards = form.listed(pad.side, pad.heap)
        current = _loose(cards, pad.heap, form.ruleset)

    def key(face: Card, suit: str) -> SuitKey:
        left = max(0, copies(face, form.ruleset.jokers) - used[face])
        label = gettext("%(card)s, %(count)s left") % {"card": show_card(face), "count": left}
        return SuitKey(f"card:{face}", suit, face.suit in ("H", "D"), left, label)

    faces = [(card(pad.rank + suit), SUITS[suit] + TEXT_STYLE) for suit in ("S", "H", "D", "C")]
    joker = key(card(JOKER), "★") if form.ruleset.jokers else None
    title = isolate(names[pad.side]) + f" · {heap}"
    return PadView(
        pad, title, current, tuple(key(*face) for face in faces), joker, pad.heap == TABLE
    )


def _loose(cards: Cards, heap: str, ruleset: Ruleset) -> MeldView:
    count = ByCard(cards)
    lost = points_of(count, ruleset)
    if heap == HAND:
        lost = hand_points(count, ruleset) + threes_cost(count, ruleset)
    told = points(-lost)
    return MeldView(0, "", "", False, True, told, tuple(map(view_card, cards)))


def _all_cards(form: HandForm) -> Iterable[Card]:
    for number in range(len(form.sides)):
        for heap in HEAPS:
            if form.way(number, heap) == CARD:
                yield from form.listed(number, heap)


def _name(cards: Cards) -> str:
    fixed = [face.rank for face in cards if not face.is_wild]
    if not fixed:
        return gettext("wilds")
    return rank_word(max(sorted(set(fixed), key=RANKS.index), key=fixed.count), language())
