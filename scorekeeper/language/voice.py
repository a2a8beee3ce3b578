"""One language speaking: messages with their facts filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .catalogs import translator
from .numbers import format_points


@dataclass(frozen=True, slots=True)
class Voice:
    """Says marked messages in the language `code`; numbers among the facts are formatted."""

    code: str

    def say(self, text: str, **facts: object) -> str:
        return translator(self.code).gettext(text) % self._written(facts)

    def say_counted(self, forms: tuple[str, str], number: int, **facts: object) -> str:
        """The form that suits the number, which need not be among the facts."""
        return translator(self.code).ngettext(*forms, number) % self._written(facts)

    def signed(self, points: int) -> str:
        return format_points(points, self.code, signed=True)

    def points(self, points: int) -> str:
        return format_points(points, self.code)

    def one_of(self, items: Sequence[str]) -> str:
        """The items joined as a choice: “a, b or c”."""
        return self._joined(items, "or")

    def all_of(self, items: Sequence[str]) -> str:
        """The items joined as a sum: “a, b and c”."""
        return self._joined(items, "standard")

    def _joined(self, items: Sequence[str], style: str) -> str:
        from babel.lists import format_list

        return format_list(items, style, locale=self.code)  # type: ignore[arg-type]

    def _written(self, facts: dict[str, object]) -> dict[str, object]:
        return {
            name: self.points(fact) if isinstance(fact, int) else fact
            for name, fact in facts.items()
        }
