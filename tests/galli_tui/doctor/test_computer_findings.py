"""What the doctor finds about folders, packages, the network and processors."""

from __future__ import annotations

import os
import shutil
import socket
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui.doctor import computer_findings
from galli_tui.doctor.computer_findings import EXTRAS, computer_sections, network_section
from galli_tui.doctor.findings import Finding, Fitness, as_text
from galli_tui.game_api.own_keys import with_usable_keys
from galli_tui.settings.file import load, settings_path
from saves.storage.paths import matches_folder


class Usage(NamedTuple):
    """A disk's space in bytes."""

    free: int


def found() -> dict[str, Finding]:
    """Return the findings about this computer by what they are about."""
    return {finding.about: finding for section in computer_sections() for finding in section.findings}


def test_the_folders_of_a_first_start_need_not_exist(home: Path) -> None:
    page = found()
    (home / "galli-tui").rmdir()
    assert found()["data"].text.startswith("$GALLI_TUI_HOME will hold your matches and your key; it does not exist")
    assert page["data"].verdict is page["settings"].verdict is Fitness.GOOD


def test_matches_are_counted_but_not_named() -> None:
    matches_folder().mkdir()
    (matches_folder() / "20260301-193000-9f86d081.galli").touch()
    text = found()["data"].text
    assert text.endswith("It has 1 match file.")
    assert "9f86" not in text


def test_a_folder_that_cannot_be_written_gets_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(place: Path, mode: int) -> bool:
        return False

    monkeypatch.setattr(os, "access", denied)
    data = found()["data"]
    assert data.verdict is Fitness.FAILING
    assert "nothing could be saved" in data.text
    assert "chmod" in data.remedy


def test_a_file_in_the_place_of_the_folder_is_noticed(home: Path) -> None:
    (home / "galli-tui").rmdir()
    (home / "galli-tui").touch()
    assert found()["data"].verdict is Fitness.FAILING


def test_a_full_disk_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(place: Path) -> Usage:
        return Usage(1 << 20)

    monkeypatch.setattr(shutil, "disk_usage", full)
    data = found()["data"]
    assert data.verdict is Fitness.LIMITED
    assert "Only 1,024 KiB" in data.text


def test_a_folder_that_others_can_change_is_noticed(home: Path) -> None:
    (home / "galli-tui").chmod(0o777)
    data = found()["data"]
    assert data.verdict is Fitness.LIMITED
    assert "chmod go-w" in data.remedy


def test_every_package_has_a_version_and_every_extra_a_purpose() -> None:
    page = found()
    assert "textual 8" in page["packages"].text
    assert {about.removeprefix("extra ") for about in page if about.startswith("extra ")} == set(EXTRAS)


def test_a_missing_package_must_be_installed_and_a_missing_extra_may(monkeypatch: pytest.MonkeyPatch) -> None:
    real = computer_findings.version

    def version(name: str) -> str:
        if name.lower() in ("msgpack", "textual-serve"):
            raise PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(computer_findings, "version", version)
    page = found()
    assert page["packages"].verdict is Fitness.FAILING
    assert page["packages"].text.startswith("These packages are missing: msgpack.")
    assert page["extra serve"].verdict is Fitness.GOOD
    assert "'.[serve]'" in page["extra serve"].remedy


def test_one_processor_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_findings, "processors", lambda: 1)
    assert found()["processors"].text.startswith("1 processor for bots")


@pytest.mark.network
def test_the_network_is_examined_without_sending_and_without_addresses() -> None:
    text = as_text([network_section()])
    assert "A table can listen on port 7" in text
    assert "multicast" in text
    assert "127.0.0.1" not in text


@pytest.mark.network
def test_without_a_route_for_multicast_an_address_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreachable(socket.socket):
        def connect(self, address: object, /) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unreachable)
    findings = {finding.about: finding for finding in network_section().findings}
    assert findings["finding tables"].verdict is Fitness.LIMITED
    assert "(ENETUNREACH)" in findings["finding tables"].text
    assert "galli-tui join" in findings["finding tables"].remedy


def test_the_file_of_the_settings_is_named_and_what_it_sets_but_no_value(home: Path) -> None:
    assert "There is no $GALLI_TUI_HOME/" in found()["settings"].text
    settings_path().write_text('name = "Anna"\ntheme = "parchment"\n')
    page = computer_sections(load())
    settings = next(finding for finding in page[0].findings if finding.about == "settings")
    assert settings.text.endswith("settings.toml sets name and theme.")
    assert settings.verdict is Fitness.GOOD
    assert "Anna" not in as_text(page)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("name =", "The settings file is no valid TOML, so defaults are used"),
        ("motion = 3", "The settings file: motion must be true or false, not 3; on is used."),
        ('[keys]\n"table.undo" = "h"', "The settings file: keys.table.undo: h is the key of “hint”"),
    ],
)
def test_what_is_wrong_in_the_settings_is_a_finding_with_a_remedy(home: Path, content: str, told: str) -> None:
    settings_path().write_text(content)
    page = computer_sections(with_usable_keys(load()))
    wrong = [finding for finding in page[0].findings if finding.about == "setting"]
    assert len(wrong) == 1
    assert wrong[0].text.startswith(told)
    assert wrong[0].verdict is Fitness.LIMITED
    assert "`galli-tui settings keys`" in wrong[0].remedy
    assert str(home) not in as_text(page)
