"""A citation comes out right in every place of a page, the same in MkDocs and in Zensical."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from figgen.pages.tokens import RESERVED
from figgen.project import Project
from figgen.running.build import build
from tests import workbench
from tests.figgen import books, everywhere

NUMBER = '<data class="fg-number" data-ref="everywhere.{ref}" value="{value}">{text}</data>'
QUARTER = NUMBER.format(ref="w[1,1]", value="0.25", text="1/4")
THREE = NUMBER.format(ref="w[1,2]", value="0.75", text="3/4")
SHARE = NUMBER.format(ref="share", value="0.25", text="25%")
LOW = NUMBER.format(ref="low", value="-1.5", text="−1.5")
HALVES = (
    f"[{NUMBER.format(ref='w[2,1]', value='0.5', text='1/2')}, "
    f"{NUMBER.format(ref='w[2,2]', value='-0.5', text='−1/2')}]"
)
MATH_QUARTER = '<mfrac data-ref="everywhere.w[1,1]" data-value="0.25"><mn>1</mn><mn>4</mn></mfrac>'
MATH_LOW = '<mrow data-ref="everywhere.low" data-value="-1.5"><mo form="prefix">−</mo><mn>1.5</mn></mrow>'
MATH_SHARE = '<mn data-ref="everywhere.share" data-value="0.25">25%</mn>'
PARTS = ("index.html", "everywhere/index.html", "other/index.html")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = {
        "index.md": everywhere.UNCHANGED,
        "everywhere.md": everywhere.PAGE,
        "everywhere.py": everywhere.EXAMPLE,
        "other.md": everywhere.OTHER,
        "facts.toml": everywhere.FACTS,
        "assets/mark.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    }
    project = books.make_book(tmp_path_factory.mktemp("everywhere"), documents)
    build(project)
    return project.root


def run(root: Path, *command: str) -> Path:
    done = subprocess.run(command, cwd=root, env=workbench.environment(), text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "site"


@pytest.fixture(scope="module")
def mkdocs(root: Path) -> dict[str, bytes]:
    """Every file of the site that MkDocs makes."""
    return workbench.files(run(root, sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"))


@pytest.fixture(scope="module")
def zensical(root: Path, mkdocs: dict[str, bytes]) -> dict[str, bytes]:
    """Every file of the site that Zensical makes of the same sources and the same values."""
    build(Project(root))
    return workbench.files(run(root, str(Path(sys.executable).with_name("zensical")), "build", "--clean"))


def article(site: dict[str, bytes], page: str = "everywhere/index.html") -> str:
    found = re.search(r"<article[^>]*>(.*?)</article>", site[page].decode("utf-8"), re.DOTALL)
    assert found
    added = r'<p class="fg-take">.*?</p>\n*'  # what only the MkDocs plugin adds: links to a figure's numbers
    return (
        re.sub(added, "", found[1], flags=re.DOTALL).replace('<a id="__skip" tabindex="-1"></a>', "").strip()
    )


@pytest.mark.parametrize(
    "expected",
    [
        pytest.param(f"汉字{QUARTER}汉字", id="between Chinese characters"),
        pytest.param(f'一行<span class="fg-row">{HALVES}</span>行', id="a row"),
        pytest.param(
            f'一表<span class="fg-row">[[{QUARTER}, {THREE}], {HALVES}]</span>表', id="a whole matrix"
        ),
        pytest.param(
            f"形式{NUMBER.format(ref='w[1,1]:d3', value='0.25', text='0.250')}形式", id="with a form"
        ),
        pytest.param(f"标签{NUMBER.format(ref='w[2,2]', value='-0.5', text='−1/2')}标签", id="by its labels"),
        pytest.param(f"粗体<strong>{THREE}</strong>粗体", id="bold"),
        pytest.param(f"斜体<em>汉{THREE}字</em>斜体", id="italics"),
        pytest.param(f"负数{LOW}负数", id="a negative number"),
        pytest.param(
            f"小数{NUMBER.format(ref='tiny', value='0.000339', text='3.39×10⁻⁴')}小数", id="a power of ten"
        ),
        pytest.param("字面@{x}字面", id="the characters themselves"),
        pytest.param(f"<th>列{QUARTER}</th>", id="the head of a table"),
        pytest.param(f"<td>格{THREE}格</td>", id="a cell"),
        pytest.param(f'<td style="text-align: right;">{SHARE}</td>', id="a cell of its own"),
        pytest.param(
            f'<h3 id="in-heading"><span class="fg-section">1.1</span>\u2002标题{THREE}里', id="a heading"
        ),
        pytest.param(
            '<h4 id="in-formula">公式标题<math><mfrac data-ref="everywhere.w[1,2]" data-value="0.75">'
            "<mn>3</mn><mn>4</mn></mfrac></math>里",
            id="a formula in a heading",
        ),
        pytest.param(f'<p class="admonition-title">框题{QUARTER}框题</p>', id="the title of a box"),
        pytest.param(f"<p>框文{THREE}框文。</p>", id="the text of a box"),
        pytest.param(f"<summary>折题{QUARTER}折题</summary>", id="the title of a folded box"),
        pytest.param(f"<p>折文{THREE}折文。</p>", id="the text of a folded box"),
        pytest.param(f">签{QUARTER}签</label>", id="the name of a tab"),
        pytest.param(f"<p>签文{THREE}签文。</p>", id="the text of a tab"),
        pytest.param(f"<p>一层{QUARTER}一层</p>", id="a list"),
        pytest.param(f"<li>二层{THREE}二层", id="a list in a list"),
        pytest.param(f"<p>三层{SHARE}三层</p>", id="three lists deep"),
        pytest.param(f"<p>引文{QUARTER}引文。</p>", id="a quote"),
        pytest.param(f"行内<math><mi>a</mi><mo>=</mo>{MATH_QUARTER}</math>行内", id="$…$"),
        pytest.param(f"括号<math><mi>b</mi><mo>=</mo>{MATH_SHARE}</math>括号", id=r"\(…\)"),
        pytest.param(f"低<math>{MATH_LOW}</math>低", id="a negative number in a formula"),
        pytest.param(f"<msup><mi>x</mi>{MATH_QUARTER}</msup>", id="an exponent without braces"),
        pytest.param(
            '<msup><mi>y</mi><mrow data-ref="everywhere.tiny" data-value="0.000339"><mn>3.39</mn><mo>×</mo>'
            "<msup><mn>10</mn><mn>−4</mn></msup></mrow></msup>",
            id="an exponent",
        ),
        pytest.param(
            f"<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>+</mo><mfrac>{MATH_QUARTER}{MATH_LOW}</mfrac>",
            id=r"a fraction beside \frac{a}{{b}}",
        ),
        pytest.param(f"<mtr><mtd>{MATH_SHARE}</mtd><mtd><mrow><mo>[</mo><mfrac", id="a matrix"),
        pytest.param(f"<msub><mi>c</mi>{MATH_QUARTER}</msub>", id=r"\[…\] in a list"),
        pytest.param("码<code>x = -1.5</code>码", id="code"),
        pytest.param('<span class="err">1/4</span></code>又', id="coloured code"),
        pytest.param("# [1/2, -1/2] {{ jinja }} {% raw %}</span>", id="a fence"),
        pytest.param("a 25% b\n", id="a fence in a list"),
        pytest.param(
            'alt="图名1/4图名" src="../assets/mark.svg" title="图题25%图题"', id="alt and title of an image"
        ),
        pytest.param(f'<a href="#places" title="链题25%链题">链{THREE}链</a>', id="text and title of a link"),
        pytest.param(
            '<a href="#places">链里<span class="fg-reference">表\u00a09</span>链</a>',
            id="a reference in a link",
        ),
        pytest.param(
            '<a href="#places" title="参照题25%参照题">参照</a>', id="the title of a reference link"
        ),
        pytest.param(f"<p>脚注文{QUARTER}脚注文。", id="a footnote"),
        pytest.param(f"<dt>词{QUARTER}词</dt>\n<dd>释义{THREE}释义</dd>", id="a definition list"),
        pytest.param('<p class="raw" title="属性−1.5属性">生<data', id="an attribute of raw HTML"),
        pytest.param('data-ref="everywhere.w[1,2]">3/4</data>生</p>', id="the text of raw HTML"),
        pytest.param(">1/4</data>摘要</summary>", id="a summary"),
        pytest.param(f"<p>摘要文{THREE}摘要文。</p>", id="Markdown in HTML"),
        pytest.param('<p title="表属性25%表属性">属性表段落。</p>', id="an attribute list"),
        pytest.param(f'<span class="fg-title">开头的表</span>说明{QUARTER}说明，', id="a caption"),
        pytest.param(f"<strong>粗{THREE}粗</strong>。</figcaption>", id="bold in a caption"),
        pytest.param(
            '事实<span class="fg-row"><data class="fg-number" data-ref="facts.vaswani2017.heads" value="8">8'
            '</data><sup class="fg-source"><a href="#source-vaswani2017" title="Attention Is All You Need">'
            "[1]</a></sup></span>事实",
            id="a fact with its source",
        ),
        pytest.param('图<a class="fg-reference" href="#fig-boxed">表\u00a01</a>图', id="a figure's number"),
        pytest.param(
            '节<a class="fg-reference" href="#places">第\u00a01\u00a0节</a>节', id="a section's number"
        ),
        pytest.param(
            '别页<a class="fg-reference" href="../other/#part">《另页25%》“小节”</a>别页', id="another page"
        ),
        pytest.param(
            '<li id="source-vaswani2017"><cite>Attention Is All You Need</cite>，arXiv:1706.03762v7，'
            "第\u00a03.2.2\u00a0节</li>",
            id="the list of sources",
        ),
    ],
)
def test_a_citation_comes_out_right(mkdocs: dict[str, bytes], expected: str) -> None:
    assert expected in article(mkdocs)


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("boxed", '<div class="admonition note">'),
        ("folded", '<details class="tip">'),
        ("tabbed", '<div class="tabbed-block">'),
        ("deep", "<li>"),
        ("listed", "<li>"),
        ("nested", "<li>"),
        ("quoted", "<blockquote>"),
        ("defined", "<dd>"),
        ("shown", "<article>"),
    ],
)
def test_a_block_stands_whole_wherever_its_paragraph_stands(
    mkdocs: dict[str, bytes], name: str, before: str
) -> None:
    page = "<article>" + article(mkdocs)
    start = page.index(f'<figure class="fg-block fg-table" id="fig-{name}">')
    figure = page[start : page.index("</figure>", start)]
    assert figure.count("<table") == figure.count("</table>") == 1
    assert re.findall(r'data-ref="everywhere\.w\[(.*?)\]"', figure)[:4] == ["1,1", "1,2", "2,1", "2,2"]
    opened: list[str] = []
    for tag in re.finditer(r"<(/?)(div|details|li|blockquote|dd|article|ul|ol|dl)\b[^>]*>", page[:start]):
        if tag[1]:
            opened.pop()
        else:
            opened.append(tag[0])
    assert opened[-1] == before


def test_blocks_are_numbered_in_the_order_of_the_page(mkdocs: dict[str, bytes]) -> None:
    labels = re.findall(r'<a class="fg-label" href="#fig-(\w+)">(.*?)</a>', article(mkdocs))
    names = ["boxed", "folded", "tabbed", "deep", "listed", "nested", "quoted", "defined", "shown"]
    assert labels == [(name, f"表 {place}") for place, name in enumerate(names, start=1)]


def test_a_block_on_another_page_keeps_its_number_and_has_an_id_of_its_own(mkdocs: dict[str, bytes]) -> None:
    page = article(mkdocs, "other/index.html")
    assert '<a class="fg-label" href="#fig-everywhere-shown">表 9</a>' in page
    assert 'id="fig-everywhere-shown"' in page
    assert '见<a class="fg-reference" href="../everywhere/#fig-shown">《各处》表\u00a09</a>、' in page
    assert '<a class="fg-reference" href="../everywhere/#places">《各处》第\u00a01\u00a0节</a>' in page
    assert '又见<a class="fg-reference" href="#part">“小节”</a>；' in page


@pytest.mark.parametrize("generator", ["mkdocs", "zensical"])
def test_titles_and_descriptions_are_filled(request: pytest.FixtureRequest, generator: str) -> None:
    site = request.getfixturevalue(generator)
    page = site["everywhere/index.html"].decode("utf-8")
    assert re.search(r"<title>(.*?) - ", page)[1] == "题名1/4处"  # type: ignore[index]
    assert '<meta name="description" content="描述25%处"' in page
    assert "<title>另页25% - " in site["other/index.html"].decode("utf-8")


def test_the_table_of_contents_shows_the_number(mkdocs: dict[str, bytes]) -> None:
    page = mkdocs["everywhere/index.html"].decode("utf-8")
    entries = re.findall(r'<a href="(#[\w-]+)" class="md-nav__link">\s*(.*?)\s*</a>', page, re.DOTALL)
    texts = {target: " ".join(re.sub(r"<[^>]+>", "", text).split()) for target, text in entries}
    assert texts["#places"] == "1 各处"
    assert texts["#in-heading"] == "1.1 标题3/4里"


def test_the_search_index_holds_the_final_text(mkdocs: dict[str, bytes]) -> None:
    index = json.loads(mkdocs["search/search_index.json"])
    found = {entry["location"]: html.unescape(entry["text"]).replace("\u200b", "") for entry in index["docs"]}
    assert "汉字1/4汉字" in found["everywhere/#places"]
    assert "框文3/4框文" in found["everywhere/#in-formula"] + found["everywhere/#in-heading"]
    titles = {entry["location"]: entry["title"].replace("\u200b", "") for entry in index["docs"]}
    assert titles["other/"] == "另页25%"
    assert titles["everywhere/#in-heading"].endswith("标题3/4里")


@pytest.mark.parametrize("generator", ["mkdocs", "zensical"])
def test_nothing_raw_is_left_in_any_file(request: pytest.FixtureRequest, generator: str) -> None:
    for name, data in request.getfixturevalue(generator).items():
        if Path(name).suffix in (".html", ".json", ".xml", ".txt"):
            text = data.decode("utf-8")
            if name.endswith(".json"):
                text = json.dumps(json.loads(text), ensure_ascii=False)
            text = text.replace("\u200b", "").replace("字面@{x}字面", "")
            assert "@{" not in text, name
            assert not RESERVED.search(text), name
            assert not re.search("klzzwxh|wzxhzdk|[\x02\x03]|fg-block data-n|<fg-block", text), name


def test_a_figure_put_aside_in_a_comment_is_neither_shown_nor_a_mistake(mkdocs: dict[str, bytes]) -> None:
    assert "暂不用" not in mkdocs["everywhere/index.html"].decode("utf-8")


def test_both_generators_make_the_same_articles(mkdocs: dict[str, bytes], zensical: dict[str, bytes]) -> None:
    for page in PARTS:
        ours, theirs = ("".join(article(site, page).split("\n")) for site in (mkdocs, zensical))
        assert theirs == ours, page


def test_the_words_of_other_template_languages_are_left_alone(mkdocs: dict[str, bytes]) -> None:
    page = article(mkdocs, "index.html")
    words = ["{{ x | round(y) }}", "{% if %}", "{#id}", "${x}", "@(x)", "#{x}", "{{{x}}}", "[[x]]"]
    for text in [*words, 'v-bind:a="{b: c}"']:
        assert f"<code>{text}</code>" in html.unescape(page)
    shown = "".join(re.sub(r"<[^>]+>", "", html.unescape(page)).split())
    assert "{{a}}{%forxiny%}{#c#}${z}#{w}{{{t}}}" in shown
    assert "文字{{x}}与{%y%}。" in shown
    assert "<msub><mi>𝐱</mi><mi>i</mi></msub>" in page
