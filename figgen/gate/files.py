"""Files that are published beside the pages: pictures, style sheets, templates, scripts and data.

Text in them is judged like text on a page. A picture made of dots, and data that nobody reads, cannot be
checked: in docs/ they are refused; overrides/ is where a picture without numbers belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pathspec
import yaml

from figgen.project import PACKAGES, Project

WEB = Path(__file__).parent.parent / "web"
SOURCES = {".md", ".py", ".toml"}
FONTS = {".woff", ".woff2", ".ttf", ".otf"}
MARKUP = {".html", ".htm", ".svg", ".xhtml"}
PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico", ".pdf", ".tif", ".tiff"}
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL)
_ONE = re.compile(r"\.one[\"']\s*:\s*\Z")  # a message for exactly one, which may say 1
_HAN = re.compile(r"[\u3400-\u9fff]")


def published(project: Project) -> Iterator[tuple[Path, str]]:
    """Yield the files that are judged beside the pages, and their paths as authors see them, in order."""
    for path in _below(project.docs):
        if path.suffix not in SOURCES | FONTS and not _excluded(project, path):
            yield path, project.relative(path)
    for path in _below(project.root / "overrides"):
        if path.suffix.lower() in MARKUP | {".css", ".js"}:
            yield path, project.relative(path)
    for path in sorted(WEB.iterdir()):
        if path.suffix in (".css", ".js"):
            yield path, path.relative_to(PACKAGES).as_posix()


def _below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(folder).parts)
        if (path.is_file() or path.is_symlink()) and not hidden:
            yield path


def _excluded(project: Project, path: Path) -> bool:
    """Whether `exclude_docs` keeps a file out of the site."""
    return _patterns(project).match_file(path.relative_to(project.docs).as_posix())


def _patterns(project: Project) -> pathspec.GitIgnoreSpec:
    try:
        root = yaml.compose((project.root / "mkdocs.yml").read_text("utf-8-sig"), Loader=yaml.SafeLoader)
    except (OSError, yaml.YAMLError):
        root = None
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    lines = [str(value.value) for key, value in pairs if key.value == "exclude_docs"]
    return pathspec.GitIgnoreSpec.from_lines("\n".join(lines).splitlines())


def bare_markup(text: str) -> str:
    """A template with blanks for what its engine reads."""
    return _JINJA.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def spoken(text: str) -> Iterator[tuple[int, str]]:
    """Yield offset and content of each string of a script or template that holds Chinese."""
    for match in _STRING.finditer(text):
        if _HAN.search(match.group()) and not _ONE.search(text[max(0, match.start() - 9) : match.start()]):
            yield match.start() + 1, match.group()[1:-1]
