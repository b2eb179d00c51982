"""Prints which of ONNX's cases passed, and which do not apply and why."""

from collections import Counter

from tests.engine.onnx_adapters import OUTCOMES


def pytest_terminal_summary(terminalreporter):
    if not OUTCOMES:
        return
    terminalreporter.section("ONNX node tests")
    for operator, outcome in OUTCOMES.items():
        terminalreporter.write_line(f"{operator}: {len(outcome.passed)} passed")
        for reason, count in Counter(outcome.not_applicable.values()).items():
            names = [name for name, why in outcome.not_applicable.items() if why == reason]
            terminalreporter.write_line(f"  {count} not applicable: {reason}: {', '.join(names)}")
