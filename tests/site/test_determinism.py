"""The same sources give the same bytes, wherever and whenever they are built."""

import locale
import shutil
import subprocess
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
        {"PYTHONHASHSEED": "0", "TZ": "Asia/Shanghai", "LC_ALL": "C", "OMP_NUM_THREADS": "2"},
        {"PYTHONHASHSEED": "1", "TZ": "America/Los_Angeles", "LC_ALL": "zh_CN.UTF-8", "OMP_NUM_THREADS": "1"},
        {"PYTHONHASHSEED": "random", "TZ": "UTC", "LC_ALL": "de_DE.UTF-8", "OMP_NUM_THREADS": "4"},
    ],
    ids=["0, Shanghai, C, 2 threads", "1, Los Angeles, zh_CN, 1 thread", "random, UTC, de_DE, 4 threads"],
)
def test_a_clean_build_elsewhere_has_the_same_bytes(
    site: Path, fresh_book: Path, tmp_path: Path, changes: dict[str, str]
) -> None:
    changes |= located(changes["LC_ALL"], tmp_path / "locales")
    again = workbench.build(fresh_book, **changes, OPENBLAS_NUM_THREADS=changes["OMP_NUM_THREADS"])
    assert differing(workbench.files(site), workbench.files(again)) == []


def located(name: str, folder: Path) -> dict[str, str]:
    """What must be set for a locale to be known: it is made where the machine has only its sources."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
        return {}
    except locale.Error:
        pass
    finally:
        locale.setlocale(locale.LC_ALL, before)
    if shutil.which("localedef") is None:
        pytest.skip(f"this machine has no locale {name}")
    folder.mkdir()
    language, _, characters = name.partition(".")
    made = subprocess.run(
        ["localedef", "-i", language, "-f", characters, str(folder / name)], capture_output=True
    )
    if not (folder / name).is_dir():
        pytest.skip(f"this machine cannot make a locale {name}: {made.stderr.decode(errors='replace')}")
    return {"LOCPATH": str(folder)}


def test_a_build_on_another_day_has_the_same_bytes(site: Path, fresh_book: Path, tmp_path: Path) -> None:
    (tmp_path / "start").mkdir()
    (tmp_path / "start/sitecustomize.py").write_text(LATER, encoding="utf-8")
    again = workbench.build(fresh_book, PYTHONPATH=str(tmp_path / "start"))
    assert differing(workbench.files(site), workbench.files(again)) == []


def test_building_twice_in_place_changes_nothing(fresh_book: Path) -> None:
    first = workbench.files(workbench.build(fresh_book))
    assert differing(first, workbench.files(workbench.build(fresh_book))) == []
