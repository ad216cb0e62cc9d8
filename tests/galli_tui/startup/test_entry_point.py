"""The entry point: what it says about packages that are not ours, and how it ends when it is cut short."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from errno import ENOENT
from pathlib import Path
from types import ModuleType

import pytest

from galli_tui import __main__ as entry
from galli_tui.startup import install_check
from galli_tui.startup.exit_codes import Exit
from rules.engine.shipped import DamagedFile
from tests.support.paths import ROOT

NOT_OURS = {
    "a package without a sentinel": "print('the foreign package ran')",
    "a package with another program's sentinel": "SENTINEL = 'another-program:rules'",
    "a package of an older Python": "print 'hello', '\\d'",
    "a package that is not text": "\x00",
}


def start(first_on_the_path: Path) -> tuple[int, str, str]:
    """Exit code, output and errors of the program when Python looks into this folder before ours."""
    done = subprocess.run(
        (sys.executable, "-P", "-m", "galli_tui"),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": f"{first_on_the_path}{os.pathsep}{ROOT}"},
    )
    return done.returncode, done.stdout, done.stderr


def package(folder: Path, name: str, text: str) -> Path:
    """A folder to put on the path, with this package in it."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text)
    return folder


def command_line(monkeypatch: pytest.MonkeyPatch, behave: Callable[[Sequence[str]], int]) -> None:
    """Puts another command line in the place of ours."""
    cli = ModuleType("galli_tui.cli.parser")
    cli.__dict__["main"] = behave
    monkeypatch.setitem(sys.modules, "galli_tui.cli.parser", cli)
    monkeypatch.setattr("galli_tui.cli.parser", cli, raising=False)


def test_our_own_packages_pass_the_check() -> None:
    assert install_check.installation_error() is None


@pytest.mark.parametrize("text", NOT_OURS.values(), ids=NOT_OURS.keys())
@pytest.mark.parametrize("name", install_check.OURS)
def test_a_foreign_package_is_named_in_one_sentence_and_never_run(tmp_path: Path, name: str, text: str) -> None:
    code, out, err = start(package(tmp_path, name, text))
    assert (code, out) == (Exit.INSTALLATION, "")
    where = tmp_path / name / "__init__.py"
    assert err == (
        f"galli-tui cannot start, because '{where}' belongs to another program, not to galli-tui: "
        f"{install_check.REMEDY}\n"
    )


def test_a_foreign_module_of_one_file_is_noticed_too(tmp_path: Path) -> None:
    (tmp_path / "saves.py").write_text("")
    code, _, err = start(tmp_path)
    assert code == Exit.INSTALLATION
    assert "saves.py' belongs to another program" in err


def test_a_path_with_control_characters_does_not_reach_the_terminal(tmp_path: Path) -> None:
    code, _, err = start(package(tmp_path / "a\x1b[2Jb", "net", ""))
    assert code == Exit.INSTALLATION
    assert err.rstrip("\n").isprintable()


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(argv: Sequence[str]) -> int:
        raise KeyboardInterrupt

    command_line(monkeypatch, interrupted)
    assert entry.main([]) == Exit.INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_the_command_line_gets_the_arguments_and_gives_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    command_line(monkeypatch, len)
    assert entry.main(["verify", "here", "there"]) == 3


@pytest.mark.parametrize(
    ("named", "subject"), [(("gone\x1b.toml",), "file 'gone\\x1b.toml'"), ((), "a file or the output")]
)
def test_a_file_that_cannot_be_read_is_named(
    named: tuple[str, ...], subject: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def unreadable(argv: Sequence[str]) -> int:
        raise FileNotFoundError(ENOENT, "No such file or directory", *named)

    monkeypatch.delenv("GALLI_TUI_DEBUG", raising=False)
    monkeypatch.setattr(entry, "_silence_output", lambda: None)
    command_line(monkeypatch, unreadable)
    assert entry.main([]) == Exit.SAVE
    assert capfd.readouterr().err == f"galli-tui: {subject} could not be read or written (No such file or directory).\n"


def broken(argv: Sequence[str]) -> int:
    """A command line with a fault."""
    raise ValueError("no\x1b[2Jsense\n" * 100)


def test_an_internal_error_ends_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GALLI_TUI_DEBUG")
    command_line(monkeypatch, broken)
    assert entry.main([]) == Exit.FAULT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("galli-tui has stopped because of an internal error (ValueError). The report ")
    assert "sense" not in err
    assert err.rstrip("\n").isprintable()


def test_a_fault_report_has_locations_and_no_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GALLI_TUI_DEBUG", "1")
    command_line(monkeypatch, broken)
    assert entry.main([]) == Exit.FAULT
    out, err = capsys.readouterr()
    assert out == ""
    assert "in broken\n" in err
    assert "ValueError: (message hidden" in err
    assert "sense" not in err.replace(broken_line(), "")


def broken_line() -> str:
    """The line of code that fails, which a report quotes."""
    return next(line.strip() for line in Path(__file__).read_text().splitlines() if "raise ValueError(" in line)


@pytest.mark.parametrize("ending", ["", "; raise SystemExit(0)"], ids=["returning", "raising SystemExit"])
def test_a_closed_pipe_ends_the_program_quietly(tmp_path: Path, ending: str) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import sys, types, galli_tui.cli\n"
        "from galli_tui.__main__ import main\n"
        "def talk(argv):\n"
        f"    print('x' * 10){ending}\n"
        "    return 0\n"
        "galli_tui.cli.parser = types.SimpleNamespace(main=talk)\n"
        "sys.exit(main())\n"
    )
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            (sys.executable, script),
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (Exit.PIPE, b"")


def test_a_damaged_file_of_the_program_is_named_without_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(_: Sequence[str]) -> int:
        raise DamagedFile("rules/straws/rulebook.md", "it is not UTF-8 text")

    monkeypatch.setattr(entry, "_run", damaged)
    assert entry.main([]) == Exit.INSTALLATION
    said = "The file rules/straws/rulebook.md of this program is damaged (it is not UTF-8 text)."
    assert capsys.readouterr().err.endswith(f"galli-tui: {said} Install galli-tui again.\n")
