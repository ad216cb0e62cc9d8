"""The process in which bots think: `python -m galli_tui.thinking.process`, started by `thinker`, never typed.

It speaks over its standard input, which is a socket, and ends with it. What goes wrong here ends it as well: the
table knows what to do then.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from galli_tui.thinking.questions import (
    MOST,
    Answer,
    Hurry,
    Message,
    Question,
    Setting,
    Weighed,
    Weighing,
    Weight,
    message_bytes,
    read_message,
)
from net.frames import FrameReader
from rules.bots import bot_named
from rules.bots.abbot import Abbot
from rules.engine.entropy import Stream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.registry import game_box
from saves.header import unpack_components

_CHUNK = 1 << 16


class _Ears:
    """Hears what is asked while something is thought about, in a thread of its own."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self.asked: SimpleQueue[Setting | Question | Weighing] = SimpleQueue()
        self.hurried = -1
        """The last question that is to be answered at once."""

    def listen(self) -> None:
        """Ends the process with the channel, or with a message that is none."""
        try:
            for message in self._messages():
                if isinstance(message, Hurry):
                    self.hurried = message.number
                elif isinstance(message, Setting | Question | Weighing):
                    self.asked.put(message)
        finally:
            os._exit(0)

    def _messages(self) -> Iterator[Message]:
        reader = FrameReader(MOST)
        while data := self._channel.recv(_CHUNK):
            yield from map(read_message, reader.feed(data))


class _Clock:
    """A budget of time, and of work if that is asked for, which a hurry ends. Implements `rules.bots.budget.Budget`."""

    def __init__(self, ears: _Ears, asked: Question | Weighing) -> None:
        self._ears, self._number = ears, asked.number
        self._end = monotonic() + asked.milliseconds / 1000
        self._left = asked.work if isinstance(asked, Weighing) else None

    def spend(self, events: int = 1) -> bool:
        """As `Budget.spend`."""
        if self._left is not None:
            self._left -= events
            if self._left <= 0:
                return False
        return self._ears.hurried < self._number and monotonic() < self._end


def main() -> None:
    """Answers questions until nobody asks any more."""
    channel = socket.socket(fileno=0)
    ears = _Ears(channel)
    Thread(target=ears.listen, daemon=True).start()
    game: AnyGame | None = None
    while True:
        match ears.asked.get():
            case Setting(key, options, components, rules_version):
                game = game_box(key).new(options, unpack_components(components), rules_version)
            case Question() as question if game is not None:
                channel.sendall(message_bytes(_answer(game, question, _Clock(ears, question))))
            case Weighing() as weighing if game is not None:
                channel.sendall(message_bytes(_weighed(game, weighing, _Clock(ears, weighing))))
            case _:
                return


def _answer(game: AnyGame, question: Question, clock: _Clock) -> Answer:
    view = game.decode_state(question.view)
    move = bot_named(question.bot).decide(game, view, question.seat, Stream(question.stream), clock)
    return Answer(question.number, game.encode_event(move))


def _weighed(game: AnyGame, weighing: Weighing, clock: _Clock) -> Weighed:
    view, stream = game.decode_state(weighing.view), Stream(weighing.stream)
    played = None if weighing.played is None else game.decode_event(weighing.played)
    if played is not None and not isinstance(played, Move):
        raise ValueError("only a seat's move can be compared")
    options = Abbot().options(game, view, weighing.seat, stream, clock, played)
    weights = [Weight(game.encode_event(it.move), round(it.behind), it.worlds, round(it.error)) for it in options]
    return Weighed(weighing.number, tuple(weights))


if __name__ == "__main__":
    main()
