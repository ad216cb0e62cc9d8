"""The list of commands at a table of Campus Galli, where there are more of them than a small window shows at once."""

from __future__ import annotations

from galli_tui.screens.command_palette import CommandScreen, possible
from galli_tui.style.key_names import key_name
from galli_tui.widgets.option_list import OptionList
from rules.campus_galli.laying_sections import LaySectionStep
from tests.support.app_driver import Driver, drive
from tests.support.table_positions import at_table, played


def test_the_scroll_bar_hides_no_key() -> None:
    async def script(app: Driver) -> None:
        await app.press(*("up",) * 6, "enter")
        below = app.app.screen
        wanted = {one.label: key_name(one.shown or one.keys[0]) for one in possible(below)}
        await app.press("ctrl+p")
        assert isinstance(app.app.screen, CommandScreen)
        rows = app.app.screen.query_one(OptionList)
        assert len(rows.rows) > rows.size.height
        width = rows.scrollable_content_region.width
        left, labels = rows.region.x, max(len(label) for label in wanted)
        seen: dict[str, str] = {}
        for _ in rows.rows:
            shown = [line[left : left + width] for line in app.lines[rows.region.y : rows.region.bottom]]
            seen |= {line[2 : 2 + labels].strip(): line.split()[-1] for line in shown}
            await app.press("down")
        assert seen == wanted

    drive(at_table(played(LaySectionStep, 6)), script)
