"""A process with the libraries loaded, from which each worked example starts as a fork in milliseconds.

Run as a script, `python -P nursery.py FD ROOT [drawing]`, by `figgen.running.launcher`. It imports nothing of
the book: each fork reads figgen, the engine and the example from their sources. On the socket FD it gets
messages, each with a socket of its own to answer on; at the end of FD it ends.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path

COMPUTING = (
    "numpy", "numpy.random", "ast", "dataclasses", "decimal", "difflib", "fractions", "graphlib", "html",
    "inspect", "tomllib", "xml.etree.ElementTree",
)  # fmt: skip
DRAWING = (
    "matplotlib.figure", "matplotlib.lines", "matplotlib.patches", "matplotlib.text",
    "matplotlib.transforms", "matplotlib.backends.backend_svg",
)  # fmt: skip


def main(control: socket.socket, root: Path, libraries: tuple[str, ...]) -> None:
    """Load libraries (one that is missing is noticed where it is used), then fork for every message:
    {"chapter", "folder", "limit"}."""
    for name in libraries:
        with suppress(ImportError):
            import_module(name)
    os.chdir(root)
    sys.path[:0] = [str(root), str(Path(__file__).parents[2])]  # the book's modules, then this very figgen
    gc.collect()
    gc.freeze()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 65_536, 1)
        _reap(os.WNOHANG)
        if not message:
            return _reap(0)
        answer = socket.socket(fileno=descriptors[0])
        if os.fork() == 0:
            control.close()
            _watch(answer, **json.loads(message))
            os._exit(0)
        answer.sendall(b"\n")
        answer.close()


def _reap(options: int) -> None:
    """Take note of forks that ended: all of them, or with WNOHANG those that did by now."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def _watch(answer: socket.socket, chapter: str, folder: str, limit: float) -> None:
    """Run one example in a fork; answer its exit code, or null after `limit` s. Nobody waits: stop it."""
    ended, waking = socket.socketpair()
    waking.setblocking(False)
    signal.set_wakeup_fd(waking.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    example = os.fork()
    if example == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os._exit(_work(answer, chapter, Path(folder)))
    ready = select.select([answer, ended], [], [], limit)[0]
    if ended not in ready:
        for stop in (os.killpg, os.kill):
            with suppress(ProcessLookupError):
                stop(example, signal.SIGKILL)
    status = os.waitpid(example, 0)[1]
    code = os.waitstatus_to_exitcode(status) if ended in ready else None
    with suppress(OSError):
        answer.sendall(json.dumps(code).encode() + b"\n")


def _work(answer: socket.socket, chapter: str, folder: Path) -> int:
    """What `python -m figgen.running.worker` does, in a session of its own; what it says goes to a file."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    said = os.open(folder / "stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    for descriptor, goal in ((0, nothing), (1, nothing), (2, said)):
        os.dup2(goal, descriptor)
    try:
        from figgen.running.worker import main as work

        code = work(chapter, folder)
    except OSError as error:  # not the example's: a full disk, a folder that cannot be written
        told = [error.errno, error.strerror, str(error.filename or folder)]
        with suppress(OSError):
            answer.sendall(json.dumps(told).encode() + b"\n")
        code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    main(
        socket.socket(fileno=int(sys.argv[1])),
        Path(sys.argv[2]),
        COMPUTING + DRAWING * ("drawing" in sys.argv[3:]),
    )
