"""What was changed, what caught it, and what nobody caught."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of one kind of change; `missed` names each change that went unnoticed or had a wrong place."""

    kind: str
    caught: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    exceptions: Counter[str] = field(default_factory=Counter)
    excused: list[str] = field(default_factory=list)

    def note(self, by: str | None, what: str) -> None:
        """Count a change that `by` caught (check, ledger, verify, build), or that nothing did."""
        if by is None:
            self.missed.append(what)
        else:
            self.caught[by] += 1

    def excuse(self, why: str, what: str) -> None:
        """Count a change that no reader meets, by name."""
        self.exceptions[why] += 1
        self.excused.append(what)

    def __str__(self) -> str:
        total = sum(self.caught.values())
        by = ", ".join(f"{name} {count}" for name, count in sorted(self.caught.items()))
        but = "".join(f"; not a number: {count} {why}" for why, count in sorted(self.exceptions.items()))
        return f"{self.kind}: {total} of {total + len(self.missed)} caught ({by}){but}"


def another(digit: str) -> str:
    """The next digit, in the same script."""
    zero = chr(ord(digit) - int(digit))
    return chr(ord(zero) + (int(digit) + 1) % 10)
