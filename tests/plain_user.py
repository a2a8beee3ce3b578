"""Tests that run as root and have to be somebody else for a while."""

from __future__ import annotations

import os
from contextlib import contextmanager


@contextmanager
def as_a_plain_user():
    """Root may write everywhere, so the effective user is another for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
