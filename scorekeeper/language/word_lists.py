"""Small words and odd forms of six languages, for the search. Data for people to extend.

Everything is written without accents and capitals, as words are compared.
"""

from __future__ import annotations

# Forms of one word that their endings do not show, a line each; also numbers and their digits.
FORMS = (
    "canasta canastas canastra canastras canaste canastrao",
    "curinga curingas coringa coringas curingao coringao",
    "bater bate bati bateu bato batemos batem batendo batida batidas bateram batesse",
    "go goes going went gone",
    "cerrar cierra cierro cierras cerro cerre cierre cierres cerrado",
    "sortir sors sort sorti sortie sorties sortent",
    "chiudere chiude chiudo chiudi chiuso chiusura chiudono",
    "uitgaan uitgaat uitgegaan",
    "pegar pego pega pegou peguei pegamos",
    "tomar toma tomo tome",
    "take takes took taken taking",
    "draw draws drew drawn drawing",
    "prendre prends prend pris prise",
    "prendere prendo prende preso prendi presa",
    "pakken pakt pak gepakt",
    "roubar robar robo roba robe",
    "ace aces as ases asso assi aas azen",
    "morto mortos morti muerto mort",
    "joker jokers jolly",
    "2 dois two twos deux due twee tweeen",
    "3 tres treses three threes trois tre drie drieen",
)


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that say nothing of the game; they count only where nothing else was typed.
STOP_WORDS = _listed(
    """
    o a os um uma uns de do da dos das em no na nos nas que se e eu me meu minha meus nosso nossa
    posso pode podemos podem tem tenho temos ter ser foi esta estou quando como qual quais quem
    quanto quantos para pra por com sem ao ou mas ja este essa isso
    the an of to in on at is are be it its i you we they my our your can may could must do does did
    what which when who how why if with without for and or not this that there have has had get
    much many
    el la los las un una unos del en y es mi mis puedo puede podemos cual cuando quien cuanto
    cuantos con sin si hay esta este ese lo al yo nos nuestro
    le les une des du et est mon ma mes je tu il on nous puis peux peut pouvons quand comment qui
    quoi quel quelle combien pour par avec sans l d qu c j n s y ai
    lo gli i di della dei delle nel nella ed mio mia io noi po puo possiamo posso quando come chi
    che quale quanti per con senza ho ha abbiamo questo questa se ci
    de het een van in en of mijn ik jij wij we mag mogen kan kunnen wanneer hoe wie wat welke
    hoeveel als met zonder voor op te er is heb heeft dit dat deze ons onze
    """
)

# Words that begin a question.
ASKING = _listed(
    """
    posso pode podemos podem quando quanto quantos quem qual como
    can may could must when who how what why which does did is
    puedo puede podemos cuando cuanto quien cual
    puis peux peut pouvons quand combien qui comment quel quelle
    puo possiamo chi quale quanti
    mag mogen kan kunnen wanneer hoe wie wat welke hoeveel
    """
)
