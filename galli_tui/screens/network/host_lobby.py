"""The host's lobby: the host decides who plays which seat, and starts the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.own_name import own_name
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.network.invite import code_question
from galli_tui.screens.network.lobby import CodeLine, LobbyScreen, join_line
from galli_tui.screens.network.lobby_text import (
    SeatLine,
    at_the_host,
    away,
    closing_words,
    not_yet,
    open_seats,
    other_components,
    waited_for,
)
from galli_tui.screens.network.seat_form import SeatFormScreen, proposed_name
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import listed
from galli_tui.tables.match_store import BOT_NAMES, NAMES
from galli_tui.tables.network import HostSession, NetworkError, blocklist_text
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.option_list import OptionRow
from galli_tui.widgets.prompt import Prompt
from net.host.lobby import SeatAssignment
from net.status import HostStatus, Phase
from net.sync.older_copy import older_copy_text
from net.wire.messages import SeatKind
from rules.bots import bot_names
from rules.engine.game import VERSUS, Options
from rules.engine.secrecy import Seat
from rules.registry import game_meta
from saves.format.header_fields import Player

_NOTE_CELLS = 400
_WAYS_SHOWN = 1
"""Addresses beside the table code; the rest are listed below."""


class HostLobby(LobbyScreen):
    """The lobby until the match starts; then the table replaces it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("host-lobby", "list")
    BINDINGS = bindings("host-lobby")

    def __init__(self, session: HostSession) -> None:
        super().__init__(session)
        self._session = session

    @property
    def _status(self) -> HostStatus:
        return self._session.status

    @property
    def game_key(self) -> str:
        return self._status.game

    @property
    def options(self) -> Options:
        return self._status.options

    @property
    def seats(self) -> Sequence[SeatLine]:
        return at_the_host(self._status)

    def enter(self) -> None:
        # The next table is proposed with the settings of this one.
        self.app.host_options = self._session.options
        super().enter()

    def ended(self) -> Notice:
        return Notice("The table is closed", _last(self._status))

    def draw(self) -> None:
        status = self._status
        self.query_one(CodeLine).put(sanitize(status.code, 28))
        self.draw_page(full_title(status.game, status.options), self._join_lines(), self._notes())
        self._show_prompt()

    def _join_lines(self) -> list[OptionRow]:
        """Return the commands by which guests join."""
        addresses = self._session.addresses
        found = self._session.options.advertise
        lines = [join_line("nearby", "galli-tui join", "finds this table")] if found else []
        lines += [
            join_line("" if number else "remote" if found else "join", f"galli-tui join {sanitize(address, 60)}")
            for number, address in enumerate(addresses[:_WAYS_SHOWN])
        ]
        if self._session.ssh:
            lines.append(join_line("SSH", sanitize(self._session.ssh, 60)))
        return lines

    def _notes(self) -> list[Paragraph]:
        """Return whether spectators and chat are allowed, then what the host should know."""
        status = self._status
        watching = f"allowed, {status.spectators} watching" if status.may_watch else "not allowed"
        chat = "on" if status.may_chat else "off"
        if status.may_chat and not self._session.options.may_chat:
            chat = "on, not for spectators"
        lines = [
            Paragraph(
                "",
                spans=(("spectators  ", "faint"), (watching, "ink"), ("  chat  ", "faint"), (chat, "ink")),
                close=True,
            )
        ]
        lines += self.talk_lines()
        if status.newer_copy is not None:
            lines.append(_warning(sanitize(older_copy_text(status.newer_copy), 2 * _NOTE_CELLS)))
        if other := other_components(status.game, status.components):
            lines.append(Paragraph("", spans=((other, "ink"),), close=True))
        if status.wrong_codes:
            codes = "1 wrong code" if status.wrong_codes == 1 else f"{status.wrong_codes} wrong codes"
            lines.append(_warning(f"{codes} entered so far."))
        if shut := blocklist_text(status):
            unblock = _warning(f"{shut} Press {KEY:host-lobby.unblock} to unblock.")
            lines.append(unblock._replace(names_keys=True))
        lines += [_warning(sanitize(error, _NOTE_CELLS)) for error in self._session.problems]
        lines += [
            Paragraph("", spans=((sanitize(notice, _NOTE_CELLS), "ink"),), close=True)
            for notice in reversed(status.notices)
        ]
        if self._session.ssh_key:
            shown = ("SSH fingerprint  ", "faint"), (self._session.ssh_key, "ink")
            lines.append(Paragraph("", spans=shown, close=True))
        if further := self._session.addresses[_WAYS_SHOWN:]:
            text = ", ".join(sanitize(address, 60) for address in further)
            lines.append(Paragraph("", spans=(("other addresses  ", "faint"), (text, "ink")), close=True))
        return lines

    @property
    def mute(self) -> str:
        if self._beginning:
            return "The match is about to start."
        if not self._status.may_chat:
            return f"Chat is off; {KEY:host-lobby.chat} turns it on."
        status = self._status
        # In a saved match a guest may be present whose seat was given to another player.
        there = status.resumed or any(seat.kind is SeatKind.GUEST and seat.online for seat in self.seats)
        return "" if there or status.chat or status.spectators else "Nobody is here to read it yet."

    def _show_prompt(self) -> None:
        status, line = self._status, self.query_one(Prompt)
        if status.newer_copy is not None:
            fetches = f": {KEY:host-lobby.fetch} fetches what is missing" if status.newer_copy.whole else ""
            line.show_next(f"This file is an older copy{fetches}.")
        elif status.phase is Phase.BEGINNING:
            line.show_next(self._beginning_words())
        elif status.seats_fixed and (names := away(self.seats)):
            line.show_next(_only_with(names))
        elif status.resumed and not open_seats(self.seats) and (names := away(self.seats)):
            line.show_next(f"Waiting for {listed(names)} to come back; {KEY:host-lobby.start} resumes without them.")
        elif awaited := waited_for(self.seats):
            line.show_next(f"Waiting for {awaited}.")
        else:
            line.show_next(
                f"Everyone is here: {KEY:host-lobby.start} resumes."
                if status.resumed
                else f"Everyone is ready: {KEY:host-lobby.start} starts."
            )

    def _beginning_words(self) -> str:
        if names := away(self.seats):
            if self._status.seats_fixed:
                return _only_with(names)
            return f"Waiting for {listed(names)} to come back; {KEY:host-lobby.back-to-lobby} cancels this start."
        return "The match starts as soon as every guest's program has answered."

    def on_option_list_moved(self) -> None:
        self._show_prompt()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        status = self._status
        if action == "unblock":
            return bool(blocklist_text(status))
        if action == "fetch":
            return status.newer_copy is not None and status.newer_copy.whole
        if action == "start" and status.newer_copy is not None:
            return False
        if action == "back_to_lobby":
            return self._beginning and not status.resumed
        if action == "chat":
            return status.options.mode == VERSUS and not self._beginning
        if action in ("turn", "name", "remove", "begin", "watching") and self._beginning:
            return False
        if action in ("turn", "remove") and status.seats_fixed:
            return False
        if action in ("name", "remove"):
            seat = self.under_cursor if self.is_mounted else None
            if seat is None:
                return False
            return seat.kind is SeatKind.GUEST if action == "remove" else self._can_name(seat)
        return super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        # Unblocking is more urgent than allowing spectators, and the footer has no room for both.
        if action.id == "host-lobby.watching":
            return not blocklist_text(self._status)
        if action.id == "host-lobby.turn":  # The keys say who has the seat, but they cannot change it.
            return self._status.resumed or self.under_cursor is None or self.under_cursor.kind is not SeatKind.GUEST
        return super().offers(action)

    def label(self, action: Action) -> str:
        goes_on = action.id == "host-lobby.start" and self._status.resumed
        return "resume" if goes_on else super().label(action)

    @property
    def _beginning(self) -> bool:
        return self._status.phase is not Phase.LOBBY

    def _can_name(self, seat: SeatLine) -> bool:
        return seat.kind is not SeatKind.GUEST and not self._status.resumed

    def on_option_list_chosen(self) -> None:
        seat = self.under_cursor
        if seat is None or not self.in_front:
            return
        if seat.kind is SeatKind.GUEST:
            away_words = "" if self._status.seats_fixed else f"; {KEY:host-lobby.remove} removes the guest"
            self.query_one(Prompt).show_note(f"{seat.name} has the key {seat.key}{away_words}.")
        elif self._status.seats_fixed:
            self.query_one(Prompt).show_note("The seats of this match are fixed; close it to set up a new one.")
        elif self._status.resumed:
            self.query_one(Prompt).show_note("Left/Right change who plays the seat; its name stays.")
        else:
            self.action_name()

    def action_turn(self, key: str) -> None:
        number, seat = self.seat, self.under_cursor
        if number is None or seat is None or self._beginning or self._status.seats_fixed:
            return
        if seat.kind is SeatKind.GUEST and not self._status.resumed:
            self.query_one(Prompt).show_problem(
                f"{seat.name} has this seat; press {KEY:host-lobby.remove} to remove the guest first."
            )
        elif seat.kind is SeatKind.GUEST and seat.online:
            self._ask_to_take(seat, lambda: self._turn(number, seat, key))
        else:
            self._turn(number, seat, key)

    def _ask_to_take(self, seat: SeatLine, then: Callable[[], None]) -> None:
        """Ask before a seat is taken from a guest who is present."""

        def answered(yes: bool | None) -> None:
            if yes and not self._beginning:
                then()

        text = f"{seat.name} is here. If you open the seat again, it goes back to {seat.name}."
        self.app.push_screen(
            Question(f"Give {seat.name}'s seat away?", text, "give away", "keep", careful=True), answered
        )

    def _turn(self, number: Seat, seat: SeatLine, key: str) -> None:
        """Change the seat to the next or previous kind of player."""
        kinds: list[tuple[SeatKind, str | None]] = [
            (SeatKind.OPEN, None),
            (SeatKind.HERE, None),
            *((SeatKind.BOT, name) for name in bot_names()),
        ]
        now = (seat.kind, seat.bot if seat.kind is SeatKind.BOT else None)
        place = kinds.index(now) if now in kinds else 0
        kind, bot = kinds[(place + (-1 if key == "left" else 1)) % len(kinds)]
        if self._status.resumed:
            plan = SeatAssignment(kind, seat.name, seat.colour, bot)
        elif kind is SeatKind.OPEN:
            plan = SeatAssignment(kind)
        else:
            plan = SeatAssignment(kind, self._name_for(number, seat.name, kind), seat.colour, bot)
        self._settle(number, plan)

    def _name_for(self, number: Seat, now: str, kind: SeatKind) -> str:
        """Return the name on a seat when its kind changes: the player's own for a person, unless one was typed."""
        own, others = own_name(), self._names(number)
        if kind is SeatKind.HERE and now in ("", *NAMES):
            return proposed_name(others, own or now)
        if kind is SeatKind.BOT:
            mine = own or NAMES[0]
            return now if now and now != mine else proposed_name([*others, mine], monks=BOT_NAMES)
        return now or proposed_name(others)

    def _settle(self, seat: Seat, plan: SeatAssignment) -> None:
        self._try(lambda: self._session.seat(seat, plan))

    def _try(self, change: Callable[[], None]) -> None:
        """Call `change`, and show why if it fails."""
        try:
            change()
        except NetworkError as error:
            # Every change at the table rewrites the prompt, so an error there could vanish at once.
            self.app.push_screen(Notice("That didn't work", sanitize(str(error), _NOTE_CELLS)))

    def _names(self, but: Seat) -> list[str]:
        return [seat.name for number, seat in enumerate(self.seats) if number != but]

    def action_name(self) -> None:
        number, seat = self.seat, self.under_cursor
        if number is None or seat is None or not self.in_front or not self._can_name(seat):
            return
        colours = game_meta(self._status.game).colours
        taken = {
            one.colour for place, one in enumerate(self.seats) if place != number and one.kind is not SeatKind.OPEN
        }
        free = [colour for colour in colours if colour not in taken]
        names = self._names(number)

        def answered(player: Player | None) -> None:
            if player is not None:
                kind = SeatKind.BOT if seat.kind is SeatKind.BOT else SeatKind.HERE
                bot = seat.bot if kind is SeatKind.BOT else None
                self._settle(number, SeatAssignment(kind, player.name, player.colour, bot))

        form = SeatFormScreen(
            f"Seat {number + 1}",
            "Done",
            seat.name,
            free,
            seat.colour if seat.colour in free else free[0],
            [name for name in names if name],
        )
        self.app.push_screen(form, answered)

    def action_remove(self) -> None:
        number, seat = self.seat, self.under_cursor
        if number is None or seat is None or seat.kind is not SeatKind.GUEST or not self.in_front:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._try(lambda: self._session.remove(number))

        text = f"The seat becomes open, and this guest is blocked until you press {KEY:host-lobby.unblock} to unblock."
        self.app.push_screen(Question(f"Remove {seat.name}?", text, "remove", "keep", careful=True), answered)

    def action_chat(self) -> None:
        options = self._session.options
        self._session.permit(watch=options.may_watch, chat=not options.may_chat)

    def action_watching(self) -> None:
        # In co-op chat is always on, so pass on the setting and not the status.
        options = self._session.options
        self._session.permit(watch=not options.may_watch, chat=options.may_chat)

    def action_unblock(self) -> None:
        self._session.unblock()

    def action_start(self) -> None:
        if not self.in_front or self._beginning:
            return
        if missing := not_yet(self.seats, resumed=self._status.resumed):
            self.query_one(Prompt).show_problem(missing)
            return
        self._try(self._session.begin)

    def action_change_code(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._session.change_code()

        if self.in_front:
            self.app.push_screen(code_question(), answered)

    def action_fetch(self) -> None:
        self._try(self._session.fetch)

    def action_back_to_lobby(self) -> None:
        self._try(self._session.back_to_lobby)

    def action_back(self) -> None:
        if not self.in_front:
            return
        guests = [seat.name for seat in self.seats if seat.kind is SeatKind.GUEST and seat.online]

        def answered(yes: bool | None) -> None:
            if yes:
                self._close()

        words = closing_words(guests, resumed=self._status.resumed, fixed=self._status.seats_fixed)
        self.app.push_screen(Question("Close the table?", words, "close", careful=True), answered)

    def _close(self) -> None:
        self.leave()
        self.dismiss()


def _warning(text: str) -> Paragraph:
    return Paragraph("", spans=((text, "refusal"),), close=True)


def _only_with(names: Sequence[str]) -> str:
    return f"{listed(names)} must return to start this match; or close it and open a new table."


def _last(status: HostStatus) -> str:
    return sanitize(status.notices[-1], _NOTE_CELLS) if status.notices else "The match is kept in its file."
