"""The catalogs: complete, and kept so by a check that notices what is broken."""

import pytest
from babel.messages.catalog import Catalog

from scorekeeper.language import LANGUAGES
from scorekeeper.language.catalogs import TRANSLATED, __main__, path_of, translator
from scorekeeper.language.catalogs.upkeep import check, extract, header, update

# reading all sources takes long: together they are read once
pytestmark = pytest.mark.xdist_group("catalogs")

SOURCES = Catalog()
SOURCES.add("Pile")
SOURCES.add("%(side)s wins")
SOURCES.add(("%(count)s card", "%(count)s cards"))

GOOD = """
msgid "Pile"
msgstr "Lixo"

msgid "%(side)s wins"
msgstr "%(side)s vence"

msgid "%(count)s card"
msgid_plural "%(count)s cards"
msgstr[0] "uma carta"
msgstr[1] "%(count)s cartas"
"""


def faults(text):
    return list(check("pt_BR", (header("pt_BR") + text).encode(), SOURCES))


@pytest.fixture(scope="module")
def sources():
    return extract()


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_catalog_is_complete(code, sources):
    assert list(check(code, path_of(code).read_bytes(), sources)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_catalog_is_as_update_leaves_it(code, sources):
    text = path_of(code).read_bytes()
    assert update(code, text, sources) == text


def test_a_good_catalog_has_no_fault():
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgstr "Lixo"', 'msgstr ""', "missing: Pile"),
        ('msgid "Pile"\nmsgstr "Lixo"\n', "", "missing: Pile"),
        ('msgid "Pile"', '#, fuzzy\nmsgid "Pile"', "fuzzy: Pile"),
        ('"%(side)s vence"', '"%(lado)s vence"', "placeholders differ: %(side)s wins"),
        ('"%(side)s vence"', '"vence"', "placeholders differ: %(side)s wins"),
        ('msgstr[1] "%(count)s cartas"\n', "", "plural form missing: %(count)s card"),
        ('[1] "%(count)s cartas"', '[1] "cartas"', "placeholders differ: %(count)s card"),
        ('"uma carta"', '"%(numero)s carta"', "placeholders differ: %(count)s card"),
    ],
)
def test_a_fault_is_reported(old, new, fault):
    assert old in GOOD
    assert faults(GOOD.replace(old, new)) == [f"pt_BR: {fault}"]


@pytest.mark.parametrize("mark", ["", "#~ "])
def test_what_the_sources_no_longer_have_is_reported(mark):
    more = f'\n{mark}msgid "Stock"\n{mark}msgstr "Monte"\n'
    assert faults(GOOD + more) == ["pt_BR: obsolete: Stock"]


def test_update_adds_what_is_new_and_keeps_what_is_gone_until_it_is_pruned():
    old = (header("pt_BR") + 'msgid "Stock"\nmsgstr "Monte"\n').encode()
    kept = update("pt_BR", old, SOURCES).decode()
    assert 'msgid "Pile"\nmsgstr ""' in kept
    assert '#~ msgid "Stock"' in kept
    assert "Stock" not in update("pt_BR", old, SOURCES, prune=True).decode()


def test_update_guesses_nothing():
    old = (header("pt_BR") + 'msgid "Piles"\nmsgstr "Lixos"\n').encode()
    assert "fuzzy" not in update("pt_BR", old, SOURCES).decode()


def test_extraction_finds_python_and_templates(tmp_path):
    (tmp_path / "scorekeeper").mkdir()
    (tmp_path / "scorekeeper" / "some.py").write_text(
        'A = mark("Pile")\nB = mark_plural("%(n)s card", "%(n)s cards")\n', encoding="utf-8"
    )
    (tmp_path / "templates" / "table").mkdir(parents=True)
    (tmp_path / "templates" / "table" / "board.html").write_text(
        "{% trans %}Board{% endtrans %} {{ _('Stock') }}", encoding="utf-8"
    )
    found = {message.id for message in extract(tmp_path) if message.id}
    assert found == {"Pile", ("%(n)s card", "%(n)s cards"), "Board", "Stock"}


def test_check_says_what_is_wrong_and_fails(monkeypatch, tmp_path, capsys):
    broken = tmp_path / "it.po"
    broken.write_text(header("it"), encoding="utf-8")
    monkeypatch.setattr(__main__, "path_of", lambda code: broken)
    monkeypatch.setattr(__main__, "TRANSLATED", ("it",))
    monkeypatch.setattr(__main__, "extract", lambda: SOURCES)
    assert __main__.main(["check"]) == 1
    assert "it: missing: Pile\n" in capsys.readouterr().out
    assert __main__.main(["update"]) == 0
    assert 'msgid "Pile"' in broken.read_text(encoding="utf-8")


def test_check_is_silent_where_nothing_is_wrong(monkeypatch, tmp_path, capsys):
    whole = tmp_path / "pt_BR.po"
    whole.write_text(header("pt_BR") + GOOD, encoding="utf-8")
    monkeypatch.setattr(__main__, "path_of", lambda code: whole)
    monkeypatch.setattr(__main__, "TRANSLATED", ("pt_BR",))
    monkeypatch.setattr(__main__, "extract", lambda: SOURCES)
    assert __main__.main(["check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translator_is_made_once(code):
    assert translator(code) is translator(code)
    assert translator(code).ngettext("one", "many", 2) == "many"


def test_a_language_that_is_not_ours_is_refused():
    with pytest.raises(LookupError):
        translator("de")


def test_zero_takes_the_singular_in_portuguese_and_french_only():
    forms = (
        "A meld needs at least %(count)s natural card.",
        "A meld needs at least %(count)s natural cards.",
    )
    assert translator("pt_BR").ngettext(*forms, 0).endswith("carta natural.")
    assert translator("fr").ngettext(*forms, 0).endswith("carte naturelle.")
    assert translator("it").ngettext(*forms, 0).endswith("carte naturali.")
