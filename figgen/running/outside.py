"""What a worked example reads from outside the book: clock, machine, chance without a seed, network.

Another run would give other numbers. It is read off the source, so that it is refused whether or not two
runs happen to agree. `figgen.running.surroundings` refuses what only shows while the example runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from figgen.errors import AuthorError

_CLOCK = "reads the clock, which says something else in every run; declare the number with given(…)"
_MACHINE = "reads the machine, which is another one elsewhere; declare what it needs with given(…)"
_CHANCE = "gives other numbers in every run; use a generator with a seed, np.random.default_rng(1)"
_NETWORK = "reaches for the network; put its data into a file of the book"
_READS = {
    _CLOCK: """
        time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.monotonic_ns
        time.process_time time.process_time_ns time.thread_time time.thread_time_ns time.localtime time.gmtime
        time.ctime time.strftime time.asctime datetime.datetime.now datetime.datetime.utcnow
        datetime.datetime.today datetime.date.today""",
    _MACHINE: """
        os.environ os.getenv os.getcwd os.getpid os.getppid os.cpu_count os.uname os.getlogin os.getuid
        os.stat os.path.getmtime os.path.expanduser platform psutil resource subprocess multiprocessing
        sys.argv sys.platform pathlib.Path.home pathlib.Path.cwd socket.gethostname""",
    _CHANCE: "os.urandom secrets uuid.uuid1 uuid.uuid4 random.SystemRandom",
    _NETWORK: "socket ssl http urllib.request ftplib smtplib requests httpx aiohttp urllib3",
}
_WHY = {name: why for why, names in _READS.items() for name in names.split()}
_SEEDLESS = {
    "random.Random",
    *(
        f"numpy.random.{name}"
        for name in ("RandomState", "default_rng", "PCG64", "MT19937", "Philox", "SFC64")
    ),
    "numpy.random.SeedSequence",
}


def outside(source: str, path: str) -> Iterator[AuthorError]:
    """Yield a mistake for each place of a source that compiles where it reads from outside the book."""
    tree = ast.parse(source)
    meant: dict[str, str] = {}
    seen: set[tuple[int, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                meant[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            meant |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    lines = source.split("\n")
    for node in ast.walk(tree):
        for name, said in _named(node, meant):
            why = _CHANCE if isinstance(node, ast.Call) else _why(name)
            if why and isinstance(node, ast.stmt | ast.expr) and (node.lineno, why) not in seen:
                seen.add((node.lineno, why))
                before = lines[node.lineno - 1].encode()[: node.col_offset]
                yield AuthorError(f"{said} {why}", path, node.lineno, len(before.decode()) + 1)


def _named(node: ast.AST, meant: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The full name that a node imports, uses or calls without a seed, and how it is written."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, f"import {alias.name}") for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            yield f"{node.module}.{alias.name}", f"from {node.module} import {alias.name}"
    elif isinstance(node, ast.Call):
        seeds = [*node.args, *(word.value for word in node.keywords)]
        if all(isinstance(seed, ast.Constant) and seed.value is None for seed in seeds):
            called = _named(node.func, meant)
            yield from ((name, f"{said}()") for name, said in called if name in _SEEDLESS)
    elif isinstance(node, ast.Attribute | ast.Name):
        written = ast.unparse(node)
        head, _, rest = written.partition(".")
        if head in meant and all(part.isidentifier() for part in written.split(".")):
            yield f"{meant[head]}.{rest}" if rest else meant[head], written


def _why(name: str) -> str | None:
    """What is wrong with a name, or with a module that it is in."""
    parts = name.split(".")
    within = (".".join(parts[:i]) for i in range(len(parts), 0, -1))
    return next((_WHY[each] for each in within if each in _WHY), None)
