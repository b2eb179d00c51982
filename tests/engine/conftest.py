from collections import Counter

import pytest

OUTCOMES = {}


@pytest.fixture(scope="session")
def onnx_outcomes():
    return OUTCOMES


def pytest_terminal_summary(terminalreporter):
    if not OUTCOMES:
        return
    terminalreporter.section("ONNX node tests")
    for operator, outcome in OUTCOMES.items():
        terminalreporter.write_line(f"{operator}: {len(outcome.passed)} passed")
        for reason, count in Counter(outcome.not_applicable.values()).items():
            names = [name for name, why in outcome.not_applicable.items() if why == reason]
            terminalreporter.write_line(f"  {count} not applicable: {reason}: {', '.join(names)}")
