"""The abbot's advice to people: what it would do at a decision, and what it would have done at one that was made.

Who may ask at which table, and how it is shown, is the screens' matter; where it thinks is `thinker`'s.
"""

from __future__ import annotations

from typing import Any, Final

from galli_tui.bots.advice import AdviceUnavailable
from galli_tui.bots.pool import BotBackend
from galli_tui.bots.worker import BotWorkerError
from rules.bots.abbot import Abbot
from rules.bots.review import Decision
from rules.bots.rollout_search import RankedMove
from rules.engine.entropy import derive_entropy
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.plain import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format import canonical

_TRIES: Final = 2
_FAILING: Final = (
    "The program in which the abbot thinks gave no answer, twice. The match is not touched by that; ask again "
    "later, or do without it."
)


class BotAdviser:
    """Asks the abbot of one table for whoever sits there. Implements `galli_tui.bots.advice.Advice`.

    The same question is answered the same, before the decision and after the match: it is counted work, and all its
    chance follows from the match's id and the view. So answers are kept, and what was thought about during the match
    is known in the review. Lives in one event loop, as its mind does, which it may share with the table's bots.
    """

    def __init__(self, game: AnyGame, mind: BotBackend, match: bytes) -> None:
        self._game, self._mind, self._match = game, mind, match
        self._known: dict[bytes, list[RankedMove]] = {}
        """Hints by what their chance follows from."""
        self._closed = False

    @property
    def background(self) -> int:
        return self._mind.background

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        return await self._weighed(seat, view)

    async def beside(self, decision: Decision) -> list[RankedMove]:
        return await self._weighed(decision.seat, decision.view, decision.move)

    def close(self) -> None:
        """Nothing is thought about any more."""
        self._closed = True
        self._mind.close()

    async def _weighed(self, seat: Seat, view: Any, played: Move | None = None) -> list[RankedMove]:
        """Only what is legal, as far as the view tells."""
        game = self._game
        legal = game.legal(view, seat)
        if not legal:
            raise ValueError("the seat has nothing to decide")
        encoded = game.encode_state(view)
        asked: Plain = None if played is None else game.encode_event(played)
        stream = derive_entropy(self._match, "advice", seat, canonical.encode_unchecked(encoded))
        known = self._known.get(stream, [])
        if known and (played is None or any(it.move == played for it in known)):
            return known
        for _ in range(_TRIES):
            if self._closed:
                break
            try:
                weights = await self._mind.options(seat, encoded, stream, Abbot.max_events, asked)
                moves = [game.decode_event(it.move) for it in weights]
            except BotWorkerError:
                continue
            except PlainError:
                pass
            else:
                found = [
                    RankedMove(move, float(weight.behind), weight.worlds, float(weight.error))
                    for move, weight in zip(moves, weights, strict=True)
                    if isinstance(move, Move) and move in legal
                ]
                if len(found) == len(weights) > 0 and (played is None or any(it.move == played for it in found)):
                    found = sorted(found, key=lambda it: it.loss)
                    if played is None:
                        self._known[stream] = found
                    return found
            self._mind.close()
        raise AdviceUnavailable(_FAILING)
