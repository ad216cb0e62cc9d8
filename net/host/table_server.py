"""A table that is open to others: how its host meets guests and spectators, in the lobby and during the match.

It is told what arrives and what time it is, and says in `outbox` what is to be sent. Seats before the match are left
to `lobby`, who is connected to `roster`, who is kept out to `kept_out`, and what stands in the log, and who is sent
what of it, to `ledger`; what the host's own player does is `host`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from net.chat import Talk, clean_line
from net.error_text import noticed
from net.host.hosted_match import Book, MatchMaker, attendance, hand_back, places_of
from net.host.lobby import LobbyBook, LobbyError, Place
from net.host.log_service import Answer, Ledger
from net.host.roster import Roster, Visitor
from net.limits.blocklist import KeptOut, parted
from net.limits.rates import TALK, Bucket
from net.status import Phase
from net.sync.older_copy import lacks
from net.wire.effects import Drop, Effect, Peer, Send
from net.wire.messages import (
    Beat,
    Bye,
    Check,
    Company,
    Confirm,
    Entries,
    FromGuest,
    FromHost,
    Have,
    Part,
    Point,
    Pointed,
    Ready,
    Reason,
    RefusedEntry,
    Rise,
    Said,
    Say,
    Sit,
    Stopped,
    Submit,
    Who,
    Wish,
)
from rules.engine.game import VERSUS
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.faults import Fault
from saves.format.identity import PublicKeys
from saves.log.fold import LogStage

MAX_NOTICES: Final = 20

_INNOCENT: Final = frozenset({Fault.STALE, Fault.WRONG_STAGE})
"""Faults of decisions that came too late."""
_TOLD_ELSEWHERE: Final = frozenset({Reason.REMOVED, Reason.NO_WATCHING, Reason.CLOSED, Reason.DIFFERS})
"""What the host's player did itself, or is told in more words."""


class House(NamedTuple):
    """What a table is opened with."""

    keys: PublicKeys
    """The host's own."""
    name: str
    """What the host is called where it speaks without a seat; clean."""
    may_watch: bool = True
    may_chat: bool = False
    """Whether people may talk where they play against each other, and spectators anywhere."""
    code: str = ""
    """The table code, for those who are to be told."""


class OpenTable:
    """What happens to a table. Whatever a peer says, nothing is raised."""

    def __init__(self, house: House, lobby: LobbyBook, make: MatchMaker | None, ledger: Ledger | None) -> None:
        """Without `make` the match is there already."""
        self.outbox: list[Effect] = []
        """What is to be done, oldest first; the layer around takes it out after each call."""
        self._house = house
        self._lobby = lobby
        self._make = make
        self._ledger = ledger
        self._begun = ledger is not None and ledger.log.over
        self._ended = False
        self._company: Company | None = None
        self._company_of: tuple[object, ...] | None = None
        """What that rests on; None where somebody is to be told anew."""
        self._roster = Roster()
        self._kept_out = KeptOut()
        self._talk = Talk()
        self._crowd = Bucket(TALK, TALK.most, 0.0)
        self._notices: deque[str] = deque(maxlen=MAX_NOTICES)
        self._strange = ""
        """What the host was told last of those without a seat who see another public state."""
        self._now = 0.0

    @property
    def book(self) -> Book | None:
        """The match, once there is one."""
        return None if self._ledger is None else self._ledger.book

    @property
    def phase(self) -> Phase:
        """How far the table has come."""
        if self._ended:
            return Phase.ENDED
        if self._ledger is None or not self._begun:
            return Phase.LOBBY
        if self._ledger.log.over:
            return Phase.OVER
        if self._kept_out.stopped is not None or self._ledger.later.found is not None:
            return Phase.STOPPED
        return Phase.PLAYING if self._ledger.log.stage is LogStage.PLAYING else Phase.BEGINNING

    # What happens to it

    def connected(self, peer: Peer, keys: PublicKeys, wish: Wish, address: str, now: float) -> None:
        """The channel stands, and the peer has proven these keys."""
        self._now = now
        barrier = self._barrier(keys, wish)
        if barrier is not None:
            self._notice(noticed(barrier, "Somebody"))
            self.outbox.append(Drop(peer, barrier))
            return
        older = self._roster.of(keys)
        if older is not None:
            self._roster.remove(older.peer)
            self.outbox.append(Drop(older.peer, Reason.REPLACED))
        visitor = self._roster.add(peer, keys, wish, address, now)
        if self.phase is Phase.LOBBY:
            self._lobby.unready(keys)  # An older connection of its own may have been: this program was not asked.
            if wish is Wish.SEAT:
                self._lobby.welcome(keys)
            self._tell_lobby()
            return
        self._hand_back(visitor)
        self._tell_company()

    def received(self, peer: Peer, message: FromGuest, now: float) -> None:
        """A peer says something."""
        self._now = now
        visitor = self._roster.get(peer)
        if visitor is None:
            return
        visitor.heard = now
        if visitor.wish is Wish.WATCH and isinstance(message, Sit | Rise | Ready | Submit | Point):
            self._drop(visitor, Reason.PROTOCOL)
            return
        match message:
            case Have():
                self._answer(visitor, message)
            case Submit():
                self._enter(visitor, message.submission)
            case Confirm():
                self._compare(visitor, message)
            case Part() if self._ledger is not None:
                self._reply(visitor, self._ledger.read(message, peer, self._name_of(visitor), now))
            case Sit() | Rise() | Ready():
                self._settle(visitor, message)
            case Say() | Point():
                self._pass_on(visitor, message)
            case Beat() | Part():
                pass
            case Bye():
                self._drop(visitor, Reason.LEFT)
            case Who():
                self._drop(visitor, Reason.PROTOCOL)

    def lost(self, peer: Peer, now: float, reason: Reason | None = None) -> None:
        """A connection has ended, perhaps because the layer around ended it. Its guest keeps its seats."""
        self._now = now
        visitor = self._roster.get(peer)
        if visitor is not None:
            self._gone(visitor, reason)

    def tick(self, now: float) -> None:
        """Time passes; call it about once a second while somebody is connected."""
        self._now = now
        for visitor in self._roster.silent(now):
            self._drop(visitor, Reason.SILENT)
        if self._ledger is not None and self._begun and self._ledger.later.found is None:
            for visitor in self._roster.idle(self._ledger.log.length, now):
                self._drop(visitor, Reason.IDLE)
        for visitor in self._roster.waiting(now):
            self._send(visitor, Beat())
        self._hand_back_owed()

    @property
    def unchecked(self) -> bool:
        """Whether `check` is to be called, once there is nothing else to do."""
        return self._ledger is not None and self._ledger.unchecked

    def check(self, now: float) -> None:
        """Tells all what the public state is after what they have been sent, so that they compare theirs."""
        self._now = now
        if self._ledger is not None:
            self._spread(self._ledger.checks())

    # Guests and spectators

    def _barrier(self, keys: PublicKeys, wish: Wish) -> Reason | None:
        """Why these keys cannot come in."""
        if self._ended:
            return Reason.CLOSED
        if keys == self._house.keys:
            return Reason.OWN_KEY
        if barrier := self._kept_out.barrier(keys):
            return barrier
        if wish is Wish.WATCH and not self._house.may_watch:
            return Reason.NO_WATCHING
        holders = {place.keys for place in self._places() if place.keys is not None}
        seated = wish is Wish.SEAT and keys in holders
        if self._begun and self._ledger is not None and wish is Wish.SEAT and keys not in self._ledger.log.clients:
            return Reason.NO_SEAT
        if self._roster.of(keys) is not None:
            return None
        return self._roster.barrier(wish, kept=0 if seated else len(holders - self._roster.online))

    def _answer(self, visitor: Visitor, have: Have) -> None:
        if self._ledger is None or not (self._begun or lacks(self._ledger.book, have)):
            return  # The header, when the match begins, calls for the same again.
        visitor.asked = self._now
        if not visitor.may_ask(have.length, self._ledger.log.length, self._now):
            self._drop(visitor, Reason.LIMIT)
            return
        self._reply(visitor, self._ledger.answer(have, visitor.peer, self._now))

    def _reply(self, visitor: Visitor, answer: Answer) -> None:
        """Sends somebody what its copy of the log calls for. In the lobby a copy that is none is left alone."""
        if answer.forked and not self._begun:
            return
        for message in answer.messages:
            self._send(visitor, message)
        visitor.told = answer.told
        if answer.forked:
            self._drop(visitor, Reason.FORKED)

    def _enter(self, visitor: Visitor, submission: bytes) -> None:
        if self._ledger is None or self.phase not in (Phase.BEGINNING, Phase.PLAYING, Phase.OVER):
            return
        try:
            refused = self._ledger.enter(visitor.keys, submission)
        except SaveError as error:
            # The guest sends it again by itself, and nothing is wrong with it.
            self._notice(f"What {self._name_of(visitor)} decided could not be saved and was not taken yet. {error}")
            return
        if refused is None:
            self._publish(after=visitor)
            return
        self._send(visitor, refused)
        if refused.fault not in _INNOCENT:
            self._notice(_told(self._name_of(visitor), refused))
        if not visitor.rates.refused(self._now):
            self._drop(visitor, Reason.LIMIT)

    def _compare(self, visitor: Visitor, confirm: Confirm) -> None:
        if self._ledger is None or not self._begun:
            return
        if confirm.length > self._ledger.log.length:
            self._drop(visitor, Reason.PROTOCOL)
            return
        own = self._ledger.difference(confirm.length, confirm.hash)
        if own is not None:
            self._part(visitor, own)

    def _part(self, visitor: Visitor, own: Check) -> None:
        """Lets somebody go who sees another public state; the table stops for it only if it decides at it."""
        seats, phase = self._seats_of(visitor), self.phase
        words = parted(self._name_of(visitor), own.length - 1, phase, seated=bool(seats))
        stopped = Stopped(own.length, own.hash, next(iter(seats), None))
        if seats:
            self._kept_out.differ(visitor.keys)
        if seats and phase is Phase.PLAYING:
            self._kept_out.stopped = own
            self._send_all(stopped)
        else:
            self._send(visitor, stopped)
        self._drop(visitor, Reason.DIFFERS)
        if not seats:
            # Whoever watches may say so under ever new keys: one notice is enough for all.
            if self._strange in self._notices:
                self._notices.remove(self._strange)
            words = self._strange = self._kept_out.stranger(words)
        self._notice(words)

    def _settle(self, visitor: Visitor, message: Sit | Rise | Ready) -> None:
        if self.phase is not Phase.LOBBY:
            return  # It crossed the beginning on its way.
        try:
            self._lobby.settle(visitor.keys, message)
        except LobbyError:
            visitor.lobby = None  # Told again how the table stands, it sees that nothing came of it.
        self._tell_lobby()

    def _pass_on(self, visitor: Visitor, message: Say | Point) -> None:
        if not self._may_talk(visitor.wish) or not visitor.rates.talk(self._now):
            return
        seat = next(iter(self._seats_of(visitor)), None)
        if seat is None and not self._crowd.take(1, self._now):
            return  # Whoever holds no seat could come under ever new keys.
        if isinstance(message, Say):
            line = clean_line(message.text)
            if line:
                self._announce(Said(seat, "" if seat is None else self._places()[seat].name, line))
        elif seat is not None and self.phase is Phase.PLAYING:
            self._announce(Pointed(seat, message.kind, message.target))

    def _announce(self, said: Said | Pointed) -> None:
        self._talk.add(said)
        self._send_all(said)

    def _may_talk(self, wish: Wish) -> bool:
        return self._house.may_chat or (wish is Wish.SEAT and self._lobby.options.mode != VERSUS)

    def _hand_back(self, visitor: Visitor) -> None:
        """Gives a guest that is here again the seats that a bot has played for it."""
        if self._ledger is None or visitor.wish is not Wish.SEAT:
            return
        visitor.owed = self.phase is Phase.STOPPED
        if self.phase is not Phase.PLAYING:
            return
        for trouble in hand_back(self._ledger.book, visitor.keys):
            visitor.owed = True
            self._notice(trouble)
        self._publish()

    def _hand_back_owed(self) -> None:
        """Gives back what could not be given back when its guest came."""
        for visitor in self._roster:
            if visitor.owed:
                self._hand_back(visitor)

    # The log

    def _publish(self, *, after: Visitor | None = None) -> None:
        """Sends what is new in the log to all who have what came before; last to who has decided, and knows it best."""
        if self._ledger is None:
            return
        self._spread(self._ledger.news(), after)
        self._tell_company()

    def _spread(self, messages: Iterable[Entries], last: Visitor | None = None) -> None:
        for entries in messages:
            for visitor in sorted(self._roster, key=lambda one: one is last):
                if visitor.told == entries.first:
                    visitor.told = entries.first + len(entries.entries)
                    self._send(visitor, entries)

    # Telling

    def _tell(self) -> None:
        if self.phase is Phase.LOBBY:
            self._tell_lobby()
        else:
            self._tell_company()

    def _tell_lobby(self) -> None:
        """Tells everybody how the table stands who does not know it yet."""
        online = self._roster.online
        for visitor in self._roster:
            lobby = self._lobby.lobby_for(
                visitor.keys if visitor.wish is Wish.SEAT else None,
                online,
                watchers=self._roster.watchers,
                may_watch=self._house.may_watch,
                may_chat=self._may_talk(visitor.wish),
            )
            if lobby != visitor.lobby:
                visitor.lobby = lobby
                self._send(visitor, lobby)

    def _tell_company(self) -> None:
        """Tells everybody who is there, if it has changed."""
        if self._ledger is None:
            return
        log = self._ledger.log
        rests_on = (log.seating, self._roster.changes, self._house, self._kept_out.stopped)
        if rests_on == self._company_of:
            return  # As after nearly every move, which is not kept waiting for it.
        self._company_of = rests_on
        online = self._roster.online
        company = self._company = Company(
            tuple(attendance(log, seat, online) for seat in log.config.header.seats),
            self._roster.watchers,
            self._may_talk(Wish.SEAT),
            self._kept_out.stopped,
        )
        for visitor in self._roster:
            told = company._replace(may_chat=self._may_talk(visitor.wish))
            if told != visitor.company:
                visitor.company = told
                self._send(visitor, told)

    def _notice(self, sentence: str) -> None:
        """Tells the host's player; a sentence that stands there already is the newest then."""
        if sentence in self._notices:
            self._notices.remove(sentence)
        self._notices.append(sentence)

    # Seats and peers

    def _places(self) -> tuple[Place, ...]:
        """The seats as they stand now, before the match or in it."""
        if self._ledger is None or not self._begun:
            return self._lobby.places
        return places_of(self._ledger.log)

    def _seats_of(self, visitor: Visitor) -> list[Seat]:
        """The seats that the visitor plays, ascending."""
        if visitor.wish is Wish.WATCH:
            return []
        return [Seat(number) for number, place in enumerate(self._places()) if place.keys == visitor.keys]

    def _name_of(self, visitor: Visitor) -> str:
        seats = self._seats_of(visitor)
        if seats:
            return self._places()[seats[0]].name
        return "A spectator" if visitor.wish is Wish.WATCH else "A guest without a seat"

    def _send(self, visitor: Visitor, message: FromHost) -> None:
        visitor.spoken = self._now
        self.outbox.append(Send(visitor.peer, message))

    def _send_all(self, message: FromHost) -> None:
        for visitor in self._roster:
            self._send(visitor, message)

    def _drop(self, visitor: Visitor, reason: Reason) -> None:
        self.outbox.append(Drop(visitor.peer, reason))
        self._gone(visitor, reason)

    def _gone(self, visitor: Visitor, reason: Reason | None) -> None:
        if reason is not None and reason not in _TOLD_ELSEWHERE:
            self._notice(noticed(reason, self._name_of(visitor)))
        self._roster.remove(visitor.peer)
        if self._ledger is not None:
            self._ledger.later.lost(visitor.peer)
        if visitor.wish is Wish.SEAT and self.phase is Phase.LOBBY:
            self._lobby.unready(visitor.keys)
        self._tell()


def _told(name: str, refused: RefusedEntry) -> str:
    return f"What {name} sent was refused: it {refused.fault.value}{refused.detail and f' ({refused.detail})'}."
