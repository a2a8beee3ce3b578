"""A Flask application that does nothing, as a ceiling: a page of so many bytes, and a bare 204."""

from __future__ import annotations

import os

from flask import Flask


def make_app() -> Flask:
    """`/page` is as long as `BARE_BYTES` says, `/none` is empty."""
    app = Flask("bare")
    text = "x" * int(os.environ.get("BARE_BYTES", "0"))
    app.add_url_rule("/page", "page", lambda: text)
    app.add_url_rule("/none", "none", lambda: ("", 204))
    return app


def main() -> None:
    from waitress.server import create_server

    from scorekeeper.web.serve import MOST_CONNECTIONS, SENT_AT_ONCE, listen

    listener = listen("127.0.0.1", 0)
    server = create_server(
        make_app(),
        sockets=[listener],
        threads=8,
        ident=None,
        connection_limit=MOST_CONNECTIONS,
        send_bytes=SENT_AT_ONCE,
        asyncore_use_poll=True,
    )
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    server.run()


if __name__ == "__main__":
    main()
