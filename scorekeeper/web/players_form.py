"""The form of who plays: the names of sides and players, and of those who sit out."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import Form, HiddenField

from scorekeeper.rules.match import side_of_seat
from scorekeeper.scorebook import (
    MOST_ON_THE_BENCH,
    MatchRecord,
    PlayersChanged,
    SideSetup,
    player_at,
)

from .fields import NameField
from .languages import gettext
from .names import likeness


class PlayersFields(Form):
    """What the form carries; a field for every name is added."""

    seen = HiddenField()
    entry_id = HiddenField()


@lru_cache(maxsize=8)
def _form_class(sides: int, players: int, bench: int) -> type[PlayersFields]:
    fields: dict[str, object] = {f"side{n}": NameField() for n in range(sides)}
    fields |= {f"player{n}": NameField() for n in range(players)}
    fields |= {f"bench{n}": NameField() for n in range(bench)}
    return type("SizedPlayersFields", (PlayersFields,), fields)


class PlayersForm:
    """The names of a table, typed or as they are; where everybody plays alone, the side is the
    player, and nobody can sit out."""

    def __init__(self, record: MatchRecord, typed: MultiDict[str, str] | None = None) -> None:
        self.record = record
        self.sides = len(record.sides)
        self.players = record.ruleset.players if record.ruleset.players_per_side > 1 else 0
        self.bench = MOST_ON_THE_BENCH if self.players else 0
        form_class = _form_class(self.sides, self.players, self.bench)
        self.fields = form_class(formdata=typed, data=self._present())
        self.errors: dict[str, list[str]] = {}
        if typed is not None:
            self._check()

    @property
    def event(self) -> PlayersChanged:
        """What this form asks for. Only for a form without errors."""
        sides = tuple(
            SideSetup(self._name(f"side{number}"), self._players_of(number))
            for number in range(self.sides)
        )
        bench = tuple(filter(None, (self._name(name) for name in self.bench_names)))
        return PlayersChanged(sides, bench, self.record.next_out)

    @property
    def changes_something(self) -> bool:
        event = self.event
        return (event.sides, event.bench) != (self.record.sides, self.record.bench)

    @property
    def bench_names(self) -> tuple[str, ...]:
        """The fields of those who sit out."""
        return tuple(f"bench{number}" for number in range(self.bench))

    @property
    def shown_bench(self) -> tuple[str, ...]:
        """As many of these fields as are filled, and one more."""
        filled = [n for n, name in enumerate(self.bench_names) if self._typed(name)]
        last = max(filled, default=-1)
        return self.bench_names[: last + 2]

    def move_on(self, last: int) -> None:
        """Lets the form be sent once more on top of what changed meanwhile."""
        self.fields.seen.data = str(last)
        self.fields.entry_id.data = secrets.token_urlsafe(16)

    def _present(self) -> dict[str, object]:
        record = self.record
        names: dict[str, object] = {
            "seen": str(record.last),
            "entry_id": secrets.token_urlsafe(16),
        }
        names |= {f"side{n}": side.name for n, side in enumerate(record.sides)}
        for seat in range(self.players):
            names[f"player{seat}"] = player_at(record.sides, seat) or None
        return names | {f"bench{n}": name for n, name in enumerate(record.bench)}

    def _players_of(self, number: int) -> tuple[str, ...]:
        seats = [seat for seat in range(self.players) if side_of_seat(seat, self.sides) == number]
        names = tuple(self._name(f"player{seat}") for seat in seats)
        return names if any(names) else ()

    def _name(self, field: str) -> str:
        return str(self.fields[field].data or "")

    def _typed(self, name: str) -> str:
        field = self.fields[name]
        return field.typed.strip() if isinstance(field, NameField) else ""

    def _tell(self, name: str, sentence: str) -> None:
        self.errors.setdefault(name, []).append(sentence)

    def _names(self) -> Iterator[str]:
        yield from (f"side{number}" for number in range(self.sides))
        yield from (f"player{seat}" for seat in range(self.players))
        yield from self.bench_names

    def _check(self) -> None:
        for name in self._names():
            field = self.fields[name]
            if not field.validate(self.fields):
                self.errors[name] = [str(error) for error in field.errors]
        for number in range(self.sides):
            if not self._typed(f"side{number}"):
                self._tell(f"side{number}", gettext("A side needs a name."))
        self._check_likeness([f"side{n}" for n in range(self.sides)])
        people = [f"player{seat}" for seat in range(self.players)]
        self._check_likeness([*people, *self.bench_names])
        if any(map(self._name, self.bench_names)):
            for name in people:
                if not self._typed(name):
                    text = gettext("Who sits here? With somebody sitting out, everyone has a name.")
                    self._tell(name, text)

    def _check_likeness(self, names: list[str]) -> None:
        """A name twice is told where it was typed just now, else at the later of the two."""
        seen: dict[str, str] = {}
        for name in names:
            like = likeness(self._name(name))
            if like and like in seen:
                first = seen[like]
                typed = first if self._is_new(first) and not self._is_new(name) else name
                self._tell(typed, gettext("This name is taken at this table."))
            seen.setdefault(like, name)

    def _is_new(self, name: str) -> bool:
        return likeness(self._name(name)) != likeness(str(self._present().get(name) or ""))
