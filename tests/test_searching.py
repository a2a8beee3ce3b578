"""Searches as players type them: six languages, slang, slips, and anything else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.language import LANGUAGES
from scorekeeper.language.glossary import TERMS
from scorekeeper.language.questions import QUESTIONS
from scorekeeper.language.rulebook import TITLES, rule_text, rule_title
from scorekeeper.language.search_documents import documents_for
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.searching import LONGEST_SEARCH, MOST_HITS, Library, search

KEYS = {"rule": TITLES, "question": QUESTIONS, "term": TERMS}

# language of the reader, what is typed, what must come first
FIRST = [
    ("pt_BR", "lixo", "term:pile"),
    ("pt_BR", "misdeal", "question:deal rule:setup.deal"),
    ("pt_BR", "distribuição errada", "question:deal rule:setup.deal"),
    ("it", "errore nel dare", "question:deal rule:setup.deal"),
    ("fr", "maldonne", "question:deal rule:setup.deal"),
    ("pt_BR", "monte", "term:stock"),
    ("pt_BR", "bagaço", "term:pile"),
    ("pt_BR", "curinga", "term:wild"),
    ("pt_BR", "canastra real", "term:royal rule:score.royal"),
    ("pt_BR", "bater", "term:out"),
    ("pt_BR", "pegar o morto", "rule:morto.take question:morto_take"),
    ("pt_BR", "bate direto", "term:concealed rule:score.concealed"),
    ("pt_BR", "batida direta", "term:concealed rule:score.concealed"),
    ("pt_BR", "cannastra limpa", "term:clean rule:score.clean"),
    ("pt_BR", "tres vermelho", "term:red3 rule:red3.value"),
    ("pt_BR", "lixo trancado", "term:blocked rule:pile.blocked"),
    ("pt_BR", "acabou o monte", "rule:stock.empty question:stock"),
    ("pt_BR", "sequencia", "term:run rule:meld.run"),
    ("pt_BR", "trinca", "term:set"),
    ("pt_BR", "pinta", "term:pinta"),
    ("pt_BR", "empate", "rule:match.tie question:equal"),
    ("pt_BR", "regras da casa", "question:settings rule:ruleset.options"),
    ("en", "pile", "term:pile"),
    ("en", "lixo", "term:pile"),
    ("en", "joker", "term:joker"),
    ("en", "royal canasta", "term:royal rule:score.royal"),
    ("en", "can I go out without a canasta", "question:out"),
    ("en", "may I take the pile?", "question:pile"),
    ("en", "frozen pile", "term:blocked rule:pile.blocked"),
    ("en", "take the discards", "term:take_pile question:pile rule:pile.top"),
    ("en", "black three", "term:black3 rule:black3.meld"),
    ("en", "red 3", "term:red3 rule:red3.value question:red3"),
    ("en", "what happens at a tie?", "question:equal"),
    ("en", "meld.wilds", "rule:meld.wilds"),
    ("en", "SCORE.CONCEALED", "rule:score.concealed"),
    ("en", "morto cards", "rule:score.morto_cards"),
    ("es", "pozo", "term:pile"),
    ("es", "comodín", "term:wild"),
    ("es", "COMODIN", "term:wild"),
    ("es", "cerrar", "term:out"),
    ("es", "cuándo puedo cerrar", "question:out rule:out.needs"),
    ("es", "tres rojo", "term:red3 rule:red3.value"),
    ("es", "escalera", "term:run rule:meld.run"),
    ("es", "tomar el muerto", "rule:morto.take question:morto_take"),
    ("es", "mazo vacío", "rule:stock.empty"),
    ("fr", "défausse", "term:pile"),
    ("fr", "defausse bloquee", "term:blocked rule:pile.blocked"),
    ("fr", "talon", "term:stock"),
    ("fr", "sortir", "term:out"),
    ("fr", "canasta pure", "term:clean rule:score.clean"),
    ("fr", "trois noirs", "term:black3 rule:black3.meld"),
    ("fr", "égalité", "rule:match.tie question:equal"),
    ("it", "scarti", "term:pile"),
    ("it", "pinella", "term:two term:wild"),
    ("it", "pozzetto", "term:morto"),
    ("it", "chiudere", "term:out"),
    ("it", "prendere il pozzetto", "rule:morto.take question:morto_take"),
    ("it", "canasta sporca", "term:dirty rule:score.dirty"),
    ("it", "chi da le carte", "rule:setup.dealer term:dealer question:dealer"),
    ("it", "scala", "term:run rule:meld.run"),
    ("nl", "aflegstapel", "term:pile"),
    ("nl", "uitgaan", "term:out rule:score.out"),
    ("nl", "vuile canasta", "term:dirty rule:score.dirty"),
    ("nl", "rode drie", "term:red3 rule:red3.value"),
    ("nl", "wilde kaart", "term:wild"),
    ("nl", "lege stok", "rule:stock.empty"),
]

# … and what must be among the first three
AMONG_THREE = [
    ("pt_BR", "coringa", "term:wild"),
    ("pt_BR", "coringa", "term:joker"),
    ("pt_BR", "morte", "term:morto"),
    ("pt_BR", "currinha", "term:wild"),
    ("pt_BR", "canasta suja", "rule:score.dirty"),
    ("pt_BR", "posso bater sem canastra?", "question:out"),
    ("pt_BR", "bati errado", "question:foul_out"),
    ("pt_BR", "quanto vale o coringa", "question:card_worth"),
    ("pt_BR", "quanto vale a canastra suja", "rule:score.dirty"),
    ("pt_BR", "quem dá as cartas", "rule:setup.dealer"),
    ("pt_BR", "sujar a canastra", "term:soil"),
    ("pt_BR", "mínimo para baixar", "rule:meld.opening"),
    ("pt_BR", "três preto tranca", "rule:pile.blocked"),
    ("pt_BR", "não pegou o morto", "rule:score.morto"),
    ("pt_BR", "défausse", "rule:pile.top"),
    ("pt_BR", "parceiro", "rule:setup.players"),
    ("en", "wild", "rule:meld.wilds"),
    ("en", "wildcards", "term:wild"),
    ("en", "cannasta", "term:canasta"),
    ("en", "pozzetto", "rule:morto.take"),
    ("en", "talon", "term:stock"),
    ("en", "going out concealed", "rule:score.concealed"),
    ("en", "how many cards are dealt", "rule:setup.deal"),
    ("en", "somebody has to leave", "question:early"),
    ("en", "forgot a red three", "question:red3_found"),
    ("en", "ace to ace", "rule:meld.ace_to_ace"),
    ("en", "how much is a joker worth", "question:card_worth"),
    ("en", "foul", "rule:match.adjust"),
    ("en", "last card", "rule:out.last_card"),
    ("es", "canasta limpia", "rule:score.clean"),
    ("es", "robar", "rule:draw.choice"),
    ("es", "quién empieza", "rule:setup.first"),
    ("es", "curinga", "term:wild"),
    ("es", "empate", "rule:match.tie"),
    ("fr", "joker", "term:wild"),
    ("fr", "prendre la défausse", "rule:pile.top"),
    ("fr", "pot", "term:morto"),
    ("fr", "qui donne", "rule:setup.dealer"),
    ("fr", "brelan", "rule:meld.rank"),
    ("fr", "lixo", "rule:pile.top"),
    ("it", "matta", "rule:meld.wilds"),
    ("it", "jolly", "term:joker"),
    ("it", "quanto vale un asso", "question:card_worth"),
    ("it", "ultima carta", "rule:out.last_card"),
    ("it", "pareggio", "rule:match.tie"),
    ("it", "chiuso senza canasta", "question:out"),
    ("nl", "joker", "term:joker"),
    ("nl", "stapel pakken", "rule:pile.top"),
    ("nl", "wie begint", "rule:setup.first"),
    ("nl", "curinga", "term:wild"),
    ("nl", "schone canasta", "rule:score.clean"),
    ("nl", "straf", "question:foul"),
]


def found(code, text, ruleset=CLASSIC):
    return [f"{hit.document.kind}:{hit.document.key}" for hit in search(text, ruleset, code).hits]


@pytest.mark.parametrize(("code", "text", "wanted"), FIRST)
def test_what_comes_first(code, text, wanted):
    assert found(code, text)[:1] and found(code, text)[0] in wanted.split()


@pytest.mark.parametrize(("code", "text", "wanted"), AMONG_THREE)
def test_what_is_among_the_first_three(code, text, wanted):
    assert wanted in found(code, text)[:3]


def test_the_tables_are_long_enough_and_speak_every_language():
    assert len({(code, text) for code, text, _ in FIRST + AMONG_THREE}) >= 60
    for code in LANGUAGES:
        assert len([row for row in FIRST + AMONG_THREE if row[0] == code]) >= 10


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_title_finds_its_own_in_every_language(code):
    for document in documents_for(CLASSIC, code):
        keys = [
            (hit.document.kind, hit.document.key)
            for hit in search(document.title, CLASSIC, code).hits
        ]
        assert (document.kind, document.key) in keys[:6], document.title


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_rule_is_found_by_its_title_in_any_language(code):
    for other in LANGUAGES:
        for rule in ("pile.blocked", "red3.value", "match.tie", "stock.empty"):
            assert f"rule:{rule}" in found(code, rule_title(rule, other))[:4], (other, rule)


@pytest.mark.parametrize("rule", TITLES)
def test_every_rule_is_found_by_its_id(rule):
    assert found("it", rule)[0] == f"rule:{rule}"
    assert found("en", f" {rule.upper()} ")[0] == f"rule:{rule}"


@pytest.mark.parametrize("text", ["CANÁSTRA", "canastra", "ｃａｎａｓｔｒａ", "ca\u0301nastra"])
def test_accents_and_capitals_do_not_matter(text):
    assert found("pt_BR", text) == found("pt_BR", "canastra")


def test_what_is_typed_grows_into_what_is_found():
    for length in range(2, len("morto") + 1):
        assert "term:morto" in found("pt_BR", "morto"[:length]), "morto"[:length]


def test_texts_are_those_of_the_table():
    table = override(CLASSIC, {"bonus_clean": 375})
    (hit,) = [
        h for h in search("canastra limpa", table, "pt_BR").hits if h.document.key == "score.clean"
    ]
    assert hit.document.text == rule_text("score.clean", table, "pt_BR")
    assert "375" in hit.document.text
    assert "rule:score.clean" in found("en", "375", table)
    assert "rule:score.clean" not in found("en", "375")


def test_words_that_say_nothing_count_only_alone():
    assert found("en", "the morto") == found("en", "morto")
    assert found("en", "with") != []


def test_a_question_word_brings_questions_up():
    kinds = [key.partition(":")[0] for key in found("en", "which canasta")]
    assert kinds[0] == "question"
    assert found("en", "canasta")[0] == "term:canasta"


def test_slips_are_told():
    answer = search("cannasta", CLASSIC, "en")
    assert answer.read_as == ("canasta",)
    assert answer.missed == ()
    assert search("canasta", CLASSIC, "en").read_as == ()
    assert search("morte", CLASSIC, "pt_BR").read_as == ("morto",)


def test_words_that_are_nowhere_are_told():
    answer = search("morto xyzzyq", CLASSIC, "en")
    assert answer.missed == ("xyzzyq",)
    assert answer.suggestions[-1] == "morto"
    assert answer.hits
    assert answer.is_mostly_missed
    assert not search("morto canasta xyzzyq", CLASSIC, "en").is_mostly_missed
    nothing = search("xyzzyq", CLASSIC, "en")
    assert (nothing.hits, nothing.rules(), nothing.missed) == ((), (), ("xyzzyq",))


def test_what_is_near_is_suggested():
    assert (
        "canasta"
        in search("kannastta", CLASSIC, "en").suggestions
        + search("kannastta", CLASSIC, "en").read_as
    )


def test_rules_of_a_search_are_its_own_or_those_it_speaks_of():
    assert search("morto", CLASSIC, "en").rules()[0].startswith(("morto.", "score.morto"))
    only_terms = search("Brazil fool", CLASSIC, "en")
    assert only_terms.of("rule") == ()
    assert only_terms.rules()


def test_nothing_typed_finds_nothing():
    for text in ("", "  ", "?!", "\0", "🃏", "\ud800"):
        assert search(text, CLASSIC, "en").hits == ()


def test_only_the_beginning_of_a_long_text_is_read():
    assert search("xyzzyq " * 40 + "canasta", CLASSIC, "en").hits == ()
    assert search("xyzzyq " + "canasta", CLASSIC, "en").hits != ()
    assert len("xyzzyq " * 40) > LONGEST_SEARCH
    assert search("wild " * 5000, CLASSIC, "en").hits == search("wild", CLASSIC, "en").hits


@settings(deadline=None)
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["pile", "NEAR", '"', "*", "OR", "morto", "(", "^a", "\0"])).map(
        " ".join
    ),
    st.sampled_from(LANGUAGES),
)
def test_any_text_has_an_answer_whose_results_exist(text, code):
    answer = search(text, CLASSIC, code)
    assert len(answer.hits) <= MOST_HITS
    assert len({(hit.document.kind, hit.document.key) for hit in answer.hits}) == len(answer.hits)
    for hit in answer.hits:
        assert hit.document.key in KEYS[hit.document.kind]
    relevance = [hit.relevance for hit in answer.hits]
    assert relevance == sorted(relevance, reverse=True)
    assert set(answer.rules()) <= TITLES.keys()


@pytest.mark.parametrize("text", ["lixo", "canastra real", "posso bater", "cannastra", "xyzzy"])
def test_without_full_text_the_same_things_are_found(text):
    documents = tuple(documents_for(CLASSIC, "pt_BR"))
    plain = [hit.document.key for hit in Library(documents, full_text=False).search(text).hits]
    ranked = [hit.document.key for hit in Library(documents).search(text).hits]
    assert plain[:1] == [] if not ranked else plain[0] in ranked[:3]


def test_many_readers_at_once():
    asked = [(text, code) for code in LANGUAGES for text in ("lixo", "morto", "bater", "joker")] * 2
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: found(one[1], one[0], PRESETS["online"]), asked))
    assert answers == [found(code, text, PRESETS["online"]) for text, code in asked]
