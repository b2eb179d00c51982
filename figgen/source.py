"""The source scan: a Markdown page cut into streams of what readers meet, each character with its place.

There is no Markdown parser here. What no reader meets as a number (citations, comments, link destinations,
attribute lists, footnote marks, tag names) is taken out of the prose by position; everything else is prose.
Whatever the scan does not recognise, it therefore takes for prose and has checked: an unclosed fence, a broken
tag or an indented block can hide nothing. Bodies of admonitions, tabs, lists, quotes and tables need no care.

Streams (`Stream.kind`):
    prose, attribute, meta    text: sentences, table cells, alt and title texts, front matter
    math, code                a formula, a code span or a script
    fence                     a fenced block: quoted, recorded, not refused
    link, markup, marker      destinations and identifiers; attribute lists, tags, styles; list and note marks
In a text stream entities are resolved, digits of any script are ASCII, invisible characters and emphasis marks
are gone, and a citation, formula or code span is one placeholder character.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from typing import Literal

from figgen import cite
from figgen.glyphs import BREAK, CITED, CODE, MATH, resolve_entity, simplify

Kind = Literal["prose", "attribute", "meta", "math", "code", "fence", "link", "markup", "marker"]
TEXTS: tuple[Kind, ...] = ("prose", "attribute", "meta")

FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<body>.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
META_KEY = re.compile(r"[ \t]*(?P<key>[\w-]+):(?=\s|$)")
UNSEEN_META = {"template", "icon", "hide", "search", "boost", "exclude", "image", "links", "status", "lang"}
FENCE = re.compile(r"(?P<lead>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$")
LINE_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+:]|(?P<marker>[0-9]{1,9}[.)]))[ \t]+[ \t>]*)*")
MARKER = re.compile(r"(?:(?<=\s)|(?<=>)|^)[0-9]{1,9}[.)](?=[ \t])")
DEFINITION = re.compile(r"\[(?P<name>\^?[^\]\n]+)\]:[ \t]*(?P<target>[^\s\"']\S*)?")
SPECIAL = re.compile(r"[\\`$<&@\[\]{\n*~=]|https?://|(?<![\w/.])www\.")
URL = re.compile(r"(?:https?://|www\.)[^\s<>\"'`）】》」，。；、]*[^\s<>\"'`）】》」，。；、.,:;!?)\]*]")
TAG_OPEN = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*)")
ATTRIBUTE = re.compile(r"\s*(?P<name>[^\s\"'<>/=]+)(?:\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?")
LIST_ATTRIBUTE = re.compile(r"[ ]*(?:[#.][^\s{}=\"'#]+|(?P<name>[\w:-]+)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s{}\"']+))")
SEEN_ATTRIBUTES = {"alt", "title", "placeholder", "label", "summary", "value", "content", "caption", "data-title",
                   "data-caption", "data-description", "aria-label", "aria-description", "aria-valuetext"}
INLINE_TAGS = {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
               "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}


@dataclass(frozen=True)
class Stream:
    """Characters that are read together, and the offset in the page of each."""

    kind: Kind
    text: str
    offsets: tuple[int, ...]


@dataclass(frozen=True)
class Cited:
    """A citation, and the kind of text that it stands in."""

    citation: cite.Citation
    kind: Kind


@dataclass(frozen=True)
class Source:
    """A page: its text without a byte order mark, its streams and its citations in order of place."""

    path: str
    text: str
    streams: tuple[Stream, ...]
    citations: tuple[Cited, ...]
    starts: tuple[int, ...]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1."""
        line = bisect.bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def scan(text: str, path: str = "") -> Source:
    """Cut a page into streams. `text` is the file as it is, line ends and byte order mark included."""
    text = text.removeprefix("\ufeff")
    plain = text.replace("\r\n", " \n").replace("\r", "\n")
    scanner = _Scanner(plain)
    scanner.run()
    streams = sorted(scanner.streams, key=lambda s: s.offsets[0])
    starts = (0, *(m.end() for m in re.finditer("\n", plain)))
    cited = sorted(scanner.cited, key=lambda c: c.citation.start)
    return Source(path, text, tuple(streams), tuple(cited), starts)


@dataclass
class _Buffer:
    kind: Kind
    characters: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)

    def add(self, characters: str, offset: int, *, fixed: bool = False) -> None:
        self.characters.extend(characters)
        self.offsets.extend([offset] * len(characters) if fixed else range(offset, offset + len(characters)))


class _Scanner:
    """One pass over the page, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.streams: list[Stream] = []
        self.cited: list[Cited] = []
        self.prose = _Buffer("prose")
        self.breaks = [m.start() for m in re.finditer(r"\n[ \t>]*(?=\n|\Z)", text)]
        self.labels = {m["name"].lower() for m in re.finditer(r"^[ \t>]*" + DEFINITION.pattern, text, re.MULTILINE)}

    def run(self) -> None:
        at = 0
        if match := FRONT_MATTER.match(self.text):
            self.front_matter(match.start("body"), match.end("body"))
            at = match.end()
        for start, content, close, end in self.fences(at):
            self.inline(at, start)
            self.info(start, content)
            self.quote("fence", content, close)
            self.prose.add("\n", max(end - 1, start))
            at = end
        self.inline(at, len(self.text))
        self.keep(self.prose)

    def keep(self, buffer: _Buffer) -> None:
        if buffer.characters:
            if buffer.kind in TEXTS:
                self.streams.append(Stream(buffer.kind, *simplify(buffer.characters, buffer.offsets)))
            else:
                self.streams.append(Stream(buffer.kind, "".join(buffer.characters), tuple(buffer.offsets)))

    # ---- whole lines ------------------------------------------------------------------------------------------
    def front_matter(self, start: int, end: int) -> None:
        if start < 0:
            return
        buffer, seen, at = _Buffer("meta"), True, start
        for line in self.text[start:end].splitlines(keepends=True):
            match = META_KEY.match(line)
            if match:
                seen = match["key"] not in UNSEEN_META
            skip = match.end() if match else 0
            if seen:
                self.text_into(buffer, at + skip, at + len(line))
            else:
                self.quote("markup", at + skip, at + len(line))
            at += len(line)
        self.keep(buffer)

    def fences(self, at: int) -> list[tuple[int, int, int, int]]:
        """Closed fences from `at`: start, start of the content, start of the closing line, end."""
        found: list[tuple[int, int, int, int]] = []
        opened: tuple[int, int, str] | None = None
        position = at
        closings = {m.group().strip(" \t>") for m in re.finditer(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*$", self.text, re.M)}
        for line in self.text[at:].split("\n"):
            end = min(position + len(line) + 1, len(self.text))
            if opened is None:
                match = FENCE.match(line.rstrip())
                if match and any(c[0] == match["mark"][0] and len(c) >= len(match["mark"]) for c in closings):
                    opened = (position, end, match["mark"])
            elif self.closes(line, opened[2]):
                found.append((opened[0], opened[1], position, end))
                opened = None
            position = end
        return found

    @staticmethod
    def closes(line: str, mark: str) -> bool:
        bare = line.strip(" \t>")
        return bool(bare) and set(bare) == {mark[0]} and len(bare) >= len(mark)

    def info(self, start: int, end: int) -> None:
        """The opening line of a fence: its title is read, the rest is markup."""
        for match in re.finditer(r"title=(\"[^\"\n]*\"|'[^'\n]*')", self.text[start:end]):
            self.attribute_text(start + match.start(1) + 1, start + match.end(1) - 1)
        self.quote("markup", start, end, but=r"title=(\"[^\"\n]*\"|'[^'\n]*')")

    def line_start(self, at: int, end: int) -> int:
        """Take list markers and definitions at the start of a line out of the prose; return where text begins."""
        match = LINE_LEAD.match(self.text, at, end)
        assert match is not None
        if match["marker"] and self.starts_item(at):
            for marker in MARKER.finditer(self.text, at, match.end()):
                self.quote("marker", marker.start(), marker.end())
            self.prose.add(BREAK, at)
            at = match.end()
        else:
            lead = re.compile(r"[ \t>]*(?:[-*+:][ \t]+)*").match(self.text, at, end)
            assert lead is not None
            at = lead.end()
        definition = DEFINITION.match(self.text, at, end)
        if definition and not definition["name"].startswith("^"):
            self.quote("link", definition.start("name"), definition.end("name"))
            self.quote("link", definition.start("target"), definition.end("target"))
            at = definition.end()
        return at

    def starts_item(self, at: int) -> bool:
        """Whether a number and a dot at this line start are a list marker: first in a paragraph, or in a list."""
        index = bisect.bisect_left(self.breaks, at - 1)
        first = self.breaks[index - 1] + 1 if index else 0
        first = self.text.find("\n", first) + 1 if index else 0
        if first >= at or not self.text[first:at].strip(" \t>\n"):
            return True
        before = self.text[first : at].lstrip("> \n")
        above = self.text[self.text.rfind("\n", 0, at - 1) + 1 : at]
        return bool(re.match(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]", before) or re.match(r"[ \t>]*(?:!!!|\?\?\?|===|#)", above))

    # ---- inside lines -----------------------------------------------------------------------------------------
    def inline(self, at: int, end: int) -> None:
        """Prose between fences."""
        if at < end:
            self.text_into(self.prose, self.line_start(at, end), end, lines=True)

    def text_into(self, buffer: _Buffer, at: int, end: int, *, lines: bool = False) -> None:
        text = self.text
        while at < end:
            match = SPECIAL.search(text, at, end)
            if match is None:
                buffer.add(text[at:end], at)
                return
            if match.start() > at:
                buffer.add(text[at : match.start()], at)
            at = match.start()
            after = self.special(buffer, at, end)
            if lines and text[at] == "\n":
                after = self.line_start(at + 1, end)
            at = max(after, at + 1)

    def special(self, buffer: _Buffer, at: int, end: int) -> int:
        """Handle the special character at `at`; return where to go on."""
        text = self.text
        match text[at]:
            case "\\":
                return self.escape(buffer, at, end)
            case "`":
                return self.code_span(buffer, at, end)
            case "$":
                return self.dollars(buffer, at, end)
            case "<":
                return self.angle(buffer, at, end)
            case "&":
                characters, after = resolve_entity(text, at, end)
                buffer.add(characters, at, fixed=True)
                return after
            case "@":
                return self.citation(buffer, at, end)
            case "[":
                if note := re.compile(r"\[\^[^\]\s]+\]:?").match(text, at, end):
                    self.quote("marker", note.start(), note.end())
                    return note.end()
            case "]":
                return self.destination(buffer, at, end)
            case "{":
                return self.attribute_list(buffer, at, end)
            case "h" | "w":
                if url := URL.match(text, at, end):
                    self.quote("link", url.start(), url.end())
                    buffer.add(BREAK, at)
                    return url.end()
            case "*" | "~" | "=":
                run = re.compile(r"\*+|~~|==(?!=)|.").match(text, at, end)
                assert run is not None
                spaced = text[at - 1 : at].strip() == "" and text[run.end() : run.end() + 1].strip() == ""
                if run.group() not in ("~", "=") and not spaced:
                    return run.end()
        buffer.add(text[at], at)
        return at + 1

    def escape(self, buffer: _Buffer, at: int, end: int) -> int:
        text, following = self.text, self.text[at + 1 : at + 2]
        if following in ("(", "["):
            close = text.find("\\)" if following == "(" else "\\]", at + 2, self.paragraph_end(at, end))
            if close >= 0:
                return self.formula(buffer, at + 2, close, close + 2)
        if literal := re.compile(r"\\@\{[^{}\n]*\}?").match(text, at, end):
            self.quote("markup", at, literal.end())
            self.cited.append(Cited(cite.Citation(at, at + 3, "", literal=True), buffer.kind))
            buffer.add(CITED, at)
            return literal.end()
        if following and not following.isalnum() and not following.isspace():
            buffer.add(following, at + 1)
            return at + 2
        buffer.add("\\", at)
        return at + 1

    def code_span(self, buffer: _Buffer, at: int, end: int) -> int:
        text = self.text
        run = re.compile(r"`+").match(text, at, end)
        assert run is not None
        limit = self.paragraph_end(at, end)
        close = re.compile(rf"(?<!`){run.group()}(?!`)").search(text, run.end(), limit)
        if close is None:
            return run.end()
        self.quote("code", run.end(), close.start(), cited=True)
        buffer.add(CODE, at)
        return close.end()

    def dollars(self, buffer: _Buffer, at: int, end: int) -> int:
        text, limit = self.text, self.paragraph_end(at, end)
        if text.startswith("$$", at):
            close = text.find("$$", at + 2, end)
            if close >= 0:
                return self.formula(buffer, at + 2, close, close + 2)
        elif match := re.compile(r"\$(?=[^\s$])((?:\\.|[^\\$])*?)(?<![\s\\])\$(?![0-9])", re.S).match(text, at, limit):
            return self.formula(buffer, match.start(1), match.end(1), match.end())
        buffer.add("$", at)
        return at + 1

    def formula(self, buffer: _Buffer, start: int, end: int, after: int) -> int:
        self.quote("math", start, end, cited=True)
        buffer.add(MATH, start)
        return after

    def angle(self, buffer: _Buffer, at: int, end: int) -> int:
        text = self.text
        if text.startswith("<!--", at):
            close = text.find("-->", at + 4, end)
            if close >= 0:
                return close + 3
        elif auto := re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]+|[^\s<>@]+@[^\s<>]+)>").match(text, at, end):
            self.quote("link", at, auto.end())
            buffer.add(BREAK, at)
            return auto.end()
        elif opened := TAG_OPEN.match(text, at, end):
            return self.tag(buffer, opened, end)
        buffer.add("<", at)
        return at + 1

    def tag(self, buffer: _Buffer, opened: re.Match[str], end: int) -> int:
        text, at, name = self.text, opened.end(), opened["name"].lower()
        values: list[tuple[str, int, int]] = []
        while (match := ATTRIBUTE.match(text, at, end)) and match.end() > at:
            if match["value"] is not None:
                quoted = match["value"][:1] in "\"'"
                values.append((match["name"].lower(), match.start("value") + quoted, match.end("value") - quoted))
            at = match.end()
        close = re.compile(r"\s*/?>").match(text, at, end)
        if close is None:
            buffer.add("<", opened.start())
            return opened.start() + 1
        for attribute, start, stop in values:
            self.attribute_value(attribute, start, stop)
        self.quote("markup", opened.start(), opened.end())
        if name not in INLINE_TAGS:
            buffer.add(BREAK, opened.start())
        if name in ("script", "style") and not opened["close"]:
            over = re.compile(rf"</{name}\s*>", re.I).search(text, close.end(), end)
            if over:
                self.quote("code" if name == "script" else "markup", close.end(), over.start())
                return over.end()
        return close.end()

    def citation(self, buffer: _Buffer, at: int, end: int) -> int:
        match = cite.CITATION.match(self.text, at, end)
        if match is None:
            buffer.add("@", at)
            return at + 1
        closed = match["close"] is not None
        found = cite.Citation(at, match.end(), match["inside"], literal=False, closed=closed)
        self.cited.append(Cited(found, buffer.kind))
        buffer.add(CITED, at)
        return match.end() if closed else at + 2

    def destination(self, buffer: _Buffer, at: int, end: int) -> int:
        """The end of a link's text: its destination is no text, its title is."""
        text = self.text
        buffer.add("]", at)
        inline = re.compile(
            r"\]\(\s*(?P<to><[^<>\n]*>|[^\s()<>\"']*(?:\([^\s()]*\)[^\s()<>\"']*)*)"
            r"(?:\s+(?P<title>\"[^\"]*\"|'[^']*'))?\s*\)"
        ).match(text, at, self.paragraph_end(at, end))
        if inline:
            self.quote("link", inline.start("to"), inline.end("to"), cited=True)
            if inline["title"] is not None:
                self.attribute_text(inline.start("title") + 1, inline.end("title") - 1)
            return inline.end()
        named = re.compile(r"\] ?\[([^\[\]\n]+)\]").match(text, at, end)
        if named and named[1].lower() in self.labels:
            self.quote("link", named.start(1), named.end(1))
            return named.end()
        return at + 1

    def attribute_list(self, buffer: _Buffer, at: int, end: int) -> int:
        text = self.text
        inside = at + (2 if text.startswith("{:", at) else 1)
        values: list[tuple[str, int, int]] = []
        while match := LIST_ATTRIBUTE.match(text, inside, end):
            if match["name"]:
                quoted = match["value"][:1] in "\"'"
                values.append((match["name"].lower(), match.start("value") + quoted, match.end("value") - quoted))
            else:
                self.quote("markup", match.start(), match.end())
            inside = match.end()
        close = re.compile(r"[ ]*\}").match(text, inside, end)
        if close is None or inside <= at + 2:
            buffer.add("{", at)
            return at + 1
        for name, start, stop in values:
            self.attribute_value(name, start, stop)
        return close.end()

    def attribute_value(self, name: str, start: int, end: int) -> None:
        if name in SEEN_ATTRIBUTES:
            self.attribute_text(start, end)
        else:
            self.quote("markup", start, end, cited=True)

    def attribute_text(self, start: int, end: int) -> None:
        buffer = _Buffer("attribute")
        self.text_into(buffer, start, end)
        self.keep(buffer)

    def quote(self, kind: Kind, start: int, end: int, *, cited: bool = False, but: str = "") -> None:
        """Keep raw characters as a stream of their own; with `cited`, citations in it become placeholders."""
        if start < 0 or start >= end:
            return
        if but:
            at = start
            for match in re.finditer(but, self.text[start:end]):
                self.quote(kind, at, start + match.start())
                at = start + match.end()
            self.quote(kind, at, end)
            return
        buffer, at = _Buffer(kind), start
        for found in cite.find(self.text[start:end]) if cited or kind == "fence" else ():
            buffer.add(self.text[at : start + found.start], at)
            moved = cite.Citation(start + found.start, start + found.end, found.inside, found.literal, found.closed)
            self.cited.append(Cited(moved, kind))
            buffer.add(CITED, moved.start)
            at = moved.end
        buffer.add(self.text[at:end], at)
        self.keep(buffer)

    def paragraph_end(self, at: int, end: int) -> int:
        index = bisect.bisect_left(self.breaks, at)
        return min(end, self.breaks[index]) if index < len(self.breaks) else end
