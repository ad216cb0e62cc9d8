"""Statistics of finished matches for balancing: how often each card is claimed and used, and how matches end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.builders_duel.box import DECKS
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.claims import Claim
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import CELLS_OF, DuelState, finished_sections
from rules.engine.events import Event
from rules.engine.tally import Counters, TallyGroup, TallyItem


class CardTally:
    """Counts the cards of one match."""

    def __init__(self, game: DuelSetting) -> None:
        self._names = tuple(f"{DECKS[card.deck]} {card.key}" for card in game.cards)
        self._notes = Counters()

    def count(self, state: DuelState, event: Event) -> None:
        """Count an event that is about to be applied to the state."""
        if isinstance(event, Claim):
            self._add("chances", state.display)
            self._add("taken", [state.display[cell] for cell in CELLS_OF[event.line]])
            return
        idle = (isinstance(event, Work | Trade) and not event.goods and not getattr(event, "sold", 0)) or (
            isinstance(event, BuySeals) and not event.number
        )
        if isinstance(event, UseCard | Work | Trade | BuySeals) and not idle:
            self._add("used", [state.display[event.cell]])

    def _add(self, what: str, cards: Iterable[int | None]) -> None:
        for card in cards:
            if card is not None:
                self._notes.add("card", self._names[card], what)

    def group(self) -> TallyGroup:
        """Return the statistics of each kind of card, compared with the cards of its deck."""
        kinds = [(name, name, name[0]) for name in dict.fromkeys(self._names)]
        return TallyGroup("cards", "on display", "claimed", self._notes.items("card", kinds, counts=("used",)))


def ends(game: DuelSetting, state: DuelState, winners: Sequence[int]) -> TallyGroup:
    """Return how a finished match ended: who won, and whether by finishing the building (BD-7a) or by BD-7b."""
    built = any(finished_sections(side) == len(side.sections) for side in state.sides)
    items = tuple(
        TallyItem(f"{side.key}, {way}", "", 1, int(seat in winners and built is by_building))
        for by_building, way in ((True, "building finished"), (False, "after the last round"))
        for seat, side in enumerate(game.board.sides)
    )
    return TallyGroup("winner", "matches", "won", items)
