"""Codes that let other phones in for a few minutes, and links that are renewed."""

from __future__ import annotations

import multiprocessing
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    ADDRESS_TRIES,
    ALL_TRIES,
    CODE_LENGTH,
    CODE_LETTERS,
    CODE_LIFE,
    MOST_CODES,
    TRY_WINDOW,
    Invitations,
    MatchSetup,
    Scorebook,
    SideSetup,
    TooManyTries,
    UnknownMatch,
    WrongCode,
    read_code,
)
from scorekeeper.scorebook.invitations import random_code
from scorekeeper.storage.connection import open_database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
KEY = b"a key of the application"
GUESSERS = 4


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now

    def move(self, by):
        self.now += by


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def start(book):
    def make():
        return book.start(MatchSetup(CLASSIC, (SideSetup("A"), SideSetup("B")), dealer=0))

    return make


@pytest.fixture
def invitations(book, clock):
    return Invitations(book.path, KEY, clock=clock)


def wrong(invitations, times, address="there"):
    """That many wrong codes, each looked at."""
    for _ in range(times):
        with pytest.raises(WrongCode):
            invitations.redeem("ZZZZZZ", address)


# --- the letters of a code -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "BCDFGH",
        "bcdfgh",
        "bcd fgh",
        " BCD-FGH ",
        "b c d f g h",
        "bcd\u00a0fgh",
        "ＢＣＤ ｆｇｈ",
        "BCD.FGH\t",
    ],
)
def test_how_a_code_may_be_typed(typed):
    assert read_code(typed) == "BCDFGH"


@pytest.mark.parametrize(
    "typed", ["", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG1", "BCDFGÇ", "БСДФГХ", "BCD_FGH"]
)
def test_what_is_no_code(typed):
    assert read_code(typed) is None


def test_codes_are_six_letters_that_nobody_confuses():
    made = {random_code() for _ in range(300)}
    assert len(made) > 295
    assert {len(code) for code in made} == {CODE_LENGTH}
    assert set("".join(made)) == set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("AEIOUQ01")
    assert len(CODE_LETTERS) ** CODE_LENGTH == 64_000_000


# --- making and typing ---------------------------------------------------------------------------


@pytest.mark.parametrize("may_edit", [True, False])
def test_several_phones_use_a_code_while_it_lives(invitations, start, clock, may_edit):
    keys = start()
    made = invitations.make_code(keys.id, may_edit)
    assert (made.match_id, made.may_edit, made.ends) == (keys.id, may_edit, NOON + CODE_LIFE)
    clock.move(CODE_LIFE - SECOND)
    for address in ("one", "two", "two"):
        assert invitations.redeem(made.letters, address) == (keys, may_edit)
    assert invitations.left(made) == SECOND
    assert invitations.code(made.letters) == made
    clock.move(SECOND)
    assert invitations.code(made.letters) is None
    assert invitations.left(made) == timedelta()
    with pytest.raises(WrongCode):
        invitations.redeem(made.letters, "one")


def test_a_code_opens_its_own_match(invitations, start):
    first, second = start(), start()
    codes = {
        invitations.make_code(keys.id, may_edit).letters: (keys, may_edit)
        for keys in (first, second)
        for may_edit in (True, False)
    }
    assert len(codes) == 4
    for letters, opened in codes.items():
        assert invitations.redeem(letters, "here") == opened


def test_no_two_living_codes_are_the_same(book, start, clock):
    spelled = iter(["BCDFGH", "BCDFGH", "BCDFGH", "BCDFGJ"])
    invitations = Invitations(book.path, KEY, clock=clock, spell=lambda: next(spelled))
    first, second = start(), start()
    assert invitations.make_code(first.id, True).letters == "BCDFGH"
    assert invitations.make_code(second.id, True).letters == "BCDFGJ"
    assert invitations.redeem("BCDFGH", "here") == (first, True)


def test_the_letters_of_a_code_come_again_after_its_end(book, start, clock):
    invitations = Invitations(book.path, KEY, clock=clock, spell=lambda: "BCDFGH")
    first, second = start(), start()
    invitations.make_code(first.id, True)
    clock.move(CODE_LIFE)
    invitations.make_code(second.id, False)
    assert invitations.redeem("BCDFGH", "here") == (second, False)


def test_a_match_has_few_codes_at_a_time(invitations, start, clock):
    keys, other = start(), start()
    kept = [invitations.make_code(other.id, True), invitations.make_code(keys.id, False)]
    made = []
    for _ in range(MOST_CODES + 2):
        made.append(invitations.make_code(keys.id, True))
        clock.move(SECOND)
    living = [one.letters for one in made if invitations.code(one.letters)]
    assert living == [one.letters for one in made[2:]]
    assert all(invitations.code(one.letters) for one in kept)


def test_no_code_for_a_match_that_is_not_there(invitations):
    with pytest.raises(UnknownMatch):
        invitations.make_code("m9", True)


def test_the_file_holds_no_letters_and_no_addresses(invitations, start, book):
    letters = invitations.make_code(start().id, True).letters
    wrong(invitations, 1, address="192.168.0.44")
    with open_database(book.path) as db:
        held = [db.execute(f"SELECT * FROM {name}").fetchall() for name in ("codes", "code_tries")]
        assert all(held)
    assert letters not in str(held)
    assert "192.168" not in str(held)


def test_without_the_key_of_the_application_the_file_opens_nothing(invitations, start, book, clock):
    letters = invitations.make_code(start().id, True).letters
    stranger = Invitations(book.path, b"another key", clock=clock)
    with pytest.raises(WrongCode):
        stranger.redeem(letters, "here")


# --- guessing ------------------------------------------------------------------------------------


def test_an_address_has_a_few_tries_and_then_waits(invitations, start, clock):
    keys = start()
    right = invitations.make_code(keys.id, True).letters
    wrong(invitations, 1)
    clock.move(30 * SECOND)
    wrong(invitations, ADDRESS_TRIES - 1)
    for letters in (right, "ZZZZZZ"):
        with pytest.raises(TooManyTries) as refused:
            invitations.redeem(letters, "there")
        assert refused.value.wait == TRY_WINDOW - 30 * SECOND
    assert invitations.redeem(right, "here") == (keys, True)
    clock.move(TRY_WINDOW - 31 * SECOND)
    with pytest.raises(TooManyTries) as refused:
        invitations.redeem(right, "there")
    assert refused.value.wait == SECOND
    clock.move(SECOND)
    wrong(invitations, 1)
    with pytest.raises(TooManyTries):
        invitations.redeem(right, "there")


def test_asking_while_waiting_makes_the_wait_no_longer(invitations, clock):
    wrong(invitations, ADDRESS_TRIES)
    for _ in range(20):
        clock.move(SECOND)
        with pytest.raises(TooManyTries):
            invitations.redeem("ZZZZZZ", "there")
    clock.move(TRY_WINDOW - 20 * SECOND)
    wrong(invitations, 1)


def test_right_codes_are_no_tries(invitations, start):
    letters = invitations.make_code(start().id, True).letters
    for _ in range(ADDRESS_TRIES + 5):
        invitations.redeem(letters, "here")


def test_many_addresses_together_have_few_tries_too(invitations, start, clock):
    right = invitations.make_code(start().id, True).letters
    for number in range(ALL_TRIES):
        wrong(invitations, 1, address=f"bot {number}")
    with pytest.raises(TooManyTries) as refused:
        invitations.redeem(right, "here")
    assert refused.value.wait == TRY_WINDOW
    clock.move(TRY_WINDOW)
    wrong(invitations, 1, address="bot")


def test_tries_of_long_ago_are_forgotten(invitations, book, clock):
    wrong(invitations, 3)
    clock.move(TRY_WINDOW + SECOND)
    wrong(invitations, 1)
    with open_database(book.path) as db:
        assert db.execute("SELECT count(*) FROM code_tries").fetchone() == (1,)


def guess(path, answers):
    """Another process that tries more often than it may."""
    invitations = Invitations(path, KEY, clock=lambda: NOON)
    for _ in range(ADDRESS_TRIES):
        try:
            invitations.redeem("ZZZZZZ", "there")
        except (WrongCode, TooManyTries) as error:
            answers.put(type(error).__name__)


# --- a clock that jumps --------------------------------------------------------------------------


@pytest.mark.parametrize("back", [timedelta(minutes=1), timedelta(days=1), timedelta(days=4000)])
def test_no_code_lives_longer_because_the_clock_was_set_back(invitations, start, clock, back):
    code = invitations.make_code(start().id, may_edit=True)
    clock.move(-back)
    assert invitations.code(code.letters) is None
    with pytest.raises(WrongCode):
        invitations.redeem(code.letters, "here")
    clock.move(back)  # and none comes to life again when the clock is right
    with pytest.raises(WrongCode):
        invitations.redeem(code.letters, "here")


def test_new_codes_are_made_after_the_clock_was_set_back(invitations, start, clock):
    keys = start()
    old = [invitations.make_code(keys.id, may_edit=True) for _ in range(MOST_CODES)]
    clock.move(-timedelta(days=1))
    new = invitations.make_code(keys.id, may_edit=True)
    assert invitations.redeem(new.letters, "here")[0] == keys
    assert invitations.left(new) == CODE_LIFE
    clock.move(timedelta(days=1))
    assert [invitations.code(code.letters) for code in old] == [None] * MOST_CODES


def test_a_code_ends_when_the_clock_jumps_ahead(invitations, start, clock):
    code = invitations.make_code(start().id, may_edit=True)
    clock.move(timedelta(days=365))
    with pytest.raises(WrongCode):
        invitations.redeem(code.letters, "here")


def test_nobody_waits_for_a_year_because_the_clock_was_set_back(invitations, start, clock):
    wrong(invitations, ADDRESS_TRIES)
    clock.move(-timedelta(days=365))
    code = invitations.make_code(start().id, may_edit=True)
    assert invitations.redeem(code.letters, "there")[1]
    wrong(invitations, ADDRESS_TRIES)
    with pytest.raises(TooManyTries) as caught:
        invitations.redeem(code.letters, "there")
    assert caught.value.wait <= TRY_WINDOW


def test_several_processes_count_together(book, start):
    start()
    spawn = multiprocessing.get_context("spawn")
    answers = spawn.Queue()
    processes = [spawn.Process(target=guess, args=(book.path, answers)) for _ in range(GUESSERS)]
    for process in processes:
        process.start()
    told = Counter(answers.get(timeout=60) for _ in range(GUESSERS * ADDRESS_TRIES))
    for process in processes:
        process.join(60)
    assert told == {
        "WrongCode": ADDRESS_TRIES,
        "TooManyTries": (GUESSERS - 1) * ADDRESS_TRIES,
    }


# --- renewing ------------------------------------------------------------------------------------


def test_a_renewed_link_opens_nothing_and_the_new_one_does(invitations, book, start):
    keys = start()
    renewed = invitations.renew(keys.id, True, keys.edit, "e1", "p1")
    assert renewed.edit not in (keys.edit, keys.watch)
    assert (renewed.id, renewed.watch) == (keys.id, keys.watch)
    assert book.find(keys.edit) is None
    assert book.access(keys.id, renewed.edit).may_edit
    assert not book.access(keys.id, keys.watch).may_edit
    assert invitations.renewal_of(keys.edit).may_edit
    assert invitations.renewal_of(renewed.edit) is None


def test_renewing_the_link_for_watching(invitations, book, start):
    keys = start()
    renewed = invitations.renew(keys.id, False, keys.edit, "e1")
    assert book.find(keys.watch) is None
    assert book.access(keys.id, keys.edit).may_edit
    assert not book.access(keys.id, renewed.watch).may_edit
    assert not invitations.renewal_of(keys.watch).may_edit


def test_codes_of_a_renewed_link_end_with_it(invitations, start):
    keys = start()
    edit, watch = (invitations.make_code(keys.id, may_edit).letters for may_edit in (True, False))
    renewed = invitations.renew(keys.id, True, keys.edit)
    assert invitations.code(edit) is None
    assert invitations.redeem(watch, "here") == (renewed, False)
    with pytest.raises(WrongCode):
        invitations.redeem(edit, "here")


def test_only_the_secret_for_entering_renews(invitations, start):
    keys, other = start(), start()
    for held in (keys.watch, other.edit, "", "x"):
        for may_edit in (True, False):
            assert invitations.renew(keys.id, may_edit, held, "e1") is None
    assert invitations.renewals(keys.id) == ()
    with pytest.raises(UnknownMatch):
        invitations.renew("m9", True, keys.edit)


def test_a_double_tap_renews_once_and_keeps_the_phone_in(invitations, start):
    keys = start()
    renewed = invitations.renew(keys.id, True, keys.edit, "e1")
    assert invitations.renew(keys.id, True, keys.edit, "e1") == renewed
    assert invitations.renew(keys.id, True, renewed.edit, "e1") == renewed
    assert len(invitations.renewals(keys.id)) == 1


def test_two_taps_at_once_renew_once(invitations, start):
    keys, got = start(), []
    taps = [
        threading.Thread(
            target=lambda: got.append(invitations.renew(keys.id, True, keys.edit, "e1"))
        )
        for _ in range(4)
    ]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    assert len(got) == 4 and len(set(got)) == 1 and None not in got


def test_a_phone_that_was_put_out_does_not_come_back_by_its_old_form(invitations, start):
    keys = start()
    first = invitations.renew(keys.id, True, keys.edit, "mine")
    second = invitations.renew(keys.id, True, first.edit, "theirs")
    for entry in ("mine", "theirs", "new", ""):
        assert invitations.renew(keys.id, True, keys.edit, entry) is None
    assert invitations.renew(keys.id, True, first.edit, "mine") is None
    assert invitations.renew(keys.id, True, second.edit, "mine") == second


def test_an_entry_of_one_match_renews_no_other(invitations, start):
    one, other = start(), start()
    invitations.renew(one.id, True, one.edit, "e1")
    assert invitations.renew(other.id, True, other.edit, "e1") is None
    assert invitations.renewals(other.id) == ()


def test_a_renewal_is_a_note_and_no_event(invitations, book, start):
    keys = start()
    book.record_hand(keys.id, (10, 20), 1)
    before = book.read(keys.id)
    invitations.renew(keys.id, True, keys.edit, "e1", "p1 Ana")
    assert book.read(keys.id) == before
    (note,) = invitations.renewals(keys.id)
    assert (note.after, note.may_edit, note.at, note.by) == (2, True, NOON, "p1 Ana")
    assert keys.edit not in str(note)
