"""The same sources give the same bytes, wherever and whenever they are built."""

import locale
from pathlib import Path

import pytest

from tests import workbench

LATER = '''"""Loaded by Python at its start: it is the day after tomorrow."""
import datetime, time
real, clock = datetime.datetime, time.time
SHIFT = 2 * 86400 + 4321
class Later(real):
    @classmethod
    def now(cls, tz=None):
        return real.now(tz) + datetime.timedelta(seconds=SHIFT)
    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)
    @classmethod
    def today(cls):
        return cls.now()
datetime.datetime = Later
time.time = lambda: clock() + SHIFT
'''


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


@pytest.mark.parametrize(
    "changes",
    [
        {"PYTHONHASHSEED": "0", "TZ": "Asia/Shanghai", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "1", "TZ": "America/Los_Angeles", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"},
    ],
    ids=["seed 0, Shanghai, C", "seed 1, Los Angeles, one thread"],
)
def test_another_clean_build_has_the_same_bytes(
    site: Path, fresh_book: Path, changes: dict[str, str]
) -> None:
    again = workbench.build(fresh_book, **changes)
    assert differing(workbench.files(site), workbench.files(again)) == []


def test_a_build_on_another_day_has_the_same_bytes(site: Path, fresh_book: Path, tmp_path: Path) -> None:
    (tmp_path / "start").mkdir()
    (tmp_path / "start/sitecustomize.py").write_text(LATER, encoding="utf-8")
    again = workbench.build(fresh_book, PYTHONPATH=str(tmp_path / "start"))
    assert differing(workbench.files(site), workbench.files(again)) == []


@pytest.mark.parametrize("name", ["zh_CN.UTF-8", "de_DE.UTF-8"])
def test_a_build_in_another_locale_has_the_same_bytes(site: Path, fresh_book: Path, name: str) -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"this machine has no locale {name}")
    finally:
        locale.setlocale(locale.LC_ALL, before)
    again = workbench.build(fresh_book, LC_ALL=name)
    assert differing(workbench.files(site), workbench.files(again)) == []


def test_building_twice_in_place_changes_nothing(fresh_book: Path) -> None:
    first = workbench.files(workbench.build(fresh_book))
    assert differing(first, workbench.files(workbench.build(fresh_book))) == []
