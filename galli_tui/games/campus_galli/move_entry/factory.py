"""The move entry for each step of the agenda."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import card_number, card_title, card_words, declared_full
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.borrowing import BorrowEntry
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry, DeclareEntry
from galli_tui.games.campus_galli.move_entry.event_entries import ArrivalEntry, DangerEntry, LossEntry
from galli_tui.games.campus_galli.move_entry.flipping import FlipBuildingEntry, SendBuilderHomeEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.move_entry.score_again import ScoreAgainEntry
from galli_tui.games.campus_galli.move_entry.special_actions import SpecialActionEntry
from galli_tui.games.campus_galli.move_entry.taking import TakeSectionEntry
from galli_tui.games.campus_galli.move_entry.tile_menus import EndTurnEntry, PayEntry, PlayOrBegEntry, ReceiveTilesEntry
from galli_tui.games.kit.lines import Line, paragraph
from galli_tui.tables.peers import Role, TableStatus
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.gaps import SendBuilderHomeStep
from rules.campus_galli.guests import ScoreAgainStep
from rules.campus_galli.laying_sections import FlipBuildingStep, LaySectionStep, TakeSectionStep
from rules.campus_galli.leftovers import BorrowStep
from rules.campus_galli.losses import ArrivalStep, LoseBookStep, LoseGuestStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.special_actions import SpecialActionsStep
from rules.campus_galli.state import State
from rules.campus_galli.tile_transfers import ReceiveTilesStep
from rules.campus_galli.tile_turns import EndTurnStep, PayStep
from rules.campus_galli.turn_order import DeclareStep
from rules.engine.secrecy import HIDDEN, Seat, SpecialViewer, Viewer

_ENTRY_TYPES = {
    DangerStep: DangerEntry,
    LoseBookStep: LossEntry,
    LoseGuestStep: LossEntry,
    ArrivalStep: ArrivalEntry,
    BorrowStep: BorrowEntry,
    PayStep: PayEntry,
    ReceiveTilesStep: ReceiveTilesEntry,
    ScoreAgainStep: ScoreAgainEntry,
    EndTurnStep: EndTurnEntry,
    SpecialActionsStep: SpecialActionEntry,
    ChooseCardStep: ChooseCardEntry,
    DeclareStep: DeclareEntry,
    TakeSectionStep: TakeSectionEntry,
    LaySectionStep: LaySectionEntry,
    FlipBuildingStep: FlipBuildingEntry,
    SendBuilderHomeStep: SendBuilderHomeEntry,
}


def move_entry_for(context: MatchContext, own_view: State, seat: Seat) -> MoveEntry:
    """Return the entry for the decision that is due from a seat; `own_view` is its view."""
    step = own_view.agenda[-1] if own_view.agenda else None
    if isinstance(step, DeclareStep) and context.game.setting.tiles:
        return PlayOrBegEntry(context, own_view, seat)
    for kind, way in _ENTRY_TYPES.items():
        if isinstance(step, kind):
            return way(context, own_view, seat)
    return MoveEntry(context, own_view)


_SPECTATOR_TEXT = "You see public information only; hands and face-down cards stay hidden until they are revealed."


class WaitingEntry(MoveEntry):
    """What is shown while others decide: the viewer's card for this round and those kept for next year."""

    def __init__(
        self, context: MatchContext, own_view: State, viewer: Viewer, status: TableStatus | None = None
    ) -> None:
        super().__init__(context, own_view)
        self._own = None if isinstance(viewer, SpecialViewer) else own_view.seats[viewer]
        self._watching = status is not None and status.role is Role.SPECTATOR

    @property
    def title(self) -> str:
        if self._watching:
            return "watching"
        return "your cards" if self._own is not None and self.own_view.agenda else ""

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        if self._watching:
            found += paragraph(_SPECTATOR_TEXT, width, "faint")
        if self._own is None:
            return found[:height]
        if isinstance(self._own.chosen.card, int):
            card = self.context.box.cards[self._own.chosen.card]
            told = declared_full(self.context.box, card, self._own.declared, solo=self.context.solo)
            text = f"This round: {card_number(card)}, {card_title(card)}. {told}"
            found += paragraph(text, width)
        later = self._own.next_year
        if later.count and later.cards is not HIDDEN and self._own.year == 1:
            found += paragraph(f"Kept for year 2: {card_words(self.context.box, later.cards)}.", width, "faint")
        return found[:height]
