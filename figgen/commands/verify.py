"""`figgen verify`: build the book again and compare every number and file of a built site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from figgen.gate.report import FORMATS
from figgen.gate.verify import CONFIG, fresh, verify
from figgen.project import Project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("site", nargs="?", default="site", help="folder of the built site (default: site)")
    parser.add_argument(
        "--config-file",
        default=CONFIG,
        help=f"configuration that the site was built with (default: {CONFIG})",
    )
    parser.add_argument("--format", choices=FORMATS, default="people", help="how to report (default: people)")


def run(project: Project, options: argparse.Namespace) -> int:
    """Report everything that the site shows and the book does not; 0 nothing, 1 something."""
    site = Path(options.site).resolve()
    if not site.is_dir():
        print(f"there is no site in {options.site}; build it with `make site`", file=sys.stderr)
        return 1
    if not (project.root / options.config_file).is_file():
        print(f"there is no {options.config_file} in the book; name the one of the build", file=sys.stderr)
        return 1
    with fresh(project, options.config_file) as (book, made):
        findings = verify(book, site, made)
    if report := FORMATS[options.format](findings):
        print(report)
    if options.format == "people":
        print(
            f"figgen verify: {len(findings) or 'no'} finding{'' if len(findings) == 1 else 's'}",
            file=sys.stderr,
        )
    return 1 if findings else 0
