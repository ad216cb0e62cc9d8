"""How the table looks in each state at the three sizes; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from galli_tui.games.campus_galli.move_entry.base import POUCH
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.terminal.capabilities import Colours, Terminal
from rules.campus_galli.laying_sections import FlipBuildingStep, LaySectionStep, TakeSectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.turn_order import DeclareStep
from tests.support.app_driver import SIZES
from tests.support.bot_backends import SpreadAdvice
from tests.support.play import Play
from tests.support.positions import opening, position, table, with_symbols
from tests.support.table_positions import PositionTable, at_table, played

Compare = Callable[..., bool]
Make = Callable[[], InMemoryTable]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


def after(until: type[CampusStep], skip: int = 0, mode: str = "versus", seats: int = 2) -> Make:
    return lambda: played(until, skip, mode=mode, seats=seats)


def waiting() -> InMemoryTable:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}).do("1 choose pray-hall")
    return PositionTable(play, here="1")


def without_monks() -> InMemoryTable:
    laid = ["1 hut blue hall h5 i5 j5 k5 builder", "1 hut red hall d5 e5 f5 g5 builder"]
    game = table(box=with_symbols(), monks=3)
    play = position(game, laying="hut red tower", laid=laid, wood="ABCK", beside=["1 K"])
    return PositionTable(play.do("1 lay b9 c9 b10 c10"))


def first_round() -> InMemoryTable:
    game = table(2, "coop", ("open-hands",))
    return PositionTable(Play(game, game.initial()).dealt(1))


def advised(make: Make) -> Make:
    def made() -> InMemoryTable:
        table = make()
        table.advice = SpreadAdvice(table.game)
        return table

    return made


State = tuple[Make, tuple[str, ...]]

AT_ALL_SIZES: dict[str, State] = {
    "choosing": (after(ChooseCardStep, 9), ("down",)),
    "taking": (after(TakeSectionStep, 7), ("down",)),
    "laying": (after(LaySectionStep, 6), ()),
    "laying-earning": (after(LaySectionStep, 6), ("tab",)),
    "laying-illegal": (after(LaySectionStep, 6), ("up",) * 6),
    "hints-laying": (advised(after(LaySectionStep, 6)), ("h", "down")),
    "flipping": (after(FlipBuildingStep, 0, "coop", 4), ("down",)),
    "waiting": (waiting, ()),
    "late": (after(ChooseCardStep, 20, "coop", 4), ()),
}
WHERE_ROOM_IS_SCARCE: dict[str, State] = {
    "choosing-first": (first_round, ()),
    "declaring": (after(DeclareStep, 1), ()),
    "laying-refused": (after(LaySectionStep, 6), (*("up",) * 6, "enter")),
    "hints-choosing": (advised(after(ChooseCardStep, 9)), ("h",)),
    "hints-taking": (advised(after(TakeSectionStep, 7)), ("h", "down")),
    "hints-flipping": (advised(after(FlipBuildingStep, 0, "coop", 4)), ("h", "down")),
    "sending-home": (without_monks, ("down",)),
    "looking": (after(TakeSectionStep, 7), ("i", "up", "up")),
    "late-alone": (after(LaySectionStep, 22, "solo", 1), ("tab",)),
}


@sizes
@pytest.mark.parametrize(("make", "keys"), AT_ALL_SIZES.values(), ids=AT_ALL_SIZES)
def test_state(snap_compare: Compare, make: Make, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=size)


@pytest.mark.parametrize(("make", "keys"), WHERE_ROOM_IS_SCARCE.values(), ids=WHERE_ROOM_IS_SCARCE)
def test_state_at_80x24(snap_compare: Compare, make: Make, keys: tuple[str, ...]) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=SIZES[0])


def test_a_click_on_what_the_card_forbids_at_80x24(snap_compare: Compare) -> None:
    async def click(pilot: Pilot[None]) -> None:
        pilot.app.screen.query_one("#campus-stock").post_message(LinesPanel.Picked(f"stock:3,{POUCH}"))
        await pilot.pause()

    assert snap_compare(at_table(after(TakeSectionStep, 7)()), run_before=click, terminal_size=SIZES[0])


TERMINALS = {
    "day": Terminal(theme="parchment"),
    "high-contrast": Terminal(theme="high-contrast"),
    "colour-blind": Terminal(theme="colour-blind"),
    "sixteen": Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
    "no-color": Terminal(colours=Colours.NONE, theme="none"),
    "ascii": Terminal(ascii=True),
    "ascii-no-color": Terminal(ascii=True, colours=Colours.NONE, theme="none"),
}


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", TERMINALS)
def test_terminal(snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
    app = at_table(played(LaySectionStep, 6), TERMINALS[name])
    assert snap_compare(app, press=("tab", "tab"), terminal_size=size)


@pytest.mark.parametrize("name", TERMINALS)
def test_hints_on_a_terminal(snap_compare: Compare, name: str) -> None:
    app = at_table(advised(after(LaySectionStep, 6))(), TERMINALS[name])
    assert snap_compare(app, press=("h", "down"), terminal_size=SIZES[0])
