"""The picture that stands for a page on other sites."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as Shown

from figgen.errors import AuthorError
from figgen.pages import inline
from figgen.pages.page import Page
from figgen.pages.preview_kept import kept_preview
from figgen.project import Project


def share(
    project: Project, record: Page, shown: Shown, picture: str, config: MkDocsConfig, files: Files
) -> None:
    """Publish what the citation `picture` means for a page; the first page's for those without.

    What is wrong with it becomes a mistake of the page.
    """
    path = f"assets/previews/{record.chapter}.png"
    try:
        meant = record.resolve(picture)
        kept = project.build / "previews" / record.chapter.replace("/", "+")
        content, width, height = kept_preview(kept, meant)
    except AuthorError as error:
        record.mistake_in(error, f"picture: {picture}")
        return
    files.append(File.generated(config, path, content=content))
    told = {"path": path, "alt": inline.plain(meant), "width": width, "height": height}
    shown.meta["preview"] = told
    if shown.is_homepage:
        config.extra["preview"] = told
