"""Prints which of ONNX's cases passed, and which do not apply and why; no test has a time limit."""

from collections import Counter

from hypothesis import settings

from tests.engine.onnx_adapters import OUTCOMES

settings.register_profile("patient", settings.default, deadline=None)  # a busy machine is no wrong engine
settings.load_profile("patient")


def pytest_terminal_summary(terminalreporter):
    if not OUTCOMES:
        return
    terminalreporter.section("ONNX node tests")
    for operator, outcome in OUTCOMES.items():
        terminalreporter.write_line(f"{operator}: {len(outcome.passed)} passed")
        for reason, count in Counter(outcome.not_applicable.values()).items():
            names = [name for name, why in outcome.not_applicable.items() if why == reason]
            terminalreporter.write_line(f"  {count} not applicable: {reason}: {', '.join(names)}")
