"""A finished match replayed by the rules, with each event, each answered question and each deal checked."""

from dataclasses import dataclass, field
from typing import Any

from rules.engine.events import Event, Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import DEALER
from tests.support.second.audit import Values, entropy, whole
from tests.support.second.log import Entry, Log
from tests.support.second.primitives import Plain, Refused, encode


@dataclass(slots=True)
class Replay:
    """How far a match was played again: the events in force with their entries, the state, and who was asked where."""

    game: AnyGame
    log: Log
    values: Values
    secret: bytes
    state: Any
    events: list[tuple[Entry, Event]] = field(default_factory=list[tuple[Entry, Event]])
    asked: dict[int, bytes] = field(default_factory=dict[int, bytes])
    deals: int = 0

    def take(self, entry: Entry) -> None:
        """Follow one entry."""
        held = entry.submission
        if held is not None and held.tag == "move":
            self._play(entry, held.body[0])
            self.asked.pop(held.seat)
        elif held is not None and held.tag == "takeback":
            self._take_back(held.answers)
        elif entry.tag == "outcome":
            self._deal(entry)
        due = self.game.due(self.state).seats if self.log.started and entry.number >= self._start else ()
        self.asked = {seat: self.asked.get(seat, entry.hash) for seat in due}

    @property
    def _start(self) -> int:
        return next(entry.number for entry in self.log.entries if entry.tag == "start")

    def _play(self, entry: Entry, event: Plain) -> None:
        held = entry.submission
        if held is not None and self.asked.get(held.seat) != held.answers:
            raise Refused("an answer to another question", entry.number)
        seals = [
            (placed.seal.path, self.values[where])
            for where, placed in self.log.placed.items()
            if where[0] == entry.number
        ]
        made = self.game.decode_event(whole(event, seals))
        if held is not None and (not isinstance(made, Move) or made.seat != held.seat):
            raise Refused("a move of another seat", entry.number)
        if self.game.refusal(self.state, made) is not None:
            raise Refused("against the rules", entry.number)
        self.state = self.game.apply(self.state, made)
        self.events.append((entry, made))

    def _deal(self, entry: Entry) -> None:
        wanted = None
        if self.log.header.dealer != "scripted":
            draw = self.game.draw(self.state)
            bits = entropy(self.log, self.secret, draw.source, draw.index)
            wanted = self.game.encode_event(self.game.deal(self.game.view(self.state, DEALER), bits))
            self.deals += 1
        self._play(entry, entry.body[0])
        if wanted is not None and encode(wanted) != encode(self.game.encode_event(self.events[-1][1])):
            raise Refused("dealt otherwise than by the draw", entry.number)

    def _take_back(self, answers: bytes) -> None:
        at = next(at for at, (entry, _) in enumerate(self.events) if entry.hash == answers)
        kept = [(entry, event) for entry, event in self.events[at + 1 :] if entry.submission is not None]
        self.events[at:] = kept
        self.state = self.game.initial()
        for _, event in self.events:
            self.state = self.game.apply(self.state, event)


def replay(game: AnyGame, log: Log, values: Values) -> Replay:
    """Play a match again with all its values; refuse the first entry that does not follow from the rules."""
    if log.secret is None:
        raise Refused("the secret is not opened")
    played = Replay(game, log, values, log.secret, game.initial())
    for entry in log.entries:
        played.take(entry)
    return played
