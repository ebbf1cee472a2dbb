"""A static host of the built site: compressed, with its own page for what is not there."""

from __future__ import annotations

import gzip
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


class Answer(NamedTuple):
    """What is sent for one file."""

    media: str
    data: bytes
    compressed: bool


@cache
def answer_of(file: Path) -> Answer:
    """A file as static hosts send it: text is compressed."""
    media = guess_type(file.name)[0] or "application/octet-stream"
    data = file.read_bytes()
    is_text = media.startswith("text/") or media.endswith(("javascript", "json", "xml"))
    charset = "; charset=utf-8" if is_text else ""
    return Answer(media + charset, gzip.compress(data, 6, mtime=0) if is_text else data, is_text)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SiteServer

    def do_GET(self) -> None:
        root = self.server.folder
        file = (root / unquote(urlsplit(self.path).path).lstrip("/")).resolve()
        if file.is_dir():
            file /= "index.html"
        found = file.is_relative_to(root) and file.is_file()
        answer = answer_of(file if found else root / "404.html")
        self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", answer.media)
        self.send_header("Content-Length", str(len(answer.data)))
        self.send_header("Cache-Control", "max-age=600")
        if answer.compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(answer.data)

    def log_message(self, *_: object) -> None:
        """Nothing: the tests say what went wrong."""


class SiteServer(ThreadingHTTPServer):
    """Serves one folder at a free port of this machine; a context that ends it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = Path()
        self._thread: Thread | None = None

    @property
    def address(self) -> str:
        """Where the home page is."""
        return f"http://127.0.0.1:{self.server_port}/"

    def serve(self, folder: Path) -> None:
        """Starts to answer with the files of ``folder``."""
        self.folder = folder.resolve()
        self._thread = Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        """Ends the server."""
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
        self.server_close()
