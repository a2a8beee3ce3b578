"""A dispute at the table, settled with one thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-plain")]


def key(phone, name, card):
    """A key of the keypad, once the page that it leads to is there."""
    before = phone.page.url
    phone.tap(f'.keys button[value="{name}:+{card}"]')
    phone.page.wait_for_url(lambda url: url != before)


def expect_verdict(phone, word):
    expect(phone.find(".verdict .say bdi")).to_have_text(word)


def ask(phone, question):
    phone.tap(phone.find("a.q").filter(has_text=question))


def test_may_i_take_the_pile_from_the_board_and_back(phones, house):
    match = house.start((780, -375))
    phone = phones()
    phone.open(match.edit_link)
    phone.tap(".bar a[href$='/ruling']")
    ask(phone, "May I take the pile?")
    key(phone, "top", "2")
    expect_verdict(phone, "No")
    assert phone.taps == 3
    expect(phone.find(".verdict .say")).to_be_in_viewport()
    phone.tap(".keep button")
    expect(phone.find(".log h3").first).to_have_text(
        "Ruling no. 1: May I take the pile? No (Blocked pile)"
    )
    phone.tap(phone.find(".log h3 a").first)
    expect_verdict(phone, "No")


def test_a_pile_that_is_not_blocked_takes_seven_taps(phones, house):
    phone = phones()
    phone.open("/ruling")
    ask(phone, "May I take the pile?")
    for name in ("top", "using", "using"):
        key(phone, name, "9")
    phone.tap("#ask .btn--go")
    expect_verdict(phone, "Yes")
    assert phone.taps <= 7


def test_the_keypad_and_its_answer_fit_one_screen(phones):
    phone = phones()
    phone.open("/ruling/pile?top=9D&using=9S+9H&edit=using")
    expect(phone.find(".keys .pad")).to_be_in_viewport(ratio=1)
    expect(phone.find("#ask .btn--go")).to_be_in_viewport(ratio=1)


def test_an_open_answer_is_settled_by_its_own_buttons(phones):
    phone = phones()
    phone.open("/ruling")
    ask(phone, "May I go out?")
    expect_verdict(phone, "It depends")
    phone.tap(phone.find(".outcome").filter(has_text="a dirty one"))
    expect(phone.find(".why")).to_contain_text("morto")
    phone.tap(phone.find(".outcome").filter(has_text="Yes"))
    expect_verdict(phone, "Yes")
    assert phone.taps == 3


def test_a_question_from_the_entry_form_leaves_what_is_typed(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.choose("went_out", "0")
    phone.tap("#s0-table")
    phone.digits("210")
    phone.next_field()
    phone.expect_status(422)
    phone.save()
    phone.tap(phone.find("#p-went_out a, #p-s0-clean a, .slot a").filter(has_text="wrongly").first)
    expect_verdict(phone, "Not out")
    assert len(phone.context.pages) == 1
    phone.page.go_back()
    expect(phone.find("#s0-table")).to_have_value("210")
    expect(phone.find("input[name=went_out][value='0']")).to_be_checked()


def test_without_scripts_a_question_opens_beside_the_entry_form(phones, house):
    match = house.start()
    phone = phones(java_script_enabled=False)
    phone.expect_status(422)
    phone.open(match.edit_link)
    phone.tap(".bar .btn--go")
    phone.choose("went_out", "0")
    phone.save()
    with phone.context.expect_page() as opened:
        phone.tap(phone.find(".slot a").filter(has_text="wrongly").first)
    expect(opened.value.locator(".verdict .say bdi")).to_have_text("Not out")
    expect(phone.find("input[name=went_out][value='0']")).to_be_checked()
