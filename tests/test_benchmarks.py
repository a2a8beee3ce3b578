"""The programs that measure: each run once, small, so that they still work when they are wanted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.storage.lingering import close_readers

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def season(monkeypatch):
    """The modules of the season, found as a program beside them finds them."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import phones
    import season
    import soak

    yield phones, season, soak
    for name in ("phones", "season", "soak", "servers"):
        sys.modules.pop(name, None)


@pytest.fixture
def app(tmp_path):
    yield create_app({"INSTANCE": str(tmp_path), "WORK": "requests"})
    close_readers()


def phone_of(phones, app):
    """A phone that needs no network."""

    class InProcess(phones.Phone):
        def exchange(self, method, path, body, headers):
            client = app.test_client(use_cookies=False)
            answer = client.open(path, method=method, data=body, headers=headers)
            return answer.status_code, list(answer.headers), answer.get_data(as_text=True)

    return InProcess(0)


def test_a_tiny_season(season, app):
    phones, season, _ = season
    for number in (94, 13, 15):  # a correction, an undo and a deletion at their first hands
        report = season.play(phone_of(phones, app), number, seed=5, target=600)
        assert report.faults == []
        assert report.hands >= 1 and report.corrections >= 1
        assert len(report.saves) > report.hands and len(report.boards) > report.hands


def test_a_ruling_that_differs_is_told(season, app, monkeypatch):
    phones, season, _ = season
    told = season.answer_match

    def turned(data, code):
        document = json.loads(data)
        document["hands"].pop()
        return told(json.dumps(document).encode(), code)

    monkeypatch.setattr(season, "answer_match", turned)
    report = season.play(phone_of(phones, app), 1, seed=5, target=1000)
    assert len(report.faults) == 2


def reports_of(season, count, late=1.0):
    slow = [0.01] * (count - count // 10) + [0.01 * late] * (count // 10)
    return [season.MatchReport(n, 12, 0, [s, s], [s, s]) for n, s in enumerate(slow)]


def test_what_is_not_flat(season):
    _, season, soak = season
    flat = soak.Season(reports_of(season, 100), [80] * 100, [n * 9000 for n in range(100)])
    assert [*flat.growth()] == []
    slow = soak.Season(reports_of(season, 100, late=2), flat.memory, flat.sizes)
    assert len([*slow.growth()]) == 4
    leaking = soak.Season(flat.reports, [80 + n for n in range(100)], flat.sizes)
    assert ["memory" in fault for fault in leaking.growth()] == [True]
    growing = soak.Season(flat.reports, flat.memory, [n * n * 100 for n in range(100)])
    assert ["file" in fault for fault in growing.growth()] == [True]
    few = soak.Season(reports_of(season, 24, late=9), [n * 9 for n in range(24)], [0] * 24)
    assert [*few.growth()] == []
    wrong = soak.Season(reports_of(season, 100), flat.memory, flat.sizes)
    wrong.reports[7].faults.append("differs")
    assert [*wrong.faults()] == ["match 7: differs"]


def test_a_form_is_filled_in_as_it_stands(season):
    phones, _, _ = season
    held = phones.held_fields(
        '<input type="hidden" name="a" value="1&amp;2"><input name="b" value="">'
        '<input type="radio" name="c" value="y" checked><input type="radio" name="c" value="x">'
        '<select name="d"><option value="p">P</option><option value="q" selected>Q</option>'
        "</select>"
        '<select name="e"><option value="r">R</option></select><button name="f" value="z">'
    )
    assert held == {"a": "1&2", "b": "", "c": "y", "d": "q", "e": "r"}
