"""The machine of a host: a table that is open to others, and what the host's own player does at it.

How the table meets guests and spectators is `open_table`.
"""

from __future__ import annotations

from typing import Final

from net.chat import clean_line
from net.host.hosted_match import MatchMaker, borrowed_seats, seat_assignments, seat_guest, seat_kind
from net.host.lobby import LobbyError, LobbyState, SeatAssignment
from net.host.log_service import LogService
from net.host.table_server import TableServer, TableSettings
from net.status import HostSeat, HostStatus, NewerCopy, Phase
from net.sync.entry_batches import have_at
from net.sync.older_copy import older_copy_text, restored_text
from net.sync.rules_hash import components_hash
from net.wire.effects import Drop, Peer
from net.wire.messages import ChatMessage, Entries, PeerRole, PointerMessage, Reason, SeatKind
from rules.engine.events import Move
from rules.engine.game import Meta, Options
from rules.engine.secrecy import Seat
from saves.errors import NotNow
from saves.format.header import DealerKind, components_of
from saves.format.identity import PublicKeys
from saves.log.log import LogStage
from saves.storage.match import Match

KEY_DIGITS: Final = 16


def new_table(
    house: TableSettings, meta: Meta, options: Options, components: bytes, make: MatchMaker
) -> HostTableServer:
    """A table whose match `make` begins, once its seats are settled, with the components that have this hash.

    Raises `LobbyError` for options it cannot have.
    """
    return HostTableServer(house, LobbyState(meta, options, components), make, None)


def saved_table(house: TableSettings, match: Match) -> HostTableServer:
    """A table at which a saved match goes on; one that is over is there to be looked at.

    Raises `LobbyError` for a match whose draws anybody can foresee: guests would have no hand of their own.
    """
    if match.header.dealer.kind is not DealerKind.COMMITTED:
        raise LobbyError(
            "This match is dealt from a seed or by hand, so its guests could work out all hands and draws: play it on "
            "at this terminal, or open a new match."
        )
    return HostTableServer(house, _lobby_of(match), None, LogService(match))


def _lobby_of(match: Match) -> LobbyState:
    """The lobby in which a saved match waits."""
    log = match.log
    places = seat_assignments(log)
    owners = borrowed_seats(log)
    held = tuple(
        owners.get(Seat(number)) if place.kind is SeatKind.BOT else place.keys for number, place in enumerate(places)
    )
    components = components_hash(components_of(match.header))
    return LobbyState(match.game.meta, match.header.options, components, places, held, fixed=not match.begun)


class HostTableServer(TableServer):
    """What its player asks for raises `LobbyError` before the match, and `Refused` or `SaveError` during it.

    Then nothing happened.
    """

    # What it shows

    @property
    def status(self) -> HostStatus:
        """All that screens may know. Of the door and its tries the layer that keeps it tells."""
        return HostStatus(
            phase=self.phase,
            game=self._lobby.meta.key,
            options=self._lobby.options,
            seats=tuple(self._seat(Seat(number), place) for number, place in enumerate(self._places())),
            components=self._lobby.components,
            resumed=self._lobby.resumed,
            seats_fixed=self._lobby.fixed,
            spectators=self._clients.spectators,
            may_watch=self._settings.may_watch,
            may_chat=self._may_talk(PeerRole.PLAYER),
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
            newer_copy=self._later,
            unsaved="" if self._log_service is None else self._log_service.unsaved,
        )

    @property
    def _later(self) -> NewerCopy | None:
        return None if self._log_service is None else self._log_service.newer_copies.found

    @property
    def obstacles(self) -> list[str]:
        """What keeps the match from beginning, a sentence each."""
        return self._lobby.obstacles()

    @property
    def holders(self) -> frozenset[PublicKeys]:
        """Who holds a seat, or would but for the bot that plays it meanwhile."""
        seated = [*(place.keys for place in self._places()), *self._lobby.owners]
        away = () if self._log_service is None else borrowed_seats(self._log_service.log).values()
        return frozenset(keys for keys in (*seated, *away) if keys is not None)

    def set_code(self, code: str) -> None:
        """Tells the host's player of another table code; the layer around takes it."""
        self._settings = self._settings._replace(code=code)

    def bot_seats_due(self) -> list[Seat]:
        """The seats that are asked and that bots decide for: one asks the bot and calls `submit`."""
        if self._log_service is None or self.phase is not Phase.PLAYING:
            return []
        log = self._log_service.log
        return [seat for seat in log.due.seats if seat_kind(log, seat) is SeatKind.BOT]

    def peer_at(self, seat: Seat) -> Peer | None:
        """The connection of the seat's guest; None while there is none."""
        places = self._places()
        keys = places[seat].keys if 0 <= seat < len(places) else None
        client = None if keys is None else self._clients.find(keys)
        return None if client is None or client.role is not PeerRole.PLAYER else client.peer

    # What the host's player does before the match

    def set_options(self, options: Options) -> None:
        """Changes what is to be played; nobody is ready any more. Raises `LobbyError`."""
        self._demand_lobby()
        self._lobby.set_options(options)
        self._tell_lobby()

    def seat_here(self, seat: Seat, name: str = "", colour: str = "") -> None:
        """Somebody at this terminal plays the seat. Raises `LobbyError`."""
        self._demand_lobby()
        self._lobby.seat_here(seat, name, colour)
        self._tell_lobby()

    def seat_bot(self, seat: Seat, bot: str, name: str = "", colour: str = "") -> None:
        """A bot plays the seat. Raises `LobbyError`."""
        self._demand_lobby()
        self._lobby.seat_bot(seat, bot, name, colour)
        self._tell_lobby()

    def open_seat(self, seat: Seat) -> None:
        """Guests may sit down there; who had the seat in a saved match and is there does so. Raises `LobbyError`."""
        self._demand_lobby()
        self._lobby.open_seat(seat, [client.keys for client in self._clients if client.role is PeerRole.PLAYER])
        self._tell_lobby()

    def permit(self, *, watch: bool, chat: bool) -> None:
        """Settles, at any time, whether others may watch, and whether people may talk."""
        self._settings = self._settings._replace(may_watch=watch, may_chat=chat)
        for client in self._clients:
            if client.role is PeerRole.SPECTATOR and not watch:
                self._drop(client, Reason.NO_WATCHING)
        self._tell()

    def begin(self, now: float) -> None:
        """Begins the match, or goes on with it. Raises `LobbyError` or `SaveError`; then the lobby stays."""
        self._now = now
        self._demand_lobby()
        if self._later is not None:
            raise LobbyError(older_copy_text(self._later))
        settled = self._lobby.match_setup()
        if self._log_service is not None:
            self._reseat(self._log_service, settled.assignments)
        elif self._make is not None:
            try:
                self._log_service = LogService(self._make(settled))
            except ValueError as error:
                raise LobbyError(f"This match cannot be begun: {error}.") from None
        if self._log_service is None:
            return
        self._begun = True
        header, clients = self._log_service.header, self._log_service.log.clients
        self._log_service.new_entries()  # Whoever gets the header asks for all of it.
        standing = [client for client in self._clients if client.role is PeerRole.PLAYER and client.keys not in clients]
        for client in self._clients:
            client.lobby, client.last_request = None, now
            if client not in standing:
                self._send(client, header)
        for client in standing:
            self._drop(client, Reason.NO_SEAT)
        for client in self._clients:
            self._hand_back(client)
        self._tell_company()

    def restore(self, now: float) -> None:
        """Goes on from the later copy that was found at a guest. Raises `LobbyError` or `SaveError`."""
        self._now = now
        ledger = self._log_service
        found, log = (None, None) if ledger is None else (ledger.newer_copies.found, ledger.newer_copies.log)
        if ledger is None or found is None or log is None or not found.whole:
            raise LobbyError("No later copy of this match has been read from a guest's program.")
        match, base = ledger.match, ledger.newer_copies.base
        kept = match.restore(log)
        self._log_service, self._attendance_inputs = LogService(match), None
        if not self._begun:
            self._begun, self._lobby = log.over, _lobby_of(match)
            for client in self._clients:
                if client.role is PeerRole.PLAYER:
                    self._lobby.restore_seats(client.keys)
        for client in self._clients if self._begun else ():
            if client.sent_length is not None and client.sent_length > base:
                self._drop(client, Reason.FORKED)
            elif client.sent_length is not None:
                self._reply(client, self._log_service.answer(have_at(log, client.sent_length), client.peer, now))
            else:
                self._send(client, Entries(log.length, (), (), log.length))  # It asks for what it lacks now.
        self._notice(restored_text(found, kept))
        self._hand_back_owed()
        self._tell()

    def back_to_lobby(self, now: float) -> None:
        """Gives up a new match in which not all have joined yet, to begin another. Raises `LobbyError`."""
        self._now = now
        begins = self._begun and self.phase in (Phase.BEGINNING, Phase.STOPPED)
        if (
            not begins
            or self._make is None
            or self._log_service is None
            or self._log_service.log.stage is LogStage.PLAYING
        ):
            raise LobbyError("Only a match that is about to begin can be given up for another one.")
        self._log_service.match.discard()
        self._log_service, self._begun, self._attendance, self._attendance_inputs = None, False, None, None
        self._blocklist.start_new_match()
        for client in self._clients:
            client.sent_length = client.attendance = None
            self._lobby.unready(client.keys)
        self._tell_lobby()

    # What the host's player does during the match

    def submit(self, move: Move) -> None:
        """Makes a move for a seat that is played here, or by a bot of ours. Durable on return."""
        self._playing().match.submit(move)
        self._publish()

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the last move of a seat that is played here can be taken back."""
        if (
            self._log_service is None
            or self.phase is not Phase.PLAYING
            or not 0 <= seat < len(self._log_service.log.holders)
        ):
            return False
        return seat_kind(self._log_service.log, seat) is not SeatKind.GUEST and self._log_service.match.can_take_back(
            seat
        )

    def take_back(self, seat: Seat) -> None:
        """Takes back the last move of a seat that is played here."""
        self._playing().match.take_back(seat)
        self._publish()

    def replace_by_bot(self, seat: Seat, bot: str) -> None:
        """A bot decides for the seat. A guest that held it gets it back when it returns."""
        self._rekey(seat, None, bot)

    def take_seat_here(self, seat: Seat) -> None:
        """Somebody at this terminal plays the seat from here on, until it is given to another."""
        self._rekey(seat, None, None)

    def return_seat(self, seat: Seat) -> None:
        """Gives a seat to the guest that held it last, connected or not."""
        keys = borrowed_seats(self._seating().log).get(seat)
        if keys is None:
            raise NotNow("No guest has held this seat before, so there is nobody to give it back to.")
        self._rekey(seat, keys, None)

    def give_seat(self, seat: Seat, peer: Peer) -> None:
        """Gives a seat to a guest that is connected, before the match or during it. Raises `LobbyError` as well."""
        client = self._clients.get(peer)
        if client is None or client.role is not PeerRole.PLAYER:
            raise LobbyError("Nobody is connected there who has come to play.")
        if self.phase is Phase.LOBBY:
            self._lobby.give_seat(seat, client.keys)
            self._tell_lobby()
        else:
            self._rekey(seat, client.keys, None)

    def abandon(self) -> None:
        """Ends the match before its time; all that was hidden is opened."""
        if self._later is not None:
            raise NotNow(older_copy_text(self._later))
        if self._log_service is None or self.phase not in (Phase.PLAYING, Phase.STOPPED):
            raise NotNow("There is no match under way that could be ended.")
        self._log_service.match.abandon()
        self._blocklist.stopped = None
        self._publish()

    def say(self, text: str, seat: Seat | None = None) -> None:
        """A line of chat, by a seat that is played here or by the host itself."""
        self._demand_talk()
        line = clean_line(text)
        if line:
            self._announce(ChatMessage(seat, self._settings.name if seat is None else self._place(seat).name, line))

    def point(self, seat: Seat, kind: str, target: int) -> None:
        """A sign by a seat that is played here; `kind` is a word of the game's table."""
        self._playing()
        self._demand_talk()
        self._announce(PointerMessage(seat, kind, target))

    def remove(self, seat: Seat) -> None:
        """Sends a guest away and keeps it out until `let_in`.

        Before a match its seats are open again; it keeps those that are fixed, or in play.
        """
        keys = self._place(seat).keys
        if keys is None:
            raise LobbyError("No guest sits on this seat.")
        self._blocklist.block(keys)
        if self.phase is Phase.LOBBY and not self._lobby.fixed:
            for own in self._lobby.seats_of(keys):
                self._lobby.open_seat(own)
        client = self._clients.find(keys)
        if client is not None:
            self._drop(client, Reason.REMOVED)
        self._blocklist.resume_unless_waiting([place.keys for place in self._places()])
        self._hand_back_owed()
        self._tell()

    def unblock_all(self) -> None:
        """Keeps out nobody any more, but for those whose programs stop the table: their seats are to be settled."""
        self._blocklist.unblock_all()
        self._tell()

    def close(self, reason: Reason) -> None:
        """Ends the table for all. The match waits in its file; one that was new here and never began is given up."""
        match = self.match
        if self._make is None and self.phase is Phase.BEGINNING:
            # In the lobby of a saved match guests keep their copies.
            self._begun = False
            self._tell_lobby()
        for client in self._clients:
            self._clients.remove(client.peer)
            self.outbox.append(Drop(client.peer, reason))
        self._ended = True
        if match is not None and self._make is not None and not match.begun:
            match.discard()
        elif match is not None:
            match.close()

    def _playing(self) -> LogService:
        ledger = self._seating()
        if self._blocklist.stopped is not None:
            raise NotNow(
                "The table is stopped, because the public states differ: nothing can be decided until you go on "
                "without the guest whose program sees another one."
            )
        return ledger

    def _seating(self) -> LogService:
        """Where seats may be given to others, even though the table is stopped."""
        if self._log_service is None or self.phase in (Phase.LOBBY, Phase.BEGINNING):
            raise NotNow("The match has not begun yet.")
        if self.phase not in (Phase.PLAYING, Phase.STOPPED):
            raise NotNow("This match is over.")
        if self._later is not None:
            raise NotNow(older_copy_text(self._later))
        return self._log_service

    def _rekey(self, seat: Seat, keys: PublicKeys | None, bot: str | None) -> None:
        """Raises `SaveError`."""
        ledger = self._seating()
        if not 0 <= seat < len(ledger.log.holders):
            raise NotNow("There is no such seat at this table.")
        if (seat_guest(ledger.log, seat), ledger.log.bots[seat]) == (keys, bot):
            return
        ledger.match.rekey(seat, keys, bot)
        if keys is not None:
            self._blocklist.unblock(keys)
        self._blocklist.resume_unless_waiting([place.keys for place in self._places()])
        self._hand_back_owed()
        self._publish()

    def _reseat(self, ledger: LogService, places: tuple[SeatAssignment, ...]) -> None:
        """Gives the seats of a saved match to whom they were settled for. Raises `SaveError`."""
        for number, place in enumerate(places):
            seat = Seat(number)
            if (seat_guest(ledger.log, seat), ledger.log.bots[seat]) != (place.keys, place.bot):
                ledger.match.rekey(seat, place.keys, place.bot)

    def _demand_lobby(self) -> None:
        if self.phase is not Phase.LOBBY:
            raise LobbyError("That is settled before the match begins; now it is under way.")

    def _demand_talk(self) -> None:
        if not self._may_talk(PeerRole.PLAYER):
            raise NotNow("Nobody talks at this table, as people play against each other: switch chat on first.")

    def _place(self, seat: Seat) -> SeatAssignment:
        places = self._places()
        if not 0 <= seat < len(places):
            raise LobbyError(f"There is no seat {seat + 1} at this table.")
        return places[seat]

    def _seat(self, seat: Seat, place: SeatAssignment) -> HostSeat:
        here = place.kind in (SeatKind.HERE, SeatKind.BOT)
        return HostSeat(
            kind=place.kind,
            name=place.name,
            colour=place.colour,
            bot=place.bot,
            ready=here or place.ready or self._begun,
            online=here or self.peer_at(seat) is not None,
            key="" if place.keys is None else place.keys.sign.hex()[:KEY_DIGITS],
        )
