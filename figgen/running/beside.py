"""Work done in a fork of the process, on another core, while the process itself goes on."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from figgen.errors import AuthorError, AuthorErrors


class Beside:
    """Starts `work`, whose result is plain data, at once; at the end of the `with` block it has
    ended. `file` carries the result over."""

    def __init__(self, work: Callable[[], Any], file: Path) -> None:
        self._file = file
        sys.stderr.flush()
        self._process = os.fork()
        if self._process == 0:
            os._exit(self._work(work))

    def _work(self, work: Callable[[], Any]) -> int:
        try:
            told = {"result": work()}
        except AuthorErrors as mistakes:
            told = {"errors": [[e.message, e.path, e.line, e.column] for e in mistakes.errors]}
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            return 1
        self._file.write_text(json.dumps(told), encoding="utf-8")
        return 0

    def __enter__(self) -> Beside:
        return self

    def __exit__(self, *raised: object) -> None:
        self._status = os.waitpid(self._process, 0)[1]

    def result(self) -> Any:
        """What the work gave; the AuthorErrors that it raised; SystemExit if it fell over (it said how)."""
        if self._status != 0:
            raise SystemExit(1)
        told = json.loads(self._file.read_text(encoding="utf-8"))
        if "errors" in told:
            raise AuthorErrors(AuthorError(*parts) for parts in told["errors"])
        return told["result"]
