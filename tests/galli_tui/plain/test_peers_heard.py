"""What plain mode says of a network table: it names commands, never a key of the screen."""

from __future__ import annotations

import pytest

from galli_tui.tables.peers import Role, Stopped
from net.status import NewerCopy
from net.sync.older_copy import older_copy_text
from rules.engine.game import Options
from tests.support.peers_table import at_seats, with_peers
from tests.support.plain_talk import heard, new_table


def heard_when_stopped(
    capsys: pytest.CaptureFixture[str], stopped: Stopped, *, can_fetch: bool = False, bot_continues: bool = False
) -> tuple[str, str]:
    """Return what a host hears of a table where play has stopped: why, and what there is to do."""
    table = at_seats(new_table("builders-duel", Options(2, "versus", 1)))
    with_peers(table, Role.HOST, stopped=stopped, can_fetch=can_fetch, bot_continues=bot_continues)
    said = heard(capsys, table)
    assert said[-1] == "Waiting:"
    return next(line for line in said if line.startswith(stopped.heading)), said[-2]


def test_a_stopped_table_names_the_commands_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    closed = Stopped("This table is closed", "This table is closed: s scores, l log, q menu.", "The host has left.")
    assert heard_when_stopped(capsys, closed) == (
        "This table is closed. The host has left.",
        "Play has stopped here. Type scores, log or quit.",
    )


def test_an_older_copy_names_the_command_that_fetches_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    newer = older_copy_text(NewerCopy("Clara", 3, 0, whole=True))
    older = Stopped("This file is an older copy", "This file is an older copy: f fetches what is missing.", newer)
    why, ways_on = heard_when_stopped(capsys, older, can_fetch=True)
    assert "Fetch the missing part from Clara's program: it has been verified" in why
    assert ways_on == "Play has stopped here. Type scores, log or quit; fetch gets what is missing."


def test_a_table_that_a_bot_would_continue_names_the_command_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    differs = Stopped("The table stopped at entry 9", "The table stopped at entry 9: l log.", "The match cannot go on.")
    _, ways_on = heard_when_stopped(capsys, differs, bot_continues=True)
    assert ways_on == "Play has stopped here. Type bot to let a bot play, or scores, log, quit."
