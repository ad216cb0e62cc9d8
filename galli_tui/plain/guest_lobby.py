"""A guest's lobby in words: connecting, taking a seat, being ready, and waiting until the host starts the match."""

from __future__ import annotations

from galli_tui.game_api.match_words import full_title, known_meta
from galli_tui.plain.commands import Command, split
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.lobby import NOTE_CELLS, LobbyTalk, missing_words, seat_sentence
from galli_tui.plain.typed_number import typed_index
from galli_tui.style.wording import listed
from galli_tui.tables.match_store import NAMES
from galli_tui.tables.network import GuestSession, chat_lines
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from net.error_text import reason_text
from net.status import GuestStatus, Phase
from net.wire.messages import LobbySeat, PeerRole, SeatKind
from rules.engine.secrecy import Seat


class GuestLobbyTalk(LobbyTalk):
    """The conversation of a guest or spectator, until the match begins."""

    def __init__(self, dialogue: Dialogue, session: GuestSession) -> None:
        super().__init__(dialogue)
        self._session = session
        self.commands = (
            *self.commands,
            Command(
                ("sit",),
                "takes an open seat, or changes your name and colour.",
                self._sit,
                "NUMBER NAME COLOUR",
                ("Name and colour may be left out. For example: sit 2 Bruno.",),
            ),
            Command(("ready", "y"), "says that you are ready.", self._ready),
            Command(("unready",), "says that you are not ready.", self._unready),
            Command(("stand",), "gives up your seat.", self._stand),
            Command(("retry",), "tries to connect again now.", self._retry),
        )

    async def run(self) -> Table | None:
        """Talk until the match begins; return its table, or None if the guest leaves. Raises `InputEnded`."""
        unsubscribe = self._session.subscribe(self.changed.set)
        try:
            while not self.left:
                self.changed.clear()
                status = self._session.status
                if status.phase in (Phase.PLAYING, Phase.OVER, Phase.STOPPED):
                    return self._session.table()
                self.tell(self._sentences(status), chat_lines(status))
                if status.phase is Phase.ENDED:
                    self.say("You are no longer at the table.")
                    return None
                await self.hear(passes=status.phase is not Phase.LOBBY)
        finally:
            unsubscribe()
        return None

    @property
    def _own(self) -> Seat | None:
        lobby = self._session.status.lobby
        seats = () if lobby is None else lobby.seats
        return next((Seat(number) for number, seat in enumerate(seats) if seat.yours), None)

    def _sentences(self, status: GuestStatus) -> list[str]:
        """Return what there is to know about connection and lobby."""
        told = [problem_sentence(status)]
        lobby = status.lobby
        if status.phase is Phase.CONNECTING:
            told.append(f"Connecting to {sanitize(self._session.address, 60)}.")
        elif status.phase is Phase.BEGINNING:
            told.append("The match starts as soon as every program has answered.")
        elif status.phase is Phase.CATCHING_UP:
            told.append("The match is being fetched from the host.")
        elif lobby is not None:
            told.append(f"You are in the lobby of {full_title(lobby.game, lobby.options)}.")
            told += [seat_sentence(number, seat, resumed=lobby.resumed) for number, seat in enumerate(lobby.seats)]
            told.append(self._next(lobby.seats, resumed=lobby.resumed))
        return told

    def _next(self, seats: tuple[LobbySeat, ...], *, resumed: bool) -> str:
        """Return what to do next."""
        if self._session.role is PeerRole.SPECTATOR:
            return "You are a spectator. The match is shown as soon as the host starts it."
        own = self._own
        if own is None:
            numbers = [str(number) for number, seat in enumerate(seats, 1) if seat.kind is SeatKind.OPEN]
            return f"Type sit {numbers[0]} and your name to take a seat." if numbers else "No seat is open."
        if not seats[own].ready and not resumed:
            return "You have a seat. Type ready when you are ready."
        return missing_words(seats, resumed=resumed) or "Everyone is ready. The host starts the match."

    def sentences(self) -> list[str]:
        return self._sentences(self._session.status)

    def send(self, text: str) -> None:
        self._session.say(text)

    async def _sit(self, words: str) -> None:
        lobby = self._session.status.lobby
        number, rest = split(words)
        if self._session.role is PeerRole.SPECTATOR:
            self.say("You are a spectator. To play, quit and join again.")
            return
        if lobby is None or self._session.status.phase is not Phase.LOBBY:
            self.say("You cannot take a seat now.")
            return
        vacant = [str(place) for place, seat in enumerate(lobby.seats, 1) if seat.kind is SeatKind.OPEN]
        if not number.isdecimal() and len(vacant) == 1:
            (number,), rest = vacant, words  # Only one seat can be meant.
        index = typed_index(number, len(lobby.seats))
        if index is None:
            example = f" For example: sit {vacant[0]} {sanitize(words, NAME_CELLS) or NAMES[0]}." if vacant else ""
            self.say(f"Type sit, a number from 1 to {len(lobby.seats)}, and your name.{example}")
            return
        place = Seat(index)
        seat = lobby.seats[place]
        if seat.kind is not SeatKind.OPEN and not seat.yours:
            self.say(f"{sanitize(seat.name, NAME_CELLS) or 'Another player'} has this seat.")
            return
        if lobby.resumed:
            self._take(place, seat, seat.name, seat.colour)
            return
        others = [one for it, one in enumerate(lobby.seats) if it != place and one.kind is not SeatKind.OPEN]
        meta = known_meta(lobby.game)
        colours = () if meta is None else meta.colours
        free = [colour for colour in colours if colour not in {one.colour for one in others}]
        name, _, last = rest.rpartition(" ")
        colour = last.casefold() if last.casefold() in colours else ""
        name = name if colour else rest
        if colour and colour not in free:
            self.say(f"This colour is taken. Free are {listed(free)}.")
            return
        taken = {one.name for one in others}
        name = sanitize(name, NAME_CELLS) or (seat.name if seat.yours else self._session.name)
        name = name or next(one for one in NAMES if one not in taken)
        now = seat.colour if seat.colour in free else (free or [seat.colour])[0]
        self._take(place, seat, name, colour or now)

    def _take(self, place: Seat, seat: LobbySeat, name: str, colour: str) -> None:
        """Take a seat with a name and a colour, or say that nothing would change."""
        if seat.yours and (seat.name, seat.colour) == (name, colour):
            self.say(
                f"Seat {place + 1} is already yours: {sanitize(name, NAME_CELLS)}, {sanitize(colour, NAME_CELLS)}."
            )
        else:
            self._session.take_seat(place, name, colour)

    async def _ready(self, _: str) -> None:
        if self._own is None:
            self.say("Take a seat first: type sit, its number and your name.")
        else:
            self._session.ready(yes=True)

    async def _unready(self, _: str) -> None:
        self._session.ready(yes=False)

    async def _stand(self, _: str) -> None:
        if (own := self._own) is not None:
            self._session.leave_seat(own)
        else:
            self.say("You have no seat.")

    async def _retry(self, _: str) -> None:
        self._session.retry_now()


def problem_sentence(status: GuestStatus) -> str:
    """Return what is wrong with the connection; empty if nothing is."""
    problem = status.problem
    if problem is None:
        return ""
    return sanitize(problem.sentence or ("" if problem.reason is None else reason_text(problem.reason)), NOTE_CELLS)
