"""Links that are renewed: who stays in, who is out and what that phone reads."""

from __future__ import annotations

import pytest

from .browsing import Phone
from .entries import EXAMPLE, QUIET, SAVE, enter

EDIT_OUT = "A phone at the table has renewed the link for entering hands."
WATCH_OUT = "A phone at the table has renewed the link for watching."


@pytest.fixture
def keys(start):
    return start()


@pytest.fixture
def joined(new_phone, keys):
    """A phone that came in by one of the links."""

    def make(kind="edit"):
        phone = new_phone()
        assert phone.get(f"/j/{getattr(keys, kind)}").status == 200
        return phone

    return make


@pytest.fixture
def ada(joined):
    return joined()


def renew(phone, keys, kind="edit"):
    share = phone.get(f"/t/{keys.id}/share?for={kind}")
    words = "Renew the link for entering" if kind == "edit" else "Renew the link for watching"
    (row,) = [link for link, node in share.links().items() if words in node.text]
    return phone.get(row).press("Renew the link")


def link(page, kind="edit"):
    return page.id(f"{kind}-link").text.removeprefix("http://localhost")


def test_it_is_asked_first_and_may_be_left(ada, keys, book):
    page = ada.get(f"/t/{keys.id}/share/renew/edit")
    assert page.heading == "Renew the link for entering?"
    assert "Every other phone that enters hands is out at once" in page.text
    assert page.follow("Keep it").path == f"/t/{keys.id}/share"
    assert book.keys(keys.id) == keys


def test_the_old_link_stops_at_once_and_the_phone_that_renews_stays_in(ada, joined, keys):
    other = joined()
    page = renew(ada, keys)
    assert (page.first_status, page.path) == (303, f"/t/{keys.id}/share")
    assert link(page) != f"/j/{keys.edit}"
    assert enter(ada.get(f"/t/{keys.id}"), EXAMPLE).status == 200
    for path in ("", "/share", "/hands/new", "/log", "/match.json", "/rules", "/share/renew/edit"):
        out = other.get(f"/t/{keys.id}{path}")
        assert out.status == 410, path
        assert out.heading == "The link was renewed"
        assert EDIT_OUT in out.text
    assert other.get(f"/j/{keys.edit}").status == 410
    assert other.get("/").status == 200


def test_the_page_tells_how_to_come_back(ada, joined, keys, new_phone):
    other = joined()
    shared = renew(ada, keys)
    code = shared.press("Make a code to type").root.one(class_="code").text
    out = other.get(f"/t/{keys.id}")
    board = out.submit({"code": code}, action="/join")
    assert board.path == f"/t/{keys.id}"
    assert board.follow("Enter hand").status == 200
    third = new_phone()
    assert third.get(link(shared)).follow("Enter hand").status == 200


def test_an_entry_on_its_way_is_refused_and_writes_nothing(ada, joined, keys, book):
    other = joined()
    form = other.get(f"/t/{keys.id}").follow("Enter hand")
    renew(ada, keys)
    out = form.submit(QUIET, SAVE)
    assert (out.status, out.heading) == (410, "The link was renewed")
    assert book.last_seq(keys.id) == 1


def test_what_was_typed_is_sent_again_once_the_phone_is_back(ada, joined, keys, book):
    other = joined()
    form = other.get(f"/t/{keys.id}").follow("Enter hand")
    page = renew(ada, keys)
    out = form.submit(QUIET, SAVE)
    assert "What you typed is still on this page" in out.text
    code = out.id("code").inside("form")
    assert code["target"] == "_blank"  # or the page with what was typed would be gone
    assert out.press("Send it again").status == 410
    other.get(link(page, "edit"))  # by its camera, in another window
    assert out.press("Send it again").first_status == 303
    assert out.press("Send it again").first_status == 303
    assert len(book.read(keys.id).hands) == 1


def test_a_page_that_was_only_looked_at_has_nothing_to_send(ada, joined, keys):
    other = joined()
    renew(ada, keys)
    out = other.get(f"/t/{keys.id}/hands/new")
    assert out.status == 410 and "Send it again" not in out.text


def test_a_phone_that_enters_hands_is_not_disturbed_by_a_new_link_for_watching(ada, joined, keys):
    other = joined()
    form = other.get(f"/t/{keys.id}").follow("Enter hand")
    renew(ada, keys, "watch")
    assert form.submit(QUIET, SAVE).first_status == 303


def test_renewing_the_link_for_watching(ada, joined, keys):
    watcher, editor = joined("watch"), joined()
    page = renew(ada, keys, "watch")
    assert page.path == f"/t/{keys.id}/share?for=watch"
    out = watcher.get(f"/t/{keys.id}")
    assert out.status == 410 and WATCH_OUT in out.text
    assert editor.get(f"/t/{keys.id}").status == 200
    assert watcher.get(link(page, "watch")).path == f"/t/{keys.id}"


def test_who_watches_stays_when_the_link_for_entering_is_renewed(ada, joined, keys):
    watcher = joined("watch")
    renew(ada, keys)
    assert watcher.get(f"/t/{keys.id}").status == 200


def test_following_phones_are_told_to_load_their_page(ada, joined, keys):
    other = joined()
    follow = f"/t/{keys.id}/board?seen=1"
    assert other.get(follow).status == 204
    renew(ada, keys)
    answer = other.get(follow).answer
    assert answer.headers["HX-Refresh"] == "true"
    assert answer.status_code == 404
    assert ada.get(follow).status == 204


def test_a_double_tap_renews_once(ada, keys, book):
    ask = ada.get(f"/t/{keys.id}/share/renew/edit")
    before = ada.client.get_cookie("tranca").value
    first = ask.press("Renew the link")
    renewed = book.keys(keys.id)
    ada.client.set_cookie("tranca", before)  # as it left with the second tap
    second = ask.press("Renew the link")
    assert (first.first_status, second.first_status) == (303, 303)
    assert link(first) == link(second)
    assert book.keys(keys.id) == renewed
    assert ada.get(f"/t/{keys.id}").follow("Enter hand").status == 200


def test_of_two_phones_that_renew_the_second_is_out(ada, joined, keys, book):
    other = joined()
    ask = other.get(f"/t/{keys.id}/share/renew/edit")
    renew(ada, keys)
    renewed = book.keys(keys.id)
    assert ask.press("Renew the link").status == 410
    assert book.keys(keys.id) == renewed


@pytest.mark.parametrize("kind", ["edit", "watch"])
def test_who_watches_renews_nothing(joined, keys, book, kind):
    watcher = joined("watch")
    path = f"/t/{keys.id}/share/renew/{kind}"
    assert watcher.get(path).status == 403
    token = watcher.get("/join").form("/join").value("csrf_token")
    sent = [("csrf_token", token), ("entry_id", "e")]
    assert watcher.post(path, sent).status == 403
    assert "Renew" not in watcher.get(f"/t/{keys.id}/share").text
    assert book.keys(keys.id) == keys


def test_a_link_of_a_third_kind(ada, keys):
    assert ada.get(f"/t/{keys.id}/share/renew/both").status == 404


def test_the_log_says_that_and_when_a_link_was_renewed_without_a_secret(ada, keys, book):
    board = enter(ada.get(f"/t/{keys.id}"), EXAMPLE)
    renew(ada, keys)
    renew(ada, keys, "watch")
    enter(ada.get(board.path), QUIET)
    page = ada.get(f"{board.path}/log")
    titles = [node.text for node in page.root.one("ol", class_="log").all("h3")]
    assert titles == [
        "Hand 2 entered",
        "The link for watching was renewed",
        "The link for entering hands was renewed",
        "Hand 1 entered",
        "Match started",
    ]
    assert page.root.one("ol", class_="log").all("li")[1].all("span")[0].text == "this phone"
    now = book.keys(keys.id)
    for secret in (keys.edit, keys.watch, now.edit, now.watch):
        assert secret not in page.raw
    assert book.last_seq(keys.id) == 3


def test_the_log_of_another_phone_numbers_the_one_that_renewed(ada, keys, joined):
    renew(ada, keys, "watch")
    page = joined().get(f"/t/{keys.id}/log")
    (item,) = [li for li in page.root.all("li") if "renewed" in li.text]
    assert "phone 1" in item.text


def test_undoing_the_last_hand_is_still_offered_after_a_renewal(ada, keys):
    board = enter(ada.get(f"/t/{keys.id}"), EXAMPLE)
    renew(ada, keys)
    undone = ada.get(board.path).press("Undo")
    assert undone.first_status == 303


def test_the_next_match_of_the_table_gives_no_way_around_a_renewal(ada, joined, start, book):
    first = start(target=500)
    book.record_hand(first.id, (600, 100), 1)
    ada.get(f"/j/{first.edit}")
    guest = Phone(ada.client.application)
    guest.get(f"/j/{first.edit}")
    second = book.rematch(first.id)
    assert ada.get(f"/t/{first.id}/next").path == f"/t/{second.id}"
    renew(ada, second)
    assert guest.get(f"/t/{first.id}/next").status == 410
    token = guest.get("/join").form("/join").value("csrf_token")
    assert guest.post(f"/t/{first.id}/rematch", [("csrf_token", token)]).status == 410
    assert guest.get(f"/t/{second.id}").status == 404
    assert ada.get(f"/t/{first.id}/next").path == f"/t/{second.id}"
