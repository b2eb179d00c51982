"""What Lighthouse says, as a phone and as a desktop: `python -m tests.benchmarks.lighthouse [SITE]`.

Fetches Lighthouse with npm into a temporary folder (or uses the folder named by the variable LIGHTHOUSE),
measures each page several times and prints the medians; 1 if one misses its mark. Wants a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.browser import chromium
from tests.browser.server import serve
from tests.workbench import ROOT

VERSION = "12.2.3"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic"
SCORES = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}  # at least
SHIFT = 0.01  # of the layout, at most
TASK = 200  # milliseconds of one task at most, on the phone profile
PAGES = ("", "attention/", "transformer/")
PROFILES = ("phone", "desktop")


def fetch(folder: Path) -> Path:
    """The folder of Lighthouse's package, fetched into `folder` unless the variable LIGHTHOUSE names one."""
    if named := os.environ.get("LIGHTHOUSE"):
        return Path(named)
    fetched = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(folder)]
    subprocess.run([*fetched, f"lighthouse@{VERSION}"], check=True)
    return folder / "node_modules" / "lighthouse"


def report(lighthouse: Path, address: str, profile: str) -> dict[str, Any]:
    """One run's report."""
    command = ["node", str(lighthouse / "cli" / "index.js"), address, "--quiet", "--output=json"]
    command += [f"--chrome-flags={FLAGS}", *(["--preset=desktop"] if profile == "desktop" else [])]
    environment = {**os.environ, "CHROME_PATH": chromium.path()}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def figures(found: dict[str, Any]) -> dict[str, float]:
    """Scores out of 100, the shift of the layout, the longest task in milliseconds, kilobytes on the wire."""
    audits = found["audits"]
    tasks = audits["long-tasks"].get("details", {}).get("items", [])
    return {
        **{name: 100 * found["categories"][name]["score"] for name in SCORES},
        "shift": audits["cumulative-layout-shift"]["numericValue"],
        "longest task": max((task["duration"] for task in tasks), default=0),
        "blocked": audits["total-blocking-time"]["numericValue"],
        "KiB": audits["total-byte-weight"]["numericValue"] / 1024,
    }


def missed(middle: dict[str, float], profile: str) -> list[str]:
    """The marks that a page's medians miss."""
    below = [name for name, least in SCORES.items() if round(middle[name]) < least]
    above = ["shift"] if middle["shift"] > SHIFT else []
    return below + above + (["longest task"] if profile == "phone" and middle["longest task"] > TASK else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "site")
    parser.add_argument("--pages", nargs="+", default=PAGES)
    parser.add_argument("--profiles", nargs="+", default=PROFILES, choices=PROFILES)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, serve(given.site) as base:
        lighthouse = fetch(Path(folder))
        for profile in given.profiles:
            for page in given.pages:
                runs = [figures(report(lighthouse, base + page, profile)) for _ in range(given.runs)]
                middle = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
                faults = missed(middle, profile)
                failed += bool(faults)
                told = ", ".join(f"{name} {value:.4g}" for name, value in middle.items())
                print(f"{profile} /{page}: {told}", *(f"MISSED: {name}" for name in faults), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
