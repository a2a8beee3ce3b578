"""Melds before the judge: new ones, additions, first melds, and what they leave in the hand."""

from __future__ import annotations

from ..rules.additions import check_addition
from ..rules.cards import Cards
from ..rules.melds import MeldKind, check_meld, read_meld
from ..rules.problems import Finding
from ..rules.tally import cards_points
from .ending import Ending
from .moves import Add, LayMeld
from .position import Phase, Position, opening_points
from .prospects import Search
from .rulings import Effect

RULE_OF_KIND = {
    MeldKind.SET: "meld.rank",
    MeldKind.RUN: "meld.run",
    MeldKind.WILDS: "meld.naturals",
    MeldKind.BLACK_THREES: "black3.meld",
}


class Melding(Ending):
    """What may be laid, and what that does to the side and the hand."""

    def lay_meld(self, move: LayMeld) -> tuple[str, Position | None]:
        """A new meld (see `check_meld`) of cards that the player holds (`turn.cards`)."""
        position = self.in_play()
        after = self.taken_from_hand(position, move.cards)
        self.problems += check_meld(move.cards, self.ruleset)
        read = read_meld(move.cards, self.ruleset)
        if read is None or after is None:
            return "meld.size", None
        after = self.laid_down(after, move.cards)
        return RULE_OF_KIND[read.kind], self.melded(after, move.cards, move.morto)

    def add(self, move: Add) -> Position | None:
        """Cards onto a meld of the side (`meld.shared`, `meld.stays`)."""
        position = self.in_play()
        held = self.taken_from_hand(position, move.cards)
        after = self.extended(held or position, move.meld, move.cards)
        if after is None or held is None:
            return None
        return self.melded(after, move.cards, move.morto)

    def laid_down(self, position: Position, cards: Cards) -> Position:
        """The position with a new meld on the table (`meld.shared`)."""
        read = read_meld(cards, self.ruleset)
        if self.ruleset.one_meld_per_rank and read is not None and read.kind is MeldKind.SET:
            others = [read_meld(meld, self.ruleset) for meld in self.melds()]
            if any(other is not None and other.rank == read.rank for other in others):
                self.find("meld.shared", Finding.MELD_RANK_TWICE, rank=read.rank)
        if read is not None and read.canasta is not None:
            self.effects.append(Effect.MAKES_CANASTA)
        is_black = read is not None and read.kind is MeldKind.BLACK_THREES
        melds = None if position.melds is None else (*position.melds, cards)
        return position._replace(
            melds=melds, black_threes_laid=position.black_threes_laid or is_black
        )

    def extended(self, position: Position, number: int, cards: Cards) -> Position | None:
        """The position with cards added to a meld (see `check_addition`)."""
        melds = self.melds()
        if position.melds is None:
            return None
        if not 0 <= number < len(melds):
            facts = {"number": number + 1, "count": len(melds)}
            self.find("turn.cards", Finding.NO_SUCH_MELD, **facts)
            return None
        problems = check_addition(melds[number], cards, self.ruleset)
        self.problems += problems
        if problems:
            return None
        grown = (*melds[number], *cards)
        self.note_canasta(melds[number], grown)
        return position._replace(melds=(*melds[:number], grown, *melds[number + 1 :]))

    def note_canasta(self, before: Cards, after: Cards) -> None:
        """What an addition does to a meld (`canasta.size`, `canasta.kind`)."""
        old, new = read_meld(before, self.ruleset), read_meld(after, self.ruleset)
        if old is None or new is None or new.canasta is None:
            return
        if old.canasta is None:
            self.effects.append(Effect.MAKES_CANASTA)
        elif old.canasta.is_clean and not new.canasta.is_clean:
            self.effects.append(Effect.SOILS_CANASTA)

    def melded(self, after: Position, cards: Cards, claims_morto: bool) -> Position | None:
        """The position after a meld: points for an opening, black 3s, an emptied hand."""
        after = self.counted(after, cards)
        finished: Position | None = after
        if after.card_count == 0:
            finished = self.emptied(after, claims_morto, discards=False)
        elif claims_morto:
            self.find("morto.take", Finding.MORTO_NOT_DUE)
        if self.looks_ahead:
            opens = after.laid and not self.position.side_has_melded
            if opens and finished is not None and not self.problems:
                self.check_reach(finished)
            if after.card_count == 1 and not self.problems:
                self.last_card_leaves(after)
            if after.black_threes_laid:
                self.goes_out_now(after, claims_morto)
        return finished

    # the first melds of a side

    def counted(self, after: Position, cards: Cards) -> Position:
        """The position with the points of a first meld counted (`meld.opening`)."""
        if not self.ruleset.opening_minimum.points or self.position.side_has_melded:
            return after
        laid = self.position.laid + cards_points(cards, self.ruleset)
        return after._replace(laid=laid, opened=self.position.side_has_melded)

    def check_reach(self, after: Position) -> None:
        """The rest of the turn must be able to bring what is missing (`meld.opening`)."""
        if after.hand is None:
            return
        search = Search(self.ruleset.opening_minimum.points, self.ruleset, self.judged_there)
        reaches = self.reaches(after, search)
        if reaches:
            return
        least = self.opening_due(after.laid)
        if after.laid >= least:
            return
        if reaches is None:
            self.missing += [lack for lack in search.missing if lack not in self.missing]
        else:
            facts: dict[str, object] = {"points": after.laid, "least": least}
            self.find("meld.opening", Finding.OPENING_OUT_OF_REACH, **facts)

    def reaches(self, after: Position, search: Search) -> bool | None:
        """Whether the turn can still bring the first melds to enough points; None if that hangs
        on what nobody told."""
        if after.phase is Phase.OVER:
            return after.laid >= search.least
        taken_up = Effect.TAKES_MORTO in self.effects
        return search.reaches(after) if taken_up else search.succeeds(after)

    def enough_laid(self, laid: int) -> None:
        """The first melds of a side are worth enough at the end of the turn (`meld.opening`)."""
        least = self.opening_due(laid)
        if laid < least:
            facts: dict[str, object] = {"points": laid, "least": least}
            self.find("meld.opening", Finding.OPENING_TOO_LOW, **facts)

    def opening_due(self, laid: int) -> int:
        """The points that the first melds of the side must have in this turn (`meld.opening`),
        as far as `laid` leaves that open."""
        opening = self.ruleset.opening_minimum
        if laid >= opening.points or self.position.side_has_melded:
            return 0
        if self.position.side_has_melded is None:
            self.lack("opened")
            return 0
        if opening.from_total is None:
            return opening.points
        if self.position.score is None:
            self.lack("score")
            return 0
        return opening_points(opening, self.position.score)
