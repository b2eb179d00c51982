"""What stands around cited numbers and makes another statement of them: the findings of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from figgen import cite
from figgen.book import Number, Numbers, Resolved
from figgen.gate import beside, edge, evaluate, relation, texbeside
from figgen.gate.finding import Finding
from figgen.gate.glyphs import CITED
from figgen.gate.source import TEXTS, Source


def neighbours(source: Source, resolved: Mapping[int, Resolved]) -> Iterator[Finding]:
    """Yield signs, digits, scales and units typed against a citation, and false relations between citations.

    `resolved`: what each citation means, by its offset.
    """
    inside = {citation.start: citation.inside.strip() for citation in cite.find(source.text)}
    numbers = {offset for offset, meant in resolved.items() if isinstance(meant, (Number, Numbers))}
    values = {
        offset: (meant.text, float(meant.value))
        for offset, meant in resolved.items()
        if isinstance(meant, Number)
    }
    texts = {offset: text for offset, (text, _) in values.items()}
    for stream in source.streams:
        if stream.kind in ("math", "code") and stream.text == CITED and stream.offsets[0] in values:
            values[stream.offsets[0] - 1] = values[stream.offsets[0]]
    starts = {offset: offset for offset in numbers}
    ends = {citation.end: citation.start for citation in cite.find(source.text) if citation.start in numbers}
    for stream in source.streams:
        if stream.kind not in (*TEXTS, "math", "code"):
            continue
        if stream.kind == "math":
            mistakes = list(texbeside.in_math(stream, numbers))
        else:
            mistakes = list(beside.in_text(stream, numbers, texts))
        if stream.kind in ("math", "code"):
            mistakes += edge.across(source.text, stream, starts, ends)
        for offset, kind, mark in mistakes:
            bare = inside[offset].partition(":")[0]
            message = beside.message(kind, mark, inside[offset], bare, texts.get(offset, ""))
            yield Finding(source.path, *source.place(offset), "beside", message)
        for offset, mark in beside.headed(stream) if values and stream.kind in TEXTS else ():
            message = (
                f"“{mark}” scales numbers that stand elsewhere; leave it out, and cite them with their unit "
                "or as percentages (:pct1)"
            )
            yield Finding(source.path, *source.place(offset), "beside", message)
        for offset, left, sign, right in relation.false_relations(stream, values):
            message = f"prints {left} {sign} {right}, which is false; mend the sign, or cite what is meant"
            yield Finding(source.path, *source.place(offset), "equality", message)
        for offset, sign, one, other in evaluate.false_sums(stream, values):
            message = (
                f"the sides of {sign} come to {one:.6g} and {other:.6g}; mend the line, or let an arithmetic "
                "block write it"
            )
            yield Finding(source.path, *source.place(offset), "equality", message)
