# ruff: noqa: E501 - a line holds a piece of source
"""The tests bite: faults that people make are put into a copy of the engine, and each must make a test fail.

`python -m tests.engine.faults` prints each fault with the first test that caught it, and the counts.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
# The record is stale after any change, and would catch every fault without looking; ONNX takes long to load.
LEFT_OUT = ("test_record.py", "test_onnx.py", "test_imports.py")
LAST = "test_formulas.py"  # a wrong step is also not its formula; the mathematics should see it first


@dataclass(frozen=True)
class Fault:
    """A wrong engine: in `file`, each `old` (which occurs once) becomes `new`."""

    what: str
    file: str
    changes: tuple[tuple[str, str], ...]


def fault(what: str, file: str, *texts: str) -> Fault:
    return Fault(what, f"engine/{file}", tuple(zip(texts[::2], texts[1::2], strict=True)))


MASKED = "masked = biased if given.mask is None else np.where(given.mask, biased, -np.inf)"
CAPPED = "capped = scaled if given.softcap is None else given.softcap * np.tanh(scaled / given.softcap)"

FAULTS = [
    fault("scale 1/d instead of 1/√d", "attention.py", "1 / math.sqrt(q.shape[-1])", "1 / q.shape[-1]"),
    fault("no scale", "attention.py", "1 / math.sqrt(q.shape[-1])", "1.0"),
    fault("groups tiled instead of in runs", "heads.py",
          'np.repeat(real("x", x, "(…, n_kv_heads, L, d)"), count("n_repeats", n_repeats), axis=-3)',
          'np.concatenate([real("x", x, "(…, n_kv_heads, L, d)")] * count("n_repeats", n_repeats), axis=-3)'),
    fault("LayerNorm: ε outside the root", "norms.py", "np.sqrt(variance + epsilon)", "np.sqrt(variance) + epsilon"),
    fault("RMSNorm: ε outside the root", "norms.py",
          "np.sqrt(mean_square + epsilon)", "np.sqrt(mean_square) + epsilon"),
    fault("LayerNorm: variance divided by n − 1", "norms.py",
          "np.mean(centered**2, axis=-1, keepdims=True)", "np.var(x, axis=-1, keepdims=True, ddof=1)"),
    fault("softcap after bias and mask", "attention.py",
          CAPPED, "capped = scaled",
          "softmax = shares(masked)",
          "masked = masked if given.softcap is None else given.softcap * np.tanh(masked / given.softcap)\n"
          "    softmax = shares(masked)"),
    fault("bias before softcap", "attention.py",
          CAPPED,
          "scaled = scaled if given.bias is None else scaled + given.bias\n    " + CAPPED,
          "biased = capped if given.bias is None else capped + given.bias", "biased = capped"),
    fault("−1e9 instead of −∞", "attention.py", "biased, -np.inf)", "biased, -1e9)"),
    fault("mask after softmax, not renormalised", "attention.py",
          MASKED, "masked = biased",
          "weights = softmax.output",
          "weights = softmax.output if given.mask is None else softmax.output * given.mask"),
    fault("True means ignore", "attention.py", "np.where(given.mask, biased", "np.where(~given.mask, biased"),
    fault("scores in float32", "attention.py", "scores = given.q @ given.k.mT",
          "scores = (given.q.astype(np.float32) @ given.k.mT.astype(np.float32)).astype(np.float64)"),
    fault("keys mixed instead of values", "attention.py", "output = weights @ given.v",
          "output = weights @ (given.k if given.k.shape == given.v.shape else given.v)"),
    fault("softmax down the columns", "softmax.py",
          "row_max = x.max(axis=-1, keepdims=True)", "row_max = x.max(axis=max(-2, -x.ndim), keepdims=True)",
          "total = exp.sum(axis=-1, keepdims=True)", "total = exp.sum(axis=max(-2, -x.ndim), keepdims=True)"),
    fault("maximum not subtracted", "softmax.py",
          "exp = shift(x, row_max)", "exp = x.copy()",
          "log_sum_exp = row_max + log(total)", "log_sum_exp = log(total)"),
    fault("nan where nothing may be attended to", "softmax.py", "output = divide(exp, total)", "output = exp / total"),
    fault("uniform where nothing may be attended to", "softmax.py", "output = divide(exp, total)",
          "output = np.where(total == 0, 1 / x.shape[-1], divide(exp, total))"),
    fault("causal mask without the position itself", "masks.py",
          'mask &= keys <= queries + count("right"', 'mask &= keys < queries + count("right"'),
    fault("window one key too wide", "masks.py",
          'mask &= queries - count("left", left, least=0) <= keys',
          'mask &= queries - count("left", left, least=0) - 1 <= keys'),
    fault("window of W keys before the position itself", "decoder.py",
          "left=config.window - 1", "left=config.window"),
    fault("padding mask turned round", "masks.py", "np.arange(n_keys) <", "np.arange(n_keys)[::-1] <"),
    fault("RoPE the other way", "positions.py",
          "rotated_first = first * cos - second * sin", "rotated_first = first * cos + second * sin",
          "rotated_second = first * sin + second * cos", "rotated_second = second * cos - first * sin"),
    fault("RoPE pairings exchanged", "positions.py",
          '== "half":\n        first, second', '!= "half":\n        first, second'),
    fault("RoPE frequencies rising", "positions.py", "** (-pairs / d_rotary)", "** (pairs / d_rotary)"),
    fault("sinusoidal: cosine first", "positions.py", "np.stack((sin, cos), axis=-1)", "np.stack((cos, sin), axis=-1)"),
    fault("QK-norm after RoPE", "multi_head.py",
          "q_rope = None if cos is None or sin is None else rope(q_normed, cos, sin, pairing=rope_pairing)",
          "q_rope = None if cos is None or sin is None else rope(q_heads, cos, sin, pairing=rope_pairing)"),
    fault("cross-attention: values from the wrong side", "multi_head.py",
          "v = project(source, params.w_v, params.b_v)",
          "v = project(x if x.shape == source.shape else source[..., ::-1, :], params.w_v, params.b_v)"),
    fault("heads merged without turning", "heads.py",
          "merged = x.swapaxes(-2, -3).reshape(", "merged = x.reshape("),
    fault("new keys put before the cached ones", "cache.py", "for part in (past, new)]", "for part in (new, past)]"),
    fault("positions restart behind a cache", "decoder.py",
          "return positions, mask, rope_table(positions, width", "return positions, mask, rope_table(positions - start, width"),
    fault("position vectors restart behind a cache", "decoder.py",
          "embedded + params.positions[positions]", "embedded + params.positions[positions - start]"),
    fault("pre-norm and post-norm exchanged", "block.py", "if config.pre_norm:", "if not config.pre_norm:"),
    fault("residual around the norm in pre-norm", "block.py",
          "residual_1 = x + attention.output\n    norm_cross, cross, residual_cross = None, None, residual_1\n",
          "residual_1 = norm_1.output + attention.output\n"
          "    norm_cross, cross, residual_cross = None, None, residual_1\n"),
    fault("GELU always by tanh", "activations.py", "if approximate is None:", "if approximate == 0:",
          'choice("approximate", approximate, ("tanh",))', ""),
    fault("SiLU without β", "activations.py", '-number("beta", beta) * x', "-x"),
    fault("the gate multiplies, the other projection is activated", "feed_forward.py",
          "act(gate) * hidden", "act(hidden) * gate"),
    fault("embedding not scaled", "decoder.py",
          'params.embedding[tokens] * inputs["embedding_scale"]', "params.embedding[tokens] * 1.0"),
    fault("generation reads the first position", "generate.py", "steps[-1].probabilities[-1])", "steps[-1].probabilities[0])"),
    fault("cross-entropy in bits", "cross_entropy.py", "losses = -np.take_along_axis(",
          "losses = -1 / np.log(2) * np.take_along_axis("),
    fault("cross-entropy summed, not averaged", "cross_entropy.py", "losses.mean()", "losses.sum()"),
    fault("tiles: the earlier output not rescaled", "tiled_steps.py",
          "accumulator = past * rescale + exp @ v", "accumulator = past + exp @ v"),
    fault("tiles: the last maximum forgotten in log-sum-exp", "tiled.py",
          "step.row_max + log(step.row_sum)", "log(step.row_sum)"),
    fault("costs: keys and queries of scores counted once", "costs.py",
          "* math.prod(of[-2:]) * columns", "* of[-1] * columns"),
]  # fmt: skip


def catch(fault: Fault | None) -> str | None:
    """The first test that fails with this fault, or None; without a fault, in the engine as it is."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("engine", "figgen", "tests/engine", "tests/judges"):
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", root)
        if fault:
            path = root / fault.file
            source = path.read_text(encoding="utf-8")
            for old, new in fault.changes:
                if source.count(old) != 1:
                    raise SystemExit(
                        f"{fault.what}: {old!r} occurs {source.count(old)} times in {fault.file}"
                    )
                source = source.replace(old, new)
            path.write_text(source, encoding="utf-8")
        tests = [path for path in sorted(root.glob("tests/engine/test_*.py")) if path.name not in LEFT_OUT]
        tests.sort(key=lambda path: path.name == LAST)
        done = subprocess.run(
            [*COMMAND, *map(str, tests)], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return None
        first = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return first[1].removeprefix("tests/engine/") if first else done.stdout[-300:] + done.stderr[-300:]


def main() -> int:
    if (broken := catch(None)) is not None:
        print(f"the engine as it is fails {broken}")
        return 1
    missed = 0
    for number, one in enumerate(FAULTS, start=1):
        caught = catch(one)
        missed += caught is None
        print(f"{number:2} {one.what} [{one.file}]: {caught or 'NOT CAUGHT'}", flush=True)
    print(f"{len(FAULTS) - missed} of {len(FAULTS)} faults caught")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
