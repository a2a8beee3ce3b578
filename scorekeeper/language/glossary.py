"""The words of the table: what each means, in the reader's language beside the Brazilian word."""

from __future__ import annotations

from dataclasses import dataclass

from . import mark
from .voice import Voice

BRAZILIAN = "pt_BR"


@dataclass(frozen=True, slots=True)
class Term:
    """A word: its key, what Brazilian players say, the English word, what it means, its rules."""

    key: str
    brazilian: str
    english: str
    meaning: str
    rules: tuple[str, ...] = ()

    def title(self, code: str) -> str:
        """The reader's word."""
        return Voice(code).say(self.english)

    def text(self, code: str) -> str:
        """What it means, in one or two sentences."""
        return Voice(code).say(self.meaning)

    def heard(self, code: str) -> str:
        """The Brazilian word, or nothing where it is the reader's own."""
        own = self.title(code).casefold() == self.brazilian.casefold()
        return "" if own or code == BRAZILIAN else self.brazilian


@dataclass(frozen=True, slots=True)
class TermGroup:
    """The words of one subject: its key, its English title, its words."""

    key: str
    english: str
    terms: tuple[Term, ...]

    def title(self, code: str) -> str:
        return Voice(code).say(self.english)


_GAME = (
    Term(
        "tranca",
        "Tranca",
        mark("Tranca"),
        mark(
            "The game itself: Brazil’s own member of the Canasta family. A tranca is a bolt, such "
            "as the card that locks the pile."
        ),
        ("setup.players", "pile.blocked"),
    ),
    Term(
        "side",
        "Dupla",
        mark("Side"),
        mark("Those who count together: two partners, or one player where everyone plays alone."),
        ("setup.players", "meld.shared"),
    ),
    Term(
        "partner",
        "Parceiro",
        mark("Partner"),
        mark("Whoever sits opposite you and plays on your side. Your melds are theirs, too."),
        ("setup.players", "meld.shared"),
    ),
    Term(
        "hand",
        "Rodada",
        mark("Hand"),
        mark(
            "One deal, played to its end and counted once. The cards you hold are also called "
            "your hand."
        ),
        ("match.hand_winner", "setup.deal"),
    ),
    Term(
        "match",
        "Partida",
        mark("Match"),
        mark("Hand after hand, all points added up, until a side reaches the target."),
        ("match.target",),
    ),
    Term(
        "target",
        "Meta",
        mark("Target"),
        mark("The total that ends the match. You look at it when a whole hand has been counted."),
        ("match.target", "match.both"),
    ),
    Term(
        "express",
        "Partida expressa",
        mark("Express match"),
        mark("A match of a single hand: whoever wins the hand has won."),
        ("match.express",),
    ),
    Term(
        "pinta",
        "Pinta",
        mark("Pinta"),
        mark("The cut for the first dealer: everyone shows a card, and the highest one deals."),
        ("setup.dealer",),
    ),
    Term(
        "dealer",
        "Carteador",
        mark("Dealer"),
        mark("Whoever deals the cards. The player on the dealer’s left has the first turn."),
        ("setup.dealer", "setup.first", "setup.deal"),
    ),
    Term(
        "foul",
        "Falta",
        mark("Foul"),
        mark(
            "A play against the rules that somebody sees. The rules set no price for it: the table "
            "agrees on one."
        ),
        ("match.adjust",),
    ),
)

_CARDS = (
    Term(
        "natural",
        "Carta natural",
        mark("Natural card"),
        mark("A card that is only what it shows: neither wild nor a three."),
        ("meld.naturals", "meld.aces"),
    ),
    Term(
        "wild",
        "Curinga",
        mark("Wild card"),
        mark("A card that stands in for another one in a meld: every joker and every 2."),
        ("meld.wilds", "meld.naturals"),
    ),
    Term(
        "joker",
        "Joker",
        mark("Joker"),
        mark("The card with the fool on it, always wild. Some games are played without it."),
        ("meld.wilds", "setup.pack", "score.cards"),
    ),
    Term(
        "two",
        "Dois",
        mark("Two"),
        mark("Wild in every suit, and counted at the value of a 2 wherever it lies."),
        ("meld.wilds", "score.cards"),
    ),
    Term(
        "red3",
        "Três vermelho",
        mark("Red three"),
        mark(
            "The three of hearts or diamonds: laid on the table at once, never melded. It counts "
            "for a side that has the canasta it needs, and against one that has not."
        ),
        ("red3.lay", "red3.value"),
    ),
    Term(
        "black3",
        "Três preto",
        mark("Black three"),
        mark(
            "The three of spades or clubs: a card to block the pile with. At most it is melded by "
            "whoever is just going out."
        ),
        ("black3.meld", "pile.blocked"),
    ),
)

_TABLE = (
    Term(
        "meld",
        "Jogo",
        mark("Meld"),
        mark("Three or more cards that go together, open on the table. It belongs to the side."),
        ("meld.size", "meld.shared"),
    ),
    Term(
        "set",
        "Trinca",
        mark("Set"),
        mark("A meld of one rank: kings, for example, in any suits."),
        ("meld.rank",),
    ),
    Term(
        "run",
        "Sequência",
        mark("Run"),
        mark("A meld of one suit in order, such as 6-7-8. Not every table plays runs."),
        ("meld.run",),
    ),
    Term(
        "canasta",
        "Canastra",
        mark("Canasta"),
        mark("A meld that has grown to seven cards or more. It earns a bonus."),
        ("canasta.size", "canasta.kind"),
    ),
    Term(
        "clean",
        "Canastra limpa",
        mark("Clean canasta"),
        mark("A canasta without a wild card. It closes with a red card on top."),
        ("canasta.kind", "score.clean"),
    ),
    Term(
        "dirty",
        "Canastra suja",
        mark("Dirty canasta"),
        mark("A canasta with a wild card in it. It closes with a black card on top."),
        ("canasta.kind", "score.dirty"),
    ),
    Term(
        "royal",
        "Canastra real",
        mark("Royal canasta"),
        mark("A clean run from 4 up to the ace. Some tables pay a bonus of its own for it."),
        ("score.royal", "canasta.kind"),
    ),
    Term(
        "ace_to_ace",
        "Canastra de ás a ás",
        mark("Ace-to-ace canasta"),
        mark("A clean run with an ace at both ends: twelve cards, where a table knows it."),
        ("meld.ace_to_ace", "score.ace_to_ace"),
    ),
    Term(
        "soil",
        "Sujar",
        mark("To soil"),
        mark("To put a wild card on a clean canasta. It stays dirty from then on."),
        ("canasta.kind",),
    ),
    Term(
        "stock",
        "Monte",
        mark("Stock"),
        mark("The face-down cards in the middle, from which you draw."),
        ("draw.choice", "stock.empty"),
    ),
    Term(
        "pile",
        "Lixo",
        mark("Pile"),
        mark("The cards that were discarded, face up. You take it whole or not at all."),
        ("pile.top", "pile.blocked"),
    ),
    Term(
        "upcard",
        "Vira",
        mark("First card"),
        mark("The card turned up after the deal to begin the pile, where the table does so."),
        ("setup.upcard",),
    ),
    Term(
        "morto",
        "Morto",
        mark("Morto"),
        mark(
            "A second hand that waits beside the stock: “the dead one”. The first player of a side "
            "to run out of cards takes it."
        ),
        ("setup.mortos", "morto.take", "morto.turn", "score.morto"),
    ),
)

_TURN = (
    Term(
        "draw",
        "Comprar",
        mark("To draw"),
        mark("To take the top card of the stock at the start of your turn."),
        ("draw.choice", "turn.order"),
    ),
    Term(
        "take_pile",
        "Pegar o lixo",
        mark("To take the pile"),
        mark(
            "To pick up all the discards instead of drawing. You must be able to use the top card "
            "at once."
        ),
        ("pile.top",),
    ),
    Term(
        "blocked",
        "Lixo trancado",
        mark("Blocked pile"),
        mark("A pile that cannot be taken, because of the card on top of it."),
        ("pile.blocked",),
    ),
    Term(
        "lay",
        "Baixar",
        mark("To meld"),
        mark("To lay cards open on the table, as a new meld or on one that lies there."),
        ("turn.order", "meld.size"),
    ),
    Term(
        "opening",
        "Mínimo para baixar",
        mark("Opening minimum"),
        mark("The points that a side’s first melds must be worth, at tables that ask for it."),
        ("meld.opening",),
    ),
    Term(
        "discard",
        "Descarte",
        mark("Discard"),
        mark("The card you lay on the pile, face up, to end your turn."),
        ("turn.order", "out.last_card"),
    ),
)

_END = (
    Term(
        "out",
        "Bater",
        mark("To go out"),
        mark(
            "To play your last card and so end the hand. It takes the morto and a canasta first, "
            "as the table has it."
        ),
        ("out.needs", "score.out"),
    ),
    Term(
        "concealed",
        "Batida em cima",
        mark("Going out concealed"),
        mark(
            "Going out in one go, without having melded a card in this hand before that turn; "
            "also called batida direta."
        ),
        ("score.concealed",),
    ),
    Term(
        "counting",
        "Contagem",
        mark("Counting"),
        mark(
            "At the end, cards on the table and bonuses count for a side, and cards left in hand "
            "against it."
        ),
        ("score.cards", "score.hand"),
    ),
)

GLOSSARY = (
    TermGroup("game", mark("The game"), _GAME),
    TermGroup("cards", mark("The cards"), _CARDS),
    TermGroup("table", mark("On the table"), _TABLE),
    TermGroup("turn", mark("In your turn"), _TURN),
    TermGroup("end", mark("At the end"), _END),
)

TERMS = {term.key: term for group in GLOSSARY for term in group.terms}
