"""The next deal, step by step: who cuts, how many cards go where, how many stay."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.rules.match import who_cuts
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.scorebook import MatchRecord

from .cut_pages import Seat, seats_of
from .languages import fill, gettext, isolate, ngettext


@dataclass(frozen=True, slots=True)
class DealPage:
    """The deal of the next hand; `again` says how often it went wrong already."""

    id: str
    seen: int
    number: int
    dealer: Seat
    next_dealer: Seat
    first: Seat
    steps: tuple[Markup, ...]
    stock: int
    again: int
    may_edit: bool


def make_deal_page(record: MatchRecord, may_edit: bool) -> DealPage:
    """The page of the next deal (`setup.deal`, `setup.mortos`, `setup.upcard`, `setup.first`)."""
    seats = seats_of(record)
    dealer = seats[record.dealer]
    cuts = seats[who_cuts(record.dealer, len(seats))]
    first = seats[record.first_player]
    hands = len(record.hands)
    return DealPage(
        id=record.id,
        seen=record.last,
        number=hands + 1,
        dealer=dealer,
        next_dealer=first,
        first=first,
        steps=tuple(_steps(record.in_force, dealer, cuts, first)),
        stock=record.in_force.stock_size,
        again=sum(misdeal.after_hand == hands for misdeal in record.misdeals),
        may_edit=may_edit and not record.is_over,
    )


def _steps(rules: Ruleset, dealer: Seat, cuts: Seat, first: Seat) -> list[Markup]:
    players = {"dealer": isolate(dealer.name), "cuts": isolate(cuts.name)}
    steps = [
        fill(gettext("%(dealer)s shuffles, %(cuts)s cuts."), **players),
        fill(
            gettext(
                "%(cards)s cards to each of the %(players)s players, one at a time, "
                "clockwise, %(first)s first."
            ),
            cards=rules.hand_size,
            players=rules.players,
            first=isolate(first.name),
        ),
        fill(_mortos(rules), cards=rules.morto_size, sides=rules.sides),
    ]
    if rules.initial_upcard:
        steps.append(
            fill(
                gettext(
                    "Turn one card up beside the stock. A joker, a 2 or a red 3 goes into the "
                    "middle of the stock, and another is turned."
                )
            )
        )
    stock = ngettext(
        "%(num)s card stays in the stock.", "%(num)s cards stay in the stock.", rules.stock_size
    )
    steps.append(fill(stock, num=Markup("<b>{}</b>").format(rules.stock_size)))
    steps.append(
        fill(
            gettext(
                "Red threes are laid face up before the first turn of each player, and "
                "replaced from the stock. %(first)s plays first."
            ),
            first=isolate(first.name),
        )
    )
    return steps


def _mortos(rules: Ruleset) -> str:
    if rules.mortos_face_up:
        return gettext("%(sides)s mortos of %(cards)s cards, face up.")
    return gettext("%(sides)s mortos of %(cards)s cards, face down.")
