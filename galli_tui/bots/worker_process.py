"""The process in which bots think: `python -m galli_tui.bots.worker_process`, started by `worker` only.

It speaks over its standard input, a socket, and ends with it. Any error ends it as well, which the table handles.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from galli_tui.bots.messages import (
    MOST,
    CandidatesReply,
    CandidatesRequest,
    DecideReply,
    DecideRequest,
    GameSettings,
    HurryRequest,
    Message,
    RolloutReply,
    RolloutRequest,
    RolloutResult,
    decode_message,
    encode_message,
)
from net.wire.frames import FrameReader
from rules.bots import bot_named
from rules.bots.abbot import Abbot, limits_for
from rules.bots.rollout import sample_determinization
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.plain_data import Plain
from rules.registry import game_box
from saves.format.header import unpack_components

NICE = 5
"""How much this process yields to others, from 0 to 19: with 10 a busy computer left it no time for an answer."""
_CHUNK = 1 << 16


class _RequestReader:
    """A thread that reads requests while others are computed."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self.asked: SimpleQueue[GameSettings | DecideRequest | CandidatesRequest | RolloutRequest] = SimpleQueue()
        self.hurried = -1
        """The last request that is to be answered at once."""

    def listen(self) -> None:
        """Read until the channel closes or a message is invalid, then end the process."""
        try:
            for message in self._messages():
                if isinstance(message, HurryRequest):
                    self.hurried = message.number
                elif isinstance(message, GameSettings | DecideRequest | CandidatesRequest | RolloutRequest):
                    self.asked.put(message)
        finally:
            os._exit(0)

    def _messages(self) -> Iterator[Message]:
        reader = FrameReader(MOST)
        while data := self._channel.recv(_CHUNK):
            yield from map(decode_message, reader.feed(data))


class _RequestBudget:
    """A budget of time or work, which a hurry ends. Implements `rules.bots.budget.Budget`."""

    def __init__(self, ears: _RequestReader, number: int, *, seconds: float = inf, work: float = inf) -> None:
        self._ears, self._number = ears, number
        self._end, self._work = monotonic() + seconds, work
        self.spent = 0

    def spend(self, events: int = 1) -> bool:
        """Spend events, as `Budget.spend`."""
        self.spent += events
        return self.spent < self._work and self._ears.hurried < self._number and monotonic() < self._end


def main() -> None:
    """Answer requests until the channel closes; report an internal error, which ends the process."""
    try:
        _answer_all()
    except OSError:
        pass  # The table has closed the channel.
    except Exception as fault:
        from galli_tui.startup.fault_report import save_report

        save_report(fault, "a bot's process")
        raise


def _answer_all() -> None:
    yield_to_others()
    channel = socket.socket(fileno=0)
    ears = _RequestReader(channel)
    Thread(target=ears.listen, daemon=True).start()
    game: AnyGame | None = None
    while True:
        match ears.asked.get():
            case GameSettings(key, options, components, rules_version):
                game = game_box(key).new(options, unpack_components(components), rules_version)
            case DecideRequest() as question if game is not None:
                channel.sendall(encode_message(_answer(game, question, ears)))
            case CandidatesRequest() as rating if game is not None:
                channel.sendall(encode_message(_rated(game, rating)))
            case RolloutRequest() as trial if game is not None:
                channel.sendall(encode_message(_tried(game, trial, ears)))
            case _:
                return


def yield_to_others() -> None:
    """Lower this process's priority, so that the interface and other programs come first."""
    os.nice(NICE)
    # On Linux desktops a session of its own, as this process has, is weighed by this figure instead.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICE), "ascii")


def _answer(game: AnyGame, question: DecideRequest, ears: _RequestReader) -> DecideReply:
    view = game.decode_state(question.view)
    clock = _RequestBudget(ears, question.number, seconds=question.milliseconds / 1000)
    move = bot_named(question.bot).decide(game, view, question.seat, RandomStream(question.stream), clock)
    return DecideReply(question.number, game.encode_event(move))


def _rated(game: AnyGame, rating: CandidatesRequest) -> CandidatesReply:
    played = None if rating.played is None else _move(game, rating.played)
    found = Abbot().candidates(game, game.decode_state(rating.view), rating.seat, played)
    moves = tuple(game.encode_event(move) for move, _ in found)
    ratings = tuple(value for _, value in found)
    return CandidatesReply(rating.number, moves, ratings, game.rating_deviation, limits_for(game).samples)


def _tried(game: AnyGame, trial: RolloutRequest, ears: _RequestReader) -> RolloutReply:
    view, stream = game.decode_state(trial.view), RandomStream(trial.stream)
    for _ in range(2 * trial.world):  # A world takes two draws.
        stream.bytes32()
    world = sample_determinization(game, view, stream, trial.world)
    lines: list[RolloutResult | None] = []
    for encoded in trial.moves:
        clock = _RequestBudget(ears, trial.number, work=trial.work)
        worth = Abbot().evaluate(game, world, trial.seat, _move(game, encoded), clock)
        lines.append(None if worth is None else RolloutResult(worth, clock.spent))
    return RolloutReply(trial.number, tuple(lines))


def _move(game: AnyGame, encoded: Plain) -> Move:
    move = game.decode_event(encoded)
    if not isinstance(move, Move):
        raise TypeError("only a seat's move can be compared")
    return move


if __name__ == "__main__":
    main()
