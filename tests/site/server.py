"""`mkdocs serve` as an author runs it: started, watched through what it prints and serves, stopped."""

import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import workbench

PATIENCE = 120  # seconds until a test gives up; no speed is asserted anywhere


class Server:
    """A running server, what it has printed, and the pages that it serves."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}/"
        self.lines: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def builds(self) -> int:
        """How many builds have begun."""
        return sum("Building documentation" in line for line in self.lines)

    @property
    def base(self) -> str | None:
        """The address of the first page; None until it is served."""
        return next(
            (line.split("Serving on ")[1].strip() for line in self.lines if "Serving on " in line), None
        )

    def get(self, path: str) -> str:
        """The page below the site's base, as it is served now; empty while there is none."""
        if self.base is None:
            return ""
        try:
            with urllib.request.urlopen(self.base + path, timeout=PATIENCE) as answer:
                return str(answer.read().decode("utf-8"))
        except urllib.error.URLError:
            return ""

    def until(self, wanted: Callable[[], bool], what: str) -> None:
        """Wait for it; fail with the server's output if it does not come or the server stops."""
        end = time.monotonic() + PATIENCE
        while not wanted():
            assert self.process.poll() is None, f"the server stopped while waiting for {what}\n{self.output}"
            assert time.monotonic() < end, f"waited in vain for {what}\n{self.output}"
            time.sleep(0.05)

    def settle(self, seconds: float = 3.0) -> int:
        """The number of builds after a stretch of quiet."""
        time.sleep(seconds)
        return self.builds()


@contextmanager
def serving(root: Path, **changes: str) -> Iterator[Server]:
    """Serve the book at `root` on a free port until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
        cwd=root,
        env=workbench.environment(PYTHONUNBUFFERED="1", **changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    server = Server(process, port)
    try:
        server.until(lambda: "Serving on" in server.output, "the server to serve")
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
