"""The JSON document of a ruling: read strictly, checked against the pack, judged."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.cards import Card, Cards, format_cards
from ..rules.melds import MeldKind, read_meld
from ..rules.options import check_ruleset, parse_ruleset
from ..rules.problems import Finding
from ..rules.reader import COUNT_LIMIT, Node
from ..rules.ruleset import Ruleset
from .impossible import check_position
from .judge import judge_move, judge_turn
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position, SideMorto
from .rulings import Ruling

PHASES = (Phase.DRAW, Phase.PLAY)
KINDS = ("draw", "take_pile", "meld", "add", "lay_red_three", "discard")
OPTIONAL = (
    "hand",
    "melds",
    "pile",
    "stock",
    "morto",
    "melded_before",
    "mortos_left",
    "morto_cards",
    "score",
    "opened",
)


@dataclass(frozen=True, slots=True)
class JudgeDocument:
    """What a document for the judge says: a single move, or the moves of a whole turn."""

    ruleset: Ruleset
    position: Position
    move: Move | tuple[Move, ...]


def judge(document: JudgeDocument) -> Ruling:
    """The ruling on a document; neither legal nor illegal where the options do not go together
    (`ruleset.options`) or the position cannot be (`turn.position`)."""
    ruleset, position, move = document.ruleset, document.position, document.move
    wrong = check_ruleset(ruleset) or check_position(position, ruleset, move)
    if wrong:
        return Ruling(missing=wrong)
    melds = [read_meld(cards, ruleset) for cards in position.melds or ()]
    if any(meld is not None and meld.kind is MeldKind.BLACK_THREES for meld in melds):
        position = position._replace(black_threes_laid=True)  # in this turn, or the hand were over
    if isinstance(move, tuple):
        return judge_turn(position, move, ruleset)
    return judge_move(position, move, ruleset)


def parse_judge_document(value: object) -> JudgeDocument:
    """Reads a document for the judge. Raises `DocumentError`."""
    fields = Node(value).fields(("format", "ruleset", "position", "move"), ("overrides",))
    fields["format"].check_format()
    overrides = fields["overrides"].value if "overrides" in fields else {}
    ruleset = parse_ruleset(fields["ruleset"].value, overrides)
    return JudgeDocument(ruleset, parse_position(fields["position"]), _parse_moves(fields["move"]))


def parse_position(node: Node) -> Position:
    """Reads the position of a document. Raises `DocumentError`."""
    fields = node.fields(("phase",), OPTIONAL)
    position = Position(fields["phase"].choice(PHASES))
    told: dict[str, object] = {}
    for name in fields.keys() - {"phase"}:
        told[name] = _parse_field(name, fields[name])
    if told.get("melds") == () or told.get("opened") is False:
        told.setdefault("melded_before", False)  # where the side laid nothing, the player did not
    return position._replace(**told)  # type: ignore[arg-type]


def format_position(position: Position) -> dict[str, object]:
    """What `parse_position` reads: what was told, in the order of the format."""
    written: dict[str, object] = {"phase": str(position.phase)}
    for name in OPTIONAL:
        value = getattr(position, name)
        if name == "melds" and value is not None:
            written[name] = [format_cards(cards) for cards in value]
        elif name in ("hand", "morto_cards") and value is not None:
            written[name] = format_cards(value)
        elif name == "pile" and value is not None:
            if None not in value:
                written[name] = format_cards(value)
        elif value is not None:
            written[name] = str(value) if isinstance(value, SideMorto) else value
    return written


def _parse_field(name: str, node: Node) -> object:
    match name:
        case "hand" | "pile" | "morto_cards":
            return node.cards()
        case "melds":
            return node.heaps()
        case "morto":
            return node.choice(tuple(SideMorto))
        case "melded_before" | "opened":
            return node.truth()
        case "score":
            return node.integer(-COUNT_LIMIT)
        case _:
            return node.integer()


def _parse_moves(node: Node) -> Move | tuple[Move, ...]:
    kind = node.members().get("kind")
    if kind is None or kind.value != "turn":
        return _parse_move(node, (*KINDS, "turn"))
    fields = node.fields(("kind", "moves"))
    return tuple([_parse_move(move, KINDS) for move in fields["moves"].items()])


def _parse_move(node: Node, kinds: tuple[str, ...]) -> Move:
    members = node.members()
    if "kind" not in members:
        raise node.refuse(Finding.KEY_MISSING, key="kind")
    match members["kind"].choice(kinds):
        case "draw":
            fields = node.fields(("kind",), ("card",))
            return Draw(_card(fields["card"]) if "card" in fields else None)
        case "take_pile":
            return _parse_take_pile(node)
        case "meld":
            fields = node.fields(("kind", "cards"), ("morto",))
            return LayMeld(fields["cards"].cards(), _takes_morto(fields))
        case "add":
            fields = node.fields(("kind", "meld", "cards"), ("morto",))
            cards = fields["cards"].cards()
            return Add(fields["meld"].integer(), cards, _takes_morto(fields))
        case "lay_red_three":
            fields = node.fields(("kind", "card"), ("replacement",))
            replacement = _card(fields["replacement"]) if "replacement" in fields else None
            return LayRedThree(_card(fields["card"]), replacement)
        case _:
            fields = node.fields(("kind", "card"), ("morto",))
            return Discard(_card(fields["card"]), _takes_morto(fields))


def _parse_take_pile(node: Node) -> TakePile:
    way = node.one_of("with", "meld")
    fields = node.fields(("kind", way), ("morto",))
    if way == "meld":
        return TakePile(meld=fields["meld"].integer(), morto=_takes_morto(fields))
    return TakePile(fields["with"].cards(), morto=_takes_morto(fields))


def _takes_morto(fields: dict[str, Node]) -> bool:
    return fields["morto"].truth() if "morto" in fields else False


def _card(node: Node) -> Card:
    cards = node.cards()
    if len(cards) != 1:
        raise node.refuse(Finding.WRONG_LENGTH, count=len(cards), expected=1)
    return cards[0]


def kind_and_cards(move: Move | tuple[Move, ...]) -> tuple[str, Cards]:
    """The word of the format for the move, and the cards that it names."""
    match move:
        case tuple():
            return "turn", ()
        case Draw():
            return "draw", ()
        case LayMeld(cards):
            return "meld", cards
        case Add(_, cards):
            return "add", cards
        case LayRedThree(card):
            return "lay_red_three", (card,)
        case Discard(card):
            return "discard", () if card is None else (card,)
        case _:
            return "take_pile", move.using
