"""One English sentence for every finding; its facts are named in `rules.problems.Finding`."""

from __future__ import annotations

from ..rules.problems import Finding
from . import mark, mark_plural

COUNTED = {
    Finding.MELD_TOO_SMALL: (
        mark_plural(
            "%(count)s card is no meld yet: it takes at least %(least)s.",
            "%(count)s cards are no meld yet: it takes at least %(least)s.",
        ),
        "count",
    ),
    Finding.MELD_MIXED_RANKS: (
        mark_plural(
            "A set has one rank only: %(cards)s does not go with the %(rank)s.",
            "A set has one rank only: %(cards)s do not go with the %(rank)s.",
        ),
        "cards",
    ),
    Finding.MELD_TOO_MANY_WILDS: (
        mark_plural(
            "%(count)s wild in this meld is too many: the limit is %(most)s.",
            "%(count)s wilds in this meld are too many: the limit is %(most)s.",
        ),
        "count",
    ),
    Finding.MELD_TOO_FEW_NATURALS: (
        mark_plural(
            "Only %(count)s natural card in this meld: it needs at least %(least)s.",
            "Only %(count)s natural cards in this meld: it needs at least %(least)s.",
        ),
        "count",
    ),
    Finding.RED_THREE_IN_HAND: (
        mark_plural(
            "A red three does not stay in the hand: count it among the laid ones.",
            "%(count)s red threes do not stay in the hand: count them among the laid ones.",
        ),
        "count",
    ),
}

SENTENCES = {
    # a meld
    Finding.MELD_OF_THREES: mark("Threes have no place in this meld: take %(cards)s out."),
    Finding.MELD_NOT_A_RUN: mark(
        "No run with %(cards)s: it takes neighbours of one suit, from 4 up to the ace."
    ),
    Finding.MELD_RANK_TWICE: mark(
        "This side already has a meld of %(rank)s, and this table allows one per rank: "
        "put them together."
    ),
    Finding.NOTHING_ADDED: mark("No card was added to the meld."),
    Finding.CANASTA_SOILED: mark(
        "A clean canasta takes no wild at this table: it would be dirty for good."
    ),
    Finding.BLACK_THREES_IMPURE: mark(
        "Black threes are melded three or four at a time, without wilds: %(cards)s will not do."
    ),
    Finding.BLACK_THREES_WITHOUT_GOING_OUT: mark(
        "Only the side that goes out may meld black threes: count these in the hand."
    ),
    Finding.BLACK_THREES_NEVER: mark(
        "Black threes are never melded at this table: count them in the hand."
    ),
    # the pack
    Finding.CARD_TOO_OFTEN: mark("%(count)s × %(card)s? The pack has only %(most)s: count again."),
    Finding.VALUE_TOO_OFTEN: mark(
        "%(count)s cards worth %(value)s? The pack has only %(most)s: count again."
    ),
    Finding.TOO_MANY_POINTS: mark(
        "%(points)s points in all? The whole pack is worth only %(most)s: add up again."
    ),
    Finding.TOO_MANY_RED_THREES: mark(
        "%(count)s red threes? The pack has only %(most)s: count again."
    ),
    Finding.TOO_MANY_THREES: mark(
        "%(count)s threes? The pack has only %(most)s, red and black together: count again."
    ),
    Finding.NO_JOKERS_IN_PACK: mark("This table plays without jokers: take them out."),
    Finding.TOO_FEW_CARDS_FOR_CANASTAS: mark(
        "These canastas alone need %(least)s cards, and you counted %(count)s on the table: "
        "count again."
    ),
    Finding.TOO_FEW_POINTS_FOR_CANASTAS: mark(
        "These canastas alone are worth at least %(least)s points, and you counted %(points)s "
        "on the table: add up again."
    ),
    # counting
    Finding.NO_CARD_OF_VALUE: mark("No card at this table is worth %(value)s: leave that row out."),
    Finding.WRONG_MULTIPLE: mark(
        "%(points)s cannot be right, since every card is worth a multiple of %(step)s: "
        "add up again."
    ),
    Finding.THREES_HAVE_NO_PRICE: mark(
        "Threes in hand have no price of their own at this table: "
        "count the black ones with the other cards."
    ),
    Finding.UNKNOWN_CANASTA_KIND: mark(
        "%(kind)s: this table knows no such thing, so leave it out."
    ),
    # morto and going out
    Finding.MORTO_CARDS_MISSING: mark(
        "The morto was left, so its cards count against its side: say what was in it."
    ),
    Finding.MORTO_CARDS_OF_A_TAKEN_MORTO: mark(
        "The morto was taken, so none of its cards are left to count: "
        "clear them, or mark the morto as left."
    ),
    Finding.MORTO_WRONG_SIZE: mark(
        "A morto has %(size)s cards, and you counted %(count)s: count again."
    ),
    Finding.MORTO_CANNOT_BE_UNUSED: mark(
        "At this table a morto is played as soon as it is taken: mark it as taken or as left."
    ),
    Finding.TWO_WENT_OUT: mark("Only one side goes out in a hand: choose which."),
    Finding.OUT_WITHOUT_MORTO: mark(
        "Nobody goes out before their side has taken the morto: "
        "mark it as taken, or clear the going out."
    ),
    Finding.OUT_WITHOUT_CANASTA: mark(
        "Nobody goes out without a canasta: add it, or clear the going out."
    ),
    Finding.OUT_WITHOUT_CLEAN_CANASTA: mark(
        "Nobody goes out without a clean canasta: add it, or clear the going out."
    ),
    Finding.OUT_WITH_CARDS_IN_HAND: mark("Whoever goes out has no card left: empty this hand."),
    Finding.CONCEALED_WITHOUT_GOING_OUT: mark(
        "Only the side that goes out can do so concealed: mark it as going out too."
    ),
    Finding.CONCEALED_UNKNOWN: mark(
        "This table has no bonus for going out concealed: count an ordinary going out."
    ),
    # a match
    Finding.HAND_AFTER_THE_END: mark(
        "The match was already decided before this hand: leave it out, or start a new match."
    ),
    Finding.ANNUL_NEEDS_ALL: mark(
        "A match is annulled only if every side agrees: ask the others, or play on."
    ),
    # options
    Finding.OPTION_UNKNOWN: mark("No option is called “%(option)s”."),
    Finding.OPTION_WRONG_TYPE: mark("%(option)s: this must be %(expected)s."),
    Finding.OPTION_OUT_OF_RANGE: mark("%(option)s: choose a number from %(low)s to %(high)s."),
    Finding.OPTION_NOT_A_CHOICE: mark("%(option)s: choose %(choices)s."),
    Finding.OPTION_NOT_A_MULTIPLE: mark("%(option)s: choose a multiple of %(step)s."),
    Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES: mark(
        "With three sides everyone plays alone: choose two sides, or one player per side."
    ),
    Finding.OPTIONS_PACK_TOO_SMALL: mark(
        "The deal takes %(cards)s cards and the pack has only %(pack)s: "
        "make the hands or the mortos smaller."
    ),
    Finding.OPTIONS_SIDES_FIXED: mark(
        "%(option)s: this cannot change during a match, so start a new one."
    ),
    Finding.PRESET_UNKNOWN: mark("No game is called “%(preset)s”."),
    # documents
    Finding.CARD_UNREADABLE: mark(
        "“%(piece)s”, number %(number)s of the list, is no card: write cards like KS, 10H or JK."
    ),
    Finding.NOT_JSON: mark("This is no JSON: look at line %(line)s, column %(column)s."),
    Finding.TOO_DEEP: mark("This document is nested too deeply."),
    Finding.TOO_LARGE: mark("This document is too large."),
    Finding.NOT_TEXT: mark("This is no text in UTF-8."),
    Finding.KEY_TWICE: mark("“%(key)s” stands here twice: keep one."),
    Finding.KEY_UNKNOWN: mark("“%(key)s” is not known here: check the spelling or leave it out."),
    Finding.KEY_MISSING: mark("“%(key)s” is missing."),
    Finding.KEYS_EXCLUDE_EACH_OTHER: mark("Only one may stand here: %(keys)s."),
    Finding.WRONG_TYPE: mark("This must be %(expected)s."),
    Finding.WRONG_LENGTH: mark("This list needs %(expected)s entries and has %(count)s."),
    Finding.NUMBER_OUT_OF_RANGE: mark("Choose a number from %(low)s to %(high)s."),
    Finding.NOT_A_CHOICE: mark("Choose %(choices)s."),
    Finding.FORMAT_UNKNOWN: mark("Only documents with “format” 1 can be read."),
    Finding.REASON_MISSING: mark("Points given or taken by the table need a reason: add one."),
}
