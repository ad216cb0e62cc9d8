"""The menu's word about an internal error that ended the program last time, and the way back into the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.screens.dialogs import Notice, Question
from galli_tui.startup.fault_report import LastFault, shown

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase

_HEADING = "galli-tui stopped last time"


def mention_fault(app: AppBase, fault: LastFault) -> None:
    """Name the report of an internal error, and offer to resume the match that was open."""
    text = (
        "It was an internal error; every move is saved. Please send the report, which has no cards, names or codes: "
        f"{shown(fault.report)}"
    )
    if not fault.match_id:
        app.push_screen(Notice(_HEADING, text))
        return

    def answered(resume: bool | None) -> None:
        if resume:
            from galli_tui.screens.start.saved import return_to_match

            return_to_match(app, fault.match_id)

    app.push_screen(Question(_HEADING, text, f"resume match {fault.match_id}", "stay in the menu"), answered)
