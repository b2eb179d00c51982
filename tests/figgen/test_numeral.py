"""Which numerals may be typed, and which state a number."""

from __future__ import annotations

import pytest

from figgen.gate.numeral import numerals
from figgen.gate.source import scan

LABELS = ("位置1", "位置2", "位置12", "特征1", "苹果")


def kinds(text: str) -> list[tuple[str, str]]:
    return [(n.text, n.kind) for n in numerals(scan(text), LABELS)]


@pytest.mark.parametrize(
    "text",
    [
        "0.25",
        "-0.25",
        "−0.25",
        ".25",
        "25%",
        "25 %",
        "２５％",
        "1/4",
        "3",
        "2048",
        "1e-5",
        "3.39×10⁻⁴",
        "3.39×10^-4",
        "10 000",
        "1,024",
        "1.0",
        "½",
        "3½",
        "10⁴",
        "5‰",
        "0.9803",
    ],
)
def test_a_stated_number_is_one_typed_numeral(text: str) -> None:
    found = kinds(f"权重是 {text}。")
    assert found == [(text.lstrip("-−"), "typed")]


@pytest.mark.parametrize(
    "text",
    [
        "共有 3 个头",
        "3 个",
        "约 0.98",
        "从 0.2 升到 0.3",
        "输出是 [1.6, 0.6]",
        "比例 1:2",
        "取 2、3 和 4",
        "w=0.25",
        "w0=1",
        "1×2+1×0",
        "1×2=2",
        "= 3×2",
        "2×0.5",
        "0.5×3",
        "3 × 2 = 6",
        "其中（3）个",
        "64 位",
        "10k",
        "7B 参数",
        "第 3.5",
        "2048 维",
        "第 25 个百分点",
        "in 2048 dims",
        "Weight 0.25",
        "Loss 0.5",
        "loss-0.5",
        "accuracy 94%",
        "top 5",
        "GPT 0.9%",
        "GPT-4%",
        "Python 占 3%",
        "PyTorch 快 2.7 倍",
        "2017.5",
        "1706.03762",
        "v0.25%",
        "约①",
        "图 0.5",
        "①",
        "步骤 2.55",
        "例 3%",
        "位置1.5",
        "位置13",
        "2017",
        "2,017 年",
        "3.1.",
        "C 2%",
        "R 0.9",
        "Go 3 倍",
        "Layer 0.5",
        "x-0.25",
        "3D0",
        "1:30",
    ],
)
def test_numbers_in_a_sentence_are_refused(text: str) -> None:
    assert any(kind == "typed" for _, kind in kinds(f"这里{text}。")), kinds(f"这里{text}。")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2017 年", "date"),
        ("2017年6月12日", "date"),
        ("2026-11-29", "date"),
        ("1990s", "date"),
        ("（2019）", "date"),
        ("2017–2024 年", "date"),
        ("June 12, 2017", "date"),
        ("12 June 2017", "date"),
        ("in 2017,", "date"),
        ("(Vaswani et al., 2017)", "date"),
        ("6 月 12 日", "date"),
        ("2020 年代", "date"),
        ("arXiv 1706.03762v7", "identifier"),
        ("arXiv:2305.13245", "identifier"),
        ("ISBN 978-7-111-54742-6", "identifier"),
        ("RFC 2119", "identifier"),
        ("#123", "identifier"),
        ("N19-1357", "identifier"),
        ("doi:10.1000/182", "identifier"),
        ("PyTorch 2.7", "version"),
        ("Python 3.11.7", "version"),
        ("v7", "version"),
        ("版本 2.3", "version"),
        ("1.26.4", "version"),
        ("CC BY 4.0", "version"),
        ("HTTP/2", "version"),
        ("MkDocs 1.6", "version"),
        ("GPT-2", "version"),
        ("Qwen3-0.6B", "version"),
        ("Llama 3", "version"),
        ("Llama-3.1-8B", "version"),
        ("H200", "name"),
        ("F11", "name"),
        ("G01", "name"),
        ("W3", "name"),
        ("L1", "name"),
        ("float64", "name"),
        ("UTF-8", "name"),
        ("x86_64", "name"),
        ("q3", "name"),
        ("3D", "name"),
        ("x₃", "name"),
        ("x²", "name"),
        ("ResNet-50", "name"),
        ("16-bit", "name"),
        ("2nd", "name"),
        ("head1", "name"),
        ("i7-12700K", "name"),
        ("3×2", "shape"),
        ("3×d", "shape"),
        ("2×3×4", "shape"),
        ("3x2", "shape"),
        ("3 × 2 的矩阵", "shape"),
        ("第 3 步", "ordinal"),
        ("步骤 2", "ordinal"),
        ("练习 4", "ordinal"),
        ("第 1、2 行", "ordinal"),
        ("step 3", "ordinal"),
        ("位置1", "label"),
        ("位置 2", "label"),
        ("位置12", "label"),
        ("特征1", "label"),
        ("图 3", "figure"),
        ("表2", "figure"),
        ("Figure 3", "figure"),
        ("图 1 和 2", "figure"),
        ("公式（3）", "figure"),
        ("第 2 节", "section"),
        ("第 3.2.1 节", "section"),
        ("§3.2", "section"),
        ("第2章", "section"),
        ("Section 3", "section"),
    ],
)
def test_what_counts_nothing_computed_is_named(text: str, kind: str) -> None:
    found = kinds(f"见{text}。" if "\u4e00" <= text[0] <= "\u9fff" else f"见 {text}。")
    assert found and {k for _, k in found} == {kind}, found


def test_enumerators_stand_at_the_start_of_a_clause_only() -> None:
    assert kinds("（1）先做；（2）再做。\n1）甲\n\n① 乙，② 丙")[0] == ("1", "enumerator")
    assert {k for _, k in kinds("（1）先做；（2）再做。\n1）甲\n\n① 乙，② 丙")} == {"enumerator"}
    assert kinds("取值是（2）个") == [("2", "typed")]


def test_labels_may_be_typed_only_if_the_example_declares_them() -> None:
    assert [n.kind for n in numerals(scan("位置1"), ())] == ["typed"]


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("0.25", ["0.25"]),
        ("range(3)", ["3"]),
        ("x[0]", ["0"]),
        ("axis=-1", []),
        ("dim=1", []),
        ("float64", []),
        ("W_Q1", []),
        ("torch.Size([3, 2])", ["3", "2"]),
        ("softmax(x, dim=-1) * 0.5", ["0.5"]),
        ("Qwen/Qwen3-0.6B", []),
        ("1.26.4", []),
        ("d_k2 = 64", ["64"]),
        ("-1e10", ["1e10"]),
        ("n=1", ["1"]),
    ],
)
def test_code_spans_may_name_things_and_axes_but_state_nothing(code: str, refused: list[str]) -> None:
    assert [n.text for n in numerals(scan(f"`{code}`")) if n.refused] == refused


def test_fences_links_and_markup_are_recorded_not_refused() -> None:
    text = "```\nx = 0.25\n```\n\n[甲](b3.png){#c4}\n\n1. 乙\n"
    assert kinds(text) == [("0.25", "fence"), ("3", "link"), ("4", "markup"), ("1", "marker")]


def test_numerals_come_in_order_of_place() -> None:
    found = numerals(scan("`3` 0.5 $4$ 一半 [甲](5.png)"))
    assert [n.text for n in found] == ["3", "0.5", "4", "一半", "5"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("比例25", ["25"]),
        ("难题 25", ["25"]),
        ("份额v0.267", ["0.267"]),
        ("份额版本 0.25", ["0.25"]),
        ("份额的版本 0.25", ["0.25"]),
        ("占比w-266", ["266"]),
        ("是 w-266", ["266"]),
        ("是 p265", ["265"]),
        ("概率p5", ["5"]),
        ("例 3、示例 4、题 5、习题 6", []),
        ("版本 0.25、v0.5、H200、x86、q3、UTF-8", []),
    ],
)
def test_a_value_cannot_pass_for_an_ordinal_a_version_or_a_name(text: str, refused: list[str]) -> None:
    assert [n.text for n in numerals(scan(f"甲，{text}。")) if n.refused] == refused


@pytest.mark.parametrize(
    ("label", "refused"),
    [
        ("位置1", []),
        ("L2", []),
        ("W3", []),
        ("行 12", []),
        ("份额0.25", ["0.25"]),
        ("份额25", ["25"]),
        ("1/4", ["1/4"]),
        ("25", ["25"]),
        ("甲 3 乙 4", ["3", "4"]),
        ("25%", ["25%"]),
    ],
)
def test_only_a_label_of_a_stem_and_an_integer_may_be_typed(label: str, refused: list[str]) -> None:
    assert [n.text for n in numerals(scan(f"见{label}。"), (label,)) if n.refused] == refused
