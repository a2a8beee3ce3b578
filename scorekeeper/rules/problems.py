"""What can be wrong, as data: rule id, kind of finding, place and facts, never prose.

`scorekeeper.language` has one sentence for every member of `Finding`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

NOTHING: Mapping[str, object] = MappingProxyType({})
LONGEST_SHOWN = 200  # characters of a key, card or word that cannot be read


class Finding(StrEnum):
    """The kinds of finding; the comment names the facts (`params`) of each."""

    # a meld
    MELD_TOO_SMALL = "meld_too_small"  # count, least
    MELD_MIXED_RANKS = "meld_mixed_ranks"  # cards (the odd ones), rank
    MELD_OF_THREES = "meld_of_threes"  # cards
    MELD_TOO_MANY_WILDS = "meld_too_many_wilds"  # count, most
    MELD_TOO_FEW_NATURALS = "meld_too_few_naturals"  # count, least
    MELD_NOT_A_RUN = "meld_not_a_run"  # cards
    MELD_RUN_FULL = "meld_run_full"
    MELD_RANK_TWICE = "meld_rank_twice"  # rank
    BLACK_THREES_IMPURE = "black_threes_impure"  # cards
    BLACK_THREES_WITHOUT_GOING_OUT = "black_threes_without_going_out"
    BLACK_THREES_AND_NOT_OUT = "black_threes_and_not_out"
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
    # a turn
    DRAW_FIRST = "draw_first"
    DRAWN_ALREADY = "drawn_already"
    TURN_IS_OVER = "turn_is_over"
    TURN_NOT_ENDED = "turn_not_ended"
    CARDS_NOT_HELD = "cards_not_held"  # cards
    UNSEEN_CARD_NOT_HELD = "unseen_card_not_held"
    NO_SUCH_MELD = "no_such_meld"  # number, count
    RED_THREE_FIRST = "red_three_first"  # card
    NOT_A_RED_THREE = "not_a_red_three"  # card
    NO_REPLACEMENT_LEFT = "no_replacement_left"
    PILE_EMPTY = "pile_empty"
    PILE_LOCKED = "pile_locked"  # card
    PILE_LOCKED_BELOW = "pile_locked_below"  # card, top
    PILE_NEEDS_TWO_CARDS = "pile_needs_two_cards"  # card, count
    PILE_TOP_OF_NO_USE = "pile_top_of_no_use"  # card
    STOCK_GONE_PLAY_ON = "stock_gone_play_on"
    STOCK_GONE_TAKE_PILE = "stock_gone_take_pile"
    LAST_CARD_WITHOUT_CANASTA = "last_card_without_canasta"
    LAST_CARD_WITHOUT_CLEAN_CANASTA = "last_card_without_clean_canasta"
    LAST_CARD_MUST_BE_DISCARDED = "last_card_must_be_discarded"
    LAST_CARD_STUCK = "last_card_stuck"
    MORTO_NOT_DUE = "morto_not_due"
    MORTO_TAKEN_ALREADY = "morto_taken_already"
    NO_MORTO_LEFT = "no_morto_left"
    OPENING_TOO_LOW = "opening_too_low"  # points, least
    OPENING_OUT_OF_REACH = "opening_out_of_reach"  # points, least
    # a position
    POSITION_LACKS = "position_lacks"  # field
    POSITION_CARD_TOO_OFTEN = "position_card_too_often"  # card, count, most
    POSITION_MORE_THAN_PACK = "position_more_than_pack"  # count, most
    POSITION_MELD_INVALID = "position_meld_invalid"
    POSITION_HAND_EMPTY = "position_hand_empty"
    POSITION_RED_THREE_IN_PILE = "position_red_three_in_pile"
    POSITION_MELDS_AND_OPENED = "position_melds_and_opened"
    POSITION_MELDED_NOTHING = "position_melded_nothing"
    POSITION_MORTOS = "position_mortos"
    POSITION_MORTO_SIZE = "position_morto_size"  # count, size
    POSITION_MORTO_CARDS = "position_morto_cards"
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
    TEXT_TOO_LONG = "text_too_long"  # most
    LIST_TOO_LONG = "list_too_long"  # most
    NOT_TEXT = "not_text"
    KEY_TWICE = "key_twice"  # key
    KEY_UNKNOWN = "key_unknown"  # key
    KEY_MISSING = "key_missing"  # key
    KEYS_EXCLUDE_EACH_OTHER = "keys_exclude_each_other"  # keys
    WRONG_TYPE = "wrong_type"  # expected
    WRONG_LENGTH = "wrong_length"  # count, expected
    NUMBER_OUT_OF_RANGE = "number_out_of_range"  # low, high
    NOT_A_CHOICE = "not_a_choice"  # choices
    EVENT_UNREADABLE = "event_unreadable"
    EVENT_OUT_OF_PLACE = "event_out_of_place"
    EVENT_ABOUT_NOTHING = "event_about_nothing"  # about
    FORMAT_UNKNOWN = "format_unknown"
    REASON_MISSING = "reason_missing"
    # a record
    RECORD_LINE_UNKNOWN = "record_line_unknown"  # word
    RECORD_NEEDS_FIRST = "record_needs_first"  # needed
    RECORD_HEADER_LATE = "record_header_late"  # key
    RECORD_AFTER_END = "record_after_end"
    RECORD_INCOMPLETE = "record_incomplete"  # key
    RECORD_TOO_MUCH = "record_too_much"  # piece
    RECORD_EQUALS_MISSING = "record_equals_missing"  # key
    RECORD_NAME_SIGNS = "record_name_signs"  # name
    RECORD_NAMES_ALIKE = "record_names_alike"  # name, other
    RECORD_SEAT_UNKNOWN = "record_seat_unknown"  # name, choices
    RECORD_MOVE_MISSING = "record_move_missing"
    RECORD_MELD_NUMBER = "record_meld_number"  # piece
    RECORD_HAND_TOO_LARGE = "record_hand_too_large"  # count, size
    RECORD_STOCK_TOO_LARGE = "record_stock_too_large"  # count, size
    RECORD_NO_UPCARD = "record_no_upcard"
    RECORD_UPCARD_CANNOT_STAND = "record_upcard_cannot_stand"  # card
    RECORD_OUT_OF_TURN = "record_out_of_turn"  # name
    RECORD_HAND_IS_OVER = "record_hand_is_over"
    RECORD_CARD_ELSEWHERE = "record_card_elsewhere"  # card, most
    RECORD_RED_THREE_UNLAID = "record_red_three_unlaid"  # count
    RECORD_STOCK_DIFFERS = "record_stock_differs"  # card, drawn
    RECORD_NOTHING_TO_DRAW = "record_nothing_to_draw"  # card
    RECORD_PILE_TOP_UNKNOWN = "record_pile_top_unknown"
    RECORD_LINES_DISAGREE = "record_lines_disagree"  # cards
    RECORD_MORTO_MISPLACED = "record_morto_misplaced"


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
        self.finding = finding
        self.where = _cut(where)
        self.params: Mapping[str, object] = {
            name: _cut(fact) if isinstance(fact, str) else fact for name, fact in params.items()
        }
        super().__init__(f"{self.where}: {finding} {self.params}")


class ManyFaultsError(DocumentError):
    """Several things wrong with one document, in its order; by itself it is the first of them."""

    def __init__(self, errors: Sequence[DocumentError]) -> None:
        first = errors[0]
        super().__init__(first.finding, first.where, **first.params)
        self.errors = tuple(errors)


def _cut(text: str) -> str:
    """The start of what a document says, for a sentence about it; an enum stays what it is."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class CardError(DocumentError):
    """A piece of text that is no card, with its number in the list, counted from 1."""

    def __init__(self, piece: str, number: int) -> None:
        super().__init__(Finding.CARD_UNREADABLE, piece=piece, number=number)
        self.piece = piece
        self.number = number
