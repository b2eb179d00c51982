"""数字账本: the generated page of a chapter with every derivation, for readers without scripts and on paper.

A number of a published value is bound to its citation like any other; one of a step between to its path, such
as `attention.run.exp[3,1]`, which `figgen.deriving.derived` knows. An operand is a link to its own row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from figgen.deriving.derived import Array, Derived, anchor, machine, row_anchor
from figgen.deriving.work import Raised, Reference, guarded, pieces
from figgen.markup import Children, Element, h, markup, plain
from figgen.messages import Messages


def entries(derived: Derived, say: Messages) -> dict[str, str]:
    """Every array with its formula and rows, as HTML: the published ones, and those of steps between."""
    published = [_array(derived, array, say) for array in derived.arrays if array.published]
    between = [_array(derived, array, say) for array in derived.arrays if not array.published]
    return {"published": markup(*published), "between": markup(*between)}


def account(
    derived: Derived,
    told: Mapping[str, str],
    say: Messages,
    programs: Iterable[tuple[str, str]],
    by_section: Sequence[Children],
) -> str:
    """The page's content after its title, around its entries; `programs`: names and addresses of the chapter
    as a program."""
    count = derived.document["count"]
    counted = say.text("account.counted", published=str(count["published"]), derived=str(count["derived"]))
    links = [h("li", h("a", say.text(f"account.snippet_{name}"), href=address, download=True))
             for name, address in programs]  # fmt: skip
    head = [
        h("p", say.text("account.intro")),
        h("p", counted, class_="fg-counted"),
        h("p", say.text("account.reproduce")),
        h("ul", links),
    ]
    if by_section:
        head += [h("h2", say.text("account.by_section"), id="by-section"), h("ul", by_section)]
    between = h("h2", say.text("account.between"), id="between")
    return (
        markup(*head, h("h2", say.text("account.published"), id="published"))
        + told["published"]
        + (markup(between) + told["between"] if told["between"] else "")
    )


def _array(derived: Derived, array: Array, say: Messages) -> Element:
    told: list[Children] = []
    pattern, more = derived.pattern(array), array.more
    if pattern is not None:
        told.append(h("p", h("code", array.name), " = ", formula(derived, array), class_="fg-formula"))
    facts = [say.text(f"card.{array.kind}")] if pattern is None else []
    if "form" in more:
        facts.append(say.text("account.form", form=derived.document["forms"][more["form"]]))
    if "line" in more:
        facts.append(say.text("account.line", example=derived.document["example"], line=str(more["line"])))
    if "engine" in more:
        facts.append(say.text("account.engine", engine=more["engine"]))
    if array.kind == "simulated":
        facts.append(say.text("account.simulated", shape="×".join(map(str, array.shape))))
    told.append(h("p", "".join(facts), class_="fg-facts"))
    if array.texts:
        told.append(_table(derived, array, say))
    return h("section", h("h3", h("code", array.name), id=anchor(array.name)), told, class_="fg-account")


def formula(derived: Derived, array: Array) -> list[Children]:
    """The formula of an array in symbols."""
    pattern = derived.pattern(array)
    assert pattern is not None
    return _shown(pattern["formula"], lambda part: h("i", derived.needed(array, part.array).name))


def _table(derived: Derived, array: Array, say: Messages) -> Element:
    names = ["element", "number", *(["work"] if derived.pattern(array) else [])]
    head = h("tr", [h("th", say.text(f"account.{name}"), scope="col") for name in names])
    number = derived.arrays.index(array)
    rows = [_row(derived, array, number, place) for place in range(len(array.texts))]
    made = h("table", h("thead", head), h("tbody", rows), class_="fg-table fg-records")
    return h("div", made, class_="fg-scroll fg-wide", role="group", tabindex="0", aria_label=array.name)


def _row(derived: Derived, array: Array, number: int, place: int) -> Element:
    index, pattern = derived.index(array, place), derived.pattern(array)
    ref, full = f"{derived.chapter}.{array.name}{index}", array.full(place)
    told: list[Children] = [
        h("data", array.texts[place], class_="fg-number", value=array.more["value"][place], data_ref=ref)
    ]
    if full != array.texts[place]:
        whole = h("data", full, class_="fg-number", value=machine(full), data_ref=ref, data_field="full")
        told += [h("br"), h("small", whole)]
    work = None if pattern is None else h("td", _work(derived, array, pattern["work"][place]))
    name = h("th", index or array.name, scope="row")
    return h("tr", name, h("td", told), work, id=row_anchor(number, place))


def _work(derived: Derived, array: Array, work: str) -> list[Children]:
    """The derivation in names, then in numbers that lead to their own rows."""
    exact = all(
        derived.needed(array, part.array).exact(part.element)
        for part in pieces(work)
        if isinstance(part, Reference) and part.element is not None
    )
    symbols = _shown(work, lambda part: _name(derived, array, part))
    return [
        *symbols,
        h("br"),
        "= " if exact else "≈ ",
        *_shown(work, lambda part: _number(derived, array, part)),
    ]


def worked(derived: Derived, array: Array, place: int) -> tuple[str, str]:
    """The derivation of an element as plain text: in names, and in the numbers as printed."""
    pattern = derived.pattern(array)
    assert pattern is not None

    def text(show: Callable[[Derived, Array, Reference], Children]) -> str:
        shown: list[Children] = []
        for piece in pieces(pattern["work"][place]):
            if isinstance(piece, Raised):
                shown.append("^(" if piece.opens else ")")
            else:
                shown.append(show(derived, array, piece) if isinstance(piece, Reference) else piece)
        return plain(h("p", shown))

    return text(_name), text(_number)


def _name(derived: Derived, array: Array, part: Reference) -> Children:
    other = derived.needed(array, part.array)
    return other.name + ("" if part.element is None else derived.index(other, part.element))


def _number(derived: Derived, array: Array, part: Reference) -> Children:
    other = derived.needed(array, part.array)
    if part.element is None:
        return h("a", other.name, href=f"#{anchor(other.name)}")
    shown = other.texts[part.element]
    link = h("a", shown, href=f"#{row_anchor(derived.place(array, part.array), part.element)}")
    return ["(", link, ")"] if guarded(shown, part.guard) else link


def _shown(text: str, show: Callable[[Reference], Children]) -> list[Children]:
    """The text with its references shown by `show`, its exponents raised."""
    levels: list[list[Children]] = [[]]
    for piece in pieces(text):
        if isinstance(piece, Raised):
            if piece.opens:
                levels.append([])
            else:
                raised = levels.pop()
                levels[-1].append(h("sup", raised))
        else:
            levels[-1].append(show(piece) if isinstance(piece, Reference) else piece)
    return levels[0]
