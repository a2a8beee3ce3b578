"""A match taken out of a file and put into one: whole, and once."""

from __future__ import annotations

import json

import pytest

from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import MOST_VALUES, Node, has_more_values
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    Access,
    MatchSetup,
    Misdealt,
    PlayersChanged,
    Scorebook,
    SideSetup,
    Transfers,
    parse_export,
    read_history,
)
from scorekeeper.scorebook import transfer as transfer_module
from scorekeeper.scorebook.transfer import MOST_EVENTS, MOST_OF_AN_EVENT

NORTE, SUL = SideSetup("Norte", ("Ana", "Caio")), SideSetup("Sul", ("Bia", "Davi"))


def mine(keys):
    return Access(keys.id, may_edit=True)


def watched(keys):
    return Access(keys.id, may_edit=False)


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def elsewhere(tmp_path):
    return Scorebook(tmp_path / "other.db")


@pytest.fixture
def match(book):
    """A match in which everything happened that a log can tell."""
    match = book.start(MatchSetup(CLASSIC, (NORTE, SUL), dealer=3), by="phone A").id
    book.cut_dealer(match, 1)
    book.change(match, PlayersChanged((NORTE, SUL), ("Eva",)), 2)
    book.change(match, Misdealt(passes=True), 3)
    book.record_hand(match, (780, -375), 4, "hand", "phone B")
    book.correct_hand(match, 5, (790, -375), 5)
    book.adjust(match, (0, -100), "Falta", 6)
    book.undo(match, 7, 7)
    book.change_options(match, {"target": 4000}, 8)
    book.delete_hand(match, 5, 9)
    book.restore_hand(match, 5, 10)
    book.record_hand(match, (10, 4100), 11)
    return match


def exported(book, match):
    """What a person's file has in it."""
    return json.dumps(Transfers(book.path).export(match))


def without_entry_ids(record):
    return [(one.seq, one.event, one.at, one.by, one.undoes) for one in record.log]


def test_a_match_is_the_same_elsewhere(book, elsewhere, match):
    export = parse_export(exported(book, match))
    found = Transfers(elsewhere.path).take_in(export, "me")
    here, there = book.read(match), elsewhere.read(found.keys.id)
    assert found.is_new and found.keys.id == match
    assert without_entry_ids(there) == without_entry_ids(here)
    assert there.standing == here.standing
    assert read_history(there).undo.seq == read_history(here).undo.seq
    assert found.keys.edit != book.keys(match).edit


def test_the_same_file_twice_is_one_match(book, elsewhere, match):
    export = parse_export(exported(book, match))
    first = Transfers(elsewhere.path).take_in(export, "me")
    again = Transfers(elsewhere.path).take_in(export, "me")
    assert (again.keys, again.is_new) == (first.keys, False)


def test_a_file_does_not_open_the_match_of_somebody_else(book, match):
    export = parse_export(exported(book, match))
    found = Transfers(book.path).take_in(export, "stranger")
    assert found.is_new and found.keys.id != match
    assert found.keys.edit != book.keys(match).edit
    assert Transfers(book.path).take_in(export, "stranger").keys == found.keys
    assert Transfers(book.path).take_in(export, "another").keys != found.keys


def test_who_may_edit_it_finds_it_again(book, match):
    export = parse_export(exported(book, match))
    found = Transfers(book.path).take_in(export, "me", mine)
    assert (found.keys, found.is_new) == (book.keys(match), False)
    assert book.last_seq(match) == 12


def test_what_was_played_elsewhere_meanwhile_is_added(book, elsewhere, match):
    there = Transfers(elsewhere.path).take_in(parse_export(exported(book, match)), "me").keys.id
    elsewhere.adjust(there, (5, 0), "Resto", elsewhere.last_seq(there))
    later = parse_export(exported(elsewhere, there))
    found = Transfers(book.path).take_in(later, "me", mine)
    assert (found.keys.id, found.is_new) == (match, True)
    assert book.read(match).adjustments[-1].reason == "Resto"


def test_a_match_that_went_on_in_another_way_stays(book, elsewhere, match):
    there = Transfers(elsewhere.path).take_in(parse_export(exported(book, match)), "me").keys.id
    book.adjust(match, (1, 0), "Aqui", 12)
    elsewhere.adjust(there, (2, 0), "Lá", 12)
    found = Transfers(book.path).take_in(parse_export(exported(elsewhere, there)), "me", mine)
    assert found.keys.id != match
    assert book.read(match).adjustments[-1].reason == "Aqui"
    assert book.read(found.keys.id).adjustments[-1].reason == "Lá"


def changed(book, match, change):
    document = json.loads(exported(book, match))
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda d: d.update(format=2), "format"),
        (lambda d: d.update(kind="tranca hand"), "kind"),
        (lambda d: d.pop("events"), ""),
        (lambda d: d.update(more=1), "more"),
        (lambda d: d.update(events=[]), "events"),
        (lambda d: d.update(events=d["events"][:1] * 6000), "events"),
        (lambda d: d["events"].pop(0), "events[0]"),
        (lambda d: d["events"].append(d["events"][0]), "events[12]"),
        (lambda d: d["events"][4].update(kind="hand_imagined"), "events[4]"),
        (lambda d: d["events"][4]["event"].update(totals=["many"]), "events[4]"),
        (lambda d: d["events"][0]["event"].update(ruleset="poker"), "events[0].event.ruleset"),
        (lambda d: d["events"][4].update(at="yesterday"), "events[4].at"),
        (lambda d: d["events"][4].update(undoes=9), "events[4].undoes"),
        (lambda d: d["events"][4].update(by="x" * 200), "events[4].by"),
        (lambda d: d["events"][4].update(version=0), "events[4].version"),
        (lambda d: d["events"][0]["event"]["sides"][0].update(name="\ud800"), "events[0]"),
        (lambda d: d["events"][4].update(by="\udfff"), "events[4]"),
    ],
)
def test_a_file_that_was_changed_is_refused_and_names_the_place(book, match, change, where):
    with pytest.raises(DocumentError) as caught:
        parse_export(changed(book, match, change))
    assert caught.value.where == where


@pytest.mark.parametrize("match_id", ["", "../../etc", "x" * 3000, "Á", "\x00"])
def test_an_id_that_is_none_of_ours_gets_another(book, elsewhere, match, match_id):
    text = changed(book, match, lambda d: d.update(match=match_id))
    found = Transfers(elsewhere.path).take_in(parse_export(text), "me")
    assert found.is_new and found.keys.id != match_id
    assert elsewhere.read(found.keys.id).standing.totals == book.read(match).standing.totals


# what could never be taken in is refused before it costs anything

PACK = [f"{rank}{suit}" for _ in range(2) for suit in "SHDC" for rank in "23456789TJQKA"]
WHOLE_PACK = {
    "tally": {
        "sides": [
            {
                "name": "Norte, Sul, [Leste] e {Oeste}",
                "melds": [" ".join(cards[n : n + 3]) for n in range(0, 51, 3)],
                "red_threes": 4,
                "red_threes_late": 0,
                "hand": cards[51],
                "morto": "left",
                "morto_cards": " ".join(PACK[:11]),
                "went_out": False,
                "concealed": False,
            }
            for cards in (PACK[:52], PACK[52:])
        ]
    }
}


def with_events(book, match, events):
    return changed(book, match, lambda d: d.update(events=events))


def test_the_largest_match_with_every_hand_by_card_is_no_file_too_large(book, match):
    document = json.loads(exported(book, match))
    hand = document["events"][4] | {"event": WHOLE_PACK}
    assert not has_more_values(json.dumps(WHOLE_PACK), MOST_OF_AN_EVENT // 5)
    text = json.dumps(document | {"events": [hand] * MOST_EVENTS}, indent=1)
    assert not has_more_values(text, MOST_VALUES)


def test_a_whole_pack_by_card_is_taken_in(book, match):
    def change(document):
        document["events"][4]["event"] = WHOLE_PACK

    export = parse_export(changed(book, match, change))
    assert sum(map(len, _melds(export))) == 102


def _melds(export):
    entry = export.record.hands[0].versions[0].entry
    return [meld for side in entry.sides for meld in side.table.melds]


@pytest.mark.parametrize("count", [0, MOST_EVENTS + 1])
def test_events_are_counted_before_a_place_is_written_for_each(book, match, monkeypatch, count):
    text = with_events(book, match, [{}] * count)
    monkeypatch.setattr(Node, "items", lambda node: pytest.fail(f"{node.where} was walked over"))
    with pytest.raises(DocumentError) as caught:
        parse_export(text)
    assert (caught.value.finding, caught.value.where) == (Finding.NUMBER_OUT_OF_RANGE, "events")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda d, more: d["events"][0]["event"]["sides"][0].update(players=more), "events[0]"),
        (lambda d, more: d["events"][4]["event"].update(totals=more), "events[4]"),
        (lambda d, more: d["events"][8]["event"].update(overrides={"x": more}), "events[8]"),
    ],
)
def test_an_event_with_more_than_any_could_say_is_refused(book, match, change, where):
    more = ["1"] * MOST_OF_AN_EVENT
    with pytest.raises(DocumentError) as caught:
        parse_export(changed(book, match, lambda d: change(d, more)))
    assert (caught.value.finding, caught.value.where) == (Finding.TOO_LARGE, f"{where}.event")


def test_each_event_is_read_once_however_often_the_match_is_asked_for(
    book, elsewhere, match, monkeypatch
):
    text, read = exported(book, match), []
    decode = transfer_module.decode
    monkeypatch.setattr(transfer_module, "decode", lambda *row: read.append(row) or decode(*row))
    export = parse_export(text)
    assert export.record is export.record
    Transfers(elsewhere.path).take_in(export, "me")
    assert len(read) == len(export.rows) == 12
