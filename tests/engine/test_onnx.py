"""ONNX's node tests: against the arrays that they hold, and against ONNX's own code run in float64."""

import types
import warnings
from functools import cache
from typing import Any

import numpy as np
import onnx
import pytest
from onnx.backend.test.case.node import gelu as gelu_cases
from onnx.backend.test.loader import load_node_model_tests
from onnx.reference import ReferenceEvaluator

from tests.engine.closeness import assert_close
from tests.engine.onnx_adapters import ADAPTERS, OUTCOMES, NotApplicableError, Outcome

EXPECTED = {  # operator: cases that pass, cases that ask for what the engine does not have
    "Attention": (93, 0),
    "RotaryEmbedding": (8, 0),
    "LayerNormalization": (19, 0),
    "RMSNormalization": (19, 0),
    "Softmax": (7, 0),
    "LogSoftmax": (7, 0),
    "Gelu": (4, 0),
    "SwiGLU": (3, 0),
    "Swish": (1, 0),
    "Relu": (1, 0),
    "SoftmaxCrossEntropyLoss": (10, 24),
}
DOUBLE = onnx.TensorProto.DOUBLE


@cache
def cases() -> dict[str, list[Any]]:
    """The node tests of each operator with an adapter, but not those made of smaller operators."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: dict[str, list[Any]] = {operator: [] for operator in ADAPTERS}
        for case in load_node_model_tests():
            nodes = case.model.graph.node
            if len(nodes) == 1 and nodes[0].op_type in found and "expanded" not in case.name:
                found[nodes[0].op_type].append(case)
    return found


@pytest.mark.parametrize("operator", ADAPTERS)
def test_onnx_agrees_at_its_own_tolerance_and_to_twelve_digits_in_float64(operator, record_property):
    outcome = OUTCOMES[operator] = Outcome()
    for case in cases()[operator]:
        try:
            for inputs, outputs in case.data_sets:
                judge(operator, case, inputs, outputs)
        except NotApplicableError as reason:
            outcome.not_applicable[case.name] = str(reason)
        else:
            outcome.passed.append(case.name)
    record_property("onnx", [operator, outcome.passed, outcome.not_applicable])
    assert (len(outcome.passed), len(outcome.not_applicable)) == EXPECTED[operator]


def judge(operator, case, inputs, outputs):
    node = case.model.graph.node[0]
    feeds = dict(zip([each.name for each in case.model.graph.input], inputs, strict=True))
    attributes = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
    attributes = {name: one.decode() if isinstance(one, bytes) else one for name, one in attributes.items()}
    ours = ADAPTERS[operator]([feeds[name] if name else None for name in node.input], attributes)
    ours = [array for array, name in zip(ours, node.output, strict=False) if name]

    for got, wanted in zip(ours, outputs, strict=True):
        rtol = 2**-6 if wanted.dtype.name == "bfloat16" else case.rtol  # as in ONNX's own runner
        rounded = np.asarray(got).astype(wanted.dtype).astype(np.float64)
        np.testing.assert_allclose(
            rounded, wanted.astype(np.float64), rtol=rtol, atol=case.atol, err_msg=case.name
        )
    for got, wanted in zip(ours, in_float64(operator, case, feeds), strict=True):
        assert_close(got, wanted, case.name)


def in_float64(operator, case, feeds):
    """ONNX's reference code on the same inputs, with the float32 that it keeps inside lifted to float64."""
    if operator == "Gelu":  # has no reference code but that of the case itself
        return gelu_in_float64()[case.name]
    evaluator = ReferenceEvaluator(case.model)
    kernel = evaluator.rt_nodes_[0]
    for name, value in vars(kernel).items():
        if isinstance(value, np.float32):
            setattr(kernel, name, float(value))
    if getattr(kernel, "softmax_precision", None):
        kernel.softmax_precision = DOUBLE
    is_real = {name: np.asarray(array).dtype.kind not in "biu" for name, array in feeds.items()}
    return evaluator.run(None, {n: a.astype(np.float64) if is_real[n] else a for n, a in feeds.items()})


@cache
def gelu_in_float64():
    """The outputs of the Gelu cases, whose float32 inputs are made again and then kept in float64."""
    made: dict[str, list[np.ndarray]] = {}
    by_name = {case.name: case for case in cases()["Gelu"]}

    class Numpy(types.SimpleNamespace):
        def __getattr__(self, name):
            return getattr(np, name)

    def expect(node, inputs, outputs, name):
        made[name] = outputs

    inputs = iter([])
    numpy = Numpy(float32=np.float64, random=types.SimpleNamespace(randn=lambda *_: next(inputs)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gelu_cases, "np", numpy)
        patch.setattr(gelu_cases, "expect", expect)
        for kind, export in (("tanh", "export_gelu_tanh"), ("default", "export_gelu_default")):
            inputs = iter([by_name[f"test_gelu_{kind}_2"].data_sets[0][0][0].astype(np.float64)])
            getattr(gelu_cases.Gelu, export)()
    return made
