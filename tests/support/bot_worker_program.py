"""A bot process for tests: it knows the sample game, and bots that answer well, badly or never.

Its first argument selects the kind of process.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from typing import Any

from galli_tui.bots import worker_process
from galli_tui.bots.messages import DecideReply, encode_message
from rules import registry
from rules.bots.budget import Budget, EventBudget
from rules.bots.rollout import Determinization
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat


class MisbehavingBot:
    """A bot that does what its kind says. Implements `rules.bots.Bot`, and what is asked of the abbot."""

    max_events = 0

    def __init__(self, name: str = "abbot") -> None:
        self.name = name

    def decide(self, game: AnyGame, view: Any, seat: Seat, stream: RandomStream, budget: Budget) -> Move:
        """Return a legal move, or misbehave as its kind says."""
        legal = game.legal(view, seat)
        match sys.argv[1]:
            case "dies":
                os._exit(1)
            case "fails":
                raise RuntimeError("a bot with a fault")
            case "hangs":
                while True:
                    time.sleep(60)
            case "babbles":
                os.write(0, b"\xff" * 64)
            case "floods":
                many = encode_message(DecideReply(0, None)) * 5000
                while True:
                    os.write(0, many)
            case "cheats":
                return replace(legal[0], seat=Seat(1 - seat))
            case "ponders":
                while budget.spend():
                    time.sleep(0.001)
            case _:
                pass
        return legal[-1]

    def candidates(self, game: AnyGame, view: Any, seat: Seat, also: Move | None = None) -> list[tuple[Move, int]]:
        """Return the first legal move and the played one, or only the first if its kind omits the other."""
        best = [(self.decide(game, view, seat, RandomStream(bytes(32)), EventBudget(0)), 250)]
        if sys.argv[1] == "ponders":  # Of one alone there is nothing to think.
            best.append((game.legal(view, seat)[0], 0))
        return best if also is None or sys.argv[1] == "forgets" else [*best, (also, 0)]

    def evaluate(self, game: AnyGame, world: Determinization, seat: Seat, move: Move, budget: Budget) -> int:
        """Return no estimates, after a delay that depends on its kind."""
        while sys.argv[1] == "ponders" and budget.spend(0):
            time.sleep(0.001)
        return 0


def main() -> None:
    """Register the sample game and the bots, then run the real worker process."""
    registry._PACKAGES["candles"] = "tests.sample_game"  # pyright: ignore[reportPrivateUsage]
    if sys.argv[1] != "honest":
        worker_process.bot_named = MisbehavingBot
        worker_process.Abbot = MisbehavingBot
    worker_process.main()


if __name__ == "__main__":
    main()
