"""One pass over the prose of a page, from left to right: what readers meet, and what they do not."""

from __future__ import annotations

import re

from figgen import cite
from figgen.gate.glyphs import BREAK, CITED, CODE, MATH, resolve_entity
from figgen.gate.scanning.lines import DEFINITION, LEAD, MARKER, UNNUMBERED_LEAD, Paragraphs
from figgen.gate.scanning.sink import Buffer, Cited, Kind, Sink
from figgen.gate.scanning.tags import INLINE, Attribute, read_attribute_list, read_tag

SPECIAL = re.compile(r"[\\`$<&@\[\]{\n*~=]|https?://|(?<![\w/.])www\.")
URL = re.compile(r"(?:https?://|www\.)[^\s<>\"'`）】》」，。；、]*[^\s<>\"'`）】》」，。；、.,:;!?)\]*]")
NOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:?")
LITERAL = re.compile(r"\\@\{[^{}\n]*\}?")
TICKS = re.compile(r"`+")
DOLLAR = re.compile(r"\$(?=[^\s$])((?:\\.|[^\\$])*?)(?<![\s\\])\$(?![0-9])", re.DOTALL)
AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]+|[^\s<>@]+@[^\s<>]+)>")
COMMENT_END = re.compile("--!?>")  # as browsers do; they take "<!-->" and "<!--->" for whole comments
EMPHASIS = re.compile(r"\*+|~~|==(?!=)")
DESTINATION = re.compile(
    r"\]\(\s*+(?P<to><[^<>\n]*>|[^\s()<>\"']*+(?:\([^\s()]*\)[^\s()<>\"']*+)*+)"
    r"(?:\s++(?P<title>\"[^\"]*\"|'[^']*'))?+\s*+\)"
)
NAMED = re.compile(r"\] ?\[([^\[\]\n]+)\]")


class InlineScan:
    """Reads stretches of a page into a sink."""

    def __init__(self, sink: Sink, paragraphs: Paragraphs) -> None:
        self.sink, self.text, self.paragraphs = sink, sink.text, paragraphs

    def read(self, buffer: Buffer, at: int, end: int, *, lines: bool = False) -> None:
        """Read the text from `at` to `end`; with `lines`, list markers and definitions are taken out."""
        if lines and at < end:
            at = self._line_start(buffer, at, end)
        while at < end:
            match = SPECIAL.search(self.text, at, end)
            buffer.add(self.text[at : match.start() if match else end], at)
            if match is None:
                return
            at = match.start()
            after = self._special(buffer, at, end)
            at = (
                self._line_start(buffer, at + 1, end)
                if lines and self.text[at] == "\n"
                else max(after, at + 1)
            )

    def attribute(self, attribute: Attribute) -> None:
        """Read an attribute's value: text if readers meet it."""
        if attribute.seen:
            self.attribute_text(attribute.start, attribute.end)
        else:
            kind: Kind = "style" if attribute.name == "style" else "markup"
            self.sink.quote(kind, attribute.start, attribute.end)

    def attribute_text(self, start: int, end: int) -> None:
        """Read a text of its own, such as a title."""
        buffer = Buffer("attribute")
        self.read(buffer, start, end)
        self.sink.keep(buffer)

    def _line_start(self, buffer: Buffer, at: int, end: int) -> int:
        lead = LEAD.match(self.text, at, end)
        if lead and lead["marker"] and self.paragraphs.starts_item(at):
            for marker in MARKER.finditer(self.text, at, lead.end()):
                self.sink.quote("marker", marker.start(), marker.end())
            buffer.add(BREAK, at)
        else:
            lead = UNNUMBERED_LEAD.match(self.text, at, end)
        at = lead.end() if lead else at
        definition = DEFINITION.match(self.text, at, end)
        if definition:
            self.sink.quote("link", *definition.span("name"))
            self.sink.quote("link", *definition.span("target"))
            return definition.end()
        return at

    def _special(self, buffer: Buffer, at: int, end: int) -> int:
        text = self.text
        match text[at]:
            case "\\":
                return self._escape(buffer, at, end)
            case "`":
                return self._code(buffer, at, end)
            case "$":
                return self._dollars(buffer, at, end)
            case "<":
                return self._angle(buffer, at, end)
            case "&":
                characters, after = resolve_entity(text, at, end)
                buffer.add(characters, at, fixed=True)
                return after
            case "@":
                if found := cite.CITATION.match(text, at, end):
                    closed = found["close"] is not None
                    citation = cite.Citation(at, found.end(), found["inside"], literal=False, closed=closed)
                    self.sink.cited.append(Cited(citation, buffer.kind))
                    buffer.add(CITED, at)
                    return found.end() if closed else at + 2
            case "[":
                if note := NOTE.match(text, at, end):
                    self.sink.quote("marker", *note.span())
                    return note.end()
            case "]":
                buffer.add("]", at)
                return self._destination(at, end)
            case "{":
                if entries := read_attribute_list(text, at, end):
                    for part in entries.parts:
                        self.sink.quote("markup", *part)
                    self.sink.tags.append((at, entries))
                    for attribute in entries.attributes:
                        self.attribute(attribute)
                    return entries.end
            case "h" | "w":
                if url := URL.match(text, at, end):
                    self.sink.quote("link", *url.span())
                    buffer.add(BREAK, at)
                    return url.end()
            case "*" | "~" | "=":
                run = EMPHASIS.match(text, at, end)
                if run and (text[at - 1 : at].strip() or text[run.end() : run.end() + 1].strip()):
                    return run.end()
        buffer.add(text[at], at)
        return at + 1

    def _escape(self, buffer: Buffer, at: int, end: int) -> int:
        text, following = self.text, self.text[at + 1 : min(at + 2, end)]
        if following and following in "([":
            shut = text.find("\\)" if following == "(" else "\\]", at + 2, self.paragraphs.end(at, end))
            if shut >= 0:
                return self._formula(buffer, at + 2, shut, shut + 2)
        if literal := LITERAL.match(text, at, end):
            self.sink.literal(buffer.kind, *literal.span())
            buffer.add(CITED, at)
            return literal.end()
        if following and not following.isalnum() and not following.isspace():
            buffer.add(following, at + 1)
            return at + 2
        buffer.add("\\", at)
        return at + 1

    def _code(self, buffer: Buffer, at: int, end: int) -> int:
        run = TICKS.match(self.text, at, end)
        assert run is not None
        limit = self.paragraphs.end(at, end)
        shut = re.compile(rf"(?<!`){run.group()}(?!`)").search(self.text, run.end(), limit)
        if shut is None:
            return run.end()
        self.sink.quote("code", run.end(), shut.start())
        buffer.add(CODE, at)
        return shut.end()

    def _dollars(self, buffer: Buffer, at: int, end: int) -> int:
        if self.text.startswith("$$", at):
            shut = self.text.find("$$", at + 2, self.paragraphs.end(at, end))
            if shut >= 0:
                return self._formula(buffer, at + 2, shut, shut + 2)
        elif match := DOLLAR.match(self.text, at, self.paragraphs.end(at, end)):
            return self._formula(buffer, *match.span(1), match.end())
        buffer.add("$", at)
        return at + 1

    def _formula(self, buffer: Buffer, start: int, end: int, after: int) -> int:
        self.sink.quote("math", start, end)
        buffer.add(MATH, start - 1)
        return after

    def _angle(self, buffer: Buffer, at: int, end: int) -> int:
        text = self.text
        if text.startswith("<!--", at):
            if over := COMMENT_END.search(text, at + 2, end):
                return over.end()
        elif auto := AUTOLINK.match(text, at, end):
            self.sink.quote("link", *auto.span())
            buffer.add(BREAK, at)
            return auto.end()
        elif tag := read_tag(text, at, end):
            self.sink.tags.append((at, tag))
            for attribute in tag.attributes:
                self.attribute(attribute)
            for part in tag.parts:
                self.sink.quote("markup", *part)
            if tag.name not in INLINE:
                buffer.add(BREAK, at)
            if tag.name in ("script", "style") and not tag.closing:
                over = re.compile(rf"</{tag.name}\s*>", re.IGNORECASE).search(text, tag.end, end)
                if over:
                    self.sink.quote("code" if tag.name == "script" else "style", tag.end, over.start())
                    return over.end()
            return tag.end
        buffer.add("<", at)
        return at + 1

    def _destination(self, at: int, end: int) -> int:
        """The end of a link's text: its destination is no text, its title is."""
        inline = DESTINATION.match(self.text, at, self.paragraphs.end(at, end))
        if inline:
            self.sink.quote("link", *inline.span("to"))
            if inline["title"] is not None:
                self.attribute_text(inline.start("title") + 1, inline.end("title") - 1)
            return inline.end()
        named = NAMED.match(self.text, at, end)
        if named and named[1].lower() in self.paragraphs.labels:
            self.sink.quote("link", *named.span(1))
            return named.end()
        return at + 1
