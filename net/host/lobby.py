"""The seats before a match begins, or goes on: who is to play each, by which name and colour, and who is ready.

Who may ask for what, and who is connected, the host's machine knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from net.wire.messages import LeaveSeat, Lobby, LobbySeat, Ready, SeatKind, TakeSeat
from rules.engine.game import Meta, Options
from rules.engine.secrecy import Seat
from saves.format.header import MAX_NAME, MAX_SEATS, clean_name
from saves.format.identity import PublicKeys
from saves.text import lookalike_key, truncate


class LobbyError(ValueError):
    """What cannot be at this table: a sentence for the player who asked for it."""


class SeatAssignment(NamedTuple):
    """Who is to play a seat: as a host plans it, and as the lobby has settled it so far."""

    kind: SeatKind
    """Never GUEST in a plan: guests choose open seats themselves."""
    name: str = ""
    """Empty for an open seat of a new match."""
    colour: str = ""
    """In a plan, empty for any colour that is free."""
    bot: str | None = None
    """The bot's key, for BOT alone."""
    keys: PublicKeys | None = None
    """The guest's, for GUEST alone."""
    ready: bool = False
    """Whether a guest is."""


class MatchSetup(NamedTuple):
    """What was agreed on, in the form in which a match begins."""

    options: Options
    assignments: tuple[SeatAssignment, ...]
    """By seat; none is open."""
    clients: tuple[PublicKeys, ...]
    """The guests, in the order of their lowest seats. Their numbers as clients are from 1."""
    holders: tuple[int, ...]
    """By seat: the number of its client; 0 for the host."""


class LobbyState:
    """Seats on which guests sit down and the host decides. With `saved` places, names and colours stand fixed."""

    def __init__(
        self,
        meta: Meta,
        options: Options,
        components: bytes,
        saved: Sequence[SeatAssignment] = (),
        held: Sequence[PublicKeys | None] = (),
        *,
        fixed: bool = False,
    ) -> None:
        """`components` is the set's hash; `held` are, by seat, the guests to whom the seats of a saved match belong.

        With `fixed` nobody else can take them.
        """
        self.meta = meta
        self.components = components
        self.resumed = bool(saved)
        self.fixed = fixed
        self._held = tuple(held)
        self._names = tuple(place.name for place in saved)
        self._options = options
        self._places = list(saved)
        if not saved:
            self.set_options(options)

    @property
    def options(self) -> Options:
        """What is to be played."""
        return self._options

    @property
    def owners(self) -> tuple[PublicKeys | None, ...]:
        """By seat: the guest to whom a seat of a saved match belongs."""
        return self._held

    @property
    def assignments(self) -> tuple[SeatAssignment, ...]:
        """By seat."""
        return tuple(self._places)

    def seats_of(self, keys: PublicKeys) -> tuple[Seat, ...]:
        """The seats on which this guest sits, ascending."""
        return tuple(Seat(number) for number, place in enumerate(self._places) if place.keys == keys)

    def obstacles(self) -> list[str]:
        """What keeps the match from beginning, a sentence each; nothing if it may.

        A saved match goes on as it stands: whoever has a seat in it need neither agree again nor be there.
        """
        found: list[str] = []
        for number, place in enumerate(self._places, 1):
            if place.kind is SeatKind.OPEN:
                found.append(f"Seat {number} is open: somebody sits down, or it is played here or by a bot.")
            elif place.kind is SeatKind.GUEST and not place.ready and not self.resumed:
                found.append(f"{place.name} is not ready.")
        return found

    def match_setup(self) -> MatchSetup:
        """What is agreed. Raises `LobbyError` while something is missing."""
        if missing := self.obstacles():
            raise LobbyError(" ".join(missing))
        clients: list[PublicKeys] = []
        for place in self._places:
            if place.keys is not None and place.keys not in clients:
                clients.append(place.keys)
        holders = tuple(0 if place.keys is None else clients.index(place.keys) + 1 for place in self._places)
        return MatchSetup(self._options, self.assignments, tuple(clients), holders)

    def lobby_for(
        self,
        keys: PublicKeys | None,
        online: Collection[PublicKeys],
        *,
        watchers: int,
        may_watch: bool,
        may_chat: bool,
    ) -> Lobby:
        """The table as this guest is told of it."""
        seats = tuple(
            LobbySeat(
                kind=place.kind,
                name=place.name,
                colour=place.colour,
                ready=place.ready or place.kind in (SeatKind.HERE, SeatKind.BOT),
                online=place.kind in (SeatKind.HERE, SeatKind.BOT) or place.keys in online,
                yours=place.keys is not None and place.keys == keys,
                bot=place.bot,
            )
            for place in self._places
        )
        meta = self.meta
        return Lobby(
            meta.key,
            meta.rules_version,
            self._options,
            seats,
            self.components,
            self.resumed,
            watchers,
            may_watch,
            may_chat,
        )

    # What guests ask for

    def apply(self, keys: PublicKeys, message: TakeSeat | LeaveSeat | Ready) -> None:
        """What a guest asks for. Raises `LobbyError`."""
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
        """Takes an open seat, or changes name and colour of one's own.

        A name that is taken gets a number, a colour that is taken (or none) gives way to the next that is free. Raises
        `LobbyError` for a seat that is not open, or a colour that the game does not have.
        """
        place = self._at(seat)
        if place.kind is not SeatKind.OPEN and place.keys != keys:
            raise LobbyError(f"Seat {seat + 1} is taken.")
        if self.resumed and place.keys != keys and keys in self._held:
            raise LobbyError("In this match another seat is yours.")
        self._put(seat, SeatKind.GUEST, name, colour, keys=keys)
        if place.keys != keys:
            self.unready(keys)

    def leave_seat(self, keys: PublicKeys, seat: Seat) -> None:
        """Gives the seat back. Raises `LobbyError` for one that is not one's own, or fixed."""
        place = self._at(seat)
        if place.keys != keys:
            raise LobbyError(f"Seat {seat + 1} is not yours.")
        if self._goes_on(seat):
            raise LobbyError("In a saved match the host alone gives seats to others.")
        self._open(seat)

    def ready(self, keys: PublicKeys) -> None:
        """The guest agrees to the table as it is."""
        self._mark(keys, ready=True)

    def unready(self, keys: PublicKeys) -> None:
        """The guest no longer does, or has gone."""
        self._mark(keys, ready=False)

    def restore_seats(self, keys: PublicKeys) -> None:
        """A guest has come. In a saved match its own seats are so again, if they are open or a bot's."""
        for number, held in enumerate(self._held):
            if held == keys and self._places[number].kind in (SeatKind.OPEN, SeatKind.BOT):
                self._put(Seat(number), SeatKind.GUEST, "", "", keys=keys)

    # What the host settles

    def set_options(self, options: Options) -> None:
        """Changes what is played; nobody is ready any more. Raises `LobbyError` for what the game does not offer."""
        if self.resumed:
            raise LobbyError("A saved match goes on as it began.")
        meta = self.meta
        least, most = meta.modes.get(options.mode, (1, 0))
        if not max(least, 1) <= options.seats <= min(most, MAX_SEATS):
            raise LobbyError(f"{meta.title} is not played by {options.seats} in this way.")
        if options.level not in dict(meta.levels) or not set(options.variants) <= set(meta.variants):
            raise LobbyError(f"{meta.title} does not have this level or variant.")
        self._options = options
        del self._places[options.seats :]
        for number in range(len(self._places), options.seats):
            self._places.append(SeatAssignment(SeatKind.OPEN, "", ""))
            self._places[number] = SeatAssignment(SeatKind.OPEN, "", self._colour(Seat(number), ""))
        self._places[:] = [place._replace(ready=False) for place in self._places]

    def seat_here(self, seat: Seat, name: str = "", colour: str = "") -> None:
        """Somebody at the host's terminal plays the seat. Raises `LobbyError`."""
        self._demand_free()
        self._put(seat, SeatKind.HERE, name, colour)

    def seat_bot(self, seat: Seat, bot: str, name: str = "", colour: str = "") -> None:
        """A bot plays the seat. Raises `LobbyError`."""
        self._demand_free()
        self._put(seat, SeatKind.BOT, name or bot.capitalize(), colour, bot=bot)

    def open_seat(self, seat: Seat, there: Collection[PublicKeys] = ()) -> None:
        """Guests may sit down there; of those who are there one to whom it belongs does so at once. `LobbyError`."""
        self._demand_free()
        self._at(seat)
        self._open(seat)
        keys = self._held[seat] if self.resumed else None
        if keys is not None and keys in there:
            self._put(seat, SeatKind.GUEST, "", "", keys=keys)

    def give_seat(self, seat: Seat, keys: PublicKeys, name: str = "", colour: str = "") -> None:
        """Puts a guest on a seat, whoever was to play it. Raises `LobbyError`."""
        self._demand_free()
        self._put(seat, SeatKind.GUEST, name, colour, keys=keys)
        self.unready(keys)

    # Helpers

    def _demand_free(self) -> None:
        if self.fixed:
            raise LobbyError(
                "This match was agreed on with these seats and has not begun, so they stay whose they are. To play "
                "with others, close it and open a new table."
            )

    def _at(self, seat: Seat) -> SeatAssignment:
        if not 0 <= seat < len(self._places):
            raise LobbyError(f"There is no seat {seat + 1} at this table.")
        return self._places[seat]

    def _goes_on(self, seat: int) -> bool:
        """Whether the seat's guest is the one that the saved match knows."""
        keys = self._places[seat].keys
        return self.resumed and keys is not None and self._held[seat] == keys

    def _open(self, seat: Seat) -> None:
        name = self._names[seat] if self.resumed else ""
        self._places[seat] = SeatAssignment(SeatKind.OPEN, name, self._places[seat].colour)

    def _put(
        self,
        seat: Seat,
        kind: SeatKind,
        name: str,
        colour: str,
        *,
        bot: str | None = None,
        keys: PublicKeys | None = None,
    ) -> None:
        was = self._at(seat)
        ready = was.ready and keys is not None and was.keys == keys
        if self.resumed:
            self._places[seat] = was._replace(kind=kind, bot=bot, keys=keys, ready=ready)
            return
        if colour and colour not in self.meta.colours:
            raise LobbyError(f"{self.meta.title} does not have this colour.")
        self._places[seat] = SeatAssignment(
            kind,
            self._name(seat, name or (was.name if (was.kind, was.keys) == (kind, keys) else "")),
            was.colour,
            bot,
            keys,
            ready,
        )
        chosen = self._colour(seat, colour or was.colour)
        for number, other in enumerate(self._places):
            if number != seat and other.colour == chosen:
                self._places[number] = other._replace(colour=was.colour)
        self._places[seat] = self._places[seat]._replace(colour=chosen)

    def _name(self, seat: Seat, wanted: str) -> str:
        """The name as it is shown, or the next like it that nobody at the table could be taken for."""
        name = clean_name(wanted) or f"Seat {seat + 1}"
        taken = {lookalike_key(place.name) for place in self._others(seat)}
        found, number = name, 1
        while lookalike_key(found) in taken:
            number += 1
            end = f" {number}"
            found = truncate(name, MAX_NAME - len(end)) + end
        return found

    def _colour(self, seat: Seat, wanted: str) -> str:
        """The colour, or the next that nobody has. An open seat gives way to whoever sits."""
        sitting = [place for place in self._others(seat) if place.kind is not SeatKind.OPEN]
        own = self._places[seat].colour
        free = _without(self.meta.colours, sitting)
        if wanted in free:
            return wanted
        unclaimed = _without(self.meta.colours, self._others(seat))
        return own if own in free else next(iter([*unclaimed, *free, *self.meta.colours]))

    def _others(self, seat: Seat) -> list[SeatAssignment]:
        return [place for number, place in enumerate(self._places) if number != seat]

    def _mark(self, keys: PublicKeys, *, ready: bool) -> None:
        for seat in self.seats_of(keys):
            self._places[seat] = self._places[seat]._replace(ready=ready)


def _without(colours: Iterable[str], places: Iterable[SeatAssignment]) -> list[str]:
    taken = {place.colour for place in places}
    return [colour for colour in colours if colour not in taken]
