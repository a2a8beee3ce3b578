"""What can be wrong, as data: rule id, kind of finding, place and facts, never prose.

`scorekeeper.language` has one sentence for every member of `Finding`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

NOTHING: Mapping[str, object] = MappingProxyType({})


class Finding(StrEnum):
    """The kinds of finding; the comment names the facts (`params`) of each."""

    # a meld
    MELD_TOO_SMALL = "meld_too_small"  # count, least
    MELD_MIXED_RANKS = "meld_mixed_ranks"  # cards (the odd ones), rank
    MELD_OF_THREES = "meld_of_threes"  # cards
    MELD_TOO_MANY_WILDS = "meld_too_many_wilds"  # count, most
    MELD_TOO_FEW_NATURALS = "meld_too_few_naturals"  # count, least
    MELD_NOT_A_RUN = "meld_not_a_run"  # cards
    MELD_RANK_TWICE = "meld_rank_twice"  # rank
    BLACK_THREES_IMPURE = "black_threes_impure"  # cards
    BLACK_THREES_WITHOUT_GOING_OUT = "black_threes_without_going_out"
    BLACK_THREES_NEVER = "black_threes_never"
    NOTHING_ADDED = "nothing_added"
    CANASTA_SOILED = "canasta_soiled"
    # the pack
    CARD_TOO_OFTEN = "card_too_often"  # card, count, most
    VALUE_TOO_OFTEN = "value_too_often"  # value, count, most
    TOO_MANY_POINTS = "too_many_points"  # points, most
    TOO_MANY_RED_THREES = "too_many_red_threes"  # count, most
    TOO_MANY_THREES = "too_many_threes"  # count, most
    NO_JOKERS_IN_PACK = "no_jokers_in_pack"
    TOO_FEW_CARDS_FOR_CANASTAS = "too_few_cards_for_canastas"  # count, least
    TOO_FEW_POINTS_FOR_CANASTAS = "too_few_points_for_canastas"  # points, least
    # counting
    NO_CARD_OF_VALUE = "no_card_of_value"  # value
    WRONG_MULTIPLE = "wrong_multiple"  # points, step
    THREES_HAVE_NO_PRICE = "threes_have_no_price"
    UNKNOWN_CANASTA_KIND = "unknown_canasta_kind"  # kind
    RED_THREE_IN_HAND = "red_three_in_hand"  # count
    # morto and going out
    MORTO_CARDS_MISSING = "morto_cards_missing"
    MORTO_CARDS_OF_A_TAKEN_MORTO = "morto_cards_of_a_taken_morto"
    MORTO_WRONG_SIZE = "morto_wrong_size"  # count, size
    MORTO_CANNOT_BE_UNUSED = "morto_cannot_be_unused"
    TWO_WENT_OUT = "two_went_out"  # count
    OUT_WITHOUT_MORTO = "out_without_morto"
    OUT_WITHOUT_CANASTA = "out_without_canasta"
    OUT_WITHOUT_CLEAN_CANASTA = "out_without_clean_canasta"
    OUT_WITH_CARDS_IN_HAND = "out_with_cards_in_hand"
    CONCEALED_WITHOUT_GOING_OUT = "concealed_without_going_out"
    CONCEALED_UNKNOWN = "concealed_unknown"
    # a match
    HAND_AFTER_THE_END = "hand_after_the_end"
    ANNUL_NEEDS_ALL = "annul_needs_all"
    # options
    OPTION_UNKNOWN = "option_unknown"  # option
    OPTION_WRONG_TYPE = "option_wrong_type"  # option, expected
    OPTION_OUT_OF_RANGE = "option_out_of_range"  # option, low, high
    OPTION_NOT_A_CHOICE = "option_not_a_choice"  # option, choices
    OPTION_NOT_A_MULTIPLE = "option_not_a_multiple"  # option, step
    OPTIONS_PARTNERS_NEED_TWO_SIDES = "options_partners_need_two_sides"
    OPTIONS_PACK_TOO_SMALL = "options_pack_too_small"  # cards, pack
    OPTIONS_SIDES_FIXED = "options_sides_fixed"  # option
    PRESET_UNKNOWN = "preset_unknown"  # preset
    # documents
    CARD_UNREADABLE = "card_unreadable"  # piece, number
    NOT_JSON = "not_json"  # line, column
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    KEY_TWICE = "key_twice"  # key
    KEY_UNKNOWN = "key_unknown"  # key
    KEY_MISSING = "key_missing"  # key
    KEYS_EXCLUDE_EACH_OTHER = "keys_exclude_each_other"  # keys
    WRONG_TYPE = "wrong_type"  # expected
    WRONG_LENGTH = "wrong_length"  # count, expected
    NUMBER_OUT_OF_RANGE = "number_out_of_range"  # low, high
    NOT_A_CHOICE = "not_a_choice"  # choices
    FORMAT_UNKNOWN = "format_unknown"
    REASON_MISSING = "reason_missing"


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: its id, what was found, where, and the facts for the sentence."""

    rule: str
    finding: Finding
    where: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: NOTHING, hash=False)


class ScorekeeperError(Exception):
    """The root of all that this package refuses on purpose."""


class DocumentError(ScorekeeperError):
    """A document of the wrong shape: what was found, where, and the facts for the sentence."""

    def __init__(self, finding: Finding, where: str = "", **params: object) -> None:
        super().__init__(f"{where}: {finding} {params}")
        self.finding = finding
        self.where = where
        self.params: Mapping[str, object] = params


class CardError(DocumentError):
    """A piece of text that is no card, with its number in the list, counted from 1."""

    def __init__(self, piece: str, number: int) -> None:
        super().__init__(Finding.CARD_UNREADABLE, piece=piece, number=number)
        self.piece = piece
        self.number = number
