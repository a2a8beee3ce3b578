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
    Finding.CARDS_NOT_HELD: (
        mark_plural(
            "You do not hold %(cards)s: play a card of your hand.",
            "You do not hold %(cards)s: play cards of your hand.",
        ),
        "cards",
    ),
    Finding.PILE_NEEDS_TWO_CARDS: (
        mark_plural(
            "%(card)s needs at least two cards of your hand beside it, and here is %(count)s.",
            "%(card)s needs at least two cards of your hand beside it, and here are %(count)s.",
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
    Finding.MELD_RUN_FULL: mark(
        "From 4 up to the ace this run is full: no place is left for a wild."
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
        "Black threes are never melded at this table: they stay in the hand."
    ),
    Finding.BLACK_THREES_AND_NOT_OUT: mark(
        "You may lay black threes only in the turn in which you go out, and this does not take "
        "you out: keep them in your hand."
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
    # a turn
    Finding.DRAW_FIRST: mark("Draw a card or take the pile first, then play."),
    Finding.DRAWN_ALREADY: mark(
        "You have drawn already in this turn: meld if you like, then discard."
    ),
    Finding.TURN_IS_OVER: mark("Your turn is over: nothing more may be played in it."),
    Finding.TURN_NOT_ENDED: mark("Your turn is not over yet: end it with a discard."),
    Finding.NO_SUCH_MELD: mark(
        "Your side has no meld number %(number)s, only %(count)s on the table: choose one of them."
    ),
    Finding.RED_THREE_FIRST: mark("Lay %(card)s on the table before you play anything else."),
    Finding.NOT_A_RED_THREE: mark("%(card)s is no red three: it is not laid in this way."),
    Finding.NO_REPLACEMENT_LEFT: mark(
        "No card is left to draw for this red three: lay it without a replacement."
    ),
    Finding.PILE_EMPTY: mark("The pile is empty: draw from the stock."),
    Finding.PILE_LOCKED: mark(
        "%(card)s on top blocks the pile: nobody may take it until another card covers it."
    ),
    Finding.PILE_LOCKED_BELOW: mark(
        "%(card)s in the pile blocks it: %(top)s on top may take it only onto a set of that rank "
        "without wilds that your side has on the table."
    ),
    Finding.PILE_TOP_OF_NO_USE: mark(
        "You may take the pile only if %(card)s on top is used at once, and here it does not fit."
    ),
    Finding.STOCK_GONE_PLAY_ON: mark(
        "The stock is empty: take the pile if you may, or meld and discard without drawing."
    ),
    Finding.STOCK_GONE_TAKE_PILE: mark(
        "The stock is empty, but you can take the pile: do that, and the hand goes on."
    ),
    Finding.LAST_CARD_WITHOUT_CANASTA: mark(
        "You may not get rid of your last card: your side has no canasta to go out with."
    ),
    Finding.LAST_CARD_WITHOUT_CLEAN_CANASTA: mark(
        "You may not get rid of your last card: your side has no clean canasta to go out with."
    ),
    Finding.LAST_CARD_MUST_BE_DISCARDED: mark(
        "At this table you go out with a discard: keep a card for it."
    ),
    Finding.LAST_CARD_STUCK: mark(
        "This leaves you a last card that you could not get rid of: keep at least two cards."
    ),
    Finding.MORTO_NOT_DUE: mark("You take the morto only when your last card is gone."),
    Finding.MORTO_TAKEN_ALREADY: mark("Your side has had its morto: there is one in a hand."),
    Finding.NO_MORTO_LEFT: mark("No morto is left for your side to take."),
    Finding.UNSEEN_CARD_NOT_HELD: mark(
        "Every card of this hand is known by now: say which one was discarded."
    ),
    Finding.OPENING_TOO_LOW: mark(
        "The first melds of your side need %(least)s points in one turn, and these make "
        "%(points)s: lay more, or keep your cards."
    ),
    Finding.OPENING_OUT_OF_REACH: mark(
        "The first melds of your side need %(least)s points in one turn: with %(points)s down, "
        "the cards left to you cannot make up the rest."
    ),
    # a position
    Finding.POSITION_LACKS: mark(
        "The answer depends on “%(field)s”, which is not given: add it, and ask again."
    ),
    Finding.POSITION_CARD_TOO_OFTEN: mark(
        "%(count)s × %(card)s in this position? The pack has only %(most)s: check the cards."
    ),
    Finding.POSITION_MORE_THAN_PACK: mark(
        "%(count)s cards in this position? The pack has only %(most)s: check the numbers."
    ),
    Finding.POSITION_MELD_INVALID: mark(
        "This meld cannot lie on the table: check its cards and the table’s options."
    ),
    Finding.POSITION_HAND_EMPTY: mark(
        "Nobody plays on with an empty hand: give the cards as they were before the move."
    ),
    Finding.POSITION_RED_THREE_IN_PILE: mark(
        "A red three never lies in the pile: it is laid on the table at once. Take it out."
    ),
    Finding.POSITION_MELDS_AND_OPENED: mark(
        "“opened” says the opposite of the melds on the table: make them agree."
    ),
    Finding.POSITION_MELDED_NOTHING: mark(
        "You cannot have melded before, since your side has no meld on the table: correct one of "
        "the two."
    ),
    Finding.POSITION_MORTOS: mark(
        "So many mortos cannot lie on the table: make “mortos_left” and “morto” agree."
    ),
    Finding.POSITION_MORTO_SIZE: mark(
        "A morto has %(size)s cards at this table, and %(count)s are given: check them."
    ),
    Finding.POSITION_MORTO_CARDS: mark("No morto is left for your side, so leave its cards out."),
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
    Finding.TEXT_TOO_LONG: mark("This text is too long: it may have %(most)s characters."),
    Finding.LIST_TOO_LONG: mark("This list is too long: it may have %(most)s entries."),
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
    Finding.EVENT_UNREADABLE: mark(
        "This event can’t be read: the file was changed, or a newer version of this app wrote it."
    ),
    Finding.EVENT_OUT_OF_PLACE: mark("This does not fit what stands before it in the log."),
    Finding.EVENT_ABOUT_NOTHING: mark(
        "This is about entry %(about)s, where there is nothing that it could change."
    ),
    Finding.REASON_MISSING: mark("Points given or taken by the table need a reason: add one."),
    # a record
    Finding.RECORD_LINE_UNKNOWN: mark(
        "No line starts with “%(word)s”: check the spelling, "
        "and put a colon after the player’s name where a turn starts."
    ),
    Finding.RECORD_NEEDS_FIRST: mark(
        "This line needs the line “%(needed)s” above it: write that one first."
    ),
    Finding.RECORD_HEADER_LATE: mark("“%(key)s” belongs above the first turn: move it up."),
    Finding.RECORD_AFTER_END: mark(
        "Only comments may follow the line “end”: take this out, or move “end” below it."
    ),
    Finding.RECORD_INCOMPLETE: mark("Something is missing after “%(key)s”: write it out."),
    Finding.RECORD_TOO_MUCH: mark("“%(piece)s” is too much here: take it out."),
    Finding.RECORD_EQUALS_MISSING: mark("Put an equals sign between “%(key)s” and its cards."),
    Finding.RECORD_NAME_SIGNS: mark(
        "A name has no colon and no equals sign here: write “%(name)s” without them."
    ),
    Finding.RECORD_NAMES_ALIKE: mark(
        "“%(other)s” and “%(name)s” are too alike: give every player a name of their own."
    ),
    Finding.RECORD_SEAT_UNKNOWN: mark("Nobody here is called “%(name)s”: choose %(choices)s."),
    Finding.RECORD_MOVE_MISSING: mark(
        "A move is missing here: write one, or take out the semicolon or the empty turn."
    ),
    Finding.RECORD_MELD_NUMBER: mark(
        "“%(piece)s” is no number of a meld: count the side’s melds from 1 as they were laid."
    ),
    Finding.RECORD_MORTO_MISPLACED: mark(
        "“morto” does not belong here: write it after the move that empties the hand, "
        "or first in the turn of a player who took it with a discard."
    ),
    Finding.RECORD_HAND_TOO_LARGE: mark(
        "%(count)s cards? Only %(size)s are dealt to a player: count again."
    ),
    Finding.RECORD_STOCK_TOO_LARGE: mark(
        "%(count)s cards? Only %(size)s are left for the stock after dealing: count again."
    ),
    Finding.RECORD_NO_UPCARD: mark(
        "At this table the pile starts empty: take out the line of the first card."
    ),
    Finding.RECORD_UPCARD_CANNOT_STAND: mark(
        "%(card)s cannot start the pile: it goes back into the stock and another card is turned."
    ),
    Finding.RECORD_OUT_OF_TURN: mark("It is the turn of %(name)s: is a turn missing above?"),
    Finding.RECORD_HAND_IS_OVER: mark("The hand was already over: no turn can follow."),
    Finding.RECORD_CARD_ELSEWHERE: mark(
        "The pack has %(card)s × %(most)s, and all of them had turned up elsewhere: "
        "this one cannot have been here."
    ),
    Finding.RECORD_RED_THREE_UNLAID: mark(
        "A red 3 (%(count)s) is not accounted for, and no place is left where it could lie unseen: "
        "somebody must have laid it."
    ),
    Finding.RECORD_STOCK_DIFFERS: mark(
        "The next card of the stock was %(drawn)s by the list above, and not %(card)s."
    ),
    Finding.RECORD_NOTHING_TO_DRAW: mark("The stock was gone: nobody can have drawn %(card)s."),
    Finding.RECORD_PILE_TOP_UNKNOWN: mark(
        "Nobody wrote down the card on top of the pile: name it where it was discarded."
    ),
    Finding.RECORD_LINES_DISAGREE: mark(
        "The record and the line to compare cannot both be true of %(cards)s: "
        "they must have lain in one place only."
    ),
}
