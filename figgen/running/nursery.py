"""A process with the libraries and figgen loaded, from which each worked example starts as a fork.

Run as a script, `python -P nursery.py FD ROOT [drawing]`, by `figgen.running.launcher`. Engine and example
are read from their sources in each fork; when a file of figgen changed, the process starts again. On the
socket FD it gets messages, each with a socket of its own to answer on; at the end of FD it ends.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from figgen.running.closure import Closure

WAITING = "waiting"
LARGEST = 64 << 20  # bytes of a file that an example writes, what it says included
COMPUTING = (
    "numpy", "numpy.random", "ast", "dataclasses", "decimal", "difflib", "fractions", "graphlib", "html",
    "inspect", "tomllib", "xml.etree.ElementTree",
)  # fmt: skip
DRAWING = (
    "matplotlib.figure", "matplotlib.lines", "matplotlib.patches", "matplotlib.text",
    "matplotlib.transforms", "matplotlib.backends.backend_svg",
)  # fmt: skip


def main(control: socket.socket, root: Path, libraries: tuple[str, ...], waiting: list[str]) -> None:
    """Load libraries and figgen, then fork for every message: {"chapter", "folder", "limit", "beside",
    "build"}, the last a number that tells builds apart.

    `waiting`: a message, and the number of its socket, that came before the process started again. What
    cannot be loaded is noticed where it is used.
    """
    for name in libraries:
        with suppress(ImportError):
            import_module(name)
    os.chdir(root)
    sys.path[:0] = [str(root), str(Path(__file__).parents[2])]  # the book's modules, then this very figgen
    closure = None
    with suppress(Exception):
        from figgen.project import Project
        from figgen.running.worker import loaded

        closure = loaded(Project(root))
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)  # what runs in a fork is short
    build = None
    while True:
        message, descriptor = (waiting[0], int(waiting[1])) if waiting else _received(control)
        _reap(os.WNOHANG)
        if not message:
            return _reap(0)
        told = json.loads(message)
        if not waiting and build != told["build"] and (closure is None or closure.outdated()):
            _start_again(control.fileno(), message, descriptor)
        build = told["build"]
        answer, waiting = socket.socket(fileno=descriptor), []
        with suppress(OSError):  # taken; before the fork, which may answer at once. Perhaps nobody waits now
            answer.sendall(b"\n")
        if os.fork() == 0:
            control.close()
            _watch(answer, Path(told["folder"]), told["limit"], partial(_example, told, closure))
            os._exit(0)
        answer.close()


def _received(control: socket.socket) -> tuple[str, int]:
    message, descriptors, _, _ = socket.recv_fds(control, 65_536, 1)
    return message.decode(), descriptors[0] if descriptors else -1


def _start_again(control: int, message: str, descriptor: int) -> None:
    """Become a new process, with the same sockets, that has figgen as it is now."""
    for kept in (control, descriptor):
        os.set_inheritable(kept, True)
    again = [sys.executable, "-P", __file__, *_options(), WAITING, message, str(descriptor)]
    os.execv(sys.executable, again)


def _options() -> list[str]:
    """The arguments but for what waits."""
    return sys.argv[1 : sys.argv.index(WAITING)] if WAITING in sys.argv else sys.argv[1:]


def _reap(options: int) -> None:
    """Take note of forks that ended: all of them, or with WNOHANG those that did by now."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def _example(told: dict[str, Any], closure: Closure | None) -> int:
    from figgen.running.worker import main as work

    return work(told["chapter"], Path(told["folder"]), closure, told["beside"])


def _watch(answer: socket.socket, folder: Path, limit: float, run: Callable[[], int]) -> None:
    """Run one example in a fork; answer its exit code, or null after `limit` s. Nobody waits: stop it.

    What the example started itself ends with it.
    """
    ended, waking = socket.socketpair()
    waking.setblocking(False)
    signal.set_wakeup_fd(waking.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    example = os.fork()
    if example == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os._exit(_work(answer, folder, run))
    ready = select.select([answer, ended], [], [], limit)[0]
    for stop in (os.killpg, os.kill):  # it is not reaped yet, so that nobody else has its number
        with suppress(ProcessLookupError):
            stop(example, signal.SIGKILL)
    status = os.waitpid(example, 0)[1]
    code = os.waitstatus_to_exitcode(status) if ended in ready else None
    with suppress(OSError):
        answer.sendall(json.dumps(code).encode() + b"\n")


def _work(answer: socket.socket, folder: Path, run: Callable[[], int]) -> int:
    """Run in a session of its own; what it says goes to a file."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        said = os.open(folder / "stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        for descriptor, goal in ((0, nothing), (1, nothing), (2, said)):
            os.dup2(goal, descriptor)
        code = run()
    except SystemExit:  # what ran beside it fell over, and said how
        code = 1
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
    number, place, *more = _options()
    main(
        socket.socket(fileno=int(number)),
        Path(place),
        COMPUTING + DRAWING * ("drawing" in more),
        sys.argv[sys.argv.index(WAITING) + 1 :] if WAITING in sys.argv else [],
    )
