"""The JSON documents of a tally and a match, read into the values of this package and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .cards import format_cards
from .checks import check_tally
from .match import (
    Adjustment,
    Entry,
    PlayedHand,
    Standing,
    check_match,
    dealer_after,
    stand,
)
from .options import check_change, check_ruleset, override, parse_ruleset
from .problems import DocumentError, Finding, Problem
from .reader import COUNT_LIMIT, FORMAT, MOST_HEAPS, Node
from .ruleset import Ruleset
from .scoring import Score, score_tally
from .tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    Count,
    CountedTable,
    Melds,
    Morto,
    SideTally,
    Tally,
)

MORTOS = tuple(Morto)
CANASTA_KEYS = ("clean", "dirty", "royal", "ace_to_ace", "wild")


@dataclass(frozen=True, slots=True)
class TallyDocument:
    """What a tally document says."""

    ruleset: Ruleset
    tally: Tally

    def check(self) -> tuple[Problem, ...]:
        """Every problem of the options and, if they go together, of the tally."""
        return check_ruleset(self.ruleset) or check_tally(self.tally, self.ruleset)


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """What a match document says; `next_ruleset` is the one in force after all of its entries."""

    ruleset: Ruleset
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    next_ruleset: Ruleset
    starter: int = 0
    annul: tuple[bool, ...] = ()
    stopped: bool = False
    seats: int = 0
    dealer: int | None = None

    @property
    def last_ruleset(self) -> Ruleset:
        """The ruleset that the last hand was played under, or the match starts with."""
        hands = (entry for entry in reversed(self.entries) if isinstance(entry, PlayedHand))
        return next((hand.ruleset for hand in hands), self.ruleset)

    def stand(self) -> Standing:
        return stand(self.ruleset, self.entries, self.starter, self.annul, self.stopped)

    def check(self) -> tuple[Problem, ...]:
        """Every problem of the options, the tallies and the order of the hands."""
        return self.problems + check_match(self.stand())

    def next_dealer(self) -> int | None:
        """The seat that deals the next hand (`setup.dealer`), where the document names seats."""
        if self.dealer is None:
            return None
        return dealer_after(self.dealer, self.stand().hands, self.seats)


def parse_tally_document(value: object) -> TallyDocument:
    """Reads a tally document. Raises `DocumentError`."""
    node = Node(value)
    fields = node.fields(("format", "ruleset", "sides"), ("overrides",))
    fields["format"].check_format()
    ruleset = _ruleset(fields)
    return TallyDocument(ruleset, _parse_sides(fields["sides"], ruleset))


def parse_tally(value: object, ruleset: Ruleset, where: str = "") -> Tally:
    """Reads `{"sides": [...]}`. Raises `DocumentError`."""
    return _parse_sides(Node(value, where).fields(("sides",))["sides"], ruleset)


def format_tally(tally: Tally) -> dict[str, object]:
    """The `{"sides": [...]}` that `parse_tally` reads, with every key."""
    return {"sides": [_format_side(side) for side in tally.sides]}


def format_score(score: Score, names: tuple[str, ...]) -> dict[str, object]:
    """The answer to a valid tally."""
    sides = []
    for name, total, side in zip(names, score.totals, score.sides, strict=True):
        lines = []
        for line in side.lines:
            written: dict[str, object] = {"rule": line.rule}
            if line.count is not None:
                written["count"] = line.count
            written["points"] = line.points
            lines.append(written)
        sides.append({"name": name, "total": total, "lines": lines})
    return {"format": FORMAT, "valid": True, "sides": sides, "hand_winner": score.hand_winner}


def parse_match_document(value: object) -> MatchDocument:
    """Reads a match document. Raises `DocumentError`."""
    fields = Node(value).fields(
        ("format", "ruleset", "sides", "hands"),
        ("overrides", "starter", "seats", "dealer", "annul", "stop", "next_overrides"),
    )
    fields["format"].check_format()
    ruleset = _ruleset(fields)
    names = tuple(node.name() for node in fields["sides"].listed(ruleset.sides))
    entries: list[Entry] = []
    problems = list(check_ruleset(ruleset))
    rules = ruleset
    for node in fields["hands"].items():
        entry, rules, found = _parse_entry(node, rules)
        entries.append(entry)
        problems += found
    if "next_overrides" in fields:
        rules, found = _change(fields["next_overrides"], rules)
        problems += found
    document = MatchDocument(ruleset, names, tuple(entries), tuple(problems), rules)
    if "starter" in fields:
        document = replace(document, starter=fields["starter"].integer(0, ruleset.sides - 1))
    if "annul" in fields:
        annul = tuple(node.truth() for node in fields["annul"].listed(ruleset.sides))
        document = replace(document, annul=annul)
    if "stop" in fields:
        document = replace(document, stopped=fields["stop"].truth())
    seats = ruleset.players
    if "seats" in fields:
        seats = fields["seats"].integer(ruleset.players, ruleset.players)
    if "dealer" in fields:
        document = replace(document, seats=seats, dealer=fields["dealer"].integer(0, seats - 1))
    return document


def format_standing(standing: Standing, next_dealer: int | None) -> dict[str, object]:
    """The answer to a valid match."""
    ruling = standing.ruling
    answer: dict[str, object] = {
        "format": FORMAT,
        "valid": True,
        "totals": list(standing.totals),
        "running": [list(row) for row in standing.running],
        "status": str(ruling.status),
        "winner": ruling.winner,
        "rule": ruling.rule,
    }
    if next_dealer is not None:
        answer["next_dealer"] = next_dealer
    return answer


def _ruleset(fields: Mapping[str, Node]) -> Ruleset:
    overrides = fields["overrides"].value if "overrides" in fields else {}
    return parse_ruleset(fields["ruleset"].value, overrides)


def _change(node: Node, rules: Ruleset) -> tuple[Ruleset, tuple[Problem, ...]]:
    """The rules from here on; those before where the change is not possible."""
    changed = override(rules, node.value, node.where)
    problems = check_change(rules, changed, node.where)
    return (rules if problems else changed), problems


def _parse_entry(node: Node, rules: Ruleset) -> tuple[Entry, Ruleset, tuple[Problem, ...]]:
    key = node.one_of("totals", "tally", "adjust")
    fields = node.fields((key,), ("overrides", "reason"))
    problems: tuple[Problem, ...] = ()
    if "overrides" in fields:
        rules, problems = _change(fields["overrides"], rules)
    if "adjust" in fields:
        if "reason" not in fields or not fields["reason"].name().strip():
            raise node.refuse(Finding.REASON_MISSING)
        points = _parse_totals(fields["adjust"], rules)
        return Adjustment(points, fields["reason"].text()), rules, problems
    if "reason" in fields:
        raise DocumentError(Finding.KEY_UNKNOWN, fields["reason"].where, key="reason")
    if "totals" in fields:
        return PlayedHand(_parse_totals(fields["totals"], rules), rules), rules, problems
    tally = parse_tally(fields["tally"].value, rules, fields["tally"].where)
    prefix = f"{fields['tally'].where}."
    problems += tuple(
        replace(problem, where=prefix + problem.where) for problem in check_tally(tally, rules)
    )
    return PlayedHand(score_tally(tally, rules).totals, rules), rules, problems


def _parse_totals(node: Node, rules: Ruleset) -> tuple[int, ...]:
    return tuple(total.integer(-COUNT_LIMIT, COUNT_LIMIT) for total in node.listed(rules.sides))


def _parse_sides(node: Node, ruleset: Ruleset) -> Tally:
    sides = node.listed(ruleset.sides)
    return Tally(tuple([_parse_side(side, number) for number, side in enumerate(sides, start=1)]))


def _parse_side(node: Node, number: int) -> SideTally:
    table_key = node.one_of("melds", "table")
    fields = node.fields(
        (table_key, "hand", "morto"),
        ("name", "red_threes", "red_threes_late", "morto_cards", "went_out", "concealed"),
    )
    table: Melds | CountedTable
    table = Melds(fields["melds"].heaps()) if "melds" in fields else _parse_table(fields["table"])
    morto_cards = None
    if "morto_cards" in fields and fields["morto_cards"].value is not None:
        morto_cards = _parse_count(fields["morto_cards"], threes=False)
    return SideTally(
        table=table,
        hand=_parse_count(fields["hand"], threes=True),
        morto=fields["morto"].choice(MORTOS),
        morto_cards=morto_cards,
        red_threes=fields["red_threes"].integer() if "red_threes" in fields else 0,
        red_threes_late=fields["red_threes_late"].integer() if "red_threes_late" in fields else 0,
        went_out=fields["went_out"].truth() if "went_out" in fields else False,
        concealed=fields["concealed"].truth() if "concealed" in fields else False,
        name=fields["name"].name() if "name" in fields else f"Side {number}",
    )


def _parse_table(node: Node) -> CountedTable:
    kind = node.one_of("counts", "points")
    fields = node.fields((kind,), CANASTA_KEYS)
    canastas = {key: fields[key].integer() for key in CANASTA_KEYS if key in fields}
    count: ByValue | ByPoints
    if "counts" in fields:
        count = ByValue(_parse_counts(fields["counts"]))
    else:
        count = ByPoints(fields["points"].integer())
    return CountedTable(count, Canastas(**canastas))


def _parse_count(node: Node, threes: bool) -> Count:
    if isinstance(node.value, str):
        return ByCard(node.cards())
    kind = node.one_of("points", "counts")
    fields = node.fields((kind,), ("threes",) if threes else ())
    apart = fields["threes"].integer() if "threes" in fields else 0
    if "counts" in fields:
        return ByValue(_parse_counts(fields["counts"]), apart)
    return ByPoints(fields["points"].integer(), apart)


def _parse_counts(node: Node) -> tuple[tuple[int, int], ...]:
    counts: list[tuple[int, int]] = []
    for key, number in node.members().items():
        if len(counts) == MOST_HEAPS:
            raise node.refuse(Finding.LIST_TOO_LONG, most=MOST_HEAPS)
        if not (key.isascii() and key.isdigit() and str(int(key[:9])) == key):
            raise DocumentError(Finding.KEY_UNKNOWN, number.where, key=key)
        counts.append((int(key), number.integer()))
    return tuple(sorted(counts, reverse=True))


def _format_side(side: SideTally) -> dict[str, object]:
    written: dict[str, object] = {"name": side.name}
    if isinstance(side.table, Melds):
        written["melds"] = [format_cards(meld) for meld in side.table.melds]
    else:
        canastas = {key: getattr(side.table.canastas, key) for key in CANASTA_KEYS}
        written["table"] = _format_heap(side.table.count) | canastas
    return written | {
        "red_threes": side.red_threes,
        "red_threes_late": side.red_threes_late,
        "hand": _format_count(side.hand, threes=True),
        "morto": str(side.morto),
        "morto_cards": None if side.morto_cards is None else _format_count(side.morto_cards),
        "went_out": side.went_out,
        "concealed": side.concealed,
    }


def _format_count(count: Count, threes: bool = False) -> object:
    if isinstance(count, ByCard):
        return format_cards(count.cards)
    return _format_heap(count) | ({"threes": count.threes} if threes else {})


def _format_heap(count: ByValue | ByPoints) -> dict[str, object]:
    if isinstance(count, ByPoints):
        return {"points": count.points}
    return {"counts": {str(value): number for value, number in count.counts}}
