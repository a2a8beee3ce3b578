"""The survivors of `mutmut run` once more, each in a process of its own: python tests/mutants.py

mutmut runs its mutants in forks of a process that has imported the package and run the tests once.
What happens at import, and what a cache remembers from then, is beyond the reach of a mutant there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
MUTANTS = ROOT / "mutants"
SURVIVED, NO_TESTS = 0, 33


def survives(name: str, tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-o", "addopts=", "-p", "no:cacheprovider"]
    environment = os.environ | {"MUTANT_UNDER_TEST": name}
    try:
        done = subprocess.run(
            [*command, *tests], cwd=MUTANTS, env=environment, capture_output=True, timeout=120
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    tests = config["pytest_add_cli_args_test_selection"]
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for path in sorted(MUTANTS.glob("scorekeeper/rules/*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        module = path.name.removesuffix(".py.meta")
        if not codes or wanted not in module:
            continue
        left = [name for name, code in codes.items() if code in (SURVIVED, NO_TESTS)]
        own = [test for test in tests if module in test]
        ordered = [*own, *(test for test in tests if test not in own)]
        alive = [name for name in left if survives(name, ordered)]
        killed = len(codes) - len(left)
        print(f"{module}: {killed} + {len(left) - len(alive)} of {len(codes)} killed", flush=True)
        print(*alive, sep="\n", flush=True)


if __name__ == "__main__":
    main()
