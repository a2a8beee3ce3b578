"""Each side's chance from here, on the boards of phones that ask for it."""

from __future__ import annotations

import pytest

from scorekeeper.storage.work import open_jobs
from scorekeeper.work import Job, State, desk
from scorekeeper.work.kinds import ODDS

pytestmark = pytest.mark.usefixtures("idle")

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def keys(start, book):
    """A match that is nearly won: its chances are soon worked out."""
    keys = start("Ana", "Bia")
    book.record_hand(keys.id, (2900, 100), book.last_seq(keys.id))
    return keys


@pytest.fixture
def shown(phone, keys):
    """The board of a phone that has asked for the chances."""
    return show(phone.get(f"/j/{keys.edit}"))


def show(board):
    """The board once its phone has turned the chances on."""
    return board.follow_row("Chances from here").press("Show")


def jobs_of(app, keys):
    with open_jobs(app.config["DATABASE"]) as jobs:
        rows = jobs.db.execute("SELECT id FROM jobs WHERE owner = ?", (f"odds:{keys.id}",))
        return [jobs.get(job_id) for (job_id,) in rows.fetchall()]


def worked_out(phone, keys):
    """The page of the chances once they are known."""
    for _ in range(200):
        page = phone.get(f"/t/{keys.id}/odds")
        if "Being worked out" not in page.text:
            return page
    raise AssertionError(page.text)


def test_they_are_off_until_a_phone_asks(phone, keys, app):
    board = phone.get(f"/j/{keys.edit}")
    assert not board.has_id("odds")
    assert jobs_of(app, keys) == []
    board = show(board)
    assert (board.first_status, board.path) == (303, f"/t/{keys.id}")
    assert board.has_id("odds")
    board = board.follow_row("Chances from here").press("Hide")
    assert not board.has_id("odds")


def test_the_board_asks_for_no_work_itself(shown, phone, keys, app, book):
    book.record_hand(keys.id, (10, 20), book.last_seq(keys.id))
    before = len(jobs_of(app, keys))
    board = phone.get(f"/t/{keys.id}")
    assert "Being worked out" in board.id("odds").text
    assert phone.get(f"/t/{keys.id}/board?seen=0").has_id("odds")
    assert len(jobs_of(app, keys)) == before


def test_they_are_kept_off_on_other_phones(shown, new_phone, keys):
    other = new_phone().get(f"/j/{keys.watch}")
    assert not other.has_id("odds")
    assert show(other).has_id("odds")  # one that only watches may look too


def test_without_a_script_a_link_leads_to_them(shown, phone, keys, app, book):
    book.record_hand(keys.id, (10, 20), book.last_seq(keys.id))
    page = phone.get(shown.path).follow("How far is it?")
    assert page.heading == "Chances from here"
    page = worked_out(phone, keys)
    job = jobs_of(app, keys)[-1]
    first, second = page.id("odds").all("li")
    for node, side in zip((first, second), job.result["sides"], strict=True):
        percent, low, high = (round(100 * side[key]) for key in ("chance", "low", "high"))
        assert f"about {percent} % ({low}–{high})" in node.text
        assert node.one("progress")["value"] == str(percent)
    assert "Ana" in first.text and "Bia" in second.text
    assert job.result["sides"][0]["chance"] > 0.8
    assert f"{job.result['matches']} times" in page.text
    assert page.follow("Back to: Board").id("odds").text == page.id("odds").text


def test_the_block_asks_again_by_itself_until_they_are_known(shown, phone, keys, book):
    book.record_hand(keys.id, (10, 20), book.last_seq(keys.id))
    block = phone.get(shown.path).id("odds")
    assert block["hx-get"] == f"/t/{keys.id}/odds"
    assert block["hx-trigger"] == "load delay:50ms"
    part = phone.get(block["hx-get"], headers=FRAGMENT)
    assert not part.root.all("html")
    if part.id("odds").get("hx-get"):
        assert part.id("odds")["hx-trigger"] == "load delay:1s"
    worked_out(phone, keys)
    part = phone.get(block["hx-get"], headers=FRAGMENT)
    assert not part.id("odds").get("hx-get")
    assert not phone.get(f"/t/{keys.id}").id("odds").get("hx-get")


def test_many_phones_cause_one_job_for_an_event(shown, phone, new_phone, keys, app, book):
    for _ in range(3):
        other = new_phone()
        show(other.get(f"/j/{keys.watch}"))
        other.get(f"/t/{keys.id}/odds", headers=FRAGMENT)
    (job,) = jobs_of(app, keys)
    worked_out(phone, keys)
    assert len(jobs_of(app, keys)) == 1
    book.record_hand(keys.id, (10, 900), book.last_seq(keys.id))
    assert "Being worked out" in phone.get(f"/t/{keys.id}").id("odds").text
    phone.get(f"/t/{keys.id}/odds", headers=FRAGMENT)
    before, after = jobs_of(app, keys)
    assert before.id == job.id and after.topic == f"odds:{keys.id}:{book.last_seq(keys.id)}"


def test_work_for_an_earlier_event_is_stopped(shown, phone, keys, app, book, monkeypatch):
    monkeypatch.setattr(type(app.extensions["desk"]), "_see_to_it", lambda self: None)
    for _ in range(4):
        phone.get(f"/t/{keys.id}/odds", headers=FRAGMENT)
        book.record_hand(keys.id, (5, 5), book.last_seq(keys.id))
    states = [job.state for job in jobs_of(app, keys)]
    assert states[1:] == [State.CANCELLED] * 2 + [State.WAITING]
    app.extensions["desk"].cancel_all(f"odds:{keys.id}")


def test_names_stay_out_of_the_work(shown, phone, keys, app):
    phone.get(f"/t/{keys.id}/odds")
    (job,) = jobs_of(app, keys)
    assert job.kind == ODDS
    assert "Ana" not in str(job.spec)


def test_a_match_that_is_over_has_none(phone, book, start, app):
    keys = start("Ana", "Bia")
    book.record_hand(keys.id, (3500, 100), book.last_seq(keys.id))
    phone.get(f"/j/{keys.edit}")
    token = phone.get("/join").form("/join").value("csrf_token")
    board = phone.post("/odds", [("csrf_token", token), ("match", keys.id), ("on", "1")])
    assert not board.has_id("odds")
    assert f"/t/{keys.id}/odds" not in board.links()
    page = phone.get(f"/t/{keys.id}/odds")
    assert page.path == f"/t/{keys.id}"
    assert phone.get(f"/t/{keys.id}/odds", headers=FRAGMENT).raw == ""
    assert jobs_of(app, keys) == []


def test_a_phone_without_a_key_sees_none(new_phone, keys, app):
    stranger = new_phone()
    assert stranger.get(f"/t/{keys.id}/odds").status == 404
    token = stranger.get("/join").form("/join").value("csrf_token")
    page = stranger.post("/odds", [("csrf_token", token), ("match", keys.id), ("on", "1")])
    assert page.path == "/"
    assert jobs_of(app, keys) == []


def test_while_many_ask_the_board_is_as_ever(shown, phone, keys, book, monkeypatch):
    book.record_hand(keys.id, (10, 20), book.last_seq(keys.id))
    monkeypatch.setattr(desk, "MOST_OF_ALL", 0)
    assert phone.get(f"/t/{keys.id}").status == 200
    part = phone.get(f"/t/{keys.id}/odds", headers=FRAGMENT)
    assert part.status == 200
    assert "Many phones" in part.text
    assert part.id("odds")["hx-trigger"] == "load delay:20s"


def test_what_cannot_be_worked_out_is_told_once(shown, phone, keys, app, monkeypatch):
    failed = Job("x", ODDS, {}, "odds", state=State.FAILED)
    monkeypatch.setattr(type(app.extensions["desk"]), "about", lambda self, topic: failed)
    monkeypatch.setattr(type(app.extensions["desk"]), "state", lambda self, job_id: failed)
    part = phone.get(f"/t/{keys.id}/odds", headers=FRAGMENT)
    assert "cannot be worked out" in part.text
    assert not part.id("odds").get("hx-get")
    assert "cannot be worked out" in phone.get(f"/t/{keys.id}").id("odds").text


def test_the_board_with_them_is_hardly_heavier(phone, keys):
    without = len(phone.get(f"/j/{keys.edit}").raw)
    shown = show(phone.get(f"/t/{keys.id}"))
    assert len(shown.raw) - without < 1500
    worked_out(phone, keys)
    assert len(phone.get(f"/t/{keys.id}").raw) - without < 2500
