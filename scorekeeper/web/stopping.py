"""Ends a server as the system asks for it: nothing new comes in, what was asked is answered."""

from __future__ import annotations

import signal
import threading
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

STOP_SECONDS = 10.0
LOOK_SECONDS = 0.05


def run(server: Any, channels: dict[int, Any]) -> None:
    """Serves the sockets in `channels` until SIGTERM, and then what is under way, 10 s at most.

    Raises `KeyboardInterrupt` on Ctrl-C.
    """
    told = threading.Event()

    def stop(*_: object) -> None:
        told.set()
        server.pull_trigger()  # without anything to call: that would take a lock

    in_charge = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, stop) if in_charge else None
    try:
        while not told.is_set():
            _turn(server, channels, server.adj.asyncore_loop_timeout)
        _finish(server, channels)
    finally:
        server.task_dispatcher.shutdown()
        if in_charge:
            signal.signal(signal.SIGTERM, before)


def _finish(server: Any, channels: dict[int, Any]) -> None:
    wasyncore.dispatcher.close(server)  # the listening socket alone
    until = monotonic() + STOP_SECONDS
    while monotonic() < until and any(map(_is_busy, channels.values())):
        _turn(server, channels, LOOK_SECONDS)


def _is_busy(channel: Any) -> bool:
    """Whether a request is on its way in, being answered, or its answer on its way out."""
    if not isinstance(channel, HTTPChannel):
        return False
    return bool(channel.requests or channel.request is not None or channel.total_outbufs_len)


def _turn(server: Any, channels: dict[int, Any], seconds: float) -> None:
    wasyncore.loop(timeout=seconds, use_poll=server.adj.asyncore_use_poll, map=channels, count=1)
