"""The host's own table: what its player does before and during the match.

Messages of guests and spectators are left to `table_server`.
"""

from __future__ import annotations

from typing import Final

from net.chat import clean_line
from net.host.lobby import LobbyError, LobbyState, SeatAssignment
from net.host.log_service import LogService
from net.host.seat_holders import MatchMaker, borrowed_seats, saved_lobby, seat_guest, seat_kind
from net.host.table_server import TableServer
from net.host.table_state import TableSettings
from net.status import HostSeat, HostStatus, NewerCopy, Phase
from net.sync.entry_batches import have_at
from net.sync.older_copy import older_copy_text, restored_text
from net.wire.effects import Drop, Peer
from net.wire.messages import ChatMessage, Entries, PeerRole, PointerMessage, Reason, SeatKind
from rules.engine.events import Move
from rules.engine.game import Meta, Options
from rules.engine.secrecy import Seat
from saves.errors import NotNow
from saves.format.header import DealerKind
from saves.format.identity import PublicKeys
from saves.log.match_log import LogStage
from saves.storage.match import Match

KEY_DIGITS: Final = 16


def new_table(
    settings: TableSettings, meta: Meta, options: Options, components: bytes, make_match: MatchMaker
) -> HostTableServer:
    """Return a table for a new match, which `make_match` creates once its seats are settled.

    `components` is the hash of the component set. Raises `LobbyError` for options that the game does not have.
    """
    if options.practice:
        raise LobbyError(_NO_PRACTICE)
    return HostTableServer(settings, LobbyState(meta, options, components), make_match, None)


_NO_PRACTICE = "A practice match is for one person, alone or against bots: it can't be hosted on the network."


def saved_table(settings: TableSettings, match: Match) -> HostTableServer:
    """Return a table at which a saved match continues; a match that is over can be looked at.

    Raises `LobbyError` for a match with predictable draws, in which guests would have no secrets.
    """
    if match.header.dealer.kind is not DealerKind.COMMITTED:
        raise LobbyError(
            "This match is dealt from a seed or by hand, so its guests could work out all hands and draws. Continue "
            "it at this terminal, or open a new match."
        )
    if match.header.options.practice:
        raise LobbyError(_NO_PRACTICE)
    return HostTableServer(settings, saved_lobby(match), None, LogService(match))


class HostTableServer(TableServer):
    """A table with the actions of its host's player.

    They raise `LobbyError` before the match, and `Refused` or `SaveError` during it; then nothing has changed.
    """

    # What it shows

    @property
    def status(self) -> HostStatus:
        """The status for the screens. The listener adds the attempts at the table code."""
        return HostStatus(
            phase=self.phase,
            game=self._lobby.meta.key,
            options=self._lobby.options,
            seats=tuple(self._host_seat(Seat(number), seat) for number, seat in enumerate(self._assignments())),
            components=self._lobby.components,
            resumed=self._lobby.resumed,
            seats_fixed=self._lobby.seats_fixed,
            spectators=self._clients.spectators,
            may_watch=self._settings.may_watch,
            may_chat=self._may_chat(PeerRole.PLAYER),
            code=self._settings.code,
            wrong_codes=0,
            closed_to_new=False,
            blocked=len(self._blocklist.blocked),
            attendance=self._attendance,
            chat=self._chat.lines,
            chat_count=self._chat.line_count,
            pointers=self._chat.pointers,
            pointer_count=self._chat.pointer_count,
            notices=tuple(self._notices),
            newer_copy=self._newer_copy,
            unsaved="" if self._log_service is None else self._log_service.unsaved,
        )

    def _host_seat(self, seat: Seat, assignment: SeatAssignment) -> HostSeat:
        here = assignment.kind in (SeatKind.HERE, SeatKind.BOT)
        return HostSeat(
            kind=assignment.kind,
            name=assignment.name,
            colour=assignment.colour,
            bot=assignment.bot,
            ready=here or assignment.ready or self._begun,
            online=here or self.peer_at(seat) is not None,
            key="" if assignment.keys is None else assignment.keys.sign.hex()[:KEY_DIGITS],
        )

    @property
    def _newer_copy(self) -> NewerCopy | None:
        return None if self._log_service is None else self._log_service.newer_copies.found

    @property
    def obstacles(self) -> list[str]:
        """The reasons why the match cannot begin yet, a sentence each."""
        return self._lobby.obstacles()

    @property
    def holders(self) -> frozenset[PublicKeys]:
        """The guests that hold a seat, those included whose seat a bot plays until they return."""
        seated = [*(seat.keys for seat in self._assignments()), *self._lobby.owners]
        away = () if self._log_service is None else borrowed_seats(self._log_service.log).values()
        return frozenset(keys for keys in (*seated, *away) if keys is not None)

    def set_code(self, code: str) -> None:
        """Show the host's player another table code. The listener must change it as well."""
        self._settings = self._settings._replace(code=code)

    def bot_seats_due(self) -> list[Seat]:
        """Return the bot seats that have to decide; the caller asks the bots and calls `submit`."""
        if self._log_service is None or self.phase is not Phase.PLAYING:
            return []
        log = self._log_service.log
        return [seat for seat in log.due.seats if seat_kind(log, seat) is SeatKind.BOT]

    def peer_at(self, seat: Seat) -> Peer | None:
        """Return the connection of a seat's guest; None if it is not connected."""
        seats = self._assignments()
        keys = seats[seat].keys if 0 <= seat < len(seats) else None
        client = None if keys is None else self._clients.find(keys)
        return None if client is None or client.role is not PeerRole.PLAYER else client.peer

    # Before the match

    def set_options(self, options: Options) -> None:
        """Change what is played; all guests must agree again."""
        self._require_lobby()
        self._lobby.set_options(options)
        self._send_lobby()

    def seat_here(self, seat: Seat, name: str = "", colour: str = "") -> None:
        """Let a player at this terminal play a seat."""
        self._require_lobby()
        self._lobby.seat_here(seat, name, colour)
        self._send_lobby()

    def seat_bot(self, seat: Seat, bot: str, name: str = "", colour: str = "") -> None:
        """Let a bot play a seat."""
        self._require_lobby()
        self._lobby.seat_bot(seat, bot, name, colour)
        self._send_lobby()

    def open_seat(self, seat: Seat) -> None:
        """Open a seat to guests. In a saved match the guest that owns it takes it at once, if connected."""
        self._require_lobby()
        self._lobby.open_seat(seat, [client.keys for client in self._clients if client.role is PeerRole.PLAYER])
        self._send_lobby()

    def begin(self, now: float) -> None:
        """Begin the match, or continue a saved one. After an error the lobby stays open."""
        self._now = now
        self._require_lobby()
        if self._newer_copy is not None:
            raise LobbyError(older_copy_text(self._newer_copy))
        setup = self._lobby.match_setup()
        if self._log_service is not None:
            self._reassign_seats(self._log_service, setup.assignments)
        elif self._make_match is not None:
            try:
                self._log_service = LogService(self._make_match(setup))
            except ValueError as error:
                raise LobbyError(f"This match cannot begin: {error}.") from None
        if self._log_service is None:
            return
        self._begun = True
        header, holders = self._log_service.header, self._log_service.log.clients
        self._log_service.new_entries()  # Clients ask for the entries when they get the header.
        seatless = [client for client in self._clients if client.role is PeerRole.PLAYER and client.keys not in holders]
        for client in self._clients:
            client.lobby, client.last_request = None, now
            if client not in seatless:
                self._send(client, header)
        for client in seatless:
            self._drop(client, Reason.NO_SEAT)
        for client in self._clients:
            self._return_seats(client)
        self._send_attendance()

    def back_to_lobby(self, now: float) -> None:
        """Cancel a new match that not all clients have joined yet, to set up another one."""
        self._now = now
        beginning = self._begun and self.phase in (Phase.BEGINNING, Phase.STOPPED)
        if (
            not beginning
            or self._make_match is None
            or self._log_service is None
            or self._log_service.log.stage is LogStage.PLAYING
        ):
            raise LobbyError("You can go back to the lobby only while a new match is about to begin.")
        self._log_service.match.discard()
        self._log_service, self._begun, self._attendance, self._attendance_inputs = None, False, None, None
        self._blocklist.start_new_match()
        for client in self._clients:
            client.sent_length = client.attendance = None
            self._lobby.unready(client.keys)
        self._send_lobby()

    # During the match

    def submit(self, move: Move) -> None:
        """Make a move for a seat of this terminal or of a bot. It is saved when this returns."""
        self._playing().match.submit(move)
        self._publish()

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether the last move of a seat that is played here can be taken back."""
        service = self._log_service
        if service is None or self.phase is not Phase.PLAYING or not 0 <= seat < len(service.log.holders):
            return False
        return seat_kind(service.log, seat) is not SeatKind.GUEST and service.match.can_take_back(seat)

    def take_back(self, seat: Seat) -> None:
        """Take back the last move of a seat that is played here."""
        self._playing().match.take_back(seat)
        self._publish()

    def abandon(self) -> None:
        """End the match early, and reveal everything hidden."""
        if self._newer_copy is not None:
            raise NotNow(older_copy_text(self._newer_copy))
        if self._log_service is None or self.phase not in (Phase.PLAYING, Phase.STOPPED):
            raise NotNow("There is no match in play that could be ended.")
        self._log_service.match.abandon()
        self._blocklist.stopped = None
        self._publish()

    def restore(self, now: float) -> None:
        """Continue from the newer copy of the match that was found at a guest."""
        self._now = now
        service = self._log_service
        found, log = (None, None) if service is None else (service.newer_copies.found, service.newer_copies.log)
        if service is None or found is None or log is None or not found.whole:
            raise LobbyError("No newer copy of this match has been received from a guest.")
        match, base = service.match, service.newer_copies.base
        kept = match.restore(log)
        self._log_service, self._attendance_inputs = LogService(match), None
        if not self._begun:
            self._begun, self._lobby = log.over, saved_lobby(match)
            for client in self._clients:
                if client.role is PeerRole.PLAYER:
                    self._lobby.restore_seats(client.keys)
        for client in self._clients if self._begun else ():
            if client.sent_length is not None and client.sent_length > base:
                self._drop(client, Reason.FORKED)
            elif client.sent_length is not None:
                have = have_at(log, client.sent_length)
                self._reply(client, self._log_service.answer(have, client.peer, now))
            else:
                self._send(client, Entries(log.length, (), (), log.length))  # It asks for what it lacks now.
        self._add_notice(restored_text(found, kept))
        self._return_owed_seats()
        self._send_table()

    # Seats

    def replace_by_bot(self, seat: Seat, bot: str) -> None:
        """Let a bot decide for a seat. A guest that held it gets it back when it returns."""
        self._rekey(seat, None, bot)

    def take_seat_here(self, seat: Seat) -> None:
        """Let a player at this terminal play a seat from now on."""
        self._rekey(seat, None, None)

    def return_seat(self, seat: Seat) -> None:
        """Give a seat to the guest that held it last, connected or not."""
        keys = borrowed_seats(self._seating().log).get(seat)
        if keys is None:
            raise NotNow("No guest has held this seat, so it cannot be returned.")
        self._rekey(seat, keys, None)

    def give_seat(self, seat: Seat, peer: Peer) -> None:
        """Give a seat to a connected guest, before or during the match."""
        client = self._clients.get(peer)
        if client is None or client.role is not PeerRole.PLAYER:
            raise LobbyError("No guest who wants to play is connected there.")
        if self.phase is Phase.LOBBY:
            self._lobby.give_seat(seat, client.keys)
            self._send_lobby()
        else:
            self._rekey(seat, client.keys, None)

    def remove(self, seat: Seat) -> None:
        """Drop a guest and block it until `unblock_all`. Its seats are opened in the lobby of a new match."""
        keys = self._assignment(seat).keys
        if keys is None:
            raise LobbyError("There is no guest on this seat.")
        self._blocklist.block(keys)
        if self.phase is Phase.LOBBY and not self._lobby.seats_fixed:
            for own in self._lobby.seats_of(keys):
                self._lobby.open_seat(own)
        client = self._clients.find(keys)
        if client is not None:
            self._drop(client, Reason.REMOVED)
        self._blocklist.resume_unless_waiting([one.keys for one in self._assignments()])
        self._return_owed_seats()
        self._send_table()

    def unblock_all(self) -> None:
        """Admit all blocked guests again, except those for which the table is stopped."""
        self._blocklist.unblock_all()
        self._send_table()

    # At any time

    def permit(self, *, watch: bool, chat: bool) -> None:
        """Set whether spectators may watch, and whether there is chat where the mode would not allow it."""
        self._settings = self._settings._replace(may_watch=watch, may_chat=chat)
        for client in self._clients:
            if client.role is PeerRole.SPECTATOR and not watch:
                self._drop(client, Reason.NO_WATCHING)
        self._send_table()

    def say(self, text: str, seat: Seat | None = None) -> None:
        """Send a line of chat from a seat that is played here, or from the host itself."""
        self._require_chat()
        line = clean_line(text)
        if line:
            name = self._settings.name if seat is None else self._assignment(seat).name
            self._announce(ChatMessage(seat, name, line))

    def point(self, seat: Seat, kind: str, target: int) -> None:
        """Point at something for a seat that is played here; `kind` is a key of the game's table."""
        self._playing()
        self._require_chat()
        self._announce(PointerMessage(seat, kind, target))

    def close(self, reason: Reason) -> None:
        """Close the table for all. A new match that has not begun is discarded; any other stays in its file."""
        match = self.match
        if self._make_match is None and self.phase is Phase.BEGINNING:
            # Guests keep their replicas of a saved match if they last saw its lobby.
            self._begun = False
            self._send_lobby()
        for client in self._clients:
            self._clients.remove(client.peer)
            self.outbox.append(Drop(client.peer, reason))
        self._ended = True
        if match is not None and self._make_match is not None and not match.begun:
            match.discard()
        elif match is not None:
            match.close()

    # Conditions

    def _playing(self) -> LogService:
        """Return the log of a match in which moves can be made. Raises `NotNow` otherwise."""
        service = self._seating()
        if self._blocklist.stopped is not None:
            raise NotNow(
                "The table is stopped because the public states differ. Let a bot play for the guest whose program "
                "differs, or remove that guest, to play on."
            )
        return service

    def _seating(self) -> LogService:
        """Return the log of a match in which seats can change hands, even if stopped. Raises `NotNow` otherwise."""
        if self._log_service is None or self.phase in (Phase.LOBBY, Phase.BEGINNING):
            raise NotNow("The match has not begun yet.")
        if self.phase not in (Phase.PLAYING, Phase.STOPPED):
            raise NotNow("This match is over.")
        if self._newer_copy is not None:
            raise NotNow(older_copy_text(self._newer_copy))
        return self._log_service

    def _require_lobby(self) -> None:
        if self.phase is not Phase.LOBBY:
            raise LobbyError("This can be changed only in the lobby; the match has begun.")

    def _require_chat(self) -> None:
        if not self._may_chat(PeerRole.PLAYER):
            raise NotNow("Chat is off in versus matches: switch it on first.")

    def _assignment(self, seat: Seat) -> SeatAssignment:
        seats = self._assignments()
        if not 0 <= seat < len(seats):
            raise LobbyError(f"There is no seat {seat + 1} at this table.")
        return seats[seat]

    def _rekey(self, seat: Seat, keys: PublicKeys | None, bot: str | None) -> None:
        """Give a seat to a guest, to a bot, or with neither to this terminal."""
        service = self._seating()
        if not 0 <= seat < len(service.log.holders):
            raise NotNow("There is no such seat at this table.")
        if (seat_guest(service.log, seat), service.log.bots[seat]) == (keys, bot):
            return
        service.match.rekey(seat, keys, bot)
        if keys is not None:
            self._blocklist.unblock(keys)
        self._blocklist.resume_unless_waiting([one.keys for one in self._assignments()])
        self._return_owed_seats()
        self._publish()

    def _reassign_seats(self, service: LogService, assignments: tuple[SeatAssignment, ...]) -> None:
        """Give the seats of a saved match to their holders of the lobby. Raises `SaveError`."""
        for number, assignment in enumerate(assignments):
            seat = Seat(number)
            if (seat_guest(service.log, seat), service.log.bots[seat]) != (assignment.keys, assignment.bot):
                service.match.rekey(seat, assignment.keys, assignment.bot)
