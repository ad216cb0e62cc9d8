"""The file about an internal error: what it says, what it never says, how many are kept, and that it may fail."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from ipaddress import ip_address
from multiprocessing import get_context
from pathlib import Path
from typing import NoReturn

import pytest

from galli_tui.startup import fault_report
from galli_tui.startup.fault_report import MOST_REPORTS, report_fault, save_report, shown, take_last_fault
from saves.storage import disk
from saves.storage.paths import home

CARD = "the hidden card"


def fails(secret: str = CARD, kind: type[Exception] = ValueError) -> NoReturn:
    """Fail with a local value and a message that nobody may see."""
    hand = [secret]
    raise kind(f"{hand} cannot be played")


def raised(kind: type[Exception] = ValueError) -> Exception:
    """Return an error with its traceback."""
    try:
        fails(CARD, kind)
    except Exception as error:
        return error


def reports() -> list[Path]:
    folder = home() / "reports"
    return sorted(folder.iterdir()) if folder.exists() else []


def facts() -> str:
    return "size: 80 columns and 24 rows."


def test_a_report_says_where_and_on_what_and_shows_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["galli-tui", "play", "--name", "Anna"])
    report = save_report(raised(), "the program", facts)
    assert report is not None
    text = report.read_text()
    assert "in fails\n" in text
    assert "Command: play\n" in text
    assert "ValueError: (message hidden" in text
    assert "size: 80 columns" in text
    for private in (CARD, "Anna", str(Path.home())):
        assert private not in text


def test_a_report_is_for_its_owner_alone() -> None:
    report = save_report(raised(), "the program")
    assert report is not None
    assert report.stat().st_mode & 0o077 == 0
    assert report.parent.stat().st_mode & 0o077 == 0


def test_the_same_error_has_one_report() -> None:
    assert [save_report(raised(), "the program") for _ in range(3)][-1] == reports()[0]
    assert len(reports()) == 1


def test_only_the_last_reports_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [type(f"Kind{number}", (Exception,), {}) for number in range(MOST_REPORTS + 3)]
    (home() / "reports").mkdir(parents=True)
    (home() / "reports" / ".20190301-193000-0badcafe.txt.1.part").touch()
    last = None
    for kind in kinds:
        last = save_report(raised(kind), "the program")
    assert len(reports()) == MOST_REPORTS
    assert last in reports()
    assert not any(path.name.startswith(".") for path in reports())


def test_facts_that_cannot_be_found_do_not_prevent_a_report() -> None:
    report = save_report(raised(), "the program", fails)
    assert report is not None
    assert "could not be described (ValueError)" in report.read_text()
    assert CARD not in report.read_text()


def test_a_report_that_cannot_be_written_is_no_second_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "write_atomic", full)
    report_fault(raised(), facts)
    assert "run the same command again with GALLI_TUI_DEBUG=1" in capsys.readouterr().err
    assert take_last_fault() is None


def test_without_a_folder_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path / "file"))
    monkeypatch.delenv("GALLI_TUI_DEBUG")
    report_fault(raised())
    assert capsys.readouterr().err.startswith("galli-tui has stopped because of an internal error (ValueError).")


def test_the_sentence_names_the_report_and_the_way_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GALLI_TUI_DEBUG")
    report_fault(raised(), facts, "Resume with: galli-tui resume 9f86d081", "9f86d081")
    sentence, way_back = capsys.readouterr().err.splitlines()
    assert f"The report {shown(reports()[0])} says" in sentence
    assert " Every move is saved. " in sentence
    assert way_back == "Resume with: galli-tui resume 9f86d081"


def test_a_fault_is_remembered_once() -> None:
    assert take_last_fault() is None
    report_fault(raised(), None, "Resume with: ...", "9f86d081")
    assert take_last_fault() == (reports()[0], "9f86d081")
    assert take_last_fault() is None


def test_a_fault_whose_report_is_gone_is_not_mentioned() -> None:
    report_fault(raised())
    reports()[0].unlink()
    assert take_last_fault() is None


def test_a_path_below_the_home_folder_begins_with_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    assert shown(Path("/home/anna/games/reports/x.txt")) == "~/games/reports/x.txt"
    monkeypatch.setenv("HOME", "/")
    assert shown(Path("/games/x.txt")) == "/games/x.txt"


def test_a_worker_of_a_pool_shows_its_places_and_no_values() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(ip_address, CARD).exception()
    report = save_report(error, "the program")
    assert report is not None
    text = report.read_text()
    assert "in ip_address\n" in text
    assert CARD not in text


def test_an_app_that_ended_without_an_error_has_a_report_too() -> None:
    assert save_report(None, "the program", facts) is not None
    assert "ended without an error" in reports()[0].read_text()


def test_the_report_does_not_touch_the_settings_of_a_headless_worker() -> None:
    save_report(raised(), "a bot's process")
    assert take_last_fault() is None
    assert fault_report.debugging() is bool(os.environ.get("GALLI_TUI_DEBUG"))
