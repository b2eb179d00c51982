"""The options of a model: what its parameters do not tell."""

from dataclasses import dataclass

from engine.checks import choice, count, number
from engine.errors import EngineError


@dataclass(frozen=True)
class Config:
    """The options of a model; window W counts the position itself; rope_base None is no RoPE."""

    n_heads: int
    n_kv_heads: int | None = None
    norm: str = "layer"
    eps: float = 1e-5
    pre_norm: bool = True
    activation: str = "relu"
    rope_base: float | None = None
    rope_pairing: str = "half"
    window: int | None = None
    softcap: float | None = None
    logit_softcap: float | None = None
    embedding_scale: float = 1.0

    def __post_init__(self) -> None:
        """Check the values."""
        for name in ("n_heads", "n_kv_heads", "window"):
            if getattr(self, name) is not None:
                count(f"Config.{name}", getattr(self, name))
        for name in ("rope_base", "softcap", "logit_softcap"):
            if getattr(self, name) is not None:
                number(f"Config.{name}", getattr(self, name), above=0)
        number("Config.eps", self.eps, least=0)
        number("Config.embedding_scale", self.embedding_scale)
        choice("Config.norm", self.norm, ("layer", "rms"))
        choice("Config.activation", self.activation, ("relu", "gelu", "gelu_tanh", "silu"))
        choice("Config.rope_pairing", self.rope_pairing, ("half", "interleaved"))
        if not isinstance(self.pre_norm, bool):
            raise EngineError("Config.pre_norm", "True or False", f"{self.pre_norm!r}")
