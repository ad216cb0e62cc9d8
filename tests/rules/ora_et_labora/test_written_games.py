"""Matches of ours, written down as recorded games are, replay move by move: in every mode and both countries."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.secrecy import Seat
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.gains import ChooseStep, Done, ProduceStep, RewardStep
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.rounds import Begins
from rules.ora_et_labora.state import OraState
from rules.ora_et_labora.trades import MakeTrade, TradeStep, price
from tests.rules.ora_et_labora.recorded_games import PLAIN_STEPS, Recording
from tests.rules.ora_et_labora.written_games import Writer
from tests.support.ora_positions import MODES, match

COUNTRIES = ("france", "ireland")


def clear_moves(game: OraEtLabora, state: OraState, seat: Seat) -> list[Any]:
    """Return the moves whose commands can be read in one way only, rare kinds and common ones alike.

    A use names what is paid and gained: nothing of it is left out, converted in between, or paid for more than is got.
    """
    step: Any = state.agenda[-1]
    legal: list[Any] = [*game.legal(state, seat)]
    if not isinstance(step, PLAIN_STEPS):
        legal = [move for move in legal if not isinstance(move, MakeStraw | Sell)]
    if isinstance(step, TradeStep | ProduceStep | ChooseStep | RewardStep):
        named = [move for move in legal if not isinstance(move, Done) and not _wasteful(game, step, move)]
        return named or [Done(seat)]
    return legal


def _wasteful(game: OraEtLabora, step: Any, move: Any) -> bool:
    if not isinstance(move, MakeTrade):
        return False
    ways = step.trade(game).ways
    way = ways[move.way - 1]
    better = [price(other, 1) for other in ways[move.way :] if other.takes == way.takes]
    if move.times < step.left:
        better.append(price(way, move.times + 1))
    return way.chosen and any(game.payments.meets(move.payment, it) for it in better)


DIFFERENT = ("F08", "F25", "G02", "I32")
"""The buildings at which a tile of five coins is not the same as five coins."""
TWO_WORDS = ("F05", "F17", "F20", "F21", "F33", "I05", "I20", "I24", "I33", "I38", "G41")
"""The buildings whose goods may come in one word or in two."""


def oddly(command: dict[str, Any], chance: RandomStream) -> dict[str, Any]:
    """Return a command with its goods in another order, in other tiles, and in other words."""
    head, words = command["args"][:1], command["args"][1:]
    if command["command"] not in ("USE", "SETTLE"):
        return command
    if head[0] in TWO_WORDS and chance.below(2):
        words = ["".join(words)]
    mixed: list[str] = []
    for word in words:
        codes = [word[place : place + 2] for place in range(0, len(word), 2)]
        if word.removeprefix("-").isdigit():
            codes = [word]
        elif head[0] not in DIFFERENT and codes.count("Pn") >= 5 and chance.below(2):
            rest = [code for code in codes if code != "Pn"]
            codes = [*rest, *["Pn"] * (codes.count("Pn") - 5), "Ni"]
        mixed.append("".join(chance.sample(codes, len(codes))))
    return {**command, "args": [*head, *mixed]}


def check_written(mode: str, country: str, seed: int, *, odd: bool = False) -> None:
    """Play a match, write it down, and compare what is read from it."""
    game, chance, seen = match(mode, country), RandomStream(derive_entropy("written", seed)), dict[str, int]()
    state: OraState = game.initial()
    if game.players > 1:
        state = game.apply(state, Begins(Seat(0)))
    writer = Writer(game)
    while not (due := game.due(state)).over:
        moves = clear_moves(game, state, due.seats[0])
        rare = min(moves, key=lambda it: seen.get(type(it).__name__, 0) + chance.below(6))
        move = rare if chance.below(3) else chance.choice(moves)
        seen[type(move).__name__] = seen.get(type(move).__name__, 0) + 1
        writer.write(state, move)
        state = game.apply(state, move)
    commands = [oddly(it, chance) if odd else it for it in writer.commands]
    recording = Recording({**writer.record, "commands": commands})
    for _ in recording.play():
        pass
    assert recording.state._replace(told=()) == state._replace(told=())
    assert recording.ignored == 0


@pytest.mark.parametrize(("number", "mode"), enumerate(MODES))
def test_a_written_match_replays(number: int, mode: str) -> None:
    check_written(mode, COUNTRIES[number % 2], 1)
    check_written(mode, COUNTRIES[1 - number % 2], 2, odd=True)


@pytest.mark.long
@pytest.mark.parametrize("country", COUNTRIES)
@pytest.mark.parametrize("mode", MODES)
def test_many_written_matches_replay(mode: str, country: str) -> None:
    for seed in range(3, 13):
        check_written(mode, country, seed, odd=bool(seed % 2))
