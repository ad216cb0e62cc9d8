"""What guests and spectators have in common: a visit at one host, in its lobby and during the match.

Told what arrives and what time it is, it says in `outbox` what is to be sent. It trusts the host in nothing: the
header must be the one agreed on, and every entry is folded and checked by `following`. The connection is `line`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic

from net.chat import Talk, clean_line
from net.guest.replica_sync import C, Following
from net.guest.server_link import Line
from net.status import GuestStatus, Phase, Problem
from net.sync.header_check import disagreement, other_terms
from net.sync.older_copy import part_of
from net.wire.effects import Drop, Effect, Peer
from net.wire.messages import (
    Beat,
    Bye,
    Check,
    Company,
    Entries,
    Fetch,
    FromHost,
    HeaderSent,
    Lobby,
    Pointed,
    Reason,
    RefusedEntry,
    Said,
    Say,
    Stopped,
    Who,
)
from rules.engine.plain import PlainError
from rules.engine.secrecy import Seat
from saves import faults
from saves.errors import NotNow, SaveError
from saves.format.canonical import CanonicalError
from saves.format.header import HOST, DealerKind, Header, decode_header
from saves.format.identity import PublicKeys
from saves.log.fold import LogStage

ASK_AGAIN: Final = 5.0
"""Seconds until what had no answer is asked, or sent, once more."""
_OFFERED: Final = (
    "The host has opened an older copy of this match. Your program has sent what is missing there; the match goes on "
    "as soon as the host takes it over."
)


class Follower(Generic[C]):
    """A guest or spectator. Its methods never raise at what the host says."""

    def __init__(self, keys: PublicKeys, make: Callable[[bytes], C], copy: C | None = None) -> None:
        """`keys` are this program's own.

        Without a copy, `make` gives one as soon as the header is here: opened, or made if there is none. It raises
        `SaveError`.
        """
        self.outbox: list[Effect] = []
        """What is to be done, oldest first; the layer around takes it out after each call."""
        self.evidence: tuple[bytes, ...] = ()
        """The two signed entries, or decisions, that prove a fork."""
        self.following = Following(make, copy)
        """The own copy, and how far it is."""
        self.keys = keys
        """This program's own."""
        self._line = Line(self._do)
        self._lobby: Lobby | None = None
        self._in_lobby = False
        self._company: Company | None = None
        self._stopped: Check | None = None
        """Where the host says that the public states differ."""
        self._trouble: Problem | None = None
        """That the copy cannot be written to at the moment."""
        self._offered: Problem | None = None
        """That the host has opened an older copy of its file, and has been sent what it lacks."""
        self._talk = Talk()
        self._asked = 0.0
        self._shown: float | None = None
        """When entries were shown after which `_grown` is still to be called."""

    # What it shows

    @property
    def copy(self) -> C | None:
        """The own copy, once there is one. Whoever owns the machine closes it."""
        return self.following.copy

    @property
    def returns(self) -> bool:
        """Whether there is a reason to connect, or to connect again."""
        return not self._line.ended and not self.following.closed

    @property
    def seat_host(self) -> PublicKeys | None:
        """The host of the table at which this program's key holds a seat, so that it comes back without a code."""
        if not self.seats:
            return None
        return self._line.host if self.copy is None else self.copy.header.clients[HOST]

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        following, copy = self.following, self.following.copy
        stage = None if copy is None else copy.log.stage
        if stage is LogStage.CLOSED:
            return Phase.OVER
        if self.stopped is not None:
            return Phase.STOPPED
        if self._line.ended:
            return Phase.ENDED
        if self._line.peer is None:
            return Phase.CONNECTING
        if self._in_lobby:
            return Phase.LOBBY
        if stage is None:
            return Phase.CONNECTING
        if not following.told_all:
            return Phase.CATCHING_UP
        return Phase.BEGINNING if stage in (LogStage.FRESH, LogStage.COMMITTED) else Phase.PLAYING

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Held by this program's key, ascending."""
        if self.copy is not None:
            return self.following.seats_of(self.keys)
        seats = () if self._lobby is None else self._lobby.seats
        return tuple(Seat(number) for number, seat in enumerate(seats) if seat.yours)

    @property
    def status(self) -> GuestStatus:
        """All that screens may know. When it comes back, the layer that connects adds."""
        return GuestStatus(
            phase=self.phase,
            lobby=self._lobby,
            company=self._company if self._fits(self._company) else None,
            seats=self.seats,
            entries=self.following.length,
            of=max(self.following.length, self.following.of or 0),
            sent=self._sent_seats(),
            held=self._held_seats(),
            talk=self._talk.lines,
            said=self._talk.said,
            signs=self._talk.signs,
            pointed=self._talk.pointed,
            problem=self._trouble or self._offered or self._line.problem,
            again_at=None,
        )

    @property
    def stopped(self) -> Check | None:
        """Where the public states differ, if they do: after how many entries, and the hash of whoever told it.

        Nothing stops before the start, or in a lobby, whatever the host says.
        """
        found = self.following.differs or (None if self._in_lobby else self._stopped)
        return found if found is not None and self.following.begun else None

    # What happens to it

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """The channel stands, and the host has proven these keys."""
        self._line.drop(Reason.REPLACED)
        if not self.returns:
            self._do(Drop(peer, Reason.LEFT))
            return
        self._line.connected(peer, host, now)
        self._in_lobby, self._company, self._stopped, self._offered = False, None, None, None
        self.following.connected()
        if self.copy is not None and self.copy.header.clients[HOST] != host:
            self._line.leave("The host that answered is not the one of your match, so nothing was sent to it.")
            return
        self._ask(now)

    def received(self, peer: Peer, message: FromHost, now: float) -> None:
        """The host says something."""
        if peer != self._line.peer:
            return
        self.prove()
        if peer != self._line.peer:
            return  # What came before was a lie, and this program has left.
        self._line.heard(now)
        match message:
            case Entries():
                self._follow(message, now)
            case Fetch() if self.copy is not None:
                self._offered = Problem(None, _OFFERED)
                self._line.send(part_of(self.copy.log, message.first), now)
            case HeaderSent():
                self._begin(message.header, now)
            case Lobby():
                self._see_lobby(message)
            case Company():
                self._company = message
                went_on = self._stopped is not None and message.stopped is None
                self._stopped = message.stopped
                if went_on and self.phase in (Phase.BEGINNING, Phase.PLAYING):
                    self._remind(now)
            case Said() | Pointed() if (message.seat or 0) < self._table_size:
                self._talk.add(message)
            case RefusedEntry():
                self._refused(message, now)
            case Stopped():
                self._stopped = self._stopped or Check(message.length, message.hash)
            case Beat():
                pass
            case Bye():
                self._told_bye(message.reason)
            case Who() | Fetch() | Said() | Pointed():
                self._line.misspoken()

    def misheard(self, peer: Peer) -> None:
        """The host says something that is no message."""
        if peer == self._line.peer:
            self._line.misspoken()

    def lost(self, peer: Peer, now: float) -> None:  # noqa: ARG002
        """The connection has ended without a word."""
        if peer == self._line.peer:
            self._line.peer = None

    def tick(self, now: float) -> None:
        """Time passes; call it about once a second while connected."""
        self.prove()
        if self._line.peer is None or self._line.silent(now):
            return
        if self.copy is not None and not self._in_lobby and now - self._asked >= ASK_AGAIN:
            if self.phase is Phase.CATCHING_UP:
                self._ask(now)
            else:
                self._remind(now)
        self._line.beat(now)

    @property
    def unproven(self) -> bool:
        """Whether `prove` is to be called, once everybody here sees what has come."""
        return self.copy is not None and self.copy.unproven

    def prove(self) -> bool:
        """Verifies and saves what is shown already. Whether anything is to be told."""
        if self.copy is None or (self._shown is None and not self.copy.unproven):
            return False
        shown, self._shown = self._shown, None
        try:
            self.copy.prove()
        except faults.InvalidEntry as problem:
            self._misled(problem)
        except SaveError as error:
            self._shown, self._trouble = shown, Problem(None, str(error))
        else:
            before = (self._trouble, self._line.problem, len(self.outbox))
            self._trouble = None
            if shown is not None:
                self._grown(shown)
            return (self._trouble, self._line.problem, len(self.outbox)) != before
        return True

    # What its player does

    def say(self, text: str, now: float) -> None:
        """A line of chat, cleaned and shortened. Raises `NotNow` where nobody would hear it."""
        line = clean_line(text)
        if self._line.peer is None or not self._may_chat:
            raise NotNow("Nobody can hear you now: this table has no chat, or you are not connected to it.")
        if line:
            self._line.send(Say(line), now)

    def leave(self, now: float) -> None:  # noqa: ARG002
        """Ends the visit. The copy stays as it is."""
        self._line.drop(Reason.LEFT)
        self._line.ended = True

    @property
    def _table_size(self) -> int:
        """How many seats there are, as far as it is known."""
        if self.copy is not None:
            return len(self.copy.header.players)
        return 0 if self._lobby is None else len(self._lobby.seats)

    def _fits(self, company: Company | None) -> bool:
        """Whether it is of as many seats as there are."""
        return company is not None and self.copy is not None and len(company.seats) == self._table_size

    @property
    def _may_chat(self) -> bool:
        table = self._company if self._company is not None else self._lobby
        return table is not None and table.may_chat

    # For those that play

    def _sent_seats(self) -> tuple[Seat, ...]:
        return ()

    def _held_seats(self) -> tuple[Seat, ...]:
        return ()

    @property
    def _consents(self) -> bool:
        """Whether a match may begin with this program."""
        return True

    def _give_up(self) -> str:
        """Nothing is kept of a match that will never start. What the player should know of that; mostly nothing."""
        self.following.give_up()
        return ""

    def _grown(self, now: float) -> None:
        """The copy is as long as the host's log, for all that is known, and proven."""

    def _remind(self, now: float) -> None:
        """Something may have had no answer for a while."""

    def _refused(self, message: RefusedEntry, now: float) -> None:  # noqa: ARG002
        """Nothing was submitted."""
        self._line.misspoken()

    # The match

    def _ask(self, now: float) -> None:
        """Tells the host what is here, so that it sends the rest."""
        self._asked = now
        self._line.send(self.following.have, now)

    def _see_lobby(self, lobby: Lobby) -> None:
        if len(lobby.seats) != lobby.options.seats:
            self._line.misspoken()
            return
        if self.copy is not None and not lobby.resumed:
            if self.copy.begun:
                self._line.leave("The host has opened another table; your copy of this match stays as it is.")
                return
            # Back in the lobby before anything was dealt: the match that was begun will never be played.
            if warning := self._give_up():
                self._line.problem = Problem(None, warning)
        self._lobby, self._in_lobby = lobby, True

    def _begin(self, raw: bytes, now: float) -> None:
        try:
            header = decode_header(raw)
        except (CanonicalError, PlainError):
            self._line.misspoken()
            return
        except SaveError as error:
            self._line.leave(str(error))
            return
        if wrong := self._disagreement(header):
            self._line.leave(f"The match that the host has begun is not the one that was agreed on: {wrong}.")
            return
        if self.copy is None and not self._consents:
            self._line.leave(
                "The host has begun a match for which you had not said that you are ready, so this program has "
                "left. Nothing was signed: join again to play."
            )
            return
        asks = self._in_lobby or self.copy is None
        if wrong := self.following.begin(raw):
            self._line.leave(wrong)
            return
        self._in_lobby = False
        if asks:
            self._ask(now)

    def _disagreement(self, header: Header) -> str:
        """A lobby of an earlier connection may have changed since, but not in what it was about."""
        if header.clients[HOST] != self._line.host:
            return "it is hosted by another key than this host's"
        if header.dealer.kind is not DealerKind.COMMITTED:
            return "its draws are fixed beforehand, by a seed or by hand, and not by a secret that all can check"
        if self._lobby is None or self.copy is not None:
            return ""
        if self._in_lobby:
            return disagreement(header, self._line.host, self._lobby, self.keys)
        return other_terms(header, self._lobby)

    def _follow(self, message: Entries, now: float) -> None:
        following, length = self.following, message.first + len(message.entries)
        known = [check.length for check in message.checks]
        if self.copy is None or self._in_lobby or length > message.length or known != sorted(set(known)):
            self._line.misspoken()
            return
        if self._offered is not None:
            # The host has fetched what it lacked, and knows only now how to go on from here.
            self._offered = None
            self._ask(now)
            return
        following.of = message.length
        if following.differs is not None or following.closed:
            return
        before = following.length
        if message.first > before:
            if now - self._asked >= ASK_AGAIN:
                self._ask(now)
            return
        try:
            confirm = following.take(message)
        except faults.InvalidEntry as problem:
            self._misled(problem)
            return
        except SaveError as error:
            # The same entries are asked for again by and by.
            self._trouble = Problem(None, str(error))
            self._asked = now
            return
        grown = following.length > before
        if grown:
            self._asked, self._trouble = now, None
        if confirm is not None:
            self._line.send(confirm, now)
        if following.differs is not None:
            return
        if following.told_all and self.unproven:
            self._shown = now
        elif following.told_all:
            try:
                self._grown(now)
            except faults.InvalidEntry as problem:
                self._misled(problem)
        elif grown:
            self._ask(now)

    def _misled(self, problem: faults.InvalidEntry) -> None:
        """The host has sent an entry that cannot stand."""
        self._trouble = None
        if problem.evidence:
            self.evidence = problem.evidence
            self._line.leave(
                f"{problem} The host's signature is under both, and your copy keeps the first.", Reason.FORKED
            )
        else:
            self._line.leave(f"What the host sent cannot stand. {problem} Your copy ends before it.", Reason.FORKED)

    def _told_bye(self, reason: Reason) -> None:
        warning = ""
        if reason is Reason.CLOSED and not self._in_lobby and self.following.told_all and not self.following.begun:
            # Closing the table gives a new match up that has not begun; a saved one's lobby was told before.
            warning = self._give_up()
        self._line.told_bye(reason, warning)
        if reason is Reason.CLOSED and self.following.begun:
            # The match waits, and so does its guest until the table is open again.
            self._line.ended = False

    def _do(self, effect: Effect) -> None:
        self.outbox.append(effect)
