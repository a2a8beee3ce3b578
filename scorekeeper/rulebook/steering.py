"""Which options steer which rule."""

from __future__ import annotations

from collections.abc import Mapping

STEERED_BY: Mapping[str, tuple[str, ...]] = {
    "setup.players": ("sides", "players_per_side"),
    "setup.pack": ("jokers",),
    "setup.deal": ("hand_size",),
    "setup.mortos": ("morto_size", "mortos_owned", "mortos_face_up"),
    "setup.upcard": ("initial_upcard", "lock_cards"),
    "turn.order": ("stock_empty",),
    "stock.empty": ("stock_empty",),
    "pile.blocked": ("lock_cards", "lock_until_taken"),
    "red3.lay": ("three_in_hand", "morto_by_discard", "mortos_face_up"),
    "red3.value": ("red3_value", "red3_needs", "red3_all_four", "red3_all_four_without"),
    "red3.late": ("red3_late_value",),
    "black3.meld": ("black3_meld",),
    "meld.rank": ("black3_meld",),
    "meld.run": ("runs", "max_wilds"),
    "meld.wilds": ("max_wilds", "wild_only_melds"),
    "meld.naturals": ("min_naturals", "naturals_per_wild", "wild_only_melds"),
    "meld.aces": ("aces_wild",),
    "meld.shared": ("one_meld_per_rank", "players_per_side"),
    "meld.opening": ("opening_minimum",),
    "meld.replace": ("runs",),
    "meld.ace_to_ace": ("ace_to_ace", "runs"),
    "canasta.kind": ("allow_soiling", "wild_only_melds"),
    "morto.take": ("players_per_side",),
    "morto.turn": ("morto_by_discard",),
    "out.needs": ("out_needs_canasta", "out_needs_morto", "stock_empty"),
    "out.last_card": ("out_needs_discard",),
    "score.cards": ("card_values",),
    "score.clean": ("bonus_clean",),
    "score.dirty": ("bonus_dirty",),
    "score.royal": ("bonus_royal", "runs"),
    "score.ace_to_ace": ("bonus_ace_to_ace", "ace_to_ace", "runs"),
    "score.wild": ("bonus_wild", "wild_only_melds"),
    "score.threes": ("three_in_hand",),
    "score.out": ("bonus_out",),
    "score.concealed": ("bonus_concealed", "players_per_side"),
    "score.morto": ("morto_penalty", "unused_morto_counts", "morto_by_discard"),
    "score.hand": ("card_values",),
    "score.morto_cards": ("morto_cards_count",),
    "match.target": ("target",),
    "match.both": ("target",),
    "match.tie": ("tie", "sides"),
    "match.express": ("express",),
}
"""The options whose values change what a rule says, or what it is asked about, the chief one
first."""


SEATS = ("sides", "players_per_side")


def options_of(rule: str) -> tuple[str, ...]:
    """The options that steer a rule; none for a rule that every table plays alike."""
    return STEERED_BY.get(rule, ())


def home_of(option: str) -> str:
    """The rule at which an option is best read: the first that has it as its chief one, else the
    first that has it at all. Raises `KeyError` for an option that steers nothing."""
    if option in SEATS:
        return "setup.players"
    steered = [rule for rule, options in STEERED_BY.items() if option in options]
    chief = [rule for rule in steered if STEERED_BY[rule][0] == option]
    if not steered:
        raise KeyError(option)
    return (chief or steered)[0]
