"""`python -m scorekeeper.language.catalogs update|check`: for those who translate."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from . import TRANSLATED, path_of
from .upkeep import check, extract, header, update


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 1 if `check` found a fault."""
    parser = ArgumentParser(prog="python -m scorekeeper.language.catalogs")
    commands = parser.add_subparsers(dest="command", required=True)
    updating = commands.add_parser("update", help="take over new messages from the sources")
    updating.add_argument("--prune", action="store_true", help="drop what the sources dropped")
    commands.add_parser("check", help="list what is missing, fuzzy, obsolete or does not fit")
    chosen = parser.parse_args(arguments)
    return _update(chosen.prune) if chosen.command == "update" else _check()


def _update(prune: bool) -> int:
    template = extract()
    for code in TRANSLATED:
        path = path_of(code)
        text = path.read_bytes() if path.exists() else header(code).encode()
        path.write_bytes(update(code, text, template, prune))
    return 0


def _check() -> int:
    template = extract()
    faults = [
        fault for code in TRANSLATED for fault in check(code, path_of(code).read_bytes(), template)
    ]
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
