"""A static server for one folder that compresses text, as hosts of static sites do."""

import gzip
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TEXT = {".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".map"}


@contextmanager
def serve(folder: Path, base: str = "/attention-book/") -> Iterator[str]:
    """Serve `folder` under the path `base` of a free local port; yields the address of its first page."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing: a test says what matters."""

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            file = folder / path.removeprefix(base)
            status = 200
            if not path.startswith(base) or ".." in path.split("/"):
                return self.answer(404, b"", ".txt")
            if file.is_dir() and not path.endswith("/"):
                self.send_response(301)
                self.send_header("Location", path + "/")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            if file.is_dir():
                file = file / "index.html"
            if not file.is_file():
                status, file = 404, folder / "404.html"
            return self.answer(status, file.read_bytes(), file.suffix)

        def answer(self, status: int, body: bytes, suffix: str) -> None:
            compressed = suffix in TEXT and "gzip" in self.headers.get("Accept-Encoding", "")
            body = gzip.compress(body, 6, mtime=0) if compressed else body
            kind = mimetypes.types_map.get(
                suffix, "font/woff2" if suffix == ".woff2" else "application/octet-stream"
            )
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if suffix in TEXT else kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "max-age=600")
            if compressed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
