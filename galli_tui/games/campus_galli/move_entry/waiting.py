"""Nothing to enter: others decide. Shows the viewer what is the viewer's own."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, card_words
from galli_tui.games.campus_galli.lines import Line, paragraph
from galli_tui.games.campus_galli.move_entry.base import Desk, Entering
from galli_tui.tables.peers import Role, Standing
from rules.campus_galli.state import State
from rules.engine.secrecy import HIDDEN, SpecialViewer, Viewer

_WATCHING = "You see what all at the table may see; hands and closed choices stay closed to you until they are opened."


class Waiting(Entering):
    """The viewer's card for this round and those put by for next year, if the viewer is a seat."""

    def __init__(self, desk: Desk, sight: State, viewer: Viewer, standing: Standing | None = None) -> None:
        super().__init__(desk, sight)
        self._own = None if isinstance(viewer, SpecialViewer) else sight.seats[viewer]
        self._watching = standing is not None and standing.role is Role.SPECTATOR

    @property
    def title(self) -> str:
        if self._watching:
            return "watching"
        return "your cards" if self._own is not None and self.sight.agenda else ""

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        if self._watching:
            found += paragraph(_WATCHING, width, "faint")
        if self._own is None:
            return found[:height]
        if isinstance(self._own.chosen.card, int):
            card = self.desk.box.cards[self._own.chosen.card]
            text = f"This round {card_number(card)}, {card_title(card)}. {card_full(self.desk.box, card)}"
            found += paragraph(text, width)
        later = self._own.next_year
        if later.count and later.cards is not HIDDEN and self._own.year == 1:
            found += paragraph(f"Kept for next year: {card_words(self.desk.box, later.cards)}.", width, "faint")
        return found[:height]
