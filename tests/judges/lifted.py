"""The float32 that transformers hard-codes (RMSNorm, RoPE, eager softmax) lifted to float64, for a while."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from unittest import mock

import torch


class Double(ModuleType):
    """torch, in which float32 means float64."""

    def __getattr__(self, name: str) -> object:
        return torch.float64 if name in ("float32", "float") else getattr(torch, name)


@contextmanager
def lifted(*families: str) -> Iterator[None]:
    """Within it, the modelling code of these model families computes in float64 throughout."""
    double = Double("torch")
    modules = [
        importlib.import_module(f"transformers.models.{family}.modeling_{family}") for family in families
    ]
    with mock.patch.object(torch.Tensor, "float", torch.Tensor.double):
        patches = [mock.patch.object(module, "torch", double) for module in modules]
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in patches:
                patch.stop()
