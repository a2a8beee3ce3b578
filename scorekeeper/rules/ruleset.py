"""The ruleset of a table: every number and switch of the rules, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from .cards import JOKER, RANKS, Card

CLASSIC_VALUES: Mapping[str, int] = MappingProxyType(
    {JOKER: 50, "A": 20, "2": 20}
    | dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10)
    | dict.fromkeys(("7", "6", "5", "4", "3"), 5)
)
TEN_EACH: Mapping[str, int] = MappingProxyType(dict.fromkeys((JOKER, *RANKS), 10))

LOCK_CARDS = ("joker", "two", "black_three")


@dataclass(frozen=True, slots=True)
class Opening:
    """The points a side's first melds must reach, from a total of the side on (meld.opening)."""

    points: int
    from_total: int | None = None


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All options of a table (rules README, "Options"); the defaults are the classic game."""

    preset: str = field(default="classic", compare=False)
    sides: int = 2
    players_per_side: int = 2
    jokers: int = 4
    hand_size: int = 11
    morto_size: int = 11
    mortos_face_up: bool = False
    mortos_owned: bool = True
    initial_upcard: bool = True
    lock_cards: tuple[str, ...] = LOCK_CARDS
    lock_until_taken: bool = False
    runs: bool = False
    ace_to_ace: bool = False
    wild_only_melds: bool = False
    aces_wild: bool = False
    one_meld_per_rank: bool = False
    allow_soiling: bool = True
    max_wilds: int = 2
    min_naturals: int = 2
    naturals_per_wild: int = 0
    black3_meld: str = "going_out"
    red3_value: int = 100
    red3_needs: str = "any"
    red3_all_four: int | None = None
    red3_all_four_without: int | None = None
    red3_late_value: int | None = None
    morto_by_discard: str = "same_turn"
    out_needs_canasta: str = "any"
    out_needs_morto: bool = True
    out_needs_discard: bool = False
    stock_empty: str = "play_on"
    card_values: Mapping[str, int] = field(default_factory=lambda: CLASSIC_VALUES, hash=False)
    three_in_hand: int | None = None
    bonus_clean: int = 200
    bonus_dirty: int = 100
    bonus_out: int = 100
    bonus_concealed: int | None = 200
    bonus_royal: int | None = None
    bonus_ace_to_ace: int | None = None
    bonus_wild: int | None = None
    morto_penalty: int = 100
    morto_cards_count: bool = True
    unused_morto_counts: bool = False
    opening_minimum: Opening = Opening(0)
    target: int = 3000
    tie: str = "extra_hand"
    express: bool = False

    def __hash__(self) -> int:
        # asked for at every meld: a few options tell rulesets apart, the comparison does the rest
        return hash((self.jokers, self.max_wilds, self.runs, self.bonus_clean, self.target))

    @property
    def players(self) -> int:
        return self.sides * self.players_per_side

    @property
    def pack_size(self) -> int:
        """The cards of two packs with their jokers (`setup.pack`)."""
        return 104 + self.jokers

    @property
    def cards_dealt(self) -> int:
        """The cards of all hands and mortos (`setup.deal`, `setup.mortos`)."""
        return self.players * self.hand_size + self.sides * self.morto_size

    @property
    def stock_size(self) -> int:
        """The cards that stay in the stock when play begins (`setup.upcard`)."""
        return self.pack_size - self.cards_dealt - self.initial_upcard

    def value(self, card: Card) -> int:
        """What the card counts, in points; a red 3 has no card value (`score.cards`)."""
        return 0 if card.is_red_three else self.card_values[card.rank]


CLASSIC = Ruleset()

PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "classic": CLASSIC,
        "aberta": replace(CLASSIC, preset="aberta", mortos_face_up=True),
        "paulista": replace(CLASSIC, preset="paulista", target=5000, naturals_per_wild=2),
        "two_player": replace(CLASSIC, preset="two_player", players_per_side=1),
        "three_player": replace(
            CLASSIC,
            preset="three_player",
            sides=3,
            players_per_side=1,
            bonus_clean=100,
            bonus_dirty=50,
            target=1500,
        ),
        "carioca": replace(CLASSIC, preset="carioca", runs=True),
        "online": Ruleset(
            preset="online",
            jokers=0,
            mortos_owned=False,
            initial_upcard=False,
            lock_cards=("black_three",),
            runs=True,
            ace_to_ace=True,
            wild_only_melds=True,
            max_wilds=1,
            black3_meld="never",
            red3_needs="clean",
            red3_all_four=800,
            red3_all_four_without=-400,
            red3_late_value=10,
            morto_by_discard="next_turn",
            out_needs_canasta="clean",
            stock_empty="morto_becomes_stock",
            card_values=TEN_EACH,
            three_in_hand=100,
            bonus_concealed=None,
            bonus_royal=500,
            bonus_ace_to_ace=1000,
            bonus_wild=1000,
            morto_cards_count=False,
            unused_morto_counts=True,
            target=2000,
            tie="starter_wins",
        ),
    }
)
