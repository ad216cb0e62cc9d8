"""The help's search reads every page, its columns line up, and so do those of the list of commands."""

from __future__ import annotations

import re

import pytest

from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.widgets.option_list import OptionList
from tests.sample_game.registered import candles_table, sample_game
from tests.support.app_driver import Driver, app_with, drive
from tests.support.positions import opening, position, table
from tests.support.table_positions import PositionTable, at_table

A_GAME_OF_CANDLES = pytest.mark.usefixtures(sample_game.__name__)


def found(app: Driver) -> list[str]:
    """What the search has found, headings and all."""
    return [row.text for row in app.app.screen.query_one("#found", OptionList).rows]


@pytest.mark.parametrize("tabs", range(4))
def test_the_search_works_on_every_page_and_covers_keys_and_guides(tabs: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", *["tab"] * tabs, "slash")
        await app.type("clockwise")
        assert any("rotate: Rotate the section clockwise" in row for row in found(app))
        await app.press(*["backspace"] * 9)
        await app.type("lazy monk")
        assert any(row.startswith("How to play") for row in found(app))
        assert any(row.startswith("Level I") for row in found(app))

    drive(
        at_table(
            PositionTable(
                opening(table(2, variants=("open-hands",)), hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"})
            )
        ),
        script,
    )


def test_the_help_says_how_the_mouse_holds_what_is_placed() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert isinstance(app.app.screen, HelpScreen)
        app.app.screen.show_part("keys")
        rows = [row.text for row in app.app.screen.query_one("#keys", OptionList).rows]
        there, hold, rotate = rows[rows.index("Mouse") + 6 : rows.index("Mouse") + 9]
        assert there.split("  ")[0] == "click a space"
        assert there.endswith("Put the section there by its middle or inner corner.")
        assert hold.split("  ")[0] == "click the section"
        assert hold.endswith("Hold it by that space, which the next click moves.")
        assert rotate.split("  ")[0] == "wheel, right click"
        assert max(map(len, (there, hold, rotate))) <= 74

    drive(at_table(PositionTable(position(laying="hut red wing"))), script)


@A_GAME_OF_CANDLES
def test_the_mouse_is_explained_beside_the_keys_and_found_by_the_search() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert isinstance(app.app.screen, HelpScreen)
        app.app.screen.show_part("keys")
        rows = app.app.screen.query_one("#keys", OptionList).rows
        at = next(number for number, row in enumerate(rows) if row.text == "Mouse")
        block = [row.text for row in rows[at + 1 : at + 6]]
        assert block[1].split(maxsplit=2)[:2] == ["click", "again"]
        assert all(len(row) <= 74 for row in block), block
        await app.press("slash")
        for words in ("mouse", "click"):
            await app.type(words)
            assert any("Do what Enter does with what is selected." in row for row in found(app))
            await app.press(*["backspace"] * len(words))

    drive(app_with(), script)


@A_GAME_OF_CANDLES
def test_a_found_key_is_shown_with_its_group() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1", "slash")
        await app.type("quit")
        assert isinstance(app.app.screen, HelpScreen)
        assert "Quit the program." in app.text

    drive(app_with(), script)


def test_texts_beside_labels_begin_in_one_column() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        earned = [line for line in app.lines if re.match(r"│  ([+-]1|✶) ", line)]
        assert len(earned) > 2
        assert len({re.match(r"│  \S+ +", line).end() for line in earned if re.match(r"│  \S+ +", line)}) == 1  # pyright: ignore[reportOptionalMemberAccess]

    drive(at_table(PositionTable(opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}))), script)


@A_GAME_OF_CANDLES
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_in_the_list_of_commands_no_label_touches_what_it_does(size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("enter", "s", "ctrl+p")
        rows = app.app.screen.query_one(OptionList).rows
        assert any(row.text.startswith("settings") for row in rows)
        begins = {len(row.parts[0][0]) for row in rows}
        assert len(begins) == 1
        assert all(row.parts[0][0].endswith("  ") for row in rows)

    drive(app_with(candles_table("Anna", "Bruno")), script, size)


def test_the_menu_s_help_goes_from_game_to_game() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert app.line(0).endswith("Campus Galli")
        await app.press("f6")
        assert app.line(0).endswith("Builders' Duel")
        assert "claim" in app.text
        await app.press("f6", "f6")
        assert app.line(0).endswith("Campus Galli")
        await app.press("escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(), script)


def test_at_a_table_there_is_only_its_game_s_help() -> None:
    async def script(app: Driver) -> None:
        await app.press("f1")
        assert "F6" not in app.text
        before = app.text
        await app.press("f6")
        assert app.text == before

    drive(at_table(PositionTable(position())), script)


@A_GAME_OF_CANDLES
def test_the_menu_names_quit_once() -> None:
    async def script(app: Driver) -> None:
        await app.press("ctrl+p")
        labels = [row.parts[0][0].strip() for row in app.app.screen.query_one(OptionList).rows]
        assert labels.count("quit") == 1
        assert len(labels) == len(set(labels))

    drive(app_with(), script)
