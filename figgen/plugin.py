"""The MkDocs plugin: brings values up to date and checks all pages before a build, no more.

Everything that makes content is in `figgen.markdown`, which other generators run too.
"""

from __future__ import annotations

import os
import sys
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from figgen.aside import Aside
from figgen.book import Book
from figgen.deriving.explanations import Explanations
from figgen.deriving.versions import versioned
from figgen.errors import AuthorError, AuthorErrors
from figgen.gate.check import errors_of
from figgen.pages import frontmatter, page
from figgen.pages.contents import contents
from figgen.project import Project
from figgen.running.build import build
from figgen.running.launcher import Launcher
from figgen.serving import Telling, keep_last_good, spare_collection, watch_closely
from figgen.sharing import share
from figgen.site_memory import Searched, Templates

WEB = Path(__file__).parent / "web"


class Options(Config):  # type: ignore[no-untyped-call]
    """No options: everything is where the project has it."""


class FiggenPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """`plugins: [figgen]`."""

    def __init__(self) -> None:
        self.project: Project
        self.book: Book
        self.mistakes: list[AuthorError] = []
        self.whole, self.serving = True, False
        self.aside: Aside | None = None
        self.launcher: Launcher | None = None
        self.telling = Telling()
        self.searched: Searched | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Note whether a whole site is built; nothing in it may carry the day of the build."""
        os.environ.setdefault("SOURCE_DATE_EPOCH", "946684800")
        self.whole = command == "build" and not dirty
        self.serving = command == "serve"
        spare_collection()

    def on_shutdown(self) -> None:
        """The server ends, and with it the process that examples start from."""
        if self.launcher is not None:
            self.launcher.close()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Run what changed and check every page; all mistakes stop the build before `site/` is touched."""
        self.project = Project(Path(config.config_file_path).resolve().parent)
        self.mistakes.clear()
        if "jieba" in sys.modules:  # the search's parting of Chinese words; else its cache goes to /tmp
            self.project.build.mkdir(exist_ok=True)
            sys.modules["jieba"].dt.tmp_dir = str(self.project.build)
        try:
            if self.serving and self.launcher is None:
                self.launcher = Launcher(self.project)
                self.launcher.start()
            build(self.project, progress=self.telling.computed, launcher=self.launcher)
            self.book = Book.load(self.project)
            _refuse(errors_of(self.book))
        except (AuthorError, AuthorErrors) as error:
            raise PluginError(_report(error)) from None
        options = config.mdx_configs.setdefault("figgen.markdown", {})
        options.update(root=str(self.project.root), book=self.book, mistakes=self.mistakes)
        for file in sorted(WEB.iterdir()):
            names: list[Any] = {".css": config.extra_css, ".js": config.extra_javascript}.get(file.suffix, [])
            if f"assets/{file.name}" not in names:
                names.append(f"assets/{file.name}")
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Build a whole site aside."""
        if self.whole:
            self.aside = Aside(config, self.project.build / "site.lock")

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """All went well: the new site takes the place of the last one."""
        self.telling.built()
        if self.searched is not None:
            self.searched.prune()
        if self.aside is not None:
            self.aside.done(config)
            self.aside = None

    def on_build_error(self, *, error: Exception) -> None:
        """The last good site stays; what was wrong can be shown on it."""
        self.telling.failure = str(error)
        if self.aside is not None:
            self.aside.failed()
            self.aside = None
        if isinstance(error, OSError):
            where = f"{error.filename}: " if error.filename else ""
            raise PluginError(f"{where}cannot be written or read: {error.strerror or error}") from None

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Publish figgen's own style and elements."""
        for file in sorted(WEB.iterdir()):
            if file.suffix in (".css", ".js"):
                content = file.read_text(encoding="utf-8")
                files.append(File.generated(config, f"assets/{file.name}", content=content))
        self.explanations = Explanations(self.book)
        made = dict(self.explanations.files())
        if not self.serving:  # else each change of a number would change every page
            config.extra_javascript = versioned(config.extra_javascript, made)
        for path, content in made.items():
            files.append(File.generated(config, path, content=content, inclusion=InclusionLevel.NOT_IN_NAV))
        return files

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Lead from each figure and section to its derivations."""
        name = page.file.src_uri.removesuffix(".md")
        html = self.explanations.page(
            name, html, lambda source: get_relative_url(files.src_uris[source].url, page.url)
        )
        if page.file.generated_by is None:
            self.telling.page(page.canonical_url or page.url, html)
        else:
            page.toc = contents(html)
        return html

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Fill the citations of the front matter."""
        record = _record(self.book, page)
        picture = page.meta.pop("picture", None)
        page.meta = frontmatter.fill(record, page.meta)
        if isinstance(title := page.meta.get("title"), str):
            page.meta["title"] = escape(title, quote=False)  # the theme prints it as it is
        if picture is not None and self.whole:
            share(self.project, record, page, str(picture), config, files)
        self.mistakes.extend(record.mistakes)

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """All pages are converted, none is written: report what only the conversion can see."""
        env.bytecode_cache = Templates(self.project.build / "templates")
        if search := config.plugins.get("material/search"):
            self.searched = Searched(self.project.build / "searched")
            self.searched.attach(search)
        try:
            _refuse(self.mistakes)
        except AuthorErrors as error:
            raise PluginError(_report(error)) from None

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch what examples compute with; pages, examples and facts are watched already."""
        if (self.project.root / "engine").is_dir():
            server.watch(str(self.project.root / "engine"))
        watch_closely(server)
        keep_last_good(server, self.telling.last_failure)
        return server


def _record(book: Book, converted: Page) -> page.Page:
    return page.Page(book, converted.file.src_uri.removesuffix(".md"))


def _refuse(mistakes: list[AuthorError]) -> None:
    if mistakes:
        raise AuthorErrors(mistakes)


def _report(error: AuthorError | AuthorErrors) -> str:
    count = len(error.errors) if isinstance(error, AuthorErrors) else 1
    return f"figgen found {count} mistake{'s' if count > 1 else ''}:\n{error}"
