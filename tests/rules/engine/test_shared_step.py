"""A step that several seats decide at once, by the sample game."""

from __future__ import annotations

import pytest

from rules.engine.entropy import derive_entropy
from rules.engine.events import Event
from rules.engine.game import Options
from rules.engine.refusal import Refused
from rules.engine.secrecy import HIDDEN, NOBODY, PUBLIC, Seat, Secret
from tests.sample_game.game import BOX, Candles
from tests.sample_game.rules import CandlesState, SetPile, ShowStep


def choosing() -> tuple[Candles, CandlesState]:
    """Return a match of three seats that all choose a candle."""
    game = BOX.new(Options(3, "versus", 1))
    state = game.initial()
    while game.due(state).dealer:
        state = game.apply(state, game.deal(state, derive_entropy("deal", state.draws)))
    return game, state


def test_all_seats_are_due_until_each_has_decided_in_any_order() -> None:
    game, state = choosing()
    for left in ((0, 1, 2), (0, 2), (0,)):
        assert game.due(state).seats == left
        seat = left[len(left) // 2]
        state = game.apply(state, game.legal(state, Seat(seat))[0])
    assert isinstance(state.agenda[-1], ShowStep)
    assert game.due(state).dealer


def test_a_seat_that_has_decided_is_refused() -> None:
    game, state = choosing()
    first, second = game.legal(state, Seat(1))
    state = game.apply(state, first)
    assert game.legal(state, Seat(1)) == []
    with pytest.raises(Refused, match="not-your-turn"):
        game.apply(state, second)


def test_the_step_is_saved_with_the_seats_that_are_still_asked() -> None:
    game, state = choosing()
    state = game.apply(state, game.legal(state, Seat(0))[0])
    view = game.view(state, PUBLIC)
    assert game.decode_state(game.encode_state(view)) == view
    assert game.due(game.decode_state(game.encode_state(view))).seats == (1, 2)


@pytest.mark.parametrize("pile", [HIDDEN, (0, 4)])
def test_a_secret_of_no_seat_is_nobodys_in_the_notation(pile: tuple[int, ...]) -> None:
    game, _ = choosing()
    event: Event = SetPile(Secret(NOBODY, pile))
    assert game.parse(game.format(event)) == event
