"""The score sheet: the rank is seen first at every size, and large windows are used."""

from __future__ import annotations

import pytest

from galli_tui.screens.start.help import HelpScreen
from rules.campus_galli.rounds import ChooseCardStep
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.table_positions import at_table, played


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_rank_is_above_the_rows_even_at_level_iii(size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        rank = next(row for row, line in enumerate(app.lines) if "Score now: " in line)
        first = next(row for row, line in enumerate(app.lines) if "Builders beside buildings" in line)
        assert rank < first
        assert any(line.strip("│ ").startswith("Total") for line in app.lines)

    drive(at_table(played(ChooseCardStep, 4, mode="coop", seats=4, level=3)), script, size)


@pytest.mark.parametrize(("seats", "size"), [(2, (120, 36)), (4, (160, 48))], ids=str)
def test_a_wide_window_shows_the_ranks_beside_the_rows(seats: int, size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        assert any("Fulfilled tasks" in line and "azurite" in line for line in app.lines), app.text

    drive(at_table(played(ChooseCardStep, 4, mode="coop", seats=seats, level=3)), script, size)


def test_at_level_iii_no_name_is_cut_where_columns_can_be_wider() -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        assert "…" not in app.text

    drive(at_table(played(ChooseCardStep, 4, mode="coop", seats=4, level=3)), script, (120, 36))


@pytest.mark.parametrize(("seats", "heading"), [(1, "Anna"), (2, "team")])
def test_what_counts_for_the_whole_table_has_a_column_unless_one_seat_has_all_of_it(seats: int, heading: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        names = next(line for line in app.lines if "Anna" in line and heading in line)
        assert names.strip("│ ").split()[-1] == heading

    mode = "solo" if seats == 1 else "coop"
    drive(at_table(played(ChooseCardStep, 4, mode=mode, seats=seats, level=1)), script)


def test_a_click_on_a_row_names_its_rule_and_the_help_opens_there() -> None:
    async def script(app: Driver) -> None:
        await app.press("s")
        row = next(y for y, line in enumerate(app.lines) if "Fulfilled tasks" in line)
        await app.click(app.lines[row].index("Fulfilled"), row)
        assert app.line(-2) == "Fulfilled tasks: CG-I-6c; F1 opens the rule."
        await app.press("f1")
        assert isinstance(app.app.screen, HelpScreen)
        assert "Fulfilled tasks" in app.text
        assert "The rule:" in app.text

    drive(at_table(played(ChooseCardStep, 4, mode="solo", seats=1, level=1)), script)
