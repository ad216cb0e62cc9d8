"""`licences`: the packages that galli-tui needs, as installed here, and the licence of each."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import sanitize

EXTRAS = frozenset({"cluster", "serve", "ssh"})
"""The extras of ours that players install."""
UNKNOWN = "not stated"

_REQUIREMENT = re.compile(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?")
_EXTRA = re.compile(r"""\bextra\s*==\s*["']([^"']+)["']""")
_OSI = "License :: OSI Approved ::"
_CELLS = 60


class Package(NamedTuple):
    """An installed package, as its own metadata describes it."""

    name: str
    version: str
    licence: str


def licences(_: Namespace) -> int:
    """Print a line for galli-tui and for each installed package that it needs, directly or through another."""
    found = {package.name.lower(): package for package in installed("galli-tui", EXTRAS, set())}
    if "galli-tui" not in found:
        raise CommandError(
            "galli-tui runs from its source folder, so its packages are unknown; install it first.",
            Exit.INSTALLATION,
        )
    rows = [found.pop("galli-tui"), *(found[name] for name in sorted(found))]
    name_width, version_width = (max(len(row[column]) for row in rows) for column in (0, 1))
    for row in rows:
        print(f"{row.name:{name_width}}  {row.version:{version_width}}  {row.licence}")
    return Exit.OK


def installed(name: str, extras: frozenset[str], seen: set[tuple[str, frozenset[str]]]) -> Iterator[Package]:
    """Yield a package and all that it needs; those that are not installed are left out. `seen` holds those visited."""
    key = (re.sub(r"[-_.]+", "-", name).lower(), extras)
    if key in seen:
        return
    seen.add(key)
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return
    yield Package(*(sanitize(text, _CELLS) for text in (found.name, found.version, licence_of(found))))
    for line in found.requires or ():
        requirement, marker = _REQUIREMENT.match(line), _EXTRA.search(line)
        if requirement is not None and (marker is None or marker[1] in extras):
            wanted = frozenset(part.strip() for part in (requirement[2] or "").split(",") if part.strip())
            yield from installed(requirement[1], wanted, seen)


def licence_of(package: Distribution) -> str:
    """Return the licence that a package states, by its expression, its classifiers or the first line of its text."""

    def stated(field: str) -> list[str]:
        return [str(value).strip() for value in package.metadata.get_all(field) or ()]

    classified = [line.removeprefix(_OSI).strip() for line in stated("Classifier") if line.startswith(_OSI)]
    texts = [text.splitlines()[0] for text in stated("License") if text]
    return next(filter(None, (*stated("License-Expression"), ", ".join(filter(None, classified)), *texts)), UNKNOWN)
