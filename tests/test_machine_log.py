"""The log of the machine: its forms, and what it leaves out whoever writes into it."""

from __future__ import annotations

import json
import logging

import pytest

from scorekeeper import machine_log

NAME = "Wanderleia"


@pytest.fixture
def lines(capfd):
    """Sets a mode and gives what is written from then on; the usual mode afterwards."""

    def read(mode):
        machine_log.configure(mode)
        return lambda: capfd.readouterr().err

    yield read
    machine_log.configure(machine_log.QUIET)


def stumble(text):
    try:
        {}[text]
    except KeyError as error:
        raise ValueError(text) from error


def bug():
    try:
        stumble(NAME)
    except ValueError as error:
        return error


def test_a_line_for_programs(lines):
    said = lines("json")
    machine_log.tell("request", route="/t/<match_id>", status=200, ms=1.5, phone=None)
    facts = json.loads(said())
    assert facts.pop("time").endswith("Z") and facts.pop("process") > 1
    assert facts == {
        "level": "info", "event": "request", "route": "/t/<match_id>", "status": 200, "ms": 1.5,
        "phone": None,
    }  # fmt: skip


def test_a_line_for_readers(lines):
    said = lines("text")
    machine_log.tell("request", route="/t/<match_id>", why='a "b"\n', phone=None)
    assert said().endswith(r' route=/t/<match_id> why="a \"b\"\n"' + "\n")


@pytest.mark.parametrize(
    ("mode", "seen"), [("quiet", "wb"), ("text", "iwb"), ("json", "iwb"), ("off", "")]
)
def test_how_much_is_told(lines, mode, seen):
    said = lines(mode)
    machine_log.tell("i")
    machine_log.tell("w", logging.WARNING)
    logging.getLogger("scorekeeper.work").debug("d")
    logging.getLogger("waitress").info("i")
    machine_log.tell_bug(bug())
    text = said()
    events = {"i": " info i", "w": " warning w", "b": " error bug"}
    if mode == "json":
        events = {"i": '"info"', "w": '"warning"', "b": '"error"'}
    assert "".join(key for key, mark in events.items() if mark in text) == seen
    assert text.count("info") == seen.count("i")


def test_an_unknown_mode_is_told_and_is_the_usual_one(lines):
    said = lines("loud")
    machine_log.tell("request")
    text = said()
    assert "SCOREKEEPER_LOG" in text and "request" not in text


def test_a_bug_is_told_without_what_it_says(lines):
    said = lines("text")
    machine_log.tell_bug(bug(), request="r1")
    text = said()
    assert "in stumble" in text and "request=r1" in text
    assert "builtins.KeyError\n" in text and text.endswith("builtins.ValueError\n")
    assert text.index("KeyError") < text.index("after which") < text.index("ValueError")
    assert NAME not in text


def test_what_speaks_of_the_program_is_told():
    try:
        None.hand  # noqa: B018
    except AttributeError as error:
        assert machine_log.told(error).endswith("'NoneType' object has no attribute 'hand'")


def test_errors_in_a_circle_come_to_an_end():
    one, two = ValueError(), ValueError()
    one.__context__, two.__context__ = two, one
    assert "ValueError" in machine_log.told(one)


@pytest.mark.parametrize("name", ["waitress", "gunicorn.error", "scorekeeper.elsewhere"])
def test_what_others_say_is_told_without_addresses(lines, name):
    said = lines("json")
    logger = logging.getLogger(name)
    logger.propagate, before = True, logger.handlers[:]
    if name == "gunicorn.error":
        logger.addHandler(logging.StreamHandler())
    try:
        stumble(NAME)
    except ValueError:
        logger.exception("Error handling request %s", f"/t/k7mh2?x={NAME}")
    logger.handlers = before
    text = said()
    assert "Error handling request" in text and "in stumble" in text
    assert "k7mh2" not in text and NAME not in text


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("Invalid request from ip=10.0.0.1: Invalid HTTP Header: 'COOKIE'", "Invalid request"),
        ("Exception while serving /j/secret", "Exception while serving /…"),
        ("Client \"Ana\" of 'Bia'", "Client … of …"),
    ],
)
def test_what_the_servers_around_us_say(lines, message, shown):
    said = lines("json")
    logging.getLogger("waitress").warning(message)
    assert json.loads(said())["event"] == shown


def test_values_in_our_own_messages_are_numbers_or_nothing(lines):
    said = lines("json")
    logging.getLogger("scorekeeper.storage.codec").warning("event %s at %s: %s", NAME, 3, bug())
    assert json.loads(said())["event"] == "event … at 3: ValueError"


def test_a_log_that_nobody_reads_stops_nothing(lines, monkeypatch):
    said = lines("text")
    monkeypatch.setattr(machine_log.sys, "stderr", None)
    machine_log.tell("request")
    monkeypatch.undo()
    machine_log.tell("half \ud800")
    assert r"half \ud800" in said()


def test_the_end_of_a_process_is_told_unless_it_was_asked_for(lines):
    said = lines("text")
    machine_log.tell_crash(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert said() == ""
    machine_log.tell_crash(ValueError, bug(), None)
    assert "in stumble" in said()
