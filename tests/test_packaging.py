"""The wheel: what is in it, that it runs from a fresh environment, and that a foreign `rules` beside it is noticed."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui import __version__
from galli_tui.exits import Exit
from net.fingerprint import hash_of, rules_hash
from rules.registry import games, package_of

ROOT = Path(__file__).parents[1]
PACKAGES = frozenset({"galli_tui", "rules", "net", "saves"})
DIST_INFO = f"galli_tui-{__version__}.dist-info"


class Run(NamedTuple):
    """How a program ended."""

    code: int
    out: str
    err: str


def run(*command: str | Path, cwd: Path) -> Run:
    """Runs a program to its end."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    return Run(done.returncode, done.stdout, done.stderr)


class Environment:
    """A virtual environment without pip; ours installs into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._do(sys.executable, "-m", "venv", "--without-pip", folder)
        self.python = folder / "bin" / "python"

    def pip(self, *arguments: str | Path) -> None:
        """Offline, and without what the user has configured."""
        self._do(sys.executable, "-m", "pip", "--isolated", "--python", self.python, *arguments)

    def install(self, wheel: Path) -> None:
        """Installs a wheel and nothing that it needs."""
        self.pip("install", "--no-deps", "--no-index", "--no-compile", wheel)

    def lend_libraries(self) -> None:
        """Lets it find the libraries, though not the packages, of the environment that the tests run in."""
        (site,) = self.folder.glob("lib/*/site-packages")
        (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def galli_tui(self, *arguments: str) -> Run:
        """The installed command, started outside the source tree."""
        return run(self.folder / "bin" / "galli-tui", *arguments, cwd=self.folder)

    def _do(self, *command: str | Path) -> None:
        done = run(*command, cwd=self.folder.parent)
        assert done.code == 0, done.err


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=ROOT)
    assert done.code == 0, done.err
    (built,) = folder.iterdir()
    return built


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Environment:
    """A fresh environment with our wheel in it."""
    environment = Environment(tmp_path / "venv")
    environment.install(wheel)
    return environment


@pytest.fixture
def foreign_rules(tmp_path: Path) -> Path:
    """A wheel of another distribution whose package is called `rules` too."""
    path = tmp_path / "rules-9.0-py3-none-any.whl"
    files = {
        "rules/__init__.py": "raise SystemExit('the foreign package ran')\n",
        "rules-9.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: rules\nVersion: 9.0\n",
        "rules-9.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr("rules-9.0.dist-info/RECORD", "".join(f"{name},,\n" for name in files))
    return path


def names_in(wheel: Path) -> frozenset[str]:
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def sources() -> frozenset[str]:
    """Every file of the four packages as it lies in the source tree."""
    return frozenset(
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


def test_the_wheel_has_four_top_level_packages_and_no_tests(wheel: Path) -> None:
    assert {name.split("/")[0] for name in names_in(wheel)} == PACKAGES | {DIST_INFO}


def test_the_wheel_holds_every_file_of_its_packages_and_nothing_else(wheel: Path) -> None:
    assert {name for name in names_in(wheel) if not name.startswith(DIST_INFO)} == sources()


def test_the_wheel_holds_the_components_and_the_rulebook(wheel: Path) -> None:
    data = {name for name in names_in(wheel) if name.startswith("rules/campus_galli/") and not name.endswith(".py")}
    assert "rules/campus_galli/rulebook.md" in data
    assert any(name.endswith(".toml") for name in data)


@pytest.mark.parametrize("game", games())
def test_the_rules_in_the_wheel_are_the_same_to_other_programs(wheel: Path, game: str) -> None:
    folder = package_of(game).replace(".", "/")
    there = {"engine": zipfile.Path(wheel, "rules/engine/"), "game": zipfile.Path(wheel, f"{folder}/")}
    assert hash_of(there) == rules_hash(game)


def test_the_wheel_carries_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(f"{DIST_INFO}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_the_program_runs_from_a_fresh_environment(installed: Environment) -> None:
    installed.lend_libraries()
    done = installed.galli_tui("components", "campus-galli", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("{")


def test_a_foreign_rules_installed_over_ours_is_named_before_it_can_run(
    installed: Environment, foreign_rules: Path
) -> None:
    installed.install(foreign_rules)
    done = installed.galli_tui()
    assert (done.code, done.out) == (Exit.INSTALLATION, "")
    assert done.err.count("\n") == 1
    assert "site-packages/rules/__init__.py' belongs to another program" in done.err
    assert "install galli-tui into an environment of its own" in done.err


def test_a_foreign_rules_that_left_with_our_file_leaves_a_clear_word(
    installed: Environment, foreign_rules: Path
) -> None:
    installed.install(foreign_rules)
    installed.pip("uninstall", "--yes", "rules")
    done = run(installed.python, "-m", "galli_tui", cwd=installed.folder)
    assert (done.code, done.out) == (Exit.INSTALLATION, "")
    assert done.err.count("\n") == 1
    assert "its package 'rules' is missing: install galli-tui into an environment of its own" in done.err
