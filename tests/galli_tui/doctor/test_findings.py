"""The doctor's page: findings in words and as data, and what it never shows."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from galli_tui.doctor.findings import (
    Finding,
    FindingGroup,
    Fitness,
    as_data,
    as_sentences,
    as_text,
    examine,
    shown_command,
    shown_path,
    summary,
    worst,
)

GOOD = Finding("size", "80 columns and 24 rows.")
LIMITED = Finding("colours", "16 colours.", Fitness.LIMITED, "Run `export COLORTERM=truecolor`.")
FAILING = Finding("data", "Cannot be written.", Fitness.FAILING, "Make it writable.")


def page(*findings: Finding) -> list[FindingGroup]:
    return [FindingGroup("Terminal", findings)]


@pytest.mark.parametrize(
    ("findings", "verdict", "words"),
    [
        ((), Fitness.GOOD, "Nothing needs to change."),
        ((GOOD,), Fitness.GOOD, "Nothing needs to change."),
        ((LIMITED, GOOD), Fitness.LIMITED, "The program works. 1 thing could be better"),
        ((LIMITED, FAILING, FAILING, GOOD), Fitness.FAILING, "2 things must change before everything works"),
    ],
)
def test_the_worst_finding_decides(findings: Sequence[Finding], verdict: Fitness, words: str) -> None:
    assert worst(page(*findings)) is verdict
    assert summary(page(*findings)).startswith(words)


def test_a_line_has_the_verdict_in_words_and_the_remedy_below() -> None:
    assert as_text(page(GOOD, LIMITED)).splitlines() == [
        "Terminal",
        "  size: 80 columns and 24 rows.",
        "  colours (limited): 16 colours.",
        "    To change it: Run `export COLORTERM=truecolor`.",
        "",
        "The program works. 1 thing could be better; each comes with its remedy.",
    ]


def test_each_line_for_a_screen_reader_names_its_subject_and_remedy() -> None:
    assert [*as_sentences(page(GOOD, LIMITED))] == [
        "Terminal, size: 80 columns and 24 rows.",
        "Terminal, colours (limited): 16 colours. To change it: Run `export COLORTERM=truecolor`.",
        "The program works. 1 thing could be better; each comes with its remedy.",
    ]


def test_the_same_page_as_data() -> None:
    data = json.loads(json.dumps(as_data(page(FAILING))))
    assert data["verdict"] == "failing"
    assert data["sections"]["Terminal"] == [
        {"about": "data", "verdict": "failing", "text": "Cannot be written.", "remedy": "Make it writable."}
    ]


def test_an_examination_that_fails_leaves_the_others() -> None:
    def fails() -> list[Finding]:
        raise ValueError("a hidden card")

    section = examine("Terminal", fails, lambda: [GOOD])
    assert section.findings[1:] == (GOOD,)
    assert "ValueError" in section.findings[0].text
    assert "hidden card" not in section.findings[0].text


def test_a_path_is_shown_without_the_name_of_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = tmp_path / "anna"
    monkeypatch.setenv("HOME", str(anna))
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path / "disk" / "games"))
    assert shown_path(anna) == "~"
    assert shown_path(anna / "games") == "~/games"
    assert shown_path(tmp_path / "disk" / "games" / "matches", "GALLI_TUI_HOME") == "$GALLI_TUI_HOME/matches"
    assert shown_path(tmp_path / "disk" / "games", "GALLI_TUI_HOME") == "$GALLI_TUI_HOME"
    assert shown_path(tmp_path / "elsewhere") == "a folder outside your home (its name is 'elsewhere')"


def test_a_command_is_shown_as_it_was_typed_without_the_name_of_a_folder_s_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "anna"))
    monkeypatch.setenv("PATH", "")
    shown = {
        ".venv/bin/galli-tui": ".venv/bin/galli-tui settings",
        f"{tmp_path}/anna/games/galli-tui": "~/games/galli-tui settings",
        f"{tmp_path}/bruno/galli-tui": "galli-tui settings",
        f"{tmp_path}/my games/galli-tui": "galli-tui settings",
    }
    for typed, command in shown.items():
        monkeypatch.setattr(sys, "argv", [typed, "doctor"])
        assert shown_command("settings") == command
