"""The commands that the program names start it where they are typed, however it was started."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from galli_tui.startup.own_command import own_command
from tests.support.paths import ROOT


def installed(folder: Path) -> Path:
    """Return a script of the program's name in this folder."""
    script = folder / "galli-tui"
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom galli_tui.__main__ import main\nsys.exit(main())\n")
    script.chmod(0o755)
    return script


@pytest.fixture(autouse=True)
def nothing_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("PATH", str(empty))


@pytest.mark.parametrize("folder", ["bin", "my games"])
def test_a_script_that_is_not_on_the_path_is_named_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str
) -> None:
    (tmp_path / folder).mkdir()
    installed(tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [f"{folder}/galli-tui", "list"])
    assert shlex.split(own_command("learn --plain")) == [f"{folder}/galli-tui", "learn", "--plain"]


def test_a_script_that_the_shell_finds_is_named_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed(tmp_path)), "list"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_command("learn") == "galli-tui learn"


def test_another_program_of_the_name_on_the_path_is_not_this_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    installed(tmp_path / "other")
    script = installed(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script), "list"])
    monkeypatch.setenv("PATH", str(tmp_path / "other"))
    assert own_command() == str(script)


def test_a_module_is_named_with_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/galli_tui/__main__.py", "list"])
    monkeypatch.setattr(sys, "orig_argv", ["bin/python", "-m", "galli_tui", "list"])
    assert own_command("learn") == "bin/python -m galli_tui learn"


def test_other_programs_name_the_installed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert own_command("learn") == "galli-tui learn"


def test_the_command_of_the_first_start_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = installed(tmp_path)
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def said(words: list[str]) -> str:
        """Return what the program says when it is started with these words, and no input."""
        return subprocess.run(words, input="", capture_output=True, text=True, check=True, timeout=100).stdout

    named = next(line for line in said([str(script), "host", "--plain"]).splitlines() if "learn --plain" in line)
    command = shlex.split(named.rpartition(": ")[2])
    assert command == [str(script), "learn", "--plain"]
    assert "Which game do you want to learn?" in said(command)
