"""What guests and spectators have in common: a connection to one host, and a copy that follows the host's log.

Told what arrives and what time it is, it says in `outbox` what is to be sent. It trusts the host in nothing: the
header must be the one agreed on, every entry is folded and checked, and the public state compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from typing import Final, Generic, TypeVar

from net.agreed import disagreement, other_terms
from net.copies import Copy
from net.effects import Drop, Effect, Peer, Send
from net.feed import checks_of_new
from net.messages import (
    Beat,
    Bye,
    Check,
    Company,
    Confirm,
    Entries,
    FromGuest,
    FromHost,
    Have,
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
from net.status import GuestStatus, Phase, Problem
from net.talk import Talk, clean_line
from rules.engine.plain import PlainError
from rules.engine.secrecy import Seat
from saves import problems
from saves.canonical import CanonicalError
from saves.errors import NotNow, SaveError
from saves.header import HOST, DealerKind, Header, decode_header, encode_header
from saves.identity import PublicKeys
from saves.log import Log, Stage, links_of
from saves.public import public_hash

BEAT_AFTER: Final = 5.0
"""Seconds without anything sent."""
SILENT_AFTER: Final = 20.0
"""Seconds without anything heard."""
ASK_AGAIN: Final = 5.0
"""Seconds until what had no answer is asked, or sent, once more."""

MAX_UNCHECKED: Final = 8
"""Messages with entries whose checks are waited for."""
MAX_COPIES: Final = 16
"""Files that one visit may fill the disk with."""

_SILENCE: Final = Problem(
    None,
    "Nothing has been heard from the host for a while, so this program connects anew. Nothing that was played is lost.",
)
_NONSENSE: Final = Problem(
    None,
    "The host's program said something that cannot be read or has no place at this point, so the connection was ended: "
    "join again, and if it happens again, bring both programs to one version.",
)
COMES_BACK: Final = frozenset({Reason.SILENT, Reason.IDLE, Reason.SLOW, Reason.FAULT})
"""After these a guest comes back by itself; all others end its visit."""


C = TypeVar("C", bound=Copy)


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
        self._keys = keys
        self._make = make
        self._copy = copy
        self.keys = keys
        """This program's own."""
        self.since = 0 if copy is None else copy.log.length
        """How long the copy was when this program opened it: what follows, it has seen come in."""
        self._copies = 0
        """How many were asked for."""
        self._peer: Peer | None = None
        self._host: PublicKeys | None = None
        self._lobby: Lobby | None = None
        self._in_lobby = False
        self._company: Company | None = None
        self._of: int | None = None
        """The host's length, told on this connection."""
        self._unchecked: deque[tuple[Log, int]] = deque(maxlen=MAX_UNCHECKED)
        """The log after what has come without checks, and where that began: what the host tells of it is to come."""
        self._stopped: Check | None = None
        """Where the host says that the public states differ."""
        self._differs: Check | None = None
        """Where the own one does; the copy stays as it is from there on."""
        self._ended = False
        self._problem: Problem | None = None
        self._trouble: Problem | None = None
        """That the copy cannot be written to at the moment."""
        self._talk = Talk()
        self._heard = self._spoke = self._asked = 0.0

    # What it shows

    @property
    def copy(self) -> C | None:
        """The own copy, once there is one. Whoever owns the machine closes it."""
        return self._copy

    @property
    def closed(self) -> bool:
        """Whether the copy holds the whole match with its secret open, so that it can be audited."""
        return self._copy is not None and self._copy.log.stage is Stage.CLOSED

    @property
    def returns(self) -> bool:
        """Whether there is a reason to connect, or to connect again."""
        return not self._ended and not self.closed

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        if self.closed:
            return Phase.OVER
        if self.stopped is not None:
            return Phase.STOPPED
        if self._ended:
            return Phase.ENDED
        if self._peer is None:
            return Phase.CONNECTING
        if self._in_lobby:
            return Phase.LOBBY
        if self._copy is None:
            return Phase.CONNECTING
        log = self._copy.log
        if self._of is None or log.length < self._of:
            return Phase.CATCHING_UP
        return Phase.BEGINNING if log.stage in (Stage.FRESH, Stage.COMMITTED) else Phase.PLAYING

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Held by this program's key, ascending."""
        if self._copy is not None:
            clients, holders = self._copy.log.clients, self._copy.log.holders
            return tuple(Seat(seat) for seat, holder in enumerate(holders) if clients[holder] == self._keys)
        seats = () if self._lobby is None else self._lobby.seats
        return tuple(Seat(number) for number, seat in enumerate(seats) if seat.yours)

    @property
    def status(self) -> GuestStatus:
        """All that screens may know. When it comes back, the layer that connects adds."""
        length = 0 if self._copy is None else self._copy.log.length
        return GuestStatus(
            phase=self.phase,
            lobby=self._lobby,
            company=self._company if self._fits(self._company) else None,
            seats=self.seats,
            entries=length,
            of=max(length, self._of or 0),
            sent=self._sent_seats(),
            held=self._held_seats(),
            talk=self._talk.lines,
            said=self._talk.said,
            signs=self._talk.signs,
            pointed=self._talk.pointed,
            problem=self._trouble or self._problem,
            again_at=None,
        )

    @property
    def stopped(self) -> Check | None:
        """Where the public states differ, if they do: after how many entries, and the hash of whoever told it.

        Nothing stops before the start, or in a lobby, whatever the host says.
        """
        if self._copy is None or not self._copy.begun:
            return None
        return self._differs or (None if self._in_lobby else self._stopped)

    # What happens to it

    def connected(self, peer: Peer, host: PublicKeys, now: float) -> None:
        """The channel stands, and the host has proven these keys."""
        if self._peer is not None:
            self._drop(Reason.REPLACED)
        if not self.returns:
            self.outbox.append(Drop(peer, Reason.LEFT))
            return
        self._peer, self._host = peer, host
        self._heard = self._spoke = now
        self._of, self._in_lobby, self._company, self._stopped = None, False, None, None
        self._unchecked.clear()
        if self._problem is _SILENCE or (self._problem is not None and self._problem.reason is not None):
            self._problem = None
        if self._copy is not None and self._copy.header.clients[HOST] != host:
            self._leave("The host that answered is not the one of your match, so nothing was sent to it.")
            return
        self._ask(now)

    def received(self, peer: Peer, message: FromHost, now: float) -> None:
        """The host says something."""
        if peer != self._peer:
            return
        self._heard = now
        match message:
            case Entries():
                self._follow(message, now)
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
            case Who() | Said() | Pointed():
                self._misspoken()

    def misheard(self, peer: Peer) -> None:
        """The host says something that is no message."""
        if peer == self._peer:
            self._misspoken()

    def lost(self, peer: Peer, now: float) -> None:  # noqa: ARG002
        """The connection has ended without a word."""
        if peer == self._peer:
            self._peer = None

    def tick(self, now: float) -> None:
        """Time passes; call it about once a second while connected."""
        if self._peer is None:
            return
        if now - self._heard >= SILENT_AFTER:
            self._drop(Reason.SILENT)
            self._problem = _SILENCE
            return
        if self._copy is not None and not self._in_lobby and now - self._asked >= ASK_AGAIN:
            if self.phase is Phase.CATCHING_UP:
                self._ask(now)
            else:
                self._remind(now)
        if now - self._spoke >= BEAT_AFTER:
            self._send(Beat(), now)

    # What its player does

    def say(self, text: str, now: float) -> None:
        """A line of chat, cleaned and shortened. Raises `NotNow` where nobody would hear it."""
        line = clean_line(text)
        if self._peer is None or not self._may_chat:
            raise NotNow("Nobody can hear you now: this table has no chat, or you are not connected to it.")
        if line:
            self._send(Say(line), now)

    def leave(self, now: float) -> None:  # noqa: ARG002
        """Ends the visit. The copy stays as it is."""
        self._drop(Reason.LEFT)
        self._ended = True

    @property
    def _table_size(self) -> int:
        """How many seats there are, as far as it is known."""
        if self._copy is not None:
            return len(self._copy.header.players)
        return 0 if self._lobby is None else len(self._lobby.seats)

    def _fits(self, company: Company | None) -> bool:
        """Whether it is of as many seats as there are."""
        return company is not None and self._copy is not None and len(company.seats) == self._table_size

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

    def _give_up(self, copy: C) -> str:
        """Nothing is kept of a match that will never start. What the player should know of that; mostly nothing."""
        copy.discard()
        self._copy = self._differs = None
        return ""

    def _grown(self, now: float) -> None:
        """The copy is as long as the host's log, for all that is known."""

    def _remind(self, now: float) -> None:
        """Something may have had no answer for a while."""

    def _refused(self, message: RefusedEntry, now: float) -> None:  # noqa: ARG002
        """Nothing was submitted."""
        self._misspoken()

    # The match

    def _ask(self, now: float) -> None:
        """Tells the host what is here, so that it sends the rest."""
        self._asked = now
        if self._copy is None:
            self._send(Have(b"", 0, b""), now)
        else:
            self._send(Have(self._copy.header.match, self._copy.log.length, self._copy.log.head), now)

    def _see_lobby(self, lobby: Lobby) -> None:
        if len(lobby.seats) != lobby.options.seats:
            self._misspoken()
            return
        if self._copy is not None and not lobby.resumed:
            if self._copy.begun:
                self._leave("The host has opened another table; your copy of this match stays as it is.")
                return
            # Back in the lobby before anything was dealt: the match that was begun will never be played.
            if warning := self._give_up(self._copy):
                self._problem = Problem(None, warning)
        self._lobby, self._in_lobby = lobby, True

    def _begin(self, raw: bytes, now: float) -> None:
        try:
            header = decode_header(raw)
        except (CanonicalError, PlainError):
            self._misspoken()
            return
        except SaveError as error:
            self._leave(str(error))
            return
        if wrong := self._disagreement(header):
            self._leave(f"The match that the host has begun is not the one that was agreed on: {wrong}.")
            return
        asks = self._in_lobby or self._copy is None
        if self._copy is None:
            if not self._consents:
                self._leave(
                    "The host has begun a match for which you had not said that you are ready, so this program has "
                    "left. Nothing was signed: join again to play."
                )
                return
            self._copies += 1
            if self._copies > MAX_COPIES:
                self._leave(f"The host has begun {MAX_COPIES} matches and given each up, so this program has left.")
                return
            try:
                self._copy = self._make(raw)
                self.since = self._copy.log.length
            except SaveError as error:
                self._leave(str(error))
                return
        if encode_header(self._copy.header) != raw:
            self._leave("The match that the host plays is not the one of your copy, which stays as it is.")
            return
        self._in_lobby = False
        if asks:
            self._ask(now)

    def _disagreement(self, header: Header) -> str:
        """A lobby of an earlier connection may have changed since, but not in what it was about."""
        if header.clients[HOST] != self._host:
            return "it is hosted by another key than this host's"
        if header.dealer.kind is not DealerKind.COMMITTED:
            return "its draws are fixed beforehand, by a seed or by hand, and not by a secret that all can check"
        if self._lobby is None or self._copy is not None:
            return ""
        if self._in_lobby:
            return disagreement(header, self._host, self._lobby, self._keys)
        return other_terms(header, self._lobby)

    def _follow(self, message: Entries, now: float) -> None:
        copy, length = self._copy, message.first + len(message.entries)
        known = [check.length for check in message.checks]
        if copy is None or self._in_lobby or length > message.length or known != sorted(set(known)):
            self._misspoken()
            return
        self._of = message.length
        if self._differs is not None or copy.log.stage is Stage.CLOSED:
            return
        if message.first > copy.log.length:
            if now - self._asked >= ASK_AGAIN:
                self._ask(now)
            return
        try:
            self._take(copy, message, now)
        except problems.Problem as problem:
            self._misled(problem)
        except SaveError as error:
            # The same entries are asked for again by and by.
            self._trouble = Problem(None, str(error))
            self._asked = now

    def _take(self, copy: C, message: Entries, now: float) -> None:
        """Raises `SaveError` or `saves.problems.Problem`."""
        before = copy.log.length
        old = before - message.first
        if old:
            self._compare_old(copy, message.first, message.entries[:old])
        new = message.entries[old:]
        told = {check.length: check.hash for check in message.checks if check.length > before or not message.entries}
        if new:
            own = copy.take(new, told)
            self._asked, self._trouble = now, None
            if not told:
                self._unchecked.append((copy.log, before))
        else:
            own = self._hashes_at(copy.log, told)
        for length in sorted(own):
            if told[length] != own[length]:
                self._send(Confirm(length, own[length]), now)
                self._differs = Check(length, own[length])
                return
        if own:
            self._send(Confirm(max(own), own[max(own)]), now)
        if copy.log.length >= message.length:
            self._grown(now)
        elif new:
            self._ask(now)

    def _hashes_at(self, log: Log, lengths: Collection[int]) -> dict[int, bytes]:
        """The public state's at those of these lengths that have just been passed, or are the present one."""
        fresh = [Check(log.length, public_hash(log))] if log.length in lengths and not self._unchecked else []
        while self._unchecked:
            fresh += checks_of_new(*self._unchecked.popleft())
        return {check.length: check.hash for check in fresh if check.length in lengths}

    def _compare_old(self, copy: C, first: int, entries: tuple[bytes, ...]) -> None:
        """Entries that come again must be the same; `take` finds what another one means."""
        links = links_of(copy.log)[first : first + len(entries)]
        for link, raw in zip(links, entries, strict=True):
            if link.raw != raw:
                copy.take([raw])

    def _misled(self, problem: problems.Problem) -> None:
        """The host has sent an entry that cannot stand."""
        if problem.evidence:
            self.evidence = problem.evidence
            self._leave(f"{problem} The host's signature is under both, and your copy keeps the first.", Reason.FORKED)
        else:
            self._leave(f"What the host sent cannot stand. {problem} Your copy ends before it.", Reason.FORKED)

    # The connection

    def _send(self, message: FromGuest, now: float) -> None:
        if self._peer is not None:
            self.outbox.append(Send(self._peer, message))
            self._spoke = now

    def _drop(self, reason: Reason) -> None:
        if self._peer is not None:
            self.outbox.append(Drop(self._peer, reason))
        self._peer = None

    def _misspoken(self) -> None:
        """Ends the visit for a message that has no place."""
        self._drop(Reason.PROTOCOL)
        self._ended = True
        self._problem = _NONSENSE

    def _leave(self, sentence: str, reason: Reason = Reason.LEFT) -> None:
        """Ends the visit by this program's own decision."""
        self._drop(reason)
        self._ended = True
        self._problem = Problem(None, sentence)

    def _told_bye(self, reason: Reason) -> None:
        told_all = self._of is not None and self._copy is not None and self._copy.log.length >= self._of
        warning = ""
        if reason is Reason.CLOSED and told_all and self._copy is not None and not self._copy.begun:
            # Closing the table gives a match up that has not begun.
            warning = self._give_up(self._copy)
        self._drop(reason)
        self._problem = Problem(reason, warning)
        self._ended = reason not in COMES_BACK
