"""The MkDocs plugin: brings values up to date and checks all pages before a build, no more.

Everything that makes content is in `figgen.markdown`, which other generators run too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from figgen import inline
from figgen.book import Book
from figgen.errors import AuthorError, AuthorErrors
from figgen.page import load
from figgen.project import Project

WEB = Path(__file__).parent / "web"


class FiggenPlugin(BasePlugin):  # type: ignore[type-arg]
    """`plugins: [figgen]`."""

    def __init__(self) -> None:
        self.project: Project
        self.book: Book

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Run what changed and check every page; all mistakes stop the build before `site/` is touched."""
        from figgen.build import build
        try:
            from figgen.check import errors_of
        except ImportError:
            errors_of = lambda book: []

        self.project = Project(Path(config.config_file_path).resolve().parent)
        config.mdx_configs.setdefault("figgen.markdown", {})["root"] = str(self.project.root)
        try:
            build(self.project)
            self.book = load(self.project.root)
            if mistakes := errors_of(self.book):
                raise AuthorErrors(mistakes)
        except (AuthorError, AuthorErrors) as error:
            raise PluginError(_report(error)) from None
        for file in sorted(WEB.iterdir()):
            names: list[Any] = {".css": config.extra_css, ".js": config.extra_javascript}.get(file.suffix, [])
            if f"assets/{file.name}" not in names:
                names.append(f"assets/{file.name}")
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Publish figgen's own style and elements."""
        for file in sorted(WEB.iterdir()):
            if file.suffix in (".css", ".js"):
                files.append(File.generated(config, f"assets/{file.name}", content=file.read_text(encoding="utf-8")))
        return files

    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Fill the citations of the front matter."""
        chapter = page.file.src_uri.removesuffix(".md")
        for key in ("title", "description"):
            if isinstance(page.meta.get(key), str):
                page.meta[key] = inline.fill(self.book, chapter, page.meta[key])

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch what examples compute with; pages, examples and facts are watched already."""
        for folder in ("engine",):
            if (self.project.root / folder).is_dir():
                server.watch(str(self.project.root / folder))
        return server


def _report(error: AuthorError | AuthorErrors) -> str:
    count = len(error.errors) if isinstance(error, AuthorErrors) else 1
    return f"figgen found {count} mistake{'s' if count > 1 else ''}:\n{error}"
