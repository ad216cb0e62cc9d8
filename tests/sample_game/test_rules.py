"""The rules of Candles, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from rules.bots import bot_named, bot_names
from rules.engine.entropy import derive_entropy
from rules.engine.events import Move
from rules.engine.game import ComponentError, OptionError, Options
from rules.engine.rulebook import clauses
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat, Secret, only
from rules.simulate import play
from tests.sample_game import box
from tests.sample_game.game import BOX, Candles, row
from tests.sample_game.rules import CandlesState, ChooseCandle, LightWindow
from tests.support.paths import TESTS

A, B = Seat(0), Seat(1)


def begun(mode: str = "versus", *variants: str) -> tuple[Candles, CandlesState]:
    """Return a match in which candles are chosen."""
    game = BOX.new(Options(1 if mode == "solo" else 2, mode, 1, variants))
    return game, dealt(game, game.initial())


def dealt(game: Candles, state: CandlesState) -> CandlesState:
    """Return the state after all that the dealer owes."""
    while game.due(state).dealer:
        state = game.apply(state, game.deal(state, derive_entropy("dealt", state.draws)))
    return state


def chosen(game: Candles, state: CandlesState) -> CandlesState:
    """Return the state after all have chosen their first candle."""
    for seat in game.due(state).seats:
        state = game.apply(state, game.legal(state, seat)[0])
    return dealt(game, state)


def lit(game: Candles, state: CandlesState, *owners: Seat | None) -> Any:
    """Return the score sheet with the first windows lit by these seats."""
    return game.sheet(state._replace(windows=(*owners, *state.windows[len(owners) :])))


@pytest.mark.rule("PK-1")
def test_three_candles_stay_unseen_in_the_box() -> None:
    game, state = begun()
    assert state.box.count == 3
    assert game.view(state, A).box.cards is HIDDEN


@pytest.mark.rule("PK-2")
def test_only_the_seat_itself_sees_its_two_candles() -> None:
    game, state = begun()
    assert [hand.count for hand in state.hands] == [2, 2]
    assert game.view(state, A).hands[B].cards is HIDDEN
    assert game.view(state, A).hands[A] == state.hands[A]


@pytest.mark.rule("PK-3")
def test_a_candle_that_is_not_in_the_hand_is_refused() -> None:
    game, state = begun()
    theirs = game.legal(state, B)[0]
    assert isinstance(theirs, ChooseCandle)
    refusal = game.refusal(state, ChooseCandle(A, Secret(only(A), theirs.candle.value)))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not-in-hand", "PK-3")


@pytest.mark.rule("PK-4", "PK-4a")
@pytest.mark.parametrize(("variants", "first"), [((), max), (("short-first",), min)])
def test_the_tallest_candle_lights_first_or_the_shortest(variants: tuple[str, ...], first: Any) -> None:
    game, state = begun("versus", *variants)
    state = chosen(game, state)
    assert game.due(state).seats == (state.shown.index(first(state.shown)),)


@pytest.mark.rule("PK-4")
def test_a_lit_window_is_refused() -> None:
    game, state = begun()
    state = chosen(game, state)
    (seat,) = game.due(state).seats
    state = game.apply(state, LightWindow(seat, 4))
    (other,) = game.due(state).seats
    refusal = game.refusal(state, LightWindow(other, 4))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("window-is-lit", "PK-4")


@pytest.mark.rule("PK-5")
def test_the_match_ends_after_three_rounds() -> None:
    game, state = begun()
    for _ in range(3):
        assert not game.due(state).over
        state = chosen(game, state)
        for _ in game.seats:
            (seat,) = game.due(state).seats
            state = game.apply(state, game.legal(state, seat)[0])
        state = dealt(game, state)
    assert game.due(state).over


@pytest.mark.rule("PK-6")
def test_the_longest_row_wins_then_the_prints() -> None:
    game, state = begun()
    assert row([True, False, True, True]) == 2
    assert lit(game, state, A, A, B, None, None, None, B, None, None, B).winners == (A,)
    assert lit(game, state, A, None, None, B).winners == (B,)
    assert lit(game, state, A, B).winners == (A, B)


@pytest.mark.rule("PK-7")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_six_windows_side_by_side_are_bright(mode: str) -> None:
    game, state = begun(mode)
    assert lit(game, state, *[A] * 5).band == "dim"
    assert lit(game, state, *[A] * 6).band == "bright"


@pytest.mark.parametrize("bot", bot_names())
@pytest.mark.parametrize(("mode", "seats"), [("versus", 3), ("coop", 2), ("solo", 1)])
def test_every_bot_plays_it_to_the_end(bot: str, mode: str, seats: int) -> None:
    game = BOX.new(Options(seats, mode, 1))
    played = play(game, [bot_named(bot)] * seats, 5)
    assert sum(isinstance(event, Move) for event in played.events) == 6 * seats


def test_the_search_beats_random_play() -> None:
    game, won = BOX.new(Options(2, "versus", 1)), 0
    for seed in range(8):
        won += A in play(game, [bot_named("prior"), bot_named("novice")], seed).sheet.winners
    assert won >= 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("heights = [1, 2]\nprints = [1]", "heights: expected at least 15 candles"),
        (f"heights = {list(range(1, 16))}\nprints = [1]", "prints: expected at least 9 windows"),
        (f"heights = {[1] * 15}\nprints = {[1] * 9}", "heights"),
        ("heights = 'a'\nprints = []", "heights: expected a list"),
    ],
)
def test_components_that_no_match_can_be_played_with_are_refused(text: str, why: str) -> None:
    with pytest.raises(ComponentError, match=why):
        BOX.read_components({box.FILE: text})


def test_options_that_it_does_not_offer_are_refused() -> None:
    with pytest.raises(OptionError):
        BOX.new(Options(4, "versus", 1))


def test_the_rulebook_has_every_clause_that_the_rules_name() -> None:
    game, _ = begun()
    named = {kind.clause for kind in (*game.step_classes, *game.event_classes)}
    assert named <= set(clauses(BOX.rulebook()))


def test_its_size_stays_within_its_bounds() -> None:
    """Lines that are not blank: at most 300 of rules and 80 of texts and screen."""

    def size(*names: str) -> int:
        texts = [(TESTS / "sample_game" / f"{name}.py").read_text("utf-8") for name in names]
        return sum(bool(line.strip()) for text in texts for line in text.splitlines())

    assert size("__init__", "box", "rules", "game") <= 300
    assert size("texts", "screens") <= 80


def test_what_the_public_sees_of_a_choice_is_only_that_it_is_made() -> None:
    game, state = begun()
    state = game.apply(state, game.legal(state, A)[0])
    assert game.view(state, PUBLIC).chosen[A].card is HIDDEN
