"""What the build adds beside the pages: derivations for the cards, data to take along, and the accounts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from figgen.book import Book
from figgen.deriving.explanations import Explanations
from figgen.gate.finding import Finding
from figgen.gate.verifying.files import built_path
from figgen.gate.verifying.tree import Node, Text, parse


def generated(book: Book, site: Path, pages: Mapping[str, str]) -> Iterator[Finding]:
    """Yield every generated file that differs from the one made afresh; `pages` are the built pages' HTML."""
    explanations = Explanations(book)
    for path, text in explanations.files():
        if path.startswith("accounts/"):
            continue
        shown = f"{site.name}/{path}"
        if not (site / path).is_file():
            yield Finding(shown, 1, 1, "site", "this file was not built")
            continue
        wanted, found = text.splitlines(), (site / path).read_bytes().decode("utf-8", "replace").splitlines()
        for line, (want, has) in enumerate(zip([*wanted, ""], [*found, ""], strict=False), start=1):
            if want != has:
                column = next((i for i, (a, b) in enumerate(zip(want, has, strict=False)) if a != b), 0)
                near = has[max(0, column - 15) : column + 15]
                message = f"“{near}” is not what is computed now: “{want[max(0, column - 15) : column + 15]}”"
                yield Finding(shown, line, column + 1, "site", message)
                break
        else:
            if len(wanted) != len(found):
                yield Finding(shown, len(found), 1, "site", f"{len(found)} lines instead of {len(wanted)}")
    for chapter in book.chapters:
        explanations.page(chapter, pages.get(chapter, ""), _nowhere)
    for chapter in book.chapters:
        account = built_path(site, f"accounts/{chapter}")
        shown = account.relative_to(site.parent).as_posix()
        if not account.is_file():
            yield Finding(shown, 1, 1, "site", "this account was not built")
            continue
        article = next(parse(account.read_bytes().decode("utf-8", "replace")).find("article"), None)
        made = parse(explanations.page(f"accounts/{chapter}", "", _nowhere))
        yield from _differences(article, made, shown)


def _nowhere(source: str) -> str:
    return ""


def _differences(article: Node | None, made: Node, shown: str) -> Iterator[Finding]:
    """The first part of an account that is not what it is when made afresh (its heading comes before
    that)."""
    built = list(_parts(article)) if article else []
    wanted = list(_parts(made))
    built = built[len(built) - len(wanted) :] if len(built) >= len(wanted) else built
    for (has, line, column), (want, _, _) in zip(built, wanted, strict=False):
        if has != want:
            yield Finding(shown, line, column, "site", f"“{has}” is not what is computed now: “{want}”")
            return
    if len(built) != len(wanted):
        yield Finding(shown, 1, 1, "site", f"{len(built)} parts instead of {len(wanted)}")


def _parts(node: Node) -> Iterator[tuple[str, int, int]]:
    """Texts and attributes that carry numbers, in order, with their places."""
    for part in node.walk():
        if isinstance(part, Text):
            for word in part.text.split():
                yield word, part.line, part.column
        else:
            for name in ("id", "value", "data-ref", "data-field", "aria-label"):
                if name in part.attributes:
                    yield f"{name}={part.attributes[name]}", part.line, part.column
