"""Prints which of ONNX's cases passed, and which do not apply and why."""

from collections import Counter


def pytest_terminal_summary(terminalreporter):
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    told = [value for report in reports for name, value in report.user_properties if name == "onnx"]
    if not told:
        return
    terminalreporter.section("ONNX node tests")
    for operator, passed, not_applicable in told:
        terminalreporter.write_line(f"{operator}: {len(passed)} passed")
        for reason, count in Counter(not_applicable.values()).items():
            names = [name for name, why in not_applicable.items() if why == reason]
            terminalreporter.write_line(f"  {count} not applicable: {reason}: {', '.join(names)}")
