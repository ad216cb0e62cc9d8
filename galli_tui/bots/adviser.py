"""The abbot's advice, computed in the bots' processes."""

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
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import Seat
from saves.format import canonical

_TRIES: Final = 2
_FAILING: Final = "The abbot's program failed twice. The match is not affected; try again later."


class BotAdviser:
    """Asks the abbot of one table. Implements `galli_tui.bots.advice.Advice`.

    The same question always has the same answer, at the decision, in the review and in a what-if: the work is
    counted, and all randomness derives from the seat and its view. So answers are cached, and hints are reused in the
    review. Lives in one event loop, as its backend does, which it may share with the table's bots.
    """

    def __init__(self, game: AnyGame, backend: BotBackend) -> None:
        self._game, self._backend = game, backend
        self._known: dict[bytes, list[RankedMove]] = {}
        """Answers by the seed of their randomness."""
        self._closed = False

    @property
    def background(self) -> int:
        return self._backend.background

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        return await self._weighed(seat, view)

    async def beside(self, decision: Decision) -> list[RankedMove]:
        return await self._weighed(decision.seat, decision.view, decision.move)

    def close(self) -> None:
        """End the processes and all questions."""
        self._closed = True
        self._backend.close()

    async def _weighed(self, seat: Seat, view: Any, played: Move | None = None) -> list[RankedMove]:
        """Return the comparison of the moves that are legal in the view."""
        game = self._game
        legal = game.legal(view, seat)
        if not legal:
            raise ValueError("the seat has nothing to decide")
        encoded = game.encode_state(view)
        asked: Plain = None if played is None else game.encode_event(played)
        stream = derive_entropy("advice", seat, canonical.encode_unchecked(encoded))
        known = self._known.get(stream, [])
        if known and (played is None or any(it.move == played for it in known)):
            return known
        for _ in range(_TRIES):
            if self._closed:
                break
            try:
                weights = await self._backend.options(seat, encoded, stream, Abbot.max_events, asked)
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
            self._backend.close()
        raise AdviceUnavailable(_FAILING)
