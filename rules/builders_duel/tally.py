"""Statistics of finished matches for balancing: how often each card is claimed and used, and how matches end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.claims import Claim
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import CELLS_OF, DuelState, finished
from rules.engine.events import Event
from rules.engine.tally import TallyGroup, TallyItem


class CardTally:
    """Counts the cards of one match."""

    def __init__(self, game: DuelSetting) -> None:
        self._game = game
        self._displayed, self._claimed, self._used = Counter[int](), Counter[int](), Counter[int]()

    def count(self, state: DuelState, event: Event) -> None:
        """Count an event that is about to be applied to the state."""
        if isinstance(event, Claim):
            shown = [card for card in state.display if card is not None]
            self._displayed.update(shown)
            self._claimed.update(card for cell in CELLS_OF[event.line] if (card := state.display[cell]) is not None)
            return
        idle = (isinstance(event, Work | Trade) and not event.goods and not getattr(event, "sold", 0)) or (
            isinstance(event, BuySeals) and not event.number
        )
        if isinstance(event, UseCard | Work | Trade | BuySeals) and not idle:
            card = state.display[event.cell]
            if card is not None:
                self._used[card] += 1

    def group(self) -> TallyGroup:
        """Return the statistics of each kind of card, compared with the cards of its deck."""
        kinds: dict[str, list[int]] = {}
        for number, card in enumerate(self._game.cards):
            kinds.setdefault(f"{'AB'[card.deck]} {card.key}", []).append(number)
        items = tuple(
            TallyItem(
                key,
                key[0],
                sum(self._displayed[it] for it in copies),
                sum(self._claimed[it] for it in copies),
                counts=(("used", sum(self._used[it] for it in copies)),),
            )
            for key, copies in kinds.items()
        )
        return TallyGroup("cards", "on display", "claimed", items)


def ends(game: DuelSetting, state: DuelState, winners: Sequence[int]) -> TallyGroup:
    """Return how a finished match ended: who won, and whether by finishing the building (BD-7a) or by BD-7b."""
    built = any(finished(side) == len(side.sections) for side in state.sides)
    items = tuple(
        TallyItem(f"{side.key}, {way}", "", 1, int(seat in winners and built is by_building))
        for by_building, way in ((True, "building finished"), (False, "after the last round"))
        for seat, side in enumerate(game.board.sides)
    )
    return TallyGroup("winner", "matches", "won", items)
