"""Names with the roles of fixed sides: in a game that declares them, and nowhere else."""

from __future__ import annotations

from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.tables.seat_names import seat_names, seat_role
from galli_tui.tables.table import TablePlayer
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import game_box
from tests.support.app_driver import Driver, drive
from tests.support.bd_positions import round_of
from tests.support.bd_tables import DuelTable, claiming
from tests.support.table_positions import at_table


def test_a_name_stands_with_its_side() -> None:
    assert seat_names(claiming()) == ("Anna (Philip)", "Bruno (Waleran)")
    assert seat_role(claiming(), Seat(1)) == "Waleran"


def test_a_player_named_as_the_side_is_named_once() -> None:
    assert seat_names(DuelTable(round_of(1), names=("philip", "Philip"))) == ("philip", "Philip (Waleran)")


def test_a_game_without_sides_has_plain_names() -> None:
    game = game_box("campus-galli").new(Options(2, "versus", 1))
    table = InMemoryTable(game, (TablePlayer("Anna", "ochre", here=True), TablePlayer("Bruno", "azure", here=True)), 1)
    assert seat_names(table) == ("Anna", "Bruno")
    assert not seat_role(table, Seat(0))


def test_sides_leave_the_header_before_names_are_cut() -> None:
    async def script(app: Driver) -> None:
        assert "Maximilian 0" in app.line(0)
        assert "Hildebrand 0" in app.line(0)
        assert "(Philip)" not in app.line(0)

    drive(at_table(DuelTable(round_of(7), names=("Maximilian", "Hildebrand"))), script)


def test_a_handover_names_the_side() -> None:
    async def script(app: Driver) -> None:
        table = claiming()
        app.app.push_screen(HandoverScreen(table, texts_of(table.game.meta.key), Seat(0), can_take_back=False))
        await app.press("f5")
        assert "Anna's turn as Philip" in app.text

    drive(at_table(claiming()), script)
