"""Keeps the catalogs in step with the sources: extraction, update, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[3]
MAPPING = Path(__file__).parents[1] / "babel.cfg"
KEYWORDS = DEFAULT_KEYWORDS | {"mark": None, "mark_plural": (1, 2)}
WIDTH = 100
PLURALS = {
    "pt_BR": "nplurals=2; plural=(n > 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "nl": "nplurals=2; plural=(n != 1);",
}
_PLACEHOLDER = re.compile(r"%\((\w+)\)")


def extract(root: Path = ROOT) -> Catalog:
    """Every message marked in the Python sources and the templates under `root`."""
    with MAPPING.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    template = Catalog()
    found = extract_from_dir(
        root, methods, options, KEYWORDS, callback=None, comment_tags=("NOTE:",)
    )
    for _, _, text, comments, context in found:
        template.add(text, auto_comments=comments, context=context)
    return template


def read(code: str, text: bytes) -> Catalog:
    """The catalog that the text of a `.po` file holds."""
    return read_po(BytesIO(text), locale=code)


def update(code: str, text: bytes, template: Catalog, prune: bool = False) -> bytes:
    """The text of a `.po` file brought in step with the template.

    What the sources no longer have is kept as obsolete, or dropped with `prune`.
    """
    catalog = read(code, text)
    catalog.update(template, no_fuzzy_matching=True)
    written = BytesIO()
    write_po(
        written,
        catalog,
        width=WIDTH,
        no_location=True,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=prune,
    )
    return header(code).encode() + written.getvalue().strip() + b"\n"


def header(code: str) -> str:
    """The first entry of a catalog: nothing in it changes with the day."""
    fields = (f"Language: {code}", "Content-Type: text/plain; charset=utf-8")
    lines = "".join(f'"{field}\\n"\n' for field in (*fields, f"Plural-Forms: {PLURALS[code]}"))
    return f'msgid ""\nmsgstr ""\n{lines}\n'


def check(code: str, text: bytes, template: Catalog) -> Iterator[str]:
    """What is wrong with the text of a `.po` file, one line for each fault."""
    catalog = read(code, text)
    for source in template:
        if not source.id:
            continue
        message = catalog.get(source.id, source.context)
        fault = "missing" if message is None else _fault(message, source, catalog.num_plurals)
        if fault:
            yield f"{code}: {fault}: {_title(source)}"
    for message in catalog:
        if message.id and template.get(message.id, message.context) is None:
            yield f"{code}: obsolete: {_title(message)}"
    for message in catalog.obsolete.values():
        yield f"{code}: obsolete: {_title(message)}"


def _fault(message: Message, source: Message, plurals: int) -> str | None:
    if message.fuzzy:
        return "fuzzy"
    forms = _forms(message.string)
    if not any(forms):
        return "missing"
    if not source.pluralizable:
        same = _placeholders(forms[0]) == _placeholders(_forms(source.id)[0])
        return None if same and len(forms) == 1 else "placeholders differ"
    if len(forms) != plurals or not all(forms):
        return "plural form missing"
    known = _placeholders(source.id[0]) | _placeholders(source.id[1])
    if _placeholders(forms[-1]) != _placeholders(source.id[1]):
        return "placeholders differ"
    return None if all(_placeholders(form) <= known for form in forms) else "placeholders differ"


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


def _title(message: Message) -> str:
    return _forms(message.id)[0]
