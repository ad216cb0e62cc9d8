"""The host's lobby in words: seats, table code and addresses, who is missing, and the start of the match."""

from __future__ import annotations

from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.own_name import own_name
from galli_tui.plain.commands import Command, split
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.lobby import NOTE_CELLS, LobbyTalk, missing_words, seat_sentence
from galli_tui.plain.typed_number import typed_index
from galli_tui.tables.match_store import BOT_NAMES, NAMES
from galli_tui.tables.network import HostSession, blocklist_text, chat_lines
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from net.host.lobby import SeatAssignment
from net.status import Phase
from net.wire.messages import SeatKind
from rules.bots import bot_names
from rules.engine.secrecy import Seat


class HostLobbyTalk(LobbyTalk):
    """The conversation of a host, until the match begins."""

    def __init__(self, dialogue: Dialogue, session: HostSession) -> None:
        super().__init__(dialogue)
        self._session = session
        self.commands = (
            *self.commands,
            Command(("invite", "o"), "reads the table code, and explains how guests join.", self._invite),
            Command(("start", "begin"), "starts or resumes the match.", self._start),
            Command(
                ("seat",),
                "gives a seat to a player here, to a bot, or to a guest.",
                self._seat,
                "NUMBER WHO",
                (
                    "WHO is a name for a player here, the word bot and its name, or the word open.",
                    f"For example: seat 2 Anna; or: seat 2 bot abbot. The bots are {', '.join(bot_names())}.",
                ),
            ),
            Command(("remove", "x"), "removes and blocks the guest of a seat.", self._remove, "NUMBER"),
            Command(("unblock",), "unblocks everyone who was blocked.", self._unblock),
            Command(("newcode",), "makes a new table code.", self._new_code),
            Command(("spectators",), "allows spectators, or forbids them.", self._spectators),
            Command(("allowchat",), "allows chat in versus, or forbids it.", self._allow_chat),
            Command(("fetch",), "fetches what this older copy of the match lacks from a guest.", self._fetch),
            Command(("cancel",), "cancels a start that not all guests have answered.", self._cancel),
        )

    async def run(self) -> Table | None:
        """Talk until the match begins; return its table, or None if the host leaves. Raises `InputEnded`."""
        unsubscribe = self._session.subscribe(self.changed.set)
        status = self._session.status
        self.say(f"You host {full_title(status.game, status.options)}. This is the lobby; type help for the commands.")
        await self._invite("")
        try:
            while not self.left:
                self.changed.clear()
                status = self._session.status
                if status.phase in (Phase.PLAYING, Phase.OVER, Phase.STOPPED):
                    return self._session.table()
                self.tell(self.sentences(), chat_lines(status))
                if status.phase is Phase.ENDED:
                    self.say("The table is closed.")
                    return None
                await self.hear(passes=status.phase is Phase.BEGINNING)
        finally:
            unsubscribe()
        return None

    def sentences(self) -> list[str]:
        status = self._session.status
        missing = missing_words(status.seats, resumed=status.resumed)
        ready = f"Everyone is here. Type start to {'resume' if status.resumed else 'start'} the match."
        if status.phase is Phase.BEGINNING:
            ready = "The match starts as soon as every guest's program has answered."
        return [
            *(seat_sentence(number, seat, resumed=status.resumed) for number, seat in enumerate(status.seats)),
            f"{status.spectators} watching." if status.spectators else "",
            f"{status.wrong_codes} wrong codes were entered." if status.wrong_codes else "",
            f"{shut} Type unblock to let them in." if (shut := blocklist_text(status)) else "",
            *(sanitize(notice, NOTE_CELLS) for notice in (*self._session.problems, *status.notices)),
            missing or ready,
        ]

    def send(self, text: str) -> None:
        self._session.say(text)

    async def _invite(self, _: str) -> None:
        session = self._session
        self.say(f"The table code is: {session.status.code}")
        self.say(*(f"Guests join with: galli-tui join {sanitize(address, 60)}" for address in session.addresses[:3]))
        if session.ssh:
            self.say(f"Or over SSH with: {session.ssh}", f"SSH shows the fingerprint {session.ssh_key}")

    async def _start(self, _: str) -> None:
        status = self._session.status
        missing = missing_words(status.seats, resumed=status.resumed)
        if missing and (not status.resumed or any(seat.kind is SeatKind.OPEN for seat in status.seats)):
            self.say(f"The match cannot start yet. {missing}")
        else:
            self.attempt(self._session.begin)

    async def _seat(self, words: str) -> None:
        number, who = split(words)
        seats = self._session.status.seats
        index = typed_index(number, len(seats))
        if index is None or not who:
            self.say(f"Type seat, a number from 1 to {len(seats)}, and who plays it. Type help seat for examples.")
            return
        seat = seats[index]
        first, rest = split(who)
        names = [one.name for place, one in enumerate(seats) if place != index]
        mine = (own_name() or NAMES[0]).casefold()
        kept = "" if seat.name.casefold() == mine else seat.name
        spare = kept or next(name for name in BOT_NAMES if name not in names and name.casefold() != mine)
        if first.casefold() == "open":
            plan = SeatAssignment(SeatKind.OPEN)
        elif first.casefold() == "bot":
            plan = SeatAssignment(SeatKind.BOT, spare, seat.colour, rest.casefold() or "brother")
        else:
            plan = SeatAssignment(SeatKind.HERE, sanitize(who, NAME_CELLS), seat.colour)
        if plan.bot is not None and plan.bot not in bot_names():
            self.say(f"There is no bot of this name. The bots are {', '.join(bot_names())}.")
        else:
            self.attempt(lambda: self._session.seat(Seat(index), plan))

    async def _remove(self, number: str) -> None:
        seats = self._session.status.seats
        index = typed_index(number, len(seats))
        if index is not None:
            self.attempt(lambda: self._session.remove(Seat(index)))
        else:
            self.say(f"Type remove and a number from 1 to {len(seats)}.")

    async def _unblock(self, _: str) -> None:
        self._session.unblock()
        self.say("Nobody is blocked now.")

    async def _new_code(self, _: str) -> None:
        self._session.change_code()
        await self._invite("")

    async def _spectators(self, _: str) -> None:
        options = self._session.options
        self._session.permit(watch=not options.may_watch, chat=options.may_chat)
        self.say(f"Spectators are {'allowed' if self._session.status.may_watch else 'not allowed'} now.")

    async def _allow_chat(self, _: str) -> None:
        options = self._session.options
        self._session.permit(watch=options.may_watch, chat=not options.may_chat)
        self.say(f"Chat is {'on' if self._session.status.may_chat else 'off'} now.")

    async def _fetch(self, _: str) -> None:
        self.attempt(self._session.fetch)

    async def _cancel(self, _: str) -> None:
        self.attempt(self._session.back_to_lobby)
