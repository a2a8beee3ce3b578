"""`python -m scorekeeper` and the `scorekeeper` command."""

from __future__ import annotations

import sys

from .cli import run


def main() -> None:
    """Runs the command line; the process ends with its exit status."""
    sys.exit(run())


if __name__ == "__main__":
    main()
