"""A plain server of files, which can be stopped as a connection is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Served:
    """A server that can be started for a folder, and stopped as a connection is lost."""

    def __init__(self) -> None:
        self._server: ThreadingHTTPServer | None = None
        self.asked: list[str] = []

    def folder(self, folder: Path, headers: Mapping[str, str] | None = None) -> str:
        """The address at which the files of ``folder`` are served from now on, with more ``headers``."""
        handler = partial(_Handler, directory=str(folder), asked=self.asked, headers=dict(headers or {}))
        self._server = _Server(("127.0.0.1", 0), handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}/"

    def stop(self) -> None:
        """Nobody answers at the address any more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Nothing: a browser that ends a worker leaves its requests."""


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, asked: list[str], headers: dict[str, str], **kwargs: object) -> None:
        self._asked, self._more = asked, headers
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def end_headers(self) -> None:
        for name, value in self._more.items():
            self.send_header(name, value)
        super().end_headers()

    def log_request(self, *_: object) -> None:
        self._asked.append(self.path)

    def log_message(self, *_: object) -> None:
        """Nothing: the tests say what went wrong."""


@contextmanager
def served() -> Iterator[Served]:
    """A server that is stopped in the end."""
    server = Served()
    yield server
    server.stop()
