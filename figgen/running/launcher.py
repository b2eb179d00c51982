"""Starts worked examples, each in a process of its own, in surroundings that are the same for every run."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from figgen.project import Project

NURSERY = Path(__file__).with_name("nursery.py")


class Launcher:
    """Runs examples as forks of one process that has the libraries loaded; it starts when first needed.

    `drawing`: load what draws too, which takes longest; without, an example does so if it draws.
    """

    def __init__(self, project: Project, drawing: bool = True) -> None:
        self._project, self._drawing, self._builds = project, drawing, 0
        self._stopped = False
        self._lock = Lock()
        self._waiting: set[socket.socket] = set()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, chapter: str, folder: Path, limit: float, *, beside: bool = True) -> int | None:
        """Run `figgen.running.worker` for a chapter, its files into `folder`; see there for `beside`.

        Returns its exit code, negative for the signal that ended it (or that the build has stopped); None if
        it was stopped after `limit` seconds. OSError if its files could not be written.
        """
        ours, theirs = socket.socketpair()
        message = {
            "chapter": chapter, "folder": str(folder.absolute()), "limit": limit, "beside": beside,
            "build": self._builds,
        }  # fmt: skip
        self._waiting.add(ours)  # before a look at `stop`, which sets the sign before it looks here
        try:
            with ours, theirs, ours.makefile("rb") as answer:
                if self._stopped:
                    return -signal.SIGKILL
                with self._lock:
                    socket.send_fds(self._started(), [json.dumps(message).encode()], [theirs.fileno()])
                    theirs.close()
                    answer.readline()  # taken: the next message cannot join this one
                said = answer.readline()
        finally:
            self._waiting.discard(ours)
        told: int | list[Any] | None = json.loads(said) if said else -9
        if isinstance(told, list):
            raise OSError(*told)
        return told

    def next_build(self) -> None:
        """From now on examples run with figgen as it is now."""
        self._builds += 1
        self._stopped = False

    def start(self) -> None:
        """Load the libraries in the background, before they are needed."""
        with self._lock:
            self._started()

    def stop(self) -> None:
        """Stop all examples that run, and let none start in this build."""
        self._stopped = True
        for ours in list(self._waiting):
            with suppress(OSError):
                ours.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the process; what still runs in it is stopped."""
        with self._lock:
            if self._control is not None and self._process is not None:
                self._control.close()
                self._process.wait()
                self._control = self._process = None

    def _started(self) -> socket.socket:
        if self._process is not None and self._process.poll() is not None:
            self._control = self._process = None
        if self._control is None:
            empty = self._project.build / "matplotlib"  # no matplotlibrc of the book's folder is read
            empty.mkdir(parents=True, exist_ok=True)
            control, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", str(NURSERY), str(theirs.fileno()), str(self._project.root),
                     *(["drawing"] if self._drawing else [])],
                    cwd=empty, env=_environment(self._project), pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
            self._control = control
        return self._control

    def __enter__(self) -> Launcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _environment(project: Project) -> dict[str, str]:
    """The same surroundings for every run: what an example could read by accident is fixed."""
    kept = (
        "PATH", "HOME", "TMPDIR", "OPENBLAS_CORETYPE", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX",
    )  # fmt: skip
    return {name: os.environ[name] for name in kept if name in os.environ} | {
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "MPLCONFIGDIR": str(project.build / "matplotlib"),
        "MPL_IGNORE_SYSTEM_FONTS": "1",
    }
