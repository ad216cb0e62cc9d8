"""A simulated network: a clock, lines that delay or corrupt frames, and disks at which programs die.

Frames go through the real channel, as over TCP: whatever befalls one of them, its connection breaks. All chance comes
from streams that are given.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NoReturn

from net.wire.channel import Channel, ChannelError, Side
from net.wire.effects import Peer
from net.wire.handshake_codec import TableInfo
from net.wire.key_exchange import Session
from rules.engine.entropy import RandomStream
from saves.storage.disk import Disk

ABOUT: Final = TableInfo("1", bytes(8), "candles", 1, bytes(32))


class Killed(BaseException):
    """A program has died. Only the simulation catches it."""


class Moment(Enum):
    """The moment of a disk call at which a program dies."""

    BEFORE = "before it writes"
    AMID = "in the middle of writing"
    SYNCED = "when it is written, before anyone is told"
    TOLD = "when it is written and told"


class MortalDisk(Disk):
    """A disk without syncing, on which a program dies at one of its writes."""

    def __init__(self, chance: RandomStream) -> None:
        self.dead = False
        self.condemned = False
        """Whether the program is to die once it has reported the write."""
        self._chance = chance
        self._left = 0
        self._tag = b""
        self._moment = Moment.BEFORE
        self._written = False

    def arm(self, calls: int, tag: bytes = b"", moment: Moment | None = None) -> None:
        """Die at the given write with this tag, at a random moment of it; None never dies."""
        self._left, self._tag, self._written = calls, tag, False
        self._moment = self._chance.choice(tuple(Moment)) if moment is None else moment

    def write(self, handle: int, data: memoryview) -> int:
        if self.dead:
            raise Killed
        if self._left and self._tag in bytes(data):
            self._left -= 1
            self._written = self._left == 0
            if self._written and self._moment in (Moment.BEFORE, Moment.AMID):
                if self._moment is Moment.AMID:
                    super().write(handle, data[: self._chance.below(len(data))])
                self._die()
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        if self.dead or (self._written and self._moment is Moment.SYNCED):
            self._die()
        self.condemned = self.condemned or self._written

    def truncate(self, handle: int, size: int) -> None:
        if not self.dead:
            super().truncate(handle, size)

    def _die(self) -> NoReturn:
        self.dead = True
        raise Killed


class Clock:
    """The plan of events, in simulated seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Plan an event."""
        self._count += 1
        heapq.heappush(self._plans, (self.now + seconds, self._count, act))

    def run(self, until: Callable[[], bool], most: float) -> None:
        """Advance the time until a condition holds. Fails if it does not within this number of seconds."""
        while not until():
            assert self._plans, "nothing will ever happen again"
            self.now, _, act = heapq.heappop(self._plans)
            assert self.now < most, f"it is not settled after {most} s"
            act()


@dataclass
class End:
    """One end of a line: its listener, and the sealed frames on their way to it."""

    side: Side
    channel: Channel
    peer: Peer
    hear: Callable[[Peer, bytes], None]
    lose: Callable[[Peer], None]
    flight: deque[bytes] = field(default_factory=deque[bytes])
    earliest: float = 0.0
    open: bool = True


class Line:
    """A connection after its handshake. Frames arrive late and in order, or never."""

    def __init__(self, net: Net, guest: End, host: End) -> None:
        self._net = net
        self.ends = {Side.GUEST: guest, Side.HOST: host}

    def send(self, side: Side, body: bytes) -> None:
        """Send from this side to the other."""
        own, other = self.ends[side], self.ends[side.other]
        if not own.open:
            return
        frame = own.channel.seal(body)
        if not other.open or self._net.parted:
            return
        other.flight.append(frame)
        other.earliest = max(other.earliest, self._net.clock.now + self._net.delay())
        self._net.clock.after(other.earliest - self._net.clock.now, lambda: self._arrive(other))

    def _arrive(self, end: End) -> None:
        """Deliver the next frame, sometimes corrupted; the channel must detect that."""
        if not end.open or not end.flight:
            return
        frame = end.flight.popleft()
        if self._net.spoils():
            frame = self._spoiled(frame, end)
        try:
            body = end.channel.open(frame)
        except ChannelError:
            self.cut()
            return
        end.hear(end.peer, body)

    def _spoiled(self, frame: bytes, end: End) -> bytes:
        """Return the frame changed, truncated, repeated (the first one valid) or reordered."""
        match self._net.chance.below(4):
            case 0:
                place = self._net.chance.below(len(frame))
                return frame[:place] + bytes([frame[place] ^ 1 << self._net.chance.below(8)]) + frame[place + 1 :]
            case 1:
                return frame[: self._net.chance.below(len(frame))]
            case 2:
                end.flight.appendleft(frame)
                self._net.clock.after(0.0, lambda: self._arrive(end))
                return frame
            case _:
                if not end.flight:
                    return frame[1:]
                later = end.flight.popleft()
                end.flight.appendleft(frame)
                return later

    def cut(self) -> None:
        """Break the line: frames in flight are lost, and each side notices later, or by the silence."""
        for end in self.ends.values():
            end.flight.clear()
            if end.open:
                self._net.clock.after(self._net.delay() * 20, lambda end=end: self.hang_up(end))

    def hang_up(self, end: End) -> None:
        """Tell this end that the line is closed."""
        if end.open:
            end.open = False
            end.flight.clear()
            end.lose(end.peer)

    def leave(self, side: Side) -> None:
        """Close this side after its last frame; the other side learns when that has arrived."""
        self.ends[side].open = False
        other = self.ends[side.other]
        wait = max(other.earliest - self._net.clock.now, 0.0) + self._net.delay()
        self._net.clock.after(wait, lambda: self.hang_up(other))

    def die(self, side: Side) -> None:
        """End the program at this side."""
        self.ends[side].open = False
        self.ends[side].flight.clear()
        self.cut()


class Net:
    """All lines, and their faults."""

    def __init__(self, clock: Clock, chance: RandomStream) -> None:
        self.clock = clock
        self.chance = chance
        self.troubled = True
        """Whether any faults happen."""
        self.parted = False
        """Whether everything sent is lost silently."""
        self.lines: list[Line] = []
        self._peers = 0

    def delay(self) -> float:
        """Return the delay of a frame, in seconds."""
        return (1 + self.chance.below(100)) / 500 if self.chance.below(20) else self.chance.below(40) / 10

    def spoils(self) -> bool:
        """Return whether this frame is corrupted."""
        return self.troubled and self.chance.below(250) == 0

    def connect(self, guest: Callable[[Peer, Channel], End], host: Callable[[Peer, Channel], End]) -> Line | None:
        """Return a line between two ends, or None if there is no route now."""
        if self.parted:
            return None
        session = Session(self.chance.bytes32(), self.chance.bytes32(), self.chance.bytes32(), ABOUT, "0")
        ends = (guest(self._peer(), Channel(session, Side.GUEST)), host(self._peer(), Channel(session, Side.HOST)))
        line = Line(self, *ends)
        self.lines = [old for old in self.lines if any(end.open for end in old.ends.values())]
        self.lines.append(line)
        return line

    def _peer(self) -> Peer:
        self._peers += 1
        return Peer(self._peers)
