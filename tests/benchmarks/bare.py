"""The same pages without figgen: a Material site whose numbers, tables and figures are typed in already.

Made from a built synthetic book: the prose stays Markdown, each citation becomes its text, each block its
HTML; the pages and files that the build adds (accounts, data, scripts) become pages and files of the source.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path

from tests.benchmarks import synthetic

EXTENSIONS = """
markdown_extensions:
  attr_list: {}
  toc: {permalink: "#", toc_depth: 3}
"""
FIGURE = re.compile(
    r'<figure class="fg-block[^"]*" id="fig-(\w+)">.*?</figure>(?:\s*<p class="fg-take">.*?</p>)?', re.S
)
SECTION = re.compile(r'<p class="fg-take"><a class="fg-account-link" href="[^"]*#in-(\S+?)">[^<]*</a></p>')
NUMBER = re.compile(r'<data class="fg-number"[^>]*data-ref="([^"]*)"[^>]*>(.*?)</data>')
ARTICLE = re.compile(r"<article[^>]*>(.*?)</article>", re.S)


def bake(book: Path, target: Path) -> Path:
    """Write the sources of the bare site of a built book; returns their folder."""
    (target / "docs").mkdir(parents=True)
    shutil.copytree(book / "overrides", target / "overrides")
    names = sorted(path.stem for path in (book / "docs").glob("chapter*.md"))
    for name in names:
        built = (book / "site" / name / "index.html").read_text(encoding="utf-8")
        source = (book / "docs" / f"{name}.md").read_text(encoding="utf-8")
        (target / "docs" / f"{name}.md").write_text(baked(source, built, name), encoding="utf-8")
        account = (book / "site/accounts" / name / "index.html").read_text(encoding="utf-8")
        path = target / "docs/accounts" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(account_source(account), encoding="utf-8")
    shutil.copy2(book / "docs/index.md", target / "docs")
    own = [
        path
        for path in (book / "site/assets").iterdir()
        if not (book / "overrides/assets" / path.name).exists()
    ]
    for path in own:
        if path.name in ("data", "derivations"):
            shutil.copytree(path, target / "docs/assets" / path.name)
        elif path.is_file():
            (target / "docs/assets").mkdir(exist_ok=True)
            shutil.copy2(path, target / "docs/assets")
    (target / "mkdocs.yml").write_text(configuration(names, book), encoding="utf-8")
    return target


def chapters_alone(bare: Path, target: Path) -> Path:
    """The bare site without what explains the numbers: no accounts, no data to take, no cards."""
    shutil.copytree(bare, target, ignore=shutil.ignore_patterns("accounts", "derivations", "data", "site"))
    settings = (
        (target / "mkdocs.yml").read_text(encoding="utf-8").replace("\nnot_in_nav: |\n  accounts/\n", "\n")
    )
    (target / "mkdocs.yml").write_text(settings, encoding="utf-8")
    return target


def baked(source: str, built: str, name: str) -> str:
    """A page's Markdown with everything typed in that figgen would put there."""
    figures = {match[1]: match[0] for match in FIGURE.finditer(built)}
    sections = {match[1]: match[0] for match in SECTION.finditer(built)}
    texts = {match[1]: html.unescape(match[2]) for match in NUMBER.finditer(FIGURE.sub("", built))}
    lines: list[str] = []
    open_section = ""
    for line in source.split("\n"):
        if heading := re.match(r"## .* \{#(\S+)\}", line):
            lines += [sections[open_section], ""] if open_section else []
            open_section = heading[1]
            number = len([one for one in lines if one.startswith("## ")]) + 1
            line = f'## <span class="fg-section">{number}</span>{line[2:]}'
        if block := re.match(r"@\{(\w+)\} ", line):
            lines.append(figures[block[1]])
        else:
            lines.append(re.sub(r"@\{([^}]+)\}", lambda cited: texts[f"{name}.{cited[1]}"], line))
    return "\n".join([*lines, sections[open_section], ""])


def account_source(built: str) -> str:
    """The page of a chapter's derivations, all of it HTML in Markdown."""
    title = re.search(r"<h1[^>]*>(.*?)(?:<a |</h1>)", built)
    article = ARTICLE.search(built)
    assert title is not None and article is not None
    body = re.sub(r"^.*?</h1>", "", article[1], count=1, flags=re.S).strip()
    head = {"title": title[1].strip(), "description": title[1].strip(), "search": {"exclude": True}}
    return f"---\n{json.dumps(head, ensure_ascii=False)}\n---\n# {title[1].strip()}\n\n<div>{body}</div>\n"


def configuration(names: list[str], book: Path) -> str:
    """The book's configuration without figgen: the extensions that these pages need, the files it adds."""
    text = synthetic.configuration("".join(f"  - {name}.md\n" for name in ["index", *names]))
    text = text[: text.index("\nmarkdown_extensions:")].replace("\n  figgen: {}", "") + EXTENSIONS
    web = sorted(path.name for path in (book / "figgen/web").iterdir())
    style = "".join(f"\n  - assets/{name}" for name in web if name.endswith(".css"))
    scripts = "".join(f"\n  - assets/{name}" for name in web if name.endswith(".js"))
    text += "\nnot_in_nav: |\n  accounts/\n"
    text = text.replace("\n  - assets/css/book.css", "\n  - assets/css/book.css" + style)
    return text.replace("\n  - {path: assets/js/reading.js, defer: true}",
                        "\n  - {path: assets/js/reading.js, defer: true}" + scripts)  # fmt: skip


def words(page: Path) -> str:
    """What a reader of a built page reads, without blanks."""
    article = ARTICLE.search(page.read_text(encoding="utf-8"))
    assert article is not None
    return "".join(html.unescape(re.sub(r"<[^>]+>", "", article[1])).split())


def differing(book: Path, bare: Path) -> list[str]:
    """The pages of two built sites that do not say the same, or that one of them has not."""
    pages = {path.relative_to(root / "site").as_posix() for root in (book, bare)
             for path in (root / "site").rglob("index.html")}  # fmt: skip
    return sorted(
        page for page in pages
        if not all((root / "site" / page).is_file() for root in (book, bare))
        or words(book / "site" / page) != words(bare / "site" / page)
    )  # fmt: skip
