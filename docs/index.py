"""前言里说的数：程序算出的有多少，引自别处的有多少，和外面的程序对照过多少次。"""

import json
import re
from pathlib import Path

from figgen import given, value
from figgen.numbers.form import every_form


def ledger() -> list[str]:
    """The name of each number in ledger.txt."""
    try:
        text = Path("ledger.txt").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        text = ""  # `python -m figgen ledger --write` writes it, and takes these numbers again
    _, _, rest = text.partition("\n[numbers]\n")
    numbers, _, _ = rest.partition("\n[")
    forms = set(every_form())
    return [name for name, form in re.findall(r"^(\S+) (\S+) ", numbers, re.MULTILINE) if form in forms]


def agreed(judge: str) -> int:
    """How many cases a judge agreed with, by the record that is made when all of them agree."""
    record = json.loads(Path("tests/judges/record.json").read_text(encoding="utf-8"))
    return int(record["agreed"][judge]["cases"])


foreign = [name for name in ledger() if name.startswith("facts.")]
computed = given(len(ledger()) - len(foreign), note="账本ledger.txt里逐行记着")
quoted = given(len(foreign), note="出处都记在docs/facts.toml里")
by_pytorch = given(agreed("torch"), note="PyTorch，逐步对照")
by_transformers = given(agreed("transformers lifted"), note="transformers里的模型，逐步对照")
by_onnx = given(agreed("onnx"), note="ONNX随标准发布的算例")
checks = value(by_pytorch + by_transformers + by_onnx, by="by_pytorch + by_transformers + by_onnx")
