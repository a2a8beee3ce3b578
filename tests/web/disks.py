"""Small disks that a test may fill up."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.storage.lingering import close_readers


@contextmanager
def mounted(size="1m"):
    """A small disk of its own, where this user may mount one."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
        try:
            done = subprocess.run(mount, capture_output=True, text=True)
        except FileNotFoundError:
            pytest.skip("there is no mount command")
        if done.returncode:
            pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
        try:
            yield Path(folder)
        finally:
            close_readers()
            subprocess.run(["umount", folder], check=True)
