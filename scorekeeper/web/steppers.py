"""What the plus, the minus and the sign beside a number do to what was typed."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from .numbers import MINUS_SIGNS, NumberError, parse_count


def stepped(form: MultiDict[str, str]) -> MultiDict[str, str]:
    """All that a form sent, after the button named `step` that sent it."""
    button = form["step"]
    name = button.partition(":")[0]
    typed = MultiDict(form)
    typed[name] = step(form, button).get(name, "")
    return typed


def step(typed: Mapping[str, str], button: str) -> dict[str, str]:
    """What was typed, with one count moved by a button such as `s0-clean:+1`."""
    name, _, change = button.partition(":")
    text = typed.get(name, "").strip()
    if change == "sign":
        bare = text.lstrip(MINUS_SIGNS + "+").strip()
        turned = bare if text and text[0] in MINUS_SIGNS else f"-{'' if bare == '0' else bare}"
        return {**typed, name: turned}
    try:
        number = parse_count(text or "0")
    except NumberError:
        return dict(typed)
    return {**typed, name: str(max(0, number + (1 if change == "+1" else -1)))}
