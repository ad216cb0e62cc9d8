"""`galli-tui licences`: every package that players install states a licence that lets us use it."""

from __future__ import annotations

import re
import tomllib
from email.message import Message
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest

from galli_tui.cli import licences
from galli_tui.cli.licences import UNKNOWN, installed, licence_of
from galli_tui.cli.parser import main
from galli_tui.startup.exit_codes import Exit
from tests.support.paths import ROOT

FREE = re.compile(r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|LGPL|EPL)\b")


class Stated(Distribution):
    """A package that consists of its metadata only."""

    def __init__(self, **fields: str) -> None:
        self._fields = Message()
        for name, value in fields.items():
            self._fields[name.replace("_", "-")] = value

    @property
    def metadata(self) -> Message:  # type: ignore[override]
        return self._fields

    def read_text(self, filename: str) -> str | None:
        return None

    def locate_file(self, path: object) -> Path:
        return Path(str(path))


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    assert main(["licences"]) == Exit.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["galli-tui", *lines[0].split()[1:]]
    return {line.split()[0].lower(): line.split(maxsplit=2)[2] for line in lines}


def test_every_package_that_we_declare_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["ssh"]]
    names = {re.split(r"[>=]", line)[0].lower() for line in declared}
    assert names <= set(rows(capsys))


def test_what_those_need_is_listed_too_and_what_only_tests_need_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    listed = rows(capsys)
    assert {"rich", "linkify-it-py", "cryptography"} <= set(listed)
    assert not {"pytest", "ruff", "hypothesis", "uv"} & set(listed)


def test_every_licence_is_stated_and_lets_us_use_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    refused = {name: licence for name, licence in rows(capsys).items() if not FREE.search(licence)}
    assert refused == {}


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License_Expression": "MIT", "License": "see below"}, "MIT"),
        ({"Classifier": "License :: OSI Approved :: ISC License (ISCL)", "License": "ISC"}, "ISC License (ISCL)"),
        ({"Classifier": "License :: OSI Approved", "License": "EPL-2.0\nand its text"}, "EPL-2.0"),
        ({"Classifier": "Topic :: Games/Entertainment"}, UNKNOWN),
    ],
)
def test_a_licence_is_read_from_where_a_package_states_it(fields: dict[str, str], licence: str) -> None:
    assert licence_of(Stated(**fields)) == licence


def test_without_an_installation_the_command_says_why_it_lists_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(licences, "distribution", missing)
    assert main(["licences"]) == Exit.INSTALLATION
    assert "install it first" in capsys.readouterr().err


def test_a_package_that_is_not_installed_is_left_out() -> None:
    assert list(installed("no-such-package-here", frozenset(), set())) == []
