"""What a process has loaded is not looked through for garbage while a hand is saved."""

from __future__ import annotations

import gc

from scorekeeper import create_app


def test_what_is_loaded_at_the_start_is_left_alone_once(tmp_path):
    create_app({"INSTANCE": tmp_path})
    left_alone = gc.get_freeze_count()
    assert left_alone > 10_000
    create_app({"INSTANCE": tmp_path})  # what came since may be garbage by now
    assert gc.get_freeze_count() <= left_alone
