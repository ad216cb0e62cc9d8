"""What a lobby is in words, for host and guests: its seats, who is missing, and its commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from galli_tui.plain.commands import Command, command_named, help_about, help_list, split, unknown
from galli_tui.plain.dialogue import Dialogue
from galli_tui.style.wording import listed
from galli_tui.tables.network import NetworkError
from galli_tui.tables.peers import ChatLine
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from net.status import HostSeat
from net.wire.messages import LobbySeat, SeatKind

NOTE_CELLS: Final = 400
"""Cells of a notice from elsewhere."""
_GRACE: Final = 1.0
"""Seconds in which the other side may answer before the prompt is shown again."""
SeatInLobby = HostSeat | LobbySeat


def seat_sentence(number: int, seat: SeatInLobby, *, resumed: bool) -> str:
    """Return who has a seat, counted from 0, and whether the match can begin with it."""
    name, colour = sanitize(seat.name, NAME_CELLS), sanitize(seat.colour, NAME_CELLS)
    where = f"Seat {number + 1}"
    if seat.kind is SeatKind.OPEN:
        return f"{where} is open{f', for {name}' if name else ''}."
    if seat.kind is SeatKind.BOT:
        return f"{where}: {name}, {colour}, the bot {sanitize(seat.bot or '', NAME_CELLS)}."
    yours = isinstance(seat, LobbySeat) and seat.yours
    who = f"{where}: {name}, {colour}{', which is you' if yours else ''}"
    if seat.kind is SeatKind.HERE:
        return f"{who}, at the host's computer."
    if not seat.online:
        return f"{who}, is away."
    return f"{who}, {'ready' if seat.ready or resumed else 'not ready yet'}."


def missing_words(seats: Sequence[SeatInLobby], *, resumed: bool) -> str:
    """Return what is missing before the match can begin; empty if nothing is."""
    numbers = [str(number) for number, seat in enumerate(seats, 1) if seat.kind is SeatKind.OPEN]
    guests = [seat for seat in seats if seat.kind is SeatKind.GUEST]
    away = [sanitize(seat.name, NAME_CELLS) for seat in guests if not seat.online]
    unready = [sanitize(seat.name, NAME_CELLS) for seat in guests if seat.online and not seat.ready and not resumed]
    parts = [
        f"a guest on seat {listed(numbers)}" if numbers else "",
        f"{listed(away)} to come back" if away else "",
        f"{listed(unready)} to be ready" if unready else "",
    ]
    awaited = listed(part for part in parts if part)
    return f"Waiting for {awaited}." if awaited else ""


class LobbyTalk:
    """A conversation in a lobby: says what changes, and hears commands until the lobby is left or the match begins."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.left = False
        """Whether the player wants to leave."""
        self.changed = asyncio.Event()
        self._told: list[str] = []
        """The sentences about the lobby that were said last."""
        self._chat = 0
        self.commands: tuple[Command, ...] = (
            Command(("help",), "lists the commands, or explains one.", self._help, "WORD"),
            Command(("quit", "q", "exit", "leave"), "leaves the lobby.", self._quit),
            Command(("seats", "who"), "names the seats, and who is missing.", self._seats),
            Command(("chat", "t", "say"), "sends a line to everyone in the lobby.", self._say_all, "TEXT"),
        )

    def sentences(self) -> list[str]:
        """Return the sentences about the lobby as it is; empty ones are not said."""
        raise NotImplementedError

    def send(self, text: str) -> None:
        """Send a line of chat. Raises `NetworkError`, or ValueError for one that is not allowed."""
        raise NotImplementedError

    def say(self, *sentences: str) -> None:
        """Say sentences, one on each line."""
        self.dialogue.say(*sentences)

    def tell(self, sentences: Sequence[str], chat: Sequence[ChatLine]) -> None:
        """Say those sentences about the lobby that are new, and new lines of chat."""
        new = [sentence for sentence in sentences if sentence and sentence not in self._told]
        self._told = list(sentences)
        self.say(*new)
        self.say(*(f"{line.name} says: {line.text}" for line in chat if line.number > self._chat))
        self._chat = chat[-1].number if chat else self._chat

    async def hear(self, *, passes: bool) -> None:
        """Hear one line, or notice a change; `passes` says that the lobby is about to change by itself."""
        grace = _GRACE if passes or not self.dialogue.answered else 0
        line = await self.dialogue.line("Lobby:", self.changed, grace=grace)
        if not line:
            return
        word, rest = split(line)
        command = command_named(self.commands, word)
        if command is None:
            self.say(f"{unknown(self.commands, word)} The match has not begun yet.")
        else:
            await command.run(rest)

    def attempt(self, act: Callable[[], None]) -> bool:
        """Do something, or say why it is not possible."""
        try:
            act()
        except (NetworkError, ValueError) as error:
            self.say(sanitize(str(error), NOTE_CELLS))
            return False
        return True

    async def _help(self, word: str) -> None:
        self.say(*(help_about(self.commands, split(word)[0]) if word else help_list(self.commands)))

    async def _quit(self, _: str) -> None:
        self.left = True

    async def _seats(self, _: str) -> None:
        self.say(*filter(None, self.sentences()))

    async def _say_all(self, text: str) -> None:
        if text:
            self.attempt(lambda: self.send(text))
        else:
            self.say("Type chat and what you want to say.")
