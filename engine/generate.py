"""Generation: one choice after another, each read back as input."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import count, instance, integers
from engine.config import Config
from engine.decoder import DecoderTrace, decoder
from engine.errors import EngineError
from engine.parameters import DecoderParams
from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class GenerationTrace(Trace):
    """steps: one decoder run for each new token; chosen (n_new,); the result is `tokens` (L + n_new,)."""

    steps: tuple[DecoderTrace, ...]
    chosen: NDArray[np.int64]
    tokens: NDArray[np.int64]

    @property
    def output(self) -> NDArray[np.int64]:
        """The result, as other traces call it."""
        return self.tokens


def argmax(probabilities: NDArray[np.float64]) -> int:
    """The id with the largest probability; the smallest id of those that share it."""
    return int(np.argmax(probabilities))


def generate(
    tokens: ArrayLike,
    params: DecoderParams,
    *,
    config: Config,
    n_new: int,
    choose: Callable[[NDArray[np.float64]], int] = argmax,
    use_cache: bool = True,
) -> GenerationTrace:
    """Append n_new tokens, each chosen by `choose` from the probabilities (vocabulary,) at the last position.

    tokens: ids (L,). With the cache every run after the first reads one token; without it, all of them again.
    """
    instance("params", params, DecoderParams)
    prompt = integers("tokens", tokens, "(L,)", below=params.embedding.shape[0])
    choices: list[int] = []
    steps: list[DecoderTrace] = []
    for _ in range(count("n_new", n_new)):
        if use_cache and steps:
            steps.append(decoder(np.array(choices[-1:]), params, config=config, past=steps[-1].cache))
        else:
            steps.append(decoder(np.append(prompt, choices).astype(np.int64), params, config=config))
        choice = choose(steps[-1].probabilities[-1])
        if not isinstance(choice, int | np.integer) or not 0 <= choice < params.embedding.shape[0]:
            raise EngineError("choose", f"an id from 0 to {params.embedding.shape[0] - 1}", f"{choice!r}")
        choices.append(int(choice))
    chosen = np.array(choices)
    chosen.flags.writeable = False
    inputs = {
        "prompt": prompt,
        "choices": chosen,
        "n_new": n_new,
        "choose": choose,
        "use_cache": use_cache,
        "params": params,
        "config": config,
    }
    trace = GenerationTrace(tuple(steps), chosen, np.append(prompt, chosen))
    return trace.explained(inputs, _formulas(steps, choose is argmax, use_cache))


def _formulas(steps: list[DecoderTrace], greedy: bool, use_cache: bool) -> dict[str, str]:
    told, picked = {"steps[1].tokens": "prompt"}, []
    for place, step in enumerate(steps, start=1):
        picked.append(f"argmax(steps[{place}].probabilities[{step.probabilities.shape[-2]}])")
        if place == 1:
            continue
        if use_cache:
            told[f"steps[{place}].tokens"] = picked[-2]
            for layer in range(1, len(step.blocks) + 1):
                for name in "kv":
                    told[f"steps[{place}].past[{layer}].{name}"] = f"steps[{place - 1}].cache[{layer}].{name}"
        else:
            told[f"steps[{place}].tokens"] = f"join(steps[{place - 1}].tokens, {picked[-2]})"
    if not greedy:
        told = {name: formula for name, formula in told.items() if "argmax" not in formula}
    return told | {
        "chosen": f"join({', '.join(picked)})" if greedy else "choices",
        "tokens": "join(prompt, chosen)",
    }
