"""The pages of the rules assistant, tapped through without a script."""

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.questions import CHAPTERS, QUESTIONS
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import kept_rulings

from .asking import rules, tap, tap_all, verdict, why
from .browsing import check_page
from .entries import EXAMPLE, QUIET, enter


@pytest.fixture
def keys(start):
    return start("Ana & Caio", "Bia & Davi")


@pytest.fixture
def table(phone, keys):
    """The questions of a table, on a phone that may enter hands."""
    return phone.get(f"/j/{keys.edit}").follow("Ruling")


# the contents


def test_the_contents_have_every_question_and_a_way_home(phone):
    page = phone.get("/").follow_row("Settle a dispute")
    check_page(page)
    rows = page.root.all("a", class_="q")
    titles = [row.one("span", class_="fill").text for row in rows]
    assert sorted(titles) == sorted(question.title for question in QUESTIONS.values())
    assert len([h for h in page.root.all("h2") if h.text in CHAPTERS.values()]) == len(CHAPTERS)


def test_a_preset_is_chosen_by_a_chip_and_kept_by_the_questions(phone):
    page = phone.get("/ruling").follow("Online")
    (link,) = [a for a in page.links() if a.startswith("/ruling/pile")]
    assert "ruleset=online" in link
    assert tap_all(phone.get(link), "2", "9").status == 200


def test_a_preset_or_question_that_is_none_is_not_here(phone):
    for path in ("/ruling?ruleset=poker", "/ruling/poker", "/ruling/pile?ruleset=x"):
        assert phone.get(path).status == 404


@pytest.mark.parametrize("preset", PRESETS)
def test_every_question_opens_in_every_preset(phone, preset):
    for key in QUESTIONS:
        page = phone.get(f"/ruling/{key}?ruleset={preset}")
        assert page.status == 200, key
        check_page(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_opens_in_every_language(new_phone, language):
    phone = new_phone(language)
    for key in QUESTIONS:
        assert phone.get(f"/ruling/{key}").status == 200


# tapping


def test_may_i_take_the_pile_takes_one_tap_where_it_is_blocked(phone):
    page = tap(phone.get("/ruling/pile"), "2")
    assert verdict(page) == "No"
    assert "2♠ on top blocks the pile" in why(page)
    assert rules(page) == ["pile.blocked"]
    check_page(page)


def test_the_keypad_goes_on_to_the_next_cards_and_answers_when_asked(phone):
    page = tap_all(phone.get("/ruling/pile"), "9", "9")
    assert verdict(page) is None
    page = tap_all(page, "9", "Answer")
    assert verdict(page) == "Yes"
    assert page.path == "/ruling/pile?ruleset=classic&top=9S&using=9H+9D"


def test_a_rank_gives_the_suit_that_is_left(phone):
    page = tap_all(phone.get("/ruling/meld"), "9", "9", "9", "9", "9", "Answer")
    assert "cards=9S+9H+9D+9C+9S" in page.path


def test_a_key_whose_cards_are_all_taken_is_dead(phone):
    page = tap_all(phone.get("/ruling/meld"), *["9"] * 8)
    (nine,) = [key for key in page.root.all("button", class_="key") if key.text == "9"]
    assert nine.get("disabled") is not None


def test_a_suit_is_kept_until_another_is_chosen(phone):
    page = tap_all(phone.get("/ruling/meld?ruleset=carioca"), "hearts", "5♥", "6♥", "7♥", "Answer")
    assert page.path == "/ruling/meld?ruleset=carioca&cards=5H+6H+7H"
    assert verdict(page) == "Yes"


def test_a_tapped_card_is_taken_away_again(phone):
    page = tap_all(phone.get("/ruling/meld"), "9", "K", "9")
    page = tap(page, "Take away K♠")
    assert "cards=9S+9H" in page.path
    assert verdict(page) is None


def test_a_new_top_card_takes_the_place_of_the_old_one(phone):
    page = phone.get("/ruling/pile?top=2D")
    page = tap(page, "Choose: The card on top of the pile")
    assert "top=3S" in tap(page, "black 3").path


def test_chips_are_answered_at_once_and_what_it_depends_on_is_offered(phone):
    page = phone.get("/ruling/out")
    assert verdict(page) == "It depends"
    assert why(page) == "One more thing: Has your side a canasta by then?"
    page = tap(page, "a clean one It depends")
    assert why(page) == "One more thing: Has your side taken its morto?"
    page = tap(page, "yes Yes")
    assert verdict(page) == "Yes"
    assert rules(page)[0] == "out.needs"


def test_a_choice_is_taken_back_by_a_second_tap(phone):
    page = phone.get("/ruling/out?canasta=dirty&morto=taken")
    assert verdict(page) == "Yes"
    assert verdict(tap(page, "a dirty one")) == "It depends"


def test_a_stepper_counts_up_and_down(phone):
    page = tap(phone.get("/ruling/red3_found?ruleset=online"), "How many red threes?: one more")
    assert verdict(page) == "−200"
    page = tap_all(page, "How many red threes?: one less", "How many red threes?: one less")
    assert verdict(page) == "−100"


def test_numbers_are_typed_and_answered(phone):
    page = phone.get("/ruling/winner")
    page = tap(page, "Answer", {"total0": "3100", "total1": "2900"})
    assert verdict(page) == "We"
    assert page.path == "/ruling/winner?ruleset=classic&total0=3100&total1=2900"


# the answer


def test_the_house_rule_that_turns_the_answer_is_named(phone):
    page = phone.get("/ruling/meld?cards=QS+QH+2D+2C+JK")
    assert verdict(page) == "No"
    assert why(page).startswith("Q♠ Q♥ 2♦ 2♣ JK: ")
    assert "Here: 2. With “3” the answer would be: Yes" in page.text


def test_the_answer_leads_to_its_rule_and_to_its_neighbours(phone):
    page = phone.get("/ruling/pile?top=2D")
    assert page.link("Read the rule: Blocked pile") == "/rules/classic/pile.blocked"
    assert page.follow("Who is blocked by this card?").status == 200


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("meld?cards=JK+JK+JK+JK+JK", "5 × JK in this position? The pack has only 4"),
        ("pile?top=3H", "A red three never lies in the pile"),
        ("add?meld=9S+KS+4D&added=9H", "This meld cannot lie on the table"),
        ("pile?top=zebra", "is no card"),
        ("out?morto=perhaps", "Choose"),
        ("winner?total0=x&total1=1", "a whole number"),
    ],
)
def test_what_cannot_be_is_told_and_stays_to_be_changed(phone, path, told):
    page = phone.get(f"/ruling/{path}")
    assert page.status == 422
    assert told in page.root.one("p", class_="prob").text
    assert verdict(page) is None


@pytest.mark.parametrize(
    "query",
    ["key=", "key=x", "key=top:", "key=top:%2Bzebra", "key=top:-9", "key=left:>9", "edit=x",
              "edit=left", "edit=top.X", "suit=S", "suit=Q", "top=&using=", "left=many", "x=1"],
)  # fmt: skip
def test_a_strange_address_is_no_mistake_of_ours(phone, query):
    assert phone.get(f"/ruling/pile?top=9D&{query}").status in (200, 422)


# at a table


def test_a_table_is_answered_under_its_own_rules(phone, start):
    keys = start(lock_cards=["joker"])
    phone.get(f"/j/{keys.edit}")
    page = phone.get(f"/t/{keys.id}/ruling/pile?top=2D&using=9S+9H")
    assert verdict(page) == "Yes"
    assert page.link("Read the rule: Taking the pile") == f"/t/{keys.id}/rules/pile.top"


def test_who_wins_knows_the_totals_and_the_names(phone, keys):
    enter(phone.get(f"/j/{keys.edit}"), QUIET)
    page = phone.get(f"/t/{keys.id}/ruling/winner")
    assert "total0=" in page.path
    assert verdict(page) == "Nobody yet"
    page = phone.get(f"/t/{keys.id}/ruling/winner?total0=10&total1=3000")
    assert verdict(page) == "Bia & Davi"


def test_a_kept_ruling_stands_in_the_log_and_opens_again(phone, keys, table, book):
    page = phone.get(f"/t/{keys.id}/ruling/pile?top=2D").press("Keep in the log")
    assert page.path.endswith("/log")
    title = "Ruling no. 1: May I take the pile? No (Blocked pile)"
    page = page.follow(title)
    assert verdict(page) == "No"
    assert "Ruling no. 1, kept in the log: No (Blocked pile)" in page.text
    (kept,) = kept_rulings(book.read(keys.id))
    assert kept.ruling.given == {"top": "2D"}


def test_later_rules_leave_a_kept_ruling_as_it_was(phone, keys, table, book):
    phone.get(f"/t/{keys.id}/ruling/pile?top=2D&using=9S+9H").press("Keep in the log")
    book.change_options(keys.id, {"lock_cards": []}, book.last_seq(keys.id))
    log = phone.get(f"/t/{keys.id}/log")
    assert verdict(log.follow("Ruling no. 1: May I take the pile? No (Blocked pile)")) == "No"
    assert verdict(phone.get(f"/t/{keys.id}/ruling/pile?top=2D&using=9S+9H")) == "Yes"


def test_what_is_open_cannot_be_kept(phone, keys, table, book):
    page = phone.get(f"/t/{keys.id}/ruling/out")
    assert "Keep in the log" not in page.text
    token = phone.get(f"/t/{keys.id}/ruling/pile?top=2D").form("/keep").values()
    forged = [pair for pair in token if pair[0] in ("csrf_token", "entry_id")]
    assert phone.post(f"/t/{keys.id}/ruling/out/keep", forged).status == 422
    assert phone.post(f"/t/{keys.id}/ruling/poker/keep", forged).status == 404
    assert book.last_seq(keys.id) == 1


def test_a_phone_that_watches_may_ask_but_not_keep(new_phone, keys):
    phone = new_phone()
    page = phone.get(f"/j/{keys.watch}").follow_row("Settle a dispute")
    page = phone.get(next(link for link in page.links() if link.endswith("/ruling/pile")))
    page = tap(page, "2")
    assert verdict(page) == "No"
    assert "Keep in the log" not in page.text


@pytest.mark.parametrize(
    ("key", "words", "path"),
    [
        ("red3_found", "To the count of the hand", "hands/new"),
        ("foul", "Points beside the hands", "adjust"),
        ("early", "End the match early", "end"),
        ("settings", "Change the rules", "options"),
    ],
)
def test_an_answer_leads_on_to_what_the_table_does_next(phone, keys, table, key, words, path):
    page = phone.get(f"/t/{keys.id}/ruling/{key}")
    assert page.link(words).startswith(f"/t/{keys.id}/")
    assert page.follow(words).status == 200
    assert path in page.link(words)


# from a tally


def test_a_problem_in_a_tally_leads_to_the_question_with_what_is_known(phone, keys):
    board = phone.get(f"/j/{keys.edit}")
    typed = {**EXAMPLE, "s0-clean": "0", "s0-dirty": "0"}
    page = enter(board, typed)
    assert page.status == 422
    link = page.link("Somebody went out wrongly")
    assert link == f"/t/{keys.id}/ruling/foul_out?canasta=none"
    assert verdict(phone.get(f"{link}&morto=taken")) == "Not out"
