"""A page asks for the derivations of its own publication, whatever a browser kept of an older one."""

import re

from figgen.deriving.versions import CARD, versioned

SCRIPTS = ["assets/step-player.js", CARD]
MADE = {"assets/derivations/page.js": "one", "assets/data/page/table.csv": "a,b"}


def test_only_the_card_has_a_version_and_other_scripts_stay_as_they_are() -> None:
    first, card = versioned(SCRIPTS, MADE)
    assert first == "assets/step-player.js"
    assert re.fullmatch(re.escape(CARD) + r"\?v=[0-9a-f]{10}", card)


def test_the_version_follows_the_derivations_and_nothing_else_of_a_chapter() -> None:
    kept = versioned(SCRIPTS, MADE)
    assert versioned(SCRIPTS, dict(reversed(MADE.items()))) == kept
    assert versioned(SCRIPTS, MADE | {"assets/data/page/table.csv": "a,c"}) == kept
    assert versioned(SCRIPTS, MADE | {"assets/derivations/page.js": "two"}) != kept
