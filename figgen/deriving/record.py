"""Writes what a chapter's numbers come from: its derivations, checked, and what its account says of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from figgen.deriving.accounts import entries
from figgen.deriving.derivation_document import document
from figgen.deriving.derivations import Derivations
from figgen.deriving.derived import Derived
from figgen.errors import AuthorError, AuthorErrors
from figgen.messages import LANGUAGE, catalogue
from figgen.running.kept import packed, recall
from figgen.running.values import declared


def record(chapter: str, path: str, source: str, names: Mapping[str, Any], folder: Path) -> str:
    """Derive every published number of an example that ran, check it, and write derivations.json; its text.

    AuthorErrors names each number whose derivation fails.
    """
    values = {
        name: held
        for name, thing in names.items()
        if not name.startswith("_") and (held := declared(thing)) is not None
    }
    try:
        found = Derivations(names, values, source)
    except AuthorError as error:
        raise AuthorErrors([AuthorError(error.message, path)]) from None
    if wrong := list(found.wrong()):
        raise AuthorErrors(AuthorError(sentence, path) for sentence in wrong)
    text = _as_json(
        document(found, chapter, path, source) | {"snippets": found.snippets(f"{path}: its numbers")}
    )
    (folder / "derivations.json").write_text(text, encoding="utf-8")
    return text


def tell(chapter: str, derivations: str, code: str, kept: Path, folder: Path) -> None:
    """Write what the account says of these derivations into `account`, or what is `kept` of the same.

    `code`: the digest of all that writes it.
    """
    made_from = f"{code}\n{derivations}".encode()
    body = recall(kept, made_from)
    if body is None:
        told = entries(Derived(chapter, json.loads(derivations)), catalogue(LANGUAGE))
        body = _as_json(told).encode()
    (folder / "account").write_bytes(packed(made_from, body))


def _as_json(told: Mapping[str, Any]) -> str:
    """The same bytes for the same document."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
