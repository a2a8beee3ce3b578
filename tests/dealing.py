"""Tallies that are true by construction: every card is dealt out of one pack."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from random import Random

from hypothesis import strategies as st

from scorekeeper.rules.cards import RUN_RANKS, SUITS, Card, Cards, card, pack
from scorekeeper.rules.options import OPTIONS, check_ruleset, override
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.rules.tally import ByCard, Melds, Morto, SideTally, Tally


@dataclass
class Dealer:
    """Deals cards and melds from a shuffled pack; what it has dealt is gone."""

    rules: Ruleset
    random: Random
    left: list[Card] = field(init=False)

    def __post_init__(self) -> None:
        self.left = list(pack(self.rules.jokers))
        self.random.shuffle(self.left)

    def take(self, *texts: str) -> Cards | None:
        """These cards, or None if one of them is gone."""
        wanted = [card(text) for text in texts]
        rest = list(self.left)
        for face in wanted:
            if face not in rest:
                return None
            rest.remove(face)
        self.left = rest
        return tuple(wanted)

    def take_where(self, count: int, wanted) -> Cards | None:
        found = tuple(islice(filter(wanted, self.left), max(count, 0)))
        if len(found) < count:
            return None
        for face in found:
            self.left.remove(face)
        return found

    def some(self, count: int, red_threes: bool = False) -> Cards:
        """So many of the cards left, or fewer."""
        cards = self.take_where(
            min(count, len(self.left) - 8), lambda face: red_threes or not face.is_red_three
        )
        return cards or ()

    def least_naturals(self, wilds: int) -> int:
        return max(self.rules.min_naturals, self.rules.naturals_per_wild * wilds, 1)

    def set_of(self, rank: str, size: int, wilds: int = 0) -> Cards | None:
        """A set, its wilds last; None if the rules or the cards left do not allow it."""
        naturals = size - wilds
        if wilds > self.rules.max_wilds or naturals < self.least_naturals(wilds):
            return None
        before = list(self.left)
        cards = self.take_where(naturals, lambda face: face.rank == rank)
        joined = self.take_where(wilds, lambda face: face.is_wild)
        if cards is None or joined is None:
            self.left = before
            return None
        return cards + joined

    def run_of(self, suit: str, low: int, size: int, wilds: int = 0) -> Cards | None:
        """A run from a place on, with wilds for some of its cards; None if that cannot be."""
        ranks = list(RUN_RANKS[low : low + size])
        naturals = size - wilds
        if not self.rules.runs or len(ranks) < size:
            return None
        if wilds > self.rules.max_wilds or naturals < self.least_naturals(wilds):
            return None
        before = list(self.left)
        kept = self.random.sample(ranks, naturals)
        cards = self.take(*(rank + suit for rank in kept))
        joined = self.take_where(wilds, lambda face: face.is_wild)
        if cards is None or joined is None:
            self.left = before
            return None
        return cards + joined

    def meld(self) -> Cards | None:
        size = self.random.choice((3, 3, 4, 5, 7, 7, 8))
        wilds = self.random.choice((0, 0, 1, 2, 3))
        if self.rules.runs and self.random.random() < 0.5:
            low = self.random.randrange(len(RUN_RANKS))
            size = self.random.choice((3, 4, 7, 11))
            return self.run_of(self.random.choice(SUITS), low, size, wilds)
        return self.set_of(self.random.choice(RUN_RANKS), size, wilds)

    def melds(self, most: int) -> list[Cards]:
        """A few valid melds, never two sets of one rank."""
        melds: list[Cards] = []
        sets = set()
        for _ in range(most):
            meld = self.meld()
            if meld is None:
                continue
            ranks = {face.rank for face in meld if not face.is_wild}
            if len(ranks) == 1 and ranks & sets:
                self.left += meld
                continue
            sets |= ranks if len(ranks) == 1 else set()
            melds.append(meld)
        return melds


def deal_tally(rules: Ruleset, random: Random) -> tuple[Tally, Dealer]:
    """A tally that breaks no rule, and the dealer with the cards that are left."""
    dealer = Dealer(rules, random)
    out = random.choice([None, *range(rules.sides)])
    red_threes = random.randrange(5)
    sides = []
    for number in range(rules.sides):
        melds = dealer.melds(4)
        went_out = number == out
        if went_out and rules.out_needs_canasta != "none":
            canasta = _clean_canasta(dealer, melds)
            went_out = canasta is not None
            melds += [canasta] if canasta else []
        if went_out and rules.black3_meld == "going_out" and random.random() < 0.3:
            threes = dealer.take_where(3, lambda face: face.is_black_three)
            melds += [threes] if threes else []
        laid = random.randrange(red_threes + 1)
        red_threes -= laid
        late = random.randrange(laid + 1)
        side = SideTally(
            table=Melds(tuple(melds)),
            hand=ByCard(() if went_out else dealer.some(random.randrange(8))),
            red_threes=laid - late,
            red_threes_late=late,
            went_out=went_out,
            concealed=went_out and rules.bonus_concealed is not None and random.random() < 0.3,
            name=f"Side {number + 1}",
        )
        sides.append(_with_morto(side, dealer))
    return Tally(tuple(sides)), dealer


def _clean_canasta(dealer: Dealer, melds: list[Cards]) -> Cards | None:
    taken = {face.rank for meld in melds for face in meld}
    for rank in RUN_RANKS:
        if rank not in taken:
            canasta = dealer.set_of(rank, 7)
            if canasta:
                return canasta
    return None


def _with_morto(side: SideTally, dealer: Dealer) -> SideTally:
    rules, random = dealer.rules, dealer.random
    fates = [Morto.TAKEN]
    if rules.morto_by_discard == "next_turn":
        fates.append(Morto.UNUSED)
    if not side.went_out or rules.stock_empty == "morto_becomes_stock" or not rules.out_needs_morto:
        fates.append(Morto.LEFT)
    side = replace(side, morto=random.choice(fates))
    if side.morto is Morto.LEFT and (rules.morto_cards_count or random.random() < 0.5):
        cards = dealer.some(rules.morto_size)
        if len(cards) < rules.morto_size:
            return replace(side, morto=Morto.TAKEN)
        return replace(side, morto_cards=ByCard(cards))
    return side


@cache
def _option_values(name: str) -> st.SearchStrategy:
    option = OPTIONS[name]
    points = st.integers(-40, 80).map(lambda n: n * 5)
    values = {
        "bool": st.booleans(),
        "choice": st.sampled_from(option.choices or ("",)),
        "locks": st.lists(st.sampled_from(option.choices or ("",)), unique=True),
        "values": st.dictionaries(
            st.sampled_from(["JK", "A", "K", "7", "3", "2"]),
            st.integers(0, 12).map(lambda n: n * 5),
        ),
        "opening": st.integers(0, 30).map(lambda n: n * 5)
        | st.builds(lambda n, total: {"points": n, "from": total}, st.integers(0, 99), points),
    }
    if option.kind != "int":
        return values[option.kind]
    if option.high - option.low <= 20:
        return st.integers(option.low, option.high)
    if option.low >= 0:
        return st.integers(1, 1000).map(lambda n: n * 5)
    return points | st.none() if option.nullable else points


def presets() -> st.SearchStrategy[Ruleset]:
    return st.sampled_from(list(PRESETS.values()))


@st.composite
def overrides(draw) -> dict[str, object]:
    names = draw(st.lists(st.sampled_from(list(OPTIONS)), unique=True, max_size=6))
    return {name: draw(_option_values(name)) for name in names}


@st.composite
def rulesets(draw) -> Ruleset:
    """A preset, or a preset with options that go together."""
    base = draw(presets())
    if draw(st.booleans()):
        return base
    changed = override(base, draw(overrides()))
    return base if check_ruleset(changed) else changed


def randoms() -> st.SearchStrategy[Random]:
    return st.integers(0, 2**32).map(Random)
