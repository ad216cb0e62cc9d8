"""Whole matches between bots, derived from a seed: the same seed always gives the same match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.bots import Bot
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Event
from rules.engine.game import AnyGame
from rules.engine.score_sheet import Sheet


class PlayedMatch(NamedTuple):
    """A finished match between bots."""

    seed: int
    events: tuple[Event, ...]
    state: Any
    sheet: Sheet


def play(game: AnyGame, bots: Sequence[Bot], seed: int) -> PlayedMatch:
    """Play the match of a seed.

    Each draw has its own entropy, and each decision of each seat its own random stream. `bots` are in seat order.
    Raises ValueError if there is not one bot per seat.
    """
    if len(bots) != game.options.seats:
        raise ValueError(f"{game.options.seats} bots are needed, not {len(bots)}")
    state = game.initial()
    events: list[Event] = []
    while not (due := game.due(state)).over:
        if due.dealer:
            source, index, _ = game.draw(state)
            event: Event = game.deal(state, derive_entropy("dealer", seed, source, index))
        else:
            seat = due.seats[0]
            stream = RandomStream(derive_entropy("bot", seed, seat, len(events)))
            bot = bots[seat]
            event = bot.decide(game, game.view(state, seat), seat, stream, EventBudget(bot.max_events))
        state = game.apply(state, event)
        events.append(event)
    return PlayedMatch(seed, tuple(events), state, game.sheet(state))
