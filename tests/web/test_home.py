"""The first page: the matches this phone has opened, and nothing of others."""

from __future__ import annotations

from scorekeeper.web.keys import KEPT_MATCHES

from .entries import enter, match_of, totals


def test_a_new_phone_sees_how_to_begin(phone):
    home = phone.get("/")
    assert home.status == 200
    assert home.follow("Start a match").heading == "New match"
    assert "In play" not in home.text
    assert "Earlier matches" not in home.text


def test_a_match_in_play_is_one_tap_away(board, phone):
    enter(board, totals(780, -375))
    (card,) = phone.get("/").root.all("a", class_="go")
    assert card["href"] == board.path
    assert "780" in card.text
    assert "Go on with hand 2" in card.text


def test_a_match_that_is_over_is_listed_with_its_winner(phone, start):
    enter(phone.get(f"/j/{start('Gatos', 'Gatas').edit}"), totals(200, 3100))
    home = phone.get("/")
    assert not home.root.all("a", class_="go")
    assert "Gatas beat Gatos" in home.text
    assert "200 : 3,100" in home.text


def test_the_match_touched_last_comes_first(phone, start):
    first = phone.get(f"/j/{start('Alfa', 'Beta').edit}")
    second = phone.get(f"/j/{start('Gama', 'Delta').edit}")
    assert [a["href"] for a in phone.get("/").root.all("a", class_="go")] == [
        second.path,
        first.path,
    ]
    enter(first, totals(10, 20))
    cards = phone.get("/").root.all("a", class_="go")
    assert [card["href"] for card in cards] == [first.path, second.path]


def test_nobody_sees_the_matches_of_others(board, new_phone):
    assert match_of(board) not in new_phone().get("/").raw


def test_a_match_that_is_gone_is_left_out(board, phone):
    with phone.client.session_transaction() as session:
        session["matches"] = [*session["matches"], ["gone", "secret"]]
    assert len(phone.get("/").root.all("a", class_="go")) == 1


def test_a_phone_remembers_its_latest_matches(phone, start):
    opened = [start() for _ in range(KEPT_MATCHES + 2)]
    for keys in opened:
        phone.get(f"/j/{keys.edit}", redirect=False)
    listed = {card["href"] for card in phone.get("/").root.all("a", class_="go")}
    assert listed == {f"/t/{keys.id}" for keys in opened[2:]}
    cookie = phone.client.get_cookie("tranca", domain="localhost")
    assert len(cookie.value) < 3900
