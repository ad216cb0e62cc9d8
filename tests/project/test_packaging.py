"""Packaging: the content of wheel and sdist, their installation and start, and the detection of a foreign `rules`."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui import __version__
from galli_tui.startup.exit_codes import Exit
from net.sync.rules_hash import hash_folders, rules_hash
from rules.registry import games, package_of
from tests.support.paths import ROOT
from tests.support.terminal import Terminal

PACKAGES = frozenset({"galli_tui", "rules", "net", "saves"})
DIST_INFO = f"galli_tui-{__version__}.dist-info"
DATA = f"galli_tui-{__version__}.data"
SHARED = (
    "share/bash-completion/completions/galli-tui",
    "share/fish/vendor_completions.d/galli-tui.fish",
    "share/man/man1/galli-tui.1",
    "share/zsh/site-functions/_galli-tui",
)
"""Where shells and `man` look for our files, below the folder of an environment."""


class Run(NamedTuple):
    """The result of a program."""

    code: int
    out: str
    err: str


def run(*command: str | Path, cwd: Path) -> Run:
    """Run a program to its end."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    return Run(done.returncode, done.stdout, done.stderr)


class Environment:
    """A virtual environment without pip; our own pip installs into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._do(sys.executable, "-m", "venv", "--without-pip", folder)
        self.python = folder / "bin" / "python"

    def pip(self, *arguments: str | Path) -> None:
        """Run pip offline and without the user's configuration."""
        self._do(sys.executable, "-m", "pip", "--isolated", "--python", self.python, *arguments)

    def install(self, wheel: Path) -> None:
        """Install a wheel without its dependencies."""
        self.pip("install", "--no-deps", "--no-index", "--no-compile", wheel)

    def install_all(self, wheel: Path, constraints: Path | None = None) -> None:
        """Install a wheel and its dependencies from the package index that pip is configured for."""
        limits = ("--constraint", constraints) if constraints else ()
        self._do(
            sys.executable,
            "-m",
            "pip",
            "--python",
            self.python,
            "install",
            "--quiet",
            "--no-compile",
            *limits,
            f"{wheel}[ssh]",
        )

    def lend_libraries(self) -> None:
        """Make the libraries of the test environment importable, but not our packages."""
        (site,) = self.folder.glob("lib/*/site-packages")
        (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def galli_tui(self, *arguments: str) -> Run:
        """Run the installed command outside the source tree."""
        return run(self.folder / "bin" / "galli-tui", *arguments, cwd=self.folder)

    def _do(self, *command: str | Path) -> None:
        done = run(*command, cwd=self.folder.parent)
        assert done.code == 0, done.err


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a wheel or an sdist of a source tree, without a network."""
    done = run(sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder, cwd=source)
    assert done.code == 0, done.err
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return our wheel."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the source tree in our sdist."""
    sdist = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (tree,) = folder.iterdir()
    return tree


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Environment:
    """Return a new environment with our wheel."""
    environment = Environment(tmp_path / "venv")
    environment.install(wheel)
    return environment


@pytest.fixture
def foreign_rules(tmp_path: Path) -> Path:
    """Return a wheel of another distribution that has a package `rules` too."""
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
    """Return every file of the four packages in the source tree."""
    return frozenset(
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


def test_the_wheel_has_four_top_level_packages_and_no_tests(wheel: Path) -> None:
    assert {name.split("/")[0] for name in names_in(wheel)} == PACKAGES | {DIST_INFO, DATA}


def test_the_wheel_holds_every_file_of_its_packages_and_nothing_else(wheel: Path) -> None:
    assert {name for name in names_in(wheel) if not name.startswith((DIST_INFO, DATA))} == sources()


def test_the_wheel_holds_the_components_and_the_rulebook(wheel: Path) -> None:
    data = {name for name in names_in(wheel) if name.startswith("rules/campus_galli/") and not name.endswith(".py")}
    assert "rules/campus_galli/rulebook.md" in data
    assert any(name.endswith(".toml") for name in data)


@pytest.mark.parametrize("game", games())
def test_the_rules_in_the_wheel_are_the_same_to_other_programs(wheel: Path, game: str) -> None:
    folder = package_of(game).replace(".", "/")
    there = {"engine": zipfile.Path(wheel, "rules/engine/"), "game": zipfile.Path(wheel, f"{folder}/")}
    assert hash_folders(there) == rules_hash(game)


def test_the_wheel_carries_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(f"{DIST_INFO}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_the_program_runs_from_a_fresh_environment(installed: Environment) -> None:
    installed.lend_libraries()
    done = installed.galli_tui("components", "campus-galli", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("{")


def test_shells_and_man_find_our_files(installed: Environment) -> None:
    assert [name for name in SHARED if not (installed.folder / name).is_file()] == []
    installed.lend_libraries()
    printed = installed.galli_tui("completions", "bash").out
    assert printed == (installed.folder / SHARED[0]).read_text(encoding="utf-8")


def test_a_foreign_rules_installed_over_ours_is_named_before_it_can_run(
    installed: Environment, foreign_rules: Path
) -> None:
    installed.install(foreign_rules)
    done = installed.galli_tui()
    assert (done.code, done.out) == (Exit.INSTALLATION, "")
    assert done.err.count("\n") == 1
    assert "site-packages/rules/__init__.py' belongs to another program" in done.err
    assert "install galli-tui into its own environment" in done.err


def test_a_foreign_rules_that_left_with_our_file_leaves_a_clear_word(
    installed: Environment, foreign_rules: Path
) -> None:
    installed.install(foreign_rules)
    installed.pip("uninstall", "--yes", "rules")
    done = run(installed.python, "-m", "galli_tui", cwd=installed.folder)
    assert (done.code, done.out) == (Exit.INSTALLATION, "")
    assert done.err.count("\n") == 1
    assert "its package 'rules' is missing: install galli-tui into its own environment" in done.err


def lowest_versions() -> str:
    """Return a constraint for each lower bound that `pyproject.toml` declares for players."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bounds = [*project["dependencies"], *project["optional-dependencies"]["ssh"]]
    lowest = [re.sub(r">=([^,]+),.*", r"==\1", bound) for bound in bounds]
    assert all("==" in line for line in lowest)
    return "\n".join(lowest)


def plays(environment: Environment, home: Path) -> None:
    """Start the installed program, begin a match and leave it; import what a table for SSH guests needs."""
    assert environment.galli_tui("list").code == Exit.OK
    command = str(environment.folder / "bin" / "galli-tui")
    with Terminal("play", "campus-galli", "--mode", "solo", home=home, command=[command]) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the first hand of a match")
    listed = environment.galli_tui("list")
    assert (listed.code, listed.err) == (Exit.OK, "")
    assert "Campus Galli" in listed.out
    server = run(
        environment.python,
        "-c",
        "import net.ssh.server, galli_tui.matches.network.live_network",
        cwd=environment.folder,
    )
    assert (server.code, server.err) == (0, "")


@pytest.mark.network
def test_the_lowest_versions_that_we_declare_are_enough(wheel: Path, tmp_path: Path, home: Path) -> None:
    constraints = tmp_path / "lowest.txt"
    constraints.write_text(lowest_versions())
    environment = Environment(tmp_path / "venv")
    environment.install_all(wheel, constraints)
    plays(environment, home / "galli-tui")


@pytest.mark.long
@pytest.mark.network
def test_the_wheel_that_the_sdist_makes_installs_and_plays(unpacked: Path, tmp_path: Path, home: Path) -> None:
    environment = Environment(tmp_path / "venv")
    environment.install_all(build("wheel", unpacked, tmp_path / "wheel"))
    plays(environment, home / "galli-tui")


def test_the_sdist_makes_the_same_wheel_as_the_source_tree(wheel: Path, unpacked: Path, tmp_path: Path) -> None:
    assert build("wheel", unpacked, tmp_path).read_bytes() == wheel.read_bytes()


def test_the_sdist_holds_the_tests_and_what_they_need(unpacked: Path) -> None:
    for name in ("tests/run", "requirements-dev.txt", "CONTRIBUTING.md", "docs/wire.md", "typings", "LICENSE"):
        assert (unpacked / name).exists(), name
