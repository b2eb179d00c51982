"""A small page with every element that has a script, as the build writes them, on a server of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

import figgen
from figgen.blocks.context import Context
from figgen.blocks.exercise import exercise
from figgen.blocks.heatmap import heatmap
from figgen.blocks.steps import prepare
from figgen.running.example import labels, value
from tests.browser.server import serve

WEB = Path(figgen.__file__).parent / "web"
TEXT = """
查询、键、值
{: #f11 .step-player }

1.  一份输入，三张参数表。

    还没有打分。

2.  六行投影。

    每一行都由乘加得到。[甲](#two-step-2)

3.  两个点积。

    掩码
    {: #inner .state-switch data-group=mask }

    1.  不遮

        两个键都看得见。

    2.  因果

        只看得见自己。<span id="deep">深处</span>

4.  一行之内归一。

    MAP

5.  输出。

    份额乘值。

另一个
{: #two .step-player }

1. 甲
2. 乙

掩码
{: #outer .state-switch data-group=mask }

1.  不遮

    外面：不遮。

2.  因果

    外面：因果。

EXERCISE

词在这里：[因果掩码](glossary/#mask){: #term }。
[没有的词](glossary/#none){: #lost }
"""
GLOSSARY = """<!doctype html><html lang="zh"><meta charset="utf-8"><title>术语表</title><article>
<h1>术语表</h1><h3 id="mask">因果掩码<a class="headerlink" href="#mask">¶</a></h3>
<p id="first">谁看得见谁；<a href="#other">另一条</a>。</p><p>它不是权限。</p>
<h3 id="other">另一条</h3><p>另一条的话。</p></article></html>"""
LOOK = {"rows": labels("位置", 8), "columns": labels("位置", 8), "axes": ("查询", "键")}


def _blocks() -> dict[str, str]:
    table = value(np.arange(64).reshape(8, 8) * 1000.0, by="x", **LOOK)
    answer = value(np.array([0.25, 0.25, 0.5]), by="x", columns=labels("位置", 3), default="frac")
    unscaled = value(
        np.array([0.214356, 0.214356, 0.571289]), by="x", columns=labels("位置", 3), default="d6"
    )
    names = {id(table): "bench.table", id(answer): "bench.answer", id(unscaled): "bench.unscaled"}
    task = exercise(
        answer, title="三份各是多少？", hint="先写点积。", mistakes=[(unscaled, "忘了除以宽度的平方根。")]
    )
    return {
        "MAP": heatmap(table, title="大表").render(Context("bench", "map", names)),
        "EXERCISE": task.render(Context("bench", "task", names)),
    }


def html() -> str:
    """The page."""

    class Stepped(Treeprocessor):
        def run(self, root: object) -> None:
            prepare(root)  # type: ignore[arg-type]

    md = Markdown(extensions=["attr_list"])
    md.treeprocessors.register(Stepped(md), "stepped", 7)
    body = md.convert(TEXT)
    for name, block in _blocks().items():
        body = body.replace(f"<p>{name}</p>", block)
    scripts = "".join(f'<script src="{path.name}"></script>' for path in sorted(WEB.glob("*.js")))
    return (
        '<!doctype html><html lang="zh"><meta charset="utf-8"><title>台</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="stylesheet" href="figgen.css"><style>html { font-size: 20px }</style>'
        f'<button id="before">之前</button><main><article class="md-typeset">{body}</article></main>'
        f'<div style="height: 2000px"></div>{scripts}'
    )


@contextmanager
def bench(folder: Path) -> Iterator[str]:
    """Serve the page and a glossary; yields the page's address."""
    for path in filter(Path.is_file, WEB.iterdir()):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "glossary").mkdir()
    (folder / "index.html").write_text(html(), encoding="utf-8")
    (folder / "404.html").write_text("<!doctype html><title>404</title>", encoding="utf-8")
    (folder / "glossary" / "index.html").write_text(GLOSSARY, encoding="utf-8")
    with serve(folder) as address:
        yield address
