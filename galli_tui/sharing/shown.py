"""A saved match as it may be shown to others: its timeline, and whose view of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from galli_tui.matches.local import LocalMatchStore
from galli_tui.replay.timeline import Timeline
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer
from saves.errors import NotFound, NotNow, NotYours


class ShownMatch(NamedTuple):
    """A timeline, and the one viewer whose views are taken from it. Close its table."""

    timeline: Timeline
    viewer: Viewer

    def moment(self, word: str | None) -> int:
        """Return the number of a moment: the last one without a word. Raises `NotFound`."""
        last = self.timeline.last
        if word is None:
            return last
        if word.isascii() and word.isdecimal() and len(word) <= len(str(last)) and int(word) <= last:
            return int(word)
        raise NotFound(f"The match has the moments 0 to {last}; `galli-tui export ID --record` lists them.")


def open_shown(path: Path, seat: Seat | None = None, *, whole: bool = True) -> ShownMatch:
    """Open a match with all open once it is over; before that as all may know it, or as a seat at this computer does.

    Of a damaged file, the intact part is opened only if the match need not be `whole`. Raises `SaveError`: `NotYours`
    for a seat whose view may not be shown yet.
    """
    table = LocalMatchStore().inspect_file(path)
    try:
        if whole and table.notices:
            raise NotNow(table.notices[0])
        if seat is not None and seat >= len(table.players):
            raise NotFound(f"This match has no seat {seat + 1}.")
        if seat is not None and seat not in table.own_seats and not table.due.over:
            raise NotYours(
                f"Seat {seat + 1} is not played at this computer, so its view may not be shown before the match is "
                "over. Leave out --seat to show what all may know."
            )
        viewer: Viewer = seat if seat is not None else DEALER if table.due.over else PUBLIC
        return ShownMatch(Timeline(table), viewer)
    except BaseException:
        table.close()
        raise
