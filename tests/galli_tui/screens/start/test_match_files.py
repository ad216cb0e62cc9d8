"""A match is exported from the list of saved matches and imported there, or the form says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.matches.local import LocalMatchStore, path_of
from galli_tui.screens.start.match_files import ExportScreen, ImportScreen, typed_path
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.tables.match_store import Condition
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.text_field import TextField
from saves.storage.verify import verify_file
from tests.support.app_driver import SIZES, Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore, saved
from tests.support.saved_matches import saved_duel


def exported(path: Path, *, seed: int = 3) -> str:
    """Write the file of a finished match that this computer no longer has; return the match's id."""
    match_store, match_id = saved_duel(seed=seed)
    match_store.export_file(match_id, path)
    match_store.discard(match_id)
    return match_id


def listed(terminal: Terminal | None = None) -> GalliApp:
    return GalliApp(terminal or Terminal(), LocalMatchStore(), saved=True)


def reason(app: Driver) -> str:
    """Return why the form refused."""
    return " ".join(str(app.app.screen.query_one("#why").render()).split())


async def typed(app: Driver, words: str) -> None:
    """Put words into the field of the form, as a paste does."""
    app.app.screen.query_one(TextField).value = words
    await app.settle()


@pytest.mark.parametrize("size", SIZES)
def test_an_imported_match_is_selected_and_can_be_replayed(tmp_path: Path, size: tuple[int, int]) -> None:
    match_id = exported(tmp_path / "shared.galli")
    saved_duel(4, seed=8)

    async def script(app: Driver) -> None:
        assert "^o import" in app.line(-1)
        await app.press("ctrl+o")
        assert isinstance(app.app.screen, ImportScreen)
        await typed(app, str(tmp_path / "shared.galli"))
        await app.press("enter")
        await app.settle()
        screen = app.app.screen
        assert isinstance(screen, SavedScreen)
        rows = screen.query_one(OptionList)
        assert rows.rows[rows.index].key == match_id
        assert "Imported: everything in it is valid. v replays it." in app.line(-2)
        assert "imported" in app.text
        await app.press("v")
        assert isinstance(app.app.screen, ReplayScreen)
        await app.press("escape", "up" if rows.index else "down")
        assert "Imported: everything" not in app.line(-2)

    drive(listed(), script, size)


def test_a_file_that_is_no_whole_finished_match_is_refused_with_the_reason(tmp_path: Path) -> None:
    match_store, running = saved_duel(9)
    exported(tmp_path / "whole.galli", seed=5)
    whole = (tmp_path / "whole.galli").read_bytes()
    (tmp_path / "torn.galli").write_bytes(whole[:-40])
    (tmp_path / "text.galli").write_text("a letter to the abbot")
    (tmp_path / "flipped.galli").write_bytes(bytes([*whole[:3000], whole[3000] ^ 1, *whole[3001:]]))
    cases = {
        "": "",
        str(tmp_path / "none.galli"): "There is no file",
        str(tmp_path): "is a folder, not a saved match",
        "x" * 900: "",
        str(tmp_path / "text.galli"): "is not a saved match",
        str(tmp_path / "torn.galli"): "is not whole",
        str(tmp_path / "flipped.galli"): "is not whole",
        str(path_of(running)): "is not over",
    }
    before = len(match_store.saved())

    async def script(app: Driver) -> None:
        await app.press("ctrl+o")
        for words, why in cases.items():
            await typed(app, words)
            await app.press("enter")
            assert isinstance(app.app.screen, ImportScreen), words
            assert why in reason(app)
            assert bool(reason(app)) is bool(words)
            assert app.line(-2).endswith("; the reason is above." if words else "first.")
        await typed(app, "another")
        assert reason(app) == ""
        await app.press("escape")
        assert isinstance(app.app.screen, SavedScreen)

    drive(listed(), script)
    assert len(match_store.saved()) == before


def test_a_match_that_is_here_already_is_not_imported_twice(tmp_path: Path) -> None:
    match_store, match_id = saved_duel()
    match_store.export_file(match_id, tmp_path / "shared.galli")

    async def script(app: Driver) -> None:
        await app.press("ctrl+o")
        await typed(app, str(tmp_path / "shared.galli"))
        await app.press("enter")
        assert f"You have this match already, as {match_id}" in reason(app)

    drive(listed(), script)


def test_a_finished_match_is_exported_to_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    _, match_id = saved_duel()
    target = tmp_path / f"builders-duel-{match_id}.galli"

    async def script(app: Driver) -> None:
        assert "^e export" in app.line(-1)
        await app.press("ctrl+e")
        assert isinstance(app.app.screen, ExportScreen)
        assert f"~/{target.name}" in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, SavedScreen)
        assert target.name in app.line(-2) or "…" in app.line(-2)
        assert verify_file(target).sound
        await app.press("ctrl+e", "enter")
        assert "already exists" in reason(app)
        await typed(app, str(tmp_path / "nowhere" / "match.galli"))
        await app.press("enter")
        assert "There is no folder" in reason(app)
        await typed(app, f"{tmp_path}/{'x' * 300}/match.galli")
        await app.press("enter")
        assert reason(app)

    drive(listed(), script)


def test_a_damaged_match_is_not_exported() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "ctrl+e")
        assert app.line(-2) == "Only an intact match can be exported."

    drive(app_with(match_store=FakeMatchStore(saved("1", Condition.DAMAGED))), script)


def test_a_match_in_play_is_not_offered_for_export() -> None:
    saved_duel(5)

    async def script(app: Driver) -> None:
        assert "export" not in app.line(-1)
        await app.press("ctrl+e")
        assert isinstance(app.app.screen, SavedScreen)
        assert app.line(-2) == "Only a finished match can be exported; until then its file holds secrets."

    drive(listed(), script)


def test_a_page_in_a_browser_reads_and_writes_no_files_of_the_computer_that_serves_it() -> None:
    saved_duel()

    async def script(app: Driver) -> None:
        assert "import" not in app.line(-1)
        assert "export" not in app.line(-1)
        await app.press("ctrl+o", "ctrl+e")
        assert isinstance(app.app.screen, SavedScreen)

    drive(listed(Terminal(page=(80, 24))), script)


def test_an_empty_list_says_how_to_import() -> None:
    async def script(app: Driver) -> None:
        await app.press("m")
        assert app.line(-2) == "Ctrl+O imports a match from a file; Esc goes back to the menu."

    drive(app_with(), script)


def test_an_error_of_the_disk_is_shown() -> None:
    async def script(app: Driver) -> None:
        await app.press("m", "ctrl+e", "ctrl+s")
        assert reason(app) == "The disk is full."

    drive(app_with(match_store=FakeMatchStore(saved("1", Condition.OVER), trouble="The disk is full.")), script)


def test_a_path_may_be_quoted_as_a_terminal_quotes_a_dropped_file(tmp_path: Path) -> None:
    path = tmp_path / "the match.galli"
    path.touch()
    for words in (str(path), f"  {path} ", f"'{path}'", f'"{path}"', str(path).replace(" ", "\\ ")):
        assert typed_path(words) == path
    assert typed_path("it's") == Path("it's")
    assert typed_path("~nobody-of-that-name/x") == Path("~nobody-of-that-name/x")
    assert typed_path("x" * 5000) == Path("x" * 5000)
