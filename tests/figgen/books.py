"""Small books to build, to convert in this process and to break."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import markdown
from mkdocs.config import load_config

from figgen.errors import AuthorErrors
from figgen.project import Project
from figgen.running.build import build
from tests import workbench

EXAMPLE = '''"""四个数。"""
from figgen import given, labels, table

lines = labels("行", 2)
w = given([[0.25, 0.75], [0.5, -0.5]], rows=lines, columns=("甲", "乙"), default="dec")
n = given(3)
w_table = table(w, title="四个数")
'''

LOCKS = ("lock", "site.lock", "jieba.cache")
KEPT = frozenset(("matplotlib", "compiled", "templates", "searched", "previews"))


def make_book(root: Path, documents: Mapping[str, str | bytes]) -> Project:
    """A book with the real configuration and theme; figgen and engine are those of the repository."""
    root.mkdir(parents=True, exist_ok=True)
    shutil.copytree(workbench.ROOT / "overrides", root / "overrides", dirs_exist_ok=True)
    pages = "".join(f"  - {name}\n" for name in documents if name.endswith(".md"))
    source = (workbench.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    head, rest = source.split("\nnav:\n")
    (root / "mkdocs.yml").write_text(head + "\nnav:\n" + pages + rest[rest.index("\n\n") :], encoding="utf-8")
    for name, text in documents.items():
        write(root / "docs" / name, text)
    return Project(root.resolve())


def write(path: Path, text: str | bytes) -> None:
    """Write a file with exactly these characters (no line ending is changed), its folder included."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)


def chapter(root: Path, page: str, example: str = EXAMPLE, **more: str) -> Project:
    """A built book of one chapter, `page`, and further files in docs/ (`facts_toml="…"`)."""
    files = {"page.md": page, "page.py": example}
    project = make_book(root, files | {name.replace("_", "."): text for name, text in more.items()})
    build(project)
    return project


def convert(project: Project, page: str = "page", body: str | None = None) -> str:
    """The HTML of a page, with the extensions of the real configuration; its front matter is taken off."""
    text = (project.docs / f"{page}.md").read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    if text.startswith("---\n"):
        text = text[text.index("\n---\n") + 5 :].lstrip("\n")
    return converter(project, page).convert(text if body is None else body)


def converter(project: Project, page: str = "page", **options: Any) -> markdown.Markdown:
    """Python-Markdown as MkDocs would set it up for this page."""
    config = load_config(str(workbench.ROOT / "mkdocs.yml"), plugins=[])
    own = {"root": str(project.root), "page": f"{page}.md"} | options
    configs = {**config.mdx_configs, "figgen.markdown": own}
    configs["pymdownx.snippets"] = {"base_path": [str(project.docs)]}
    return markdown.Markdown(extensions=config.markdown_extensions, extension_configs=configs)


def mistakes(project: Project, page: str = "page") -> list[str]:
    """What is reported when a page is converted, one line a mistake; a page without mistakes gives none."""
    try:
        convert(project, page)
    except AuthorErrors as errors:
        return [str(error) for error in errors.errors]
    return []


def build_mistakes(project: Project, **options: Any) -> list[str]:
    """What is reported when the worked examples are run."""
    try:
        build(project, **options)
    except AuthorErrors as errors:
        return [str(error) for error in errors.errors]
    return []


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its relative path, but for locks and what is kept to save time."""
    return {
        name: data
        for name, data in workbench.files(folder).items()
        if name not in LOCKS and KEPT.isdisjoint(Path(name).parts)
    }


def touch_all(folder: Path, times: Mapping[str, int] | None = None) -> None:
    """Give every file of a folder another time, a different one for each."""
    for place, path in enumerate(sorted(folder.rglob("*"))):
        if path.is_file():
            os.utime(path, ns=(10**18 + place * 10**9, 10**18 + (place * 7919 % 1000) * 10**9))
