"""The real site is verified, and whatever somebody changed in it is found."""

import re
import shutil
from pathlib import Path

from tests import workbench


def test_every_number_of_the_built_site_is_what_is_computed_now(book: Path) -> None:
    done = workbench.run(book, "figgen", "verify", "site")
    assert (done.stdout, done.returncode) == ("", 0), done.stdout + done.stderr


def test_a_changed_number_in_the_built_site_is_found_at_its_place(book: Path, tmp_path: Path) -> None:
    copy = workbench.copy_book(tmp_path / "book", book)
    shutil.copytree(book / "site", copy / "site")
    page = copy / "site/attention/index.html"
    html = page.read_text(encoding="utf-8")
    number = re.search(r'<p>[^\n]*?<data [^>]*data-ref="([^"]+)"[^>]*>([^<]+)</data>', html)
    assert number is not None
    changed = html[: number.start(2)] + "7.77" + html[number.end(2) :]
    page.write_text(changed, encoding="utf-8")
    other = copy / "site/transformer/index.html"
    other.write_text(other.read_text(encoding="utf-8").replace("<data ", "−<data ", 1), encoding="utf-8")
    (copy / "site/404.html").unlink()
    shutil.rmtree(copy / "site/accounts")
    done = workbench.run(copy, "figgen", "verify", "site")
    line = html.count("\n", 0, number.start(2)) + 1
    assert done.returncode == 1
    assert f"site/attention/index.html:{line}:" in done.stdout
    assert f"stands for {number[1]}, which is {number[2]} now" in done.stdout
    assert "site/404.html:1:1: this file is missing: the book makes it\n" in done.stdout
    assert (
        "\nsite/accounts/attention/index.html:1:1: this file is missing: the book makes it\n" in done.stdout
    )
    assert re.search(r"^site/transformer/index.html:\d+:\d+: .*−", done.stdout, re.MULTILINE)
