"""The site, built once for all tests that read it, and copies of the book to break; no time limits."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests import workbench

settings.register_profile("patient", settings.default, deadline=None)  # a busy machine is no wrong program
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--many", action="store_true", help="all generated faults, not a sample (minutes)")


@pytest.fixture(scope="session")
def many(request: pytest.FixtureRequest) -> bool:
    """Whether all generated faults are wanted instead of a sample."""
    return bool(request.config.getoption("--many"))


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the book with its built site; tests read it and leave it as it is.

    The variable BUILT_BOOK names one that is built already, for running a few tests again and again.
    """
    if built := os.environ.get("BUILT_BOOK"):
        return Path(built)
    root = workbench.copy_book(tmp_path_factory.mktemp("book"))
    workbench.build(root)
    return root


@pytest.fixture(scope="session")
def site(book: Path) -> Path:
    """The folder of the built site."""
    return book / "site"


@pytest.fixture
def fresh_book(book: Path, tmp_path: Path) -> Path:
    """A copy of the same book of a test's own, not built yet."""
    return workbench.copy_book(tmp_path / "book", book)


@pytest.fixture
def small_book(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Make a book of the given `docs/` files with the real engine, figgen, theme and configuration."""

    def make(documents: dict[str, str]) -> Path:
        root = workbench.copy_book(tmp_path / "small")
        for path in sorted((root / "docs").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        for name, text in documents.items():
            (root / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "docs" / name).write_text(text, encoding="utf-8")
        pages = [name for name in documents if name.endswith(".md")]
        source = (root / "mkdocs.yml").read_text(encoding="utf-8")
        head, rest = source.split("\nnav:\n")
        tail = rest[rest.index("\n\n") :]
        nav = "\nnav:\n" + "".join(f"  - {page}\n" for page in pages)
        (root / "mkdocs.yml").write_text(head + nav.rstrip("\n") + tail, encoding="utf-8")
        return root

    return make
