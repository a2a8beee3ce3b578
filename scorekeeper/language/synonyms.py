"""What players call things: other words of six languages, of Brazilian tables and of sister games.

Data for people to extend. Each concept has words and phrases, and the rules, questions and glossary
terms that they lead to, the dearest first. Accents and capitals do not matter, nor do plurals.
Titles of rules, questions and terms are found in every language without being named here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Concept:
    """Words with one meaning, commas between them, and what they lead to, blanks between."""

    words: str
    rules: str = ""
    questions: str = ""
    terms: str = ""

    def phrases(self) -> tuple[str, ...]:
        return tuple(phrase.strip() for phrase in self.words.split(","))

    def leads_to(self, kind: str) -> list[str]:
        """The keys of the rules, questions or terms (the name of the field) that it leads to."""
        return str(getattr(self, kind)).split()


CONCEPTS = (
    Concept(
        "lixo, lixeira, bagaço, monte, monte de descarte, descartes, mesa, pile, discard pile, "
        "discards, trash, pozo, pila, montón, défausse, tas, pot, paquet, scarti, pozzo, "
        "monte degli scarti, aflegstapel, stapel, pot",
        rules="pile.top pile.blocked draw.choice",
        questions="pile blocked",
        terms="pile take_pile blocked",
    ),
    Concept(
        "pegar, levar, comprar o lixo, pegar o lixo, take, pick up, tomar, recoger, llevarse, "
        "prendre, ramasser, prendere, raccogliere, oppakken, pakken, opnemen",
        rules="pile.top morto.take",
        questions="pile morto_take",
        terms="take_pile",
    ),
    Concept(
        "trancar, trancado, trancada, trava, travado, travar, fechado, congelado, blocked, "
        "locked, lock, frozen, freeze, bloqueado, bloquear, trabado, congelado, bloqué, bloquer, "
        "gelé, bloccato, bloccare, congelato, bevroren, geblokkeerd, blokkeren, dicht",
        rules="pile.blocked",
        questions="blocked pile",
        terms="blocked tranca",
    ),
    Concept(
        "monte, baralho, bolo, compra, stock, draw pile, deck, mazo, mazo de robo, pioche, talon, "
        "mazzo, tallone, stok, trekstapel, stapel",
        rules="stock.empty draw.choice",
        questions="stock",
        terms="stock",
    ),
    Concept(
        "acabou o monte, acabou o baralho, fim do monte, sem monte, run out of cards, no cards "
        "left, se acabó el mazo, mazo agotado, plus de cartes, mazzo finito, stok op",
        rules="stock.empty",
        questions="stock",
    ),
    Concept(
        "comprar, puxar, tirar uma carta, draw, robar, tomar carta, piocher, tirer, pescare, "
        "pescata, trekken, kopen, cavar",
        rules="draw.choice turn.order stock.empty",
        questions="turn stock",
        terms="draw",
    ),
    Concept(
        "descartar, descarte, jogar fora, largar, discard, throw away, botar, tirar, défausser, "
        "jeter, écarter, scartare, scarto, buttare, afleggen, weggooien",
        rules="turn.order out.last_card",
        questions="turn",
        terms="discard",
    ),
    Concept(
        "curinga, coringa, curingas, coringas, melé, wild, wildcard, wild card, comodín, mono, "
        "joker, matta, matte, pinella, jolly, jolly card, wilde kaart, wilde",
        rules="meld.wilds meld.replace",
        questions="meld add",
        terms="wild joker two",
    ),
    Concept(
        "coringão, coringa, curinga, joker, jolly, comodín, comodines, jokers",
        rules="meld.wilds pile.blocked score.cards setup.pack",
        questions="card_worth",
        terms="joker wild",
    ),
    Concept(
        "dois, 2, deuce, two, twos, dos, deux, due, pinella, pinelle, twee, tweeën",
        rules="meld.wilds pile.blocked",
        terms="two wild",
    ),
    Concept(
        "três vermelho, 3 vermelho, três de copas, três de ouros, trinca vermelha, red three, "
        "red 3, tres rojo, 3 rojo, trois rouge, 3 rouge, tre rosso, 3 rosso, rode drie, rode 3",
        rules="red3.value red3.lay red3.late",
        questions="red3 red3_found",
        terms="red3",
    ),
    Concept(
        "três preto, 3 preto, três de paus, três de espadas, três negro, black three, black 3, "
        "tres negro, 3 negro, trois noir, 3 noir, tre nero, 3 nero, zwarte drie, zwarte 3",
        rules="black3.meld pile.blocked",
        questions="black3 blocked",
        terms="black3",
    ),
    Concept(
        "três na mão, three in hand, tres en la mano, trois en main, tre in mano, drie in de hand",
        rules="score.threes red3.lay",
        questions="red3_found",
    ),
    Concept(
        "canastra, canastrão, canasta, canaste, canastas, burraco, buraco, seven cards",
        rules="canasta.size canasta.kind",
        questions="kind canasta_worth",
        terms="canasta clean dirty royal",
    ),
    Concept(
        "limpa, limpinha, canastra limpa, clean, clean canasta, pure, natural canasta, limpia, "
        "pura, propre, pulita, pulito, schoon, schone, zuiver, zuivere",
        rules="score.clean canasta.kind",
        questions="kind canasta_worth",
        terms="clean",
    ),
    Concept(
        "suja, sujinha, canastra suja, dirty, mixed, mixed canasta, sucia, mixta, impure, sale, "
        "mixte, sporca, sporco, vuil, vuile, gemengd",
        rules="score.dirty canasta.kind",
        questions="kind canasta_worth",
        terms="dirty",
    ),
    Concept(
        "sujar, sujar a canastra, sujei, sujou, soil, spoil, ensuciar, salir une canasta, "
        "sporcare, vuil maken, add a wild to a canasta",
        rules="canasta.kind",
        questions="add kind",
        terms="soil",
    ),
    Concept(
        "real, canastra real, royal, canasta real, royale, reale, koninklijk, koninklijke",
        rules="score.royal",
        questions="canasta_worth",
        terms="royal",
    ),
    Concept(
        "ás a ás, de ás a ás, ace to ace, as a as, d'as à as, da asso ad asso, aas tot aas, "
        "canastra de mil, mil pontos, thousand",
        rules="meld.ace_to_ace score.ace_to_ace",
        questions="reading canasta_worth",
        terms="ace_to_ace",
    ),
    Concept(
        "canastra de dois, canastra de curingas, seven wilds, wild canasta, canasta de comodines, "
        "canasta de jokers, canasta di pinelle, canasta di matte",
        rules="score.wild",
        questions="canasta_worth",
    ),
    Concept(
        "bater, bate, bati, bateu, bato, batemos, batendo, batida, batidas, bateram, fechar, "
        "go out, goes out, going out, went out, gone out, finish, close, knock, cerrar, cierra, "
        "cerré, cerró, cierre, salir, ganar la mano, sortir, sort, sors, sorti, sortie, fermer, "
        "terminer, chiudere, chiude, chiudo, chiuso, chiusura, uitgaan, uit, gaat uit, ga uit, "
        "uitgegaan, uitkomen",
        rules="out.needs out.last_card score.out",
        questions="out foul_out out_worth",
        terms="out",
    ),
    Concept(
        "bateu errado, batida errada, bateu sem canastra, bateu sem morto, false out, wrong out, "
        "cerró mal, sorti à tort, chiusura sbagliata, ten onrechte uit",
        rules="out.needs",
        questions="foul_out",
    ),
    Concept(
        "batida direta, bater direto, bater em cima, em cima, direta, bater de mão, batida seca, "
        "concealed, in one go, out in one turn, de golpe, cerrar de mano, d'un coup, main cachée, "
        "in mano, chiusura in mano, chiusura al volo, in één keer, ineens uit",
        rules="score.concealed",
        questions="out_worth",
        terms="concealed",
    ),
    Concept(
        "última carta, last card, dernière carte, ultima carta, laatste kaart",
        rules="out.last_card out.needs",
        questions="out",
    ),
    Concept(
        "morto, mortos, mortinho, pegar o morto, segunda mão, reserve, reserve hand, spare hand, "
        "foot, dead hand, muerto, mano de reserva, mort, pot, réserve, talon, pozzetto, "
        "pozzetti, morti, reservehand, dode hand, dode",
        rules="morto.take morto.turn morto.once setup.mortos",
        questions="morto_take morto_play morto_lost",
        terms="morto",
    ),
    Concept(
        "morto não pego, não pegou o morto, sem morto, perder o morto, never took the morto, "
        "penalty, muerto no tomado, morto non pris, pozzetto non preso, straf morto",
        rules="score.morto score.morto_cards",
        questions="morto_lost",
    ),
    Concept(
        "jogo, jogos, jogada na mesa, meld, melds, combination, combinación, combinaciones, juego, "
        "combinaison, combinaisons, gioco, giochi, combinazione, combinatie, combinaties",
        rules="meld.size meld.rank meld.shared",
        questions="meld reading",
        terms="meld",
    ),
    Concept(
        "baixar, descer, arriar, abaixar, baixou, lay down, put down, meld, bajar, bajarse, poser, "
        "étaler, descendre, calare, scendere, calata, uitleggen, neerleggen, uitkomen",
        rules="turn.order meld.size meld.opening",
        questions="turn meld opening",
        terms="lay",
    ),
    Concept(
        "juntar, encostar, pôr carta, colocar, acrescentar, add, extend, lay off, añadir, agregar, "
        "ajouter, compléter, aggiungere, attaccare, aanleggen, bijleggen",
        rules="meld.shared meld.stays",
        questions="add",
    ),
    Concept(
        "trinca, trincas, set, sets, three of a kind, same rank, grupo, trío, terna, groupe, "
        "brelan, tris, combinazione, stel, zelfde waarde",
        rules="meld.rank",
        questions="meld reading",
        terms="set",
    ),
    Concept(
        "sequência, seguida, escada, run, runs, sequence, straight, escalera, corrida, secuencia, "
        "suite, séquence, scala, sequenza, reeks, straat, volgorde",
        rules="meld.run",
        questions="meld reading",
        terms="run",
    ),
    Concept(
        "ás, ases, ace, aces, as, asso, assi, aas, azen",
        rules="meld.aces meld.ace_to_ace",
        questions="meld card_worth",
    ),
    Concept(
        "trocar o curinga, tirar o curinga, recuperar o curinga, substituir, replace, swap the "
        "joker, take back the wild, recuperar el comodín, reprendre le joker, sostituire la matta, "
        "riprendere la matta, joker terugnemen, vervangen",
        rules="meld.replace meld.stays",
        questions="add",
    ),
    Concept(
        "mínimo, abertura, abrir, primeira baixada, obrigação, 75, minimum, opening, initial meld, "
        "first meld, apertura, abrir, ouverture, ouvrir, aprire, apertura, openen, opening",
        rules="meld.opening",
        questions="opening",
        terms="opening",
    ),
    Concept(
        "natural, naturais, natural card, naturales, naturelle, naturale, natuurlijke, carta limpa",
        rules="meld.naturals canasta.kind",
        questions="meld",
        terms="natural",
    ),
    Concept(
        "parceiro, parceira, dupla, time, partner, partnership, team, side, compañero, pareja, "
        "equipo, bando, partenaire, équipe, camp, compagno, coppia, squadra, maat, koppel, partij",
        rules="setup.players meld.shared",
        questions="deal",
        terms="side partner",
    ),
    Concept(
        "dar, dar as cartas, dar cartas, distribuir, embaralhar, onze cartas, deal, shuffle, "
        "how many cards, repartir, barajar, distribuer, donner, mélanger, distribuire, dare, "
        "mischiare, geven, delen, schudden",
        rules="setup.deal setup.players setup.pack",
        questions="deal dealer",
        terms="dealer",
    ),
    Concept(
        "misdeal, dealt wrongly, wrong number of cards, deu errado, distribuição errada, "
        "dar errado, carta virada sem querer, dar de novo, mal reparto, mal repartido, maldonne, "
        "mal donné, redonner, distribuzione sbagliata, errore nel dare, carte date male, "
        "verkeerd gedeeld",
        rules="setup.deal setup.dealer",
        questions="deal foul",
        terms="dealer",
    ),
    Concept(
        "pinta, tirar na pinta, carteador, pé, cortar, cut, high card, dealer, who starts, "
        "first player, corte, cortar, mano, coupe, couper, donneur, taglio, tagliare, mazziere, "
        "chi comincia, couperen, gever, wie begint, quem começa, quem sai",
        rules="setup.dealer setup.first",
        questions="dealer",
        terms="pinta dealer",
    ),
    Concept(
        "virar a carta, carta virada, vira, first card, upcard, turn up, carta inicial, carta "
        "volteada, retourne, carte retournée, carta scoperta, prima carta, opengedraaide kaart",
        rules="setup.upcard",
        questions="deal",
        terms="upcard",
    ),
    Concept(
        "valor, vale, quanto vale, pontos, points, value, worth, puntos, cuánto vale, combien, "
        "vaut, valeur, punti, quanto vale, valore, punten, waarde, hoeveel",
        rules="score.cards score.hand",
        questions="card_worth canasta_worth out_worth hand_count",
    ),
    Concept(
        "bônus, prêmio, bonus, premio, prime, premi",
        rules="score.clean score.dirty score.out",
        questions="canasta_worth",
    ),
    Concept(
        "contar, contagem, conta, somar, count, score, counting, sumar, cuenta, compter, compte, "
        "contare, conteggio, tellen, telling",
        rules="score.cards score.hand",
        questions="hand_count",
        terms="counting",
    ),
    Concept(
        "cartas na mão, sobrou na mão, left in hand, cards in hand, cartas en la mano, "
        "cartes en main, carte in mano, kaarten in de hand, negativo, negative, desconto",
        rules="score.hand",
        questions="hand_count card_worth",
    ),
    Concept(
        "empate, empatar, empatou, tie, draw, equal, igual, égalité, ex aequo, pareggio, pari, "
        "gelijk, gelijkspel",
        rules="match.tie",
        questions="equal",
    ),
    Concept(
        "ganhar, ganhou, vencer, venceu, win, winner, won, ganar, ganador, gagner, vainqueur, "
        "vincere, vince, vincitore, winnen, winnaar",
        rules="match.target match.both match.hand_winner",
        questions="winner",
        terms="match",
    ),
    Concept(
        "meta, 3000, 2000, limite, até quanto, target, goal, objetivo, objectif, but, traguardo, "
        "obiettivo, doel",
        rules="match.target match.both",
        questions="winner",
        terms="target",
    ),
    Concept(
        "rodada, mão, hand, deal, round, ronda, mano, donne, manche, smazzata, ronde, partida, "
        "match, game, partie, partita, partij",
        rules="match.hand_winner match.target",
        terms="hand match",
    ),
    Concept(
        "expressa, rápida, express, single hand, one hand, exprés, rapide, veloce, enkele ronde",
        rules="match.express",
        terms="express",
    ),
    Concept(
        "parar, desistir, abandonar, ir embora, anular, stop, quit, leave, abandon, cancel, annul, "
        "dejar, irse, arrêter, quitter, annuler, fermarsi, smettere, annullare, stoppen, opgeven, "
        "weggaan",
        rules="match.stopped match.annul",
        questions="early",
    ),
    Concept(
        "falta, erro, multa, roubo, castigo, penalidade, foul, mistake, penalty, cheat, wrong, "
        "falta, error, faute, erreur, pénalité, triche, fallo, errore, penalità, fout, straf, "
        "boete, vals",
        rules="match.adjust",
        questions="foul foul_out",
        terms="foul",
    ),
    Concept(
        "vez, turno, jogada, turn, order of play, tour, tour de jeu, beurt",
        rules="turn.order turn.cards",
        questions="turn",
    ),
    Concept(
        "regra da casa, regras da casa, opções, house rule, house rules, options, "
        "reglas de la casa, règles maison, regole della casa, huisregels",
        rules="ruleset.options",
        questions="settings",
    ),
)  # fmt: skip


def phrases_for(kind: str, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The other words for a rule, question or term (`kind`: "rules", "questions", "terms").

    First those that lead to it before any other of its kind, then the rest.
    """
    dear: list[str] = []
    more: list[str] = []
    for concept in CONCEPTS:
        keys = concept.leads_to(kind)
        if key in keys:
            (dear if keys[0] == key else more).extend(concept.phrases())
    return tuple(dear), tuple(more)
