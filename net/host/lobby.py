"""The seats before a match begins or continues: who is to play each, by which name and colour, and who is ready.

Connections and permissions are left to the table server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from net.wire.messages import LeaveSeat, Lobby, LobbySeat, Ready, SeatKind, TakeSeat
from rules.engine.game import Meta, OptionError, Options
from rules.engine.secrecy import Seat
from saves.format.header import MAX_NAME, clean_name
from saves.format.identity import PublicKeys
from saves.text import lookalike_key, truncate


class LobbyError(ValueError):
    """A request that this table cannot fulfil; the text is a sentence for the player who made it."""


class SeatAssignment(NamedTuple):
    """Who is to play a seat: as the host plans it, or as the lobby has settled it so far."""

    kind: SeatKind
    """Never GUEST in a plan: guests choose open seats themselves."""
    name: str = ""
    """Empty for an open seat of a new match."""
    colour: str = ""
    """In a plan, empty for any free colour. In a lobby each seat has a colour of its own."""
    bot: str | None = None
    """The bot's key, for BOT alone."""
    keys: PublicKeys | None = None
    """The guest's, for GUEST alone."""
    ready: bool = False
    """Whether a guest has agreed to the table as it is."""


class MatchSetup(NamedTuple):
    """The agreed settings with which a match is created."""

    options: Options
    assignments: tuple[SeatAssignment, ...]
    """By seat; none is open."""
    clients: tuple[PublicKeys, ...]
    """The guests, in the order of their lowest seats. Their numbers as clients start at 1."""
    holders: tuple[int, ...]
    """By seat: the number of its client; 0 for the host."""


class LobbyState:
    """The seats of a table, changed by its guests and its host. In a saved match names and colours are fixed."""

    def __init__(
        self,
        meta: Meta,
        options: Options,
        components: bytes,
        saved: Sequence[SeatAssignment] = (),
        owners: Sequence[PublicKeys | None] = (),
        *,
        seats_fixed: bool = False,
    ) -> None:
        """Open a lobby, for a saved match with its seats in `saved`.

        `components` is the hash of the component set. `owners` are, by seat, the guests to whom the seats of a saved
        match belong; with `seats_fixed` nobody else can take them.
        """
        self.meta = meta
        self.components = components
        self.resumed = bool(saved)
        self.seats_fixed = seats_fixed
        self._owners = tuple(owners)
        self._names = tuple(seat.name for seat in saved)
        self._options = options
        self._seats = list(saved)
        if not saved:
            self.set_options(options)

    @property
    def options(self) -> Options:
        """What is to be played."""
        return self._options

    @property
    def owners(self) -> tuple[PublicKeys | None, ...]:
        """By seat: the guest to whom a seat of a saved match belongs."""
        return self._owners

    @property
    def assignments(self) -> tuple[SeatAssignment, ...]:
        """The assignments by seat."""
        return tuple(self._seats)

    def seats_of(self, keys: PublicKeys) -> tuple[Seat, ...]:
        """Return the seats of a guest, ascending."""
        return tuple(Seat(number) for number, seat in enumerate(self._seats) if seat.keys == keys)

    def obstacles(self) -> list[str]:
        """Return the reasons why the match cannot begin yet, a sentence each.

        The guests of a saved match need neither agree again nor be connected.
        """
        found: list[str] = []
        for number, seat in enumerate(self._seats, 1):
            if seat.kind is SeatKind.OPEN:
                found.append(f"Seat {number} is open: wait for a guest, play it here, or give it to a bot.")
            elif seat.kind is SeatKind.GUEST and not seat.ready and not self.resumed:
                found.append(f"{seat.name} is not ready.")
        return found

    def match_setup(self) -> MatchSetup:
        """Return what was agreed. Raises `LobbyError` if there are obstacles."""
        if obstacles := self.obstacles():
            raise LobbyError(" ".join(obstacles))
        clients: list[PublicKeys] = []
        for seat in self._seats:
            if seat.keys is not None and seat.keys not in clients:
                clients.append(seat.keys)
        holders = tuple(0 if seat.keys is None else clients.index(seat.keys) + 1 for seat in self._seats)
        return MatchSetup(self._options, self.assignments, tuple(clients), holders)

    def lobby_for(
        self,
        keys: PublicKeys | None,
        online: Collection[PublicKeys],
        *,
        spectators: int,
        may_watch: bool,
        may_chat: bool,
    ) -> Lobby:
        """Return the message that shows the table to the guest with these keys, or with None to a spectator."""
        seats = tuple(
            LobbySeat(
                kind=seat.kind,
                name=seat.name,
                colour=seat.colour,
                ready=seat.ready or seat.kind in (SeatKind.HERE, SeatKind.BOT),
                online=seat.kind in (SeatKind.HERE, SeatKind.BOT) or seat.keys in online,
                yours=seat.keys is not None and seat.keys == keys,
                bot=seat.bot,
            )
            for seat in self._seats
        )
        meta = self.meta
        return Lobby(
            meta.key,
            meta.rules_version,
            self._options,
            seats,
            self.components,
            self.resumed,
            spectators,
            may_watch,
            may_chat,
        )

    # Requests of guests

    def apply(self, keys: PublicKeys, message: TakeSeat | LeaveSeat | Ready) -> None:
        """Fulfil a guest's request. Raises `LobbyError`."""
        match message:
            case TakeSeat():
                self.take_seat(keys, message.seat, message.name, message.colour)
            case LeaveSeat():
                self.leave_seat(keys, message.seat)
            case Ready(yes=True):
                self.ready(keys)
            case Ready():
                self.unready(keys)

    def take_seat(self, keys: PublicKeys, seat: Seat, name: str, colour: str) -> None:
        """Give an open seat to a guest, or change the name and colour of its own seat.

        A name that is taken gets a number; a colour that is taken is replaced by the next free one. Raises
        `LobbyError` for a seat that is not open, or a colour that the game does not have.
        """
        old = self._at(seat)
        if old.kind is not SeatKind.OPEN and old.keys != keys:
            raise LobbyError(f"Seat {seat + 1} is taken.")
        if self.resumed and old.keys != keys and keys in self._owners:
            raise LobbyError("In this match you have another seat.")
        self._assign(seat, SeatKind.GUEST, name, colour, keys=keys)
        if old.keys != keys:
            self.unready(keys)

    def leave_seat(self, keys: PublicKeys, seat: Seat) -> None:
        """Open a guest's seat again. Raises `LobbyError` if it is not the guest's, or belongs to it for good."""
        if self._at(seat).keys != keys:
            raise LobbyError(f"Seat {seat + 1} is not yours.")
        if self.resumed and self._owners[seat] == keys:
            raise LobbyError("In a saved match only the host can give seats to others.")
        self._open(seat)

    def ready(self, keys: PublicKeys) -> None:
        """Record that a guest agrees to the table as it is."""
        self._mark(keys, ready=True)

    def unready(self, keys: PublicKeys) -> None:
        """Record that a guest no longer agrees, or has gone."""
        self._mark(keys, ready=False)

    def restore_seats(self, keys: PublicKeys) -> None:
        """Give a returning guest its seats of a saved match, if they are open or a bot's."""
        for number, owner in enumerate(self._owners):
            if owner == keys and self._seats[number].kind in (SeatKind.OPEN, SeatKind.BOT):
                self._assign(Seat(number), SeatKind.GUEST, "", "", keys=keys)

    # Changes by the host

    def set_options(self, options: Options) -> None:
        """Change what is played; no guest is ready any more. Raises `LobbyError` for what the game does not offer."""
        if self.resumed:
            raise LobbyError("The options of a saved match cannot be changed.")
        meta = self.meta
        try:
            meta.check_options(options)
        except OptionError as error:
            raise LobbyError(f"{meta.title} does not offer this: {error}.") from None
        self._options = options
        del self._seats[options.seats :]
        for number in range(len(self._seats), options.seats):
            self._seats.append(SeatAssignment(SeatKind.OPEN, "", ""))
            self._seats[number] = SeatAssignment(SeatKind.OPEN, "", self._free_colour(Seat(number), ""))
        self._seats[:] = [seat._replace(ready=False) for seat in self._seats]

    def seat_here(self, seat: Seat, name: str = "", colour: str = "") -> None:
        """Give a seat to a player at the host's terminal. Raises `LobbyError`."""
        self._require_changeable()
        self._assign(seat, SeatKind.HERE, name, colour)

    def seat_bot(self, seat: Seat, bot: str, name: str = "", colour: str = "") -> None:
        """Give a seat to a bot. Raises `LobbyError`."""
        self._require_changeable()
        self._assign(seat, SeatKind.BOT, name or bot.capitalize(), colour, bot=bot)

    def open_seat(self, seat: Seat, online: Collection[PublicKeys] = ()) -> None:
        """Open a seat to guests. Its owner in a saved match takes it at once if online. Raises `LobbyError`."""
        self._require_changeable()
        self._at(seat)
        self._open(seat)
        owner = self._owners[seat] if self.resumed else None
        if owner is not None and owner in online:
            self._assign(seat, SeatKind.GUEST, "", "", keys=owner)

    def give_seat(self, seat: Seat, keys: PublicKeys, name: str = "", colour: str = "") -> None:
        """Give a seat to a guest, even if it was taken. Raises `LobbyError`."""
        self._require_changeable()
        self._assign(seat, SeatKind.GUEST, name, colour, keys=keys)
        self.unready(keys)

    # Helpers

    def _require_changeable(self) -> None:
        if self.seats_fixed:
            raise LobbyError(
                "The seats of this match were agreed on and cannot be changed before it begins. To play with others, "
                "close it and open a new table."
            )

    def _at(self, seat: Seat) -> SeatAssignment:
        if not 0 <= seat < len(self._seats):
            raise LobbyError(f"There is no seat {seat + 1} at this table.")
        return self._seats[seat]

    def _open(self, seat: Seat) -> None:
        name = self._names[seat] if self.resumed else ""
        self._seats[seat] = SeatAssignment(SeatKind.OPEN, name, self._seats[seat].colour)

    def _assign(
        self,
        seat: Seat,
        kind: SeatKind,
        name: str,
        colour: str,
        *,
        bot: str | None = None,
        keys: PublicKeys | None = None,
    ) -> None:
        old = self._at(seat)
        ready = old.ready and keys is not None and old.keys == keys
        if self.resumed:
            self._seats[seat] = old._replace(kind=kind, bot=bot, keys=keys, ready=ready)
            return
        if colour and colour not in self.meta.colours:
            raise LobbyError(f"{self.meta.title} does not have this colour.")
        self._seats[seat] = SeatAssignment(
            kind,
            self._free_name(seat, name or (old.name if (old.kind, old.keys) == (kind, keys) else "")),
            old.colour,
            bot,
            keys,
            ready,
        )
        chosen = self._free_colour(seat, colour or old.colour)
        for number, other in enumerate(self._seats):
            if number != seat and other.colour == chosen:
                self._seats[number] = other._replace(colour=old.colour)
        self._seats[seat] = self._seats[seat]._replace(colour=chosen)

    def _free_name(self, seat: Seat, wanted: str) -> str:
        """Return the name, with a number if it could be mistaken for that of another seat."""
        name = clean_name(wanted) or f"Seat {seat + 1}"
        taken = {lookalike_key(other.name) for other in self._others(seat)}
        found, number = name, 1
        while lookalike_key(found) in taken:
            number += 1
            end = f" {number}"
            found = truncate(name, MAX_NAME - len(end)) + end
        return found

    def _free_colour(self, seat: Seat, wanted: str) -> str:
        """Return the wanted colour, or the next free one. An open seat gives its colour away; a role has its own."""
        if self.meta.roles:
            return self.meta.roles[seat].colour
        taken = [other for other in self._others(seat) if other.kind is not SeatKind.OPEN]
        own = self._seats[seat].colour
        free = _unused(self.meta.colours, taken)
        if wanted in free:
            return wanted
        unclaimed = _unused(self.meta.colours, self._others(seat))
        return own if own in free else next(iter([*unclaimed, *free, *self.meta.colours]))

    def _others(self, seat: Seat) -> list[SeatAssignment]:
        return [other for number, other in enumerate(self._seats) if number != seat]

    def _mark(self, keys: PublicKeys, *, ready: bool) -> None:
        for seat in self.seats_of(keys):
            self._seats[seat] = self._seats[seat]._replace(ready=ready)


def _unused(colours: Iterable[str], seats: Iterable[SeatAssignment]) -> list[str]:
    used = {seat.colour for seat in seats}
    return [colour for colour in colours if colour not in used]
