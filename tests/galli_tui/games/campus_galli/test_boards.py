"""The planning boards: what everyone may see of every seat, and the board of unfinished tasks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from galli_tui.games.campus_galli.board_pages import board_pages
from galli_tui.games.campus_galli.glyphs import UNICODE
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.kit.boards_screen import BoardsScreen
from galli_tui.games.kit.game_board import BoardPage
from galli_tui.matches.in_memory import InMemoryTable
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.state import State
from rules.campus_galli.tiles import NO_TILES
from rules.engine.secrecy import PUBLIC, Viewer
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, position, table
from tests.support.table_positions import LONG_NAMES, PositionTable, at_table, context, played, words

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


def rich(*, level: int = 2) -> Play:
    """Anna has books, guests and much else, Bruno next to nothing."""
    return position(
        table(2, level=level),
        turns=["1 build-red-1", "2 pray-hall"],
        laid=CHURCH_BUT_F6,
        wood="ABCE",
        beside=["1 E guest", "1 C"],
        tiles={1: "RRRRGBBY", 2: "Y"},
        books={1: "book-monastery-plan book-legendary"},
        guests={1: "guest-winihart guest-wolfcoz guest-salomo", 2: "guest-notker"},
        taken={1: ["long-hours-red", "red-beside-blue"]},
        lazy={"f6": 1},
        board=["progress-church"],
    )


def boards(play: Play) -> list[BoardPage]:
    view = play.game.view(play.state, PUBLIC)
    return board_pages(context(play), view, play.game.sheet(view))


def board(play: Play, seat: int = 1, width: int = 79) -> str:
    return words(boards(play)[seat - 1].lines(width))


def shown_by(play_or_table: Play | InMemoryTable, *keys: str, size: tuple[int, int] = SIZES[0]) -> str:
    found: list[str] = []

    async def script(driver: Driver) -> None:
        await driver.press("b", *keys)
        found.append(driver.text)

    own = play_or_table if isinstance(play_or_table, InMemoryTable) else PositionTable(play_or_table)
    drive(at_table(own), script, size)
    return found[0]


def test_a_board_shows_tiles_monks_and_the_number_of_cards_left() -> None:
    text = " ".join(board(rich(), width=60).split())
    assert "tiles 4▲ ◆ ●● ■ 8, 2 sets" in text
    assert "monks 12 at home, 1 builder beside C, 1 guest monk beside E" in text
    assert "lazy monk at f6" in text
    assert "in the pile" in text
    assert "kept for next year" in text
    assert "now 50, build" in text


def test_the_library_shows_the_tile_and_points_of_each_book() -> None:
    text = board(rich(), width=60)
    assert "library: 2 books" in text
    assert [it.split() for it in text.splitlines() if "Plan of Saint Gall" in it] == [
        ["Plan", "of", "Saint", "Gall", "✶", "●", "blue"]
    ]
    assert [it.split() for it in text.splitlines() if "Legendary" in it] == [["Legendary", "½", "▲", "red"]]


def test_the_guest_list_shows_building_stage_and_tile_of_each_guest() -> None:
    lines = [it.strip() for it in board(rich(), width=60).splitlines()]
    here = next(number for number, it in enumerate(lines) if it.startswith("─ guests: 3"))
    assert lines[here].endswith("if scored again")
    assert [" ".join(it.split()) for it in lines[here + 1 :]] == [
        "Winihart ▲ red",
        "the workshops (E): wood, 1 guest monk",
        "Wolfcoz ◆ green or ● blue",
        "the cloister (B): wood, 0 guest monks",
        "Salomo no tile",
        "the novitiate (G): parchment, visiting",
    ]


def test_a_tile_that_the_supply_lacks_is_not_promised() -> None:
    play = rich()
    empty = Play(play.game, play.state._replace(tiles=NO_TILES))
    assert "no blue left" in board(empty, width=60)
    assert "no green or blue left" in board(empty, width=60)


def test_fulfilled_tasks_are_shown_with_their_seals() -> None:
    text = board(rich(), width=60)
    assert "fulfilled tasks: 2, +1½" in text
    assert [it.split()[-1] for it in text.splitlines() if "red beside blue" in it] == ["✶"]
    assert [it.split()[-1] for it in text.splitlines() if "long hours" in it] == ["½"]


def test_level_i_shows_what_level_i_has() -> None:
    play = position(laid=CHURCH_BUT_F6, turns=["1 build-red-1", "2 pray-hall"])
    text = board(play)
    assert "monks" in text
    for word in ("tiles", "library", "guests"):
        assert word not in text
    assert len(boards(play)) == 2


def test_level_iii_has_a_board_of_unfinished_tasks_with_the_whole_text_of_every_card() -> None:
    made = played(TakeSectionStep, 4, seats=3, level=3)
    view: State = made.view(PUBLIC)
    own = MatchContext.of(made, UNICODE)
    text = words(board_pages(own, view, made.game.sheet(view))[-1].lines(79))
    for leftover, name in zip(view.leftovers, ("books", "prayer", "building", "guests"), strict=True):
        assert name in text
        assert f"{leftover.pile.count} more below" in text
        assert leftover.top is not None
        assert f" {own.box.cards[leftover.top].numbers[0]}" in text


class Watched(PositionTable):
    """Remembers whose views were asked for."""

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        self.asked: list[Viewer] = []

    def view(self, viewer: Viewer) -> State:
        self.asked.append(viewer)
        return super().view(viewer)


def test_the_boards_are_drawn_from_the_public_view() -> None:
    own = Watched(rich())

    async def script(driver: Driver) -> None:
        own.asked.clear()
        await driver.press("b", "right", "left")
        assert own.asked
        assert set(own.asked) == {PUBLIC}

    drive(at_table(own), script)


def test_b_shows_the_boards_and_goes_back_to_the_same_decision() -> None:
    async def script(driver: Driver) -> None:
        before = driver.text
        await driver.press("b")
        assert isinstance(driver.app.screen, BoardsScreen)
        await driver.press("b")
        assert driver.text == before

    drive(at_table(PositionTable(rich())), script)


def test_left_and_right_cycle_through_the_boards() -> None:
    assert "Plan of Saint Gall" in shown_by(rich())
    assert "Notker Balbulus" in shown_by(rich(), "right")
    assert "Notker Balbulus" in shown_by(rich(), "tab")
    assert "Plan of Saint Gall" in shown_by(rich(), "right", "right")
    assert "Notker Balbulus" in shown_by(rich(), "left")


def test_a_click_on_a_name_shows_that_board() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("b")
        await driver.click(driver.lines[1].index("Bruno"), 1)
        assert "Notker Balbulus" in driver.text

    drive(at_table(PositionTable(rich())), script)


def test_a_wide_window_shows_all_boards_side_by_side() -> None:
    text = shown_by(rich(), size=SIZES[1])
    assert "Plan of Saint Gall" in text
    assert "Notker Balbulus" in text
    assert "next board" not in text
    assert "next board" in shown_by(rich())


def test_long_boards_scroll_and_say_so() -> None:
    keys = [task.key for task in table().setting.box.tasks if task.level == 1 and task.points][:30]
    play = position(taken={1: keys}, board=[])
    text = shown_by(play)
    assert "more lines below" in text
    last = boards(play)[0].lines(79)[-1].text.strip()
    assert last not in text
    text = shown_by(play, "end")
    assert last in text
    assert "end of the boards" in text
    assert shown_by(play, "down", "up") == shown_by(play)


def test_a_long_name_leaves_the_board_whole() -> None:
    play = rich()
    text = shown_by(PositionTable(play, *LONG_NAMES))
    assert LONG_NAMES[0] in text
    assert "points" in text


@sizes
def test_boards_match_their_snapshots(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(PositionTable(rich())), press=("b",), terminal_size=size)


@sizes
def test_unfinished_tasks_match_their_snapshots(snap_compare: Compare, size: tuple[int, int]) -> None:
    made = played(ChooseCardStep, 20, seats=4, level=3)
    assert snap_compare(at_table(made), press=("b", *("tab",) * 4), terminal_size=size)


@sizes
def test_level_i_boards_match_their_snapshots(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(played(TakeSectionStep, 12, seats=4)), press=("b",), terminal_size=size)


@pytest.mark.parametrize(("level", "told"), [(1, "Scoring"), (2, "Cards: cost and effect")])
def test_the_help_explains_the_level_that_is_played_from_the_boards_too(level: int, told: str) -> None:
    async def script(driver: Driver) -> None:
        for keys in (("f1", "f1"), ("escape", "b", "f1")):
            await driver.press(*keys)
            assert told in driver.text

    own = position(table(2, level=level), turns=["1 build-red-1", "2 pray-hall"])
    drive(at_table(PositionTable(own)), script)


@sizes
@pytest.mark.parametrize("level", [2, 3])
def test_guide_pages_match_their_snapshots(snap_compare: Compare, level: int, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(PositionTable(rich(level=level))), press=("f1", "f1"), terminal_size=size)


@sizes
@pytest.mark.parametrize("level", [2, 3])
def test_sign_pages_match_their_snapshots(snap_compare: Compare, level: int, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(PositionTable(rich(level=level))), press=("f1", "f1", "tab"), terminal_size=size)


@sizes
def test_the_level_iii_score_matches_its_snapshot(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(PositionTable(rich(level=3))), press=("s",), terminal_size=size)
