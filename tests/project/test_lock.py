"""`requirements-dev.txt`: every version that the checks run with, by its hashes."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.paths import ROOT

ENTRY = re.compile(r"^([\w.-]+)==(\S+)[^\n]*\\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def locked() -> dict[str, str]:
    """Return the version of every package in the lock file, by its normalized name."""
    text = (ROOT / "requirements-dev.txt").read_text()
    entries = {str(canonicalize_name(match[1])): str(match[2]) for match in ENTRY.finditer(text)}
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith(("#", "--hash="))]
    assert len(lines) == len(entries), "a line of the lock file has no hash"
    return entries


def declared() -> list[Requirement]:
    """Return what `pyproject.toml` asks for, as `tests/run` installs it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    return [Requirement(line) for line in (*project["dependencies"], *extras["test"], *extras["bench"])]


@pytest.mark.parametrize("requirement", declared(), ids=lambda requirement: requirement.name)
def test_the_lock_file_holds_what_the_project_asks_for(requirement: Requirement) -> None:
    version = locked().get(canonicalize_name(requirement.name))
    assert version is not None, "run tests/lock"
    assert requirement.specifier.contains(version), "run tests/lock"


def test_the_lock_file_names_no_place_to_download_from() -> None:
    assert "://" not in (ROOT / "requirements-dev.txt").read_text()
