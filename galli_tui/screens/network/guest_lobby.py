"""The lobby of another player's table, for guests and spectators: take a seat, get ready, wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from galli_tui.game_api.match_words import full_title
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.leaving import leave_after_question
from galli_tui.screens.network.lobby import CodeLine, LobbyScreen, join_line
from galli_tui.screens.network.lobby_text import (
    SeatLine,
    at_a_guest,
    colours_of,
    open_seats,
    other_components,
    waited_for,
)
from galli_tui.screens.network.seat_form import SeatFormScreen
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.network import GuestSession, NetworkError
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.widgets.option_list import OptionRow
from galli_tui.widgets.prompt import Prompt
from net.error_text import HOST_LOST, reason_text
from net.status import GuestStatus, Phase
from net.wire.messages import Lobby, PeerRole, Reason, SeatKind
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.format.header_fields import Player

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase
    from rules.engine.game import Options

_NOTE_CELLS = 400
_A_SECOND = 1.0
_GIVEN_UP = "The host closed the table before the match started, so nothing was saved."
_JOIN_AGAIN = "You can join again with the table code."
_CLOSED = "The host closed the table. The match is kept in the host's file."


class GuestLobby(LobbyScreen):
    """The lobby from the connection until the match starts; then the table replaces it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("guest-lobby", "list")
    BINDINGS = bindings("guest-lobby")
    CODE_TITLE = "Address"

    def __init__(self, session: GuestSession) -> None:
        super().__init__(session)
        self._session = session

    @property
    def _status(self) -> GuestStatus:
        return self._session.status

    @property
    def _lobby(self) -> Lobby | None:
        return self._status.lobby

    @property
    def game_key(self) -> str:
        lobby = self._lobby
        return lobby.game if lobby else ""

    @property
    def options(self) -> Options | None:
        lobby = self._lobby
        return lobby.options if lobby else None

    @property
    def seats(self) -> Sequence[SeatLine]:
        lobby = self._lobby
        return at_a_guest(lobby) if lobby else ()

    def on_mount(self) -> None:
        self.set_interval(_A_SECOND, self._tick)

    def _tick(self) -> None:
        """Update the seconds until the next attempt."""
        if not self._left and self._status.phase is Phase.CONNECTING:
            self._show_prompt()

    def ended(self) -> Notice:
        lobby, problem = self._lobby, self._status.problem
        given_up = lobby is not None and not lobby.resumed and problem is not None and problem.reason is Reason.CLOSED
        words = problem_words(self._status) or _CLOSED
        if given_up and problem is not None:
            words = f"{_GIVEN_UP} {sanitize(problem.sentence, _NOTE_CELLS)}".rstrip()
        return Notice("You are no longer at the table", words)

    def draw(self) -> None:
        lobby = self._lobby
        self.query_one(CodeLine).put(sanitize(self._session.address, 28))
        title = full_title(lobby.game, lobby.options) if lobby else "A table on the network"
        self.draw_page(title, self._join_lines(lobby), self._notes(lobby))
        self._show_prompt()

    def _join_lines(self, lobby: Lobby | None) -> list[OptionRow]:
        if lobby is None:
            return []
        watching = f"allowed, {lobby.spectators} watching" if lobby.may_watch else "not allowed"
        chat = "on" if lobby.may_chat else "off for spectators" if self._watches else "off"
        match = "resumes where it stopped" if lobby.resumed else "not started"
        return [join_line("match", match), join_line("spectators", watching), join_line("chat", chat)]

    def _notes(self, lobby: Lobby | None) -> list[Paragraph]:
        problem = (
            [Paragraph("", spans=((words, "refusal"),), close=True)] if (words := problem_words(self._status)) else []
        )
        if lobby is None:
            if problem and self._status.entries and self._status.phase is not Phase.CATCHING_UP:
                problem.append(Paragraph("", spans=((HOST_LOST, "ink"),), close=True))
            return problem
        if self._watches:
            words = "You are a spectator: you see public information only."
        elif lobby.resumed and self._own is not None:
            words = "You have your seat back, with its name. The host resumes the match."
        elif lobby.resumed:
            words = "In a saved match every seat keeps its name. Enter takes an open seat."
        elif self._own is None:
            words = "Enter on an open seat asks for your name and colour. The host starts the match."
        else:
            words = (
                self._session.return_hint
                or "Your seat is kept for this program's key: after a lost connection you return to it."
            )
        if lobby.resumed and not self._watches:
            words = f"{words}{self._name_unused()}"
        told = [words, other] if (other := other_components(lobby.game, lobby.components)) else [words]
        return [*problem, *self.talk_lines(), *(Paragraph("", spans=((line, "ink"),), close=True) for line in told)]

    def _name_unused(self) -> str:
        """Return a remark that the name given on joining is not used; empty if it is, or if none was given."""
        name = sanitize(self._session.name, NAME_CELLS)
        own = self._own
        names = [seat.name for seat in ((own,) if own is not None else self.seats)]
        if not name or name in names:
            return ""
        return f" Your name {name} is not used here."

    def _show_prompt(self) -> None:
        status, line = self._status, self.query_one(Prompt)
        match status.phase:
            case Phase.CONNECTING:
                line.show_next(self._connecting())
            case Phase.BEGINNING:
                line.show_next("The match starts as soon as every guest's program has answered.")
            case Phase.CATCHING_UP:
                line.show_next(f"Fetching the match: {status.entries} of {status.host_entries} entries.")
            case _:
                self._show_next_step()

    def _show_next_step(self) -> None:
        line, own, awaited = self.query_one(Prompt), self._own, waited_for(self.seats)
        if not self._watches and own is None:
            if (under := self.under_cursor) is not None and under.kind is SeatKind.OPEN:
                line.show_next("Enter takes the selected seat.")
            elif open_seats(self.seats):
                line.show_next("Up/Down select an open seat; Enter takes it.")
            else:
                line.show_next("No open seat: wait for one, or leave and join again as a spectator.")
        elif own is not None and not own.ready:
            line.show_next(f"Press {KEY:guest-lobby.ready} when you are ready.")
        else:
            lobby = self._lobby
            host = "the host to resume the match" if lobby and lobby.resumed else "the host to start the match"
            line.show_next(f"Waiting for {awaited or host}.")

    def _connecting(self) -> str:
        """Return the prompt while there is no connection."""
        wait = self._session.retry_in()
        if wait is None:
            return f"Connecting to {sanitize(self._session.address, 40)}; Esc cancels."
        return f"Connection lost. Retrying in {max(0, round(wait))} s; Esc cancels."

    @property
    def _watches(self) -> bool:
        return self._session.role is PeerRole.SPECTATOR

    @property
    def _own(self) -> SeatLine | None:
        return next((seat for seat in self.seats if seat.yours), None)

    @property
    def _own_seat(self) -> Seat | None:
        """The player's seat under the cursor, else the first of them."""
        own = [Seat(place) for place, seat in enumerate(self.seats) if seat.yours]
        return self.seat if self.seat in own else next(iter(own), None)

    def on_option_list_moved(self) -> None:
        self._show_prompt()
        self.refresh_bindings()

    @property
    def mute(self) -> str:
        lobby = self._lobby
        if lobby is None or self._status.phase is not Phase.LOBBY:
            return "Chat isn't available right now."
        return "" if lobby.may_chat else "Chat is off at this table; the host can turn it on."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("ready", "stand_up", "name"):
            if not self.is_mounted or self._status.phase is not Phase.LOBBY or self._own is None:
                return False
            lobby = self._lobby
            return action == "stand_up" or (lobby is not None and not lobby.resumed)
        return super().check_action(action, parameters)

    def label(self, action: Action) -> str:
        ready = action.id == "guest-lobby.ready" and self._own is not None and self._own.ready
        return "not ready" if ready else super().label(action)

    def on_option_list_chosen(self) -> None:
        seat, number = self.under_cursor, self.seat
        if seat is None or number is None or not self.in_front or self._status.phase is not Phase.LOBBY:
            return
        line = self.query_one(Prompt)
        if self._watches:
            line.show_note("You are a spectator; to play, leave and join again.")
        elif seat.kind is SeatKind.OPEN or seat.yours:
            self._take_seat(number)
        else:
            line.show_note(f"{seat.name or 'Another player'} has this seat.")

    def action_name(self) -> None:
        if (own := self._own_seat) is not None and self.in_front:
            self._take_seat(own)

    def _take_seat(self, number: Seat) -> None:
        """Ask for name and colour, unless the match has them already."""
        lobby, seats = self._lobby, self.seats
        if lobby is None:
            return
        seat = seats[number]
        if lobby.resumed:
            self._session.take_seat(number, seat.name, seat.colour)
            return
        others = [one for place, one in enumerate(seats) if place != number]
        taken = {one.colour for one in others if one.kind is not SeatKind.OPEN}
        free = [colour for colour in colours_of(lobby.game) if colour not in taken]
        names = [one.name for one in others if one.name]

        def answered(player: Player | None) -> None:
            if player is not None and self._status.phase is Phase.LOBBY:
                self._session.take_seat(number, player.name, player.colour)

        wanted = seat.name if seat.yours else self._session.name
        form = SeatFormScreen(
            f"Seat {number + 1}" if seat.yours else f"Take seat {number + 1}",
            "Done" if seat.yours else "Sit down",
            wanted,
            free or [seat.colour],
            seat.colour if seat.colour in free else (free or [seat.colour])[0],
            names,
        )
        self.app.push_screen(form, answered)

    def action_ready(self) -> None:
        own = self._own
        if own is not None:
            self._session.ready(yes=not own.ready)

    def action_stand_up(self) -> None:
        if (own := self._own_seat) is not None:
            self._session.leave_seat(own)

    def action_back(self) -> None:
        if not self.in_front:
            return
        if self._lobby is None or self._status.phase is Phase.CONNECTING:
            self._leave()
            return

        kept = self._lobby.resumed or self._status.phase is not Phase.LOBBY
        loses = self._own_seat is not None and not kept
        leave_after_question(self.app, "Leave the table?", self._consequences(kept=kept), self._leave, always=loses)

    def _consequences(self, *, kept: bool) -> str:
        """Return what becomes of the match and the seat when the player leaves."""
        hint = self._session.return_hint
        if self._own_seat is None:
            no_seat = "You have no seat here."
            return f"{no_seat} {hint}" if self._watches and hint else no_seat if hint else f"{no_seat} {_JOIN_AGAIN}"
        if self._status.phase is Phase.BEGINNING and not (self._lobby is not None and self._lobby.resumed):
            return f"{hint} Your seat is yours once the match starts; the host can still cancel that.".lstrip()
        if kept:
            return hint or "Your seat is kept. Every move is saved, and you can return from the saved matches."
        return "Your seat becomes open again. The match has not started."

    def _leave(self) -> None:
        self.leave()
        self.dismiss()


def problem_words(status: GuestStatus) -> str:
    """Return what went wrong while joining, in full; empty if nothing is known."""
    problem = status.problem
    if problem is None:
        return ""
    return sanitize(problem.sentence or ("" if problem.reason is None else reason_text(problem.reason)), _NOTE_CELLS)


def go_back(app: AppBase, match_id: str) -> None:
    """Return to the table of one of our matches, replacing all screens above the menu; show why if that fails."""
    try:
        session = app.network.rejoin(match_id)
    except (NetworkError, SaveError) as error:
        app.push_screen(Notice("You can't return to the table", str(error)))
        return
    app.go_to_menu()
    app.push_screen(GuestLobby(session))
