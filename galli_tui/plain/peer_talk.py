"""The others at a network table, in words: their news, chat, and what the host can do about absent guests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final

from galli_tui.plain.commands import Command
from galli_tui.plain.table_talk import TableTalk
from galli_tui.style.wording import listed
from galli_tui.tables.peers import Peers, Presence, Role, TableStatus
from galli_tui.tables.seat_names import seat_names
from rules.engine.secrecy import Seat
from saves.errors import SaveError

_PRESENCE: Final = {
    Presence.HOST: "plays at the host's computer",
    Presence.ONLINE: "is connected",
    Presence.AWAY: "is away",
    Presence.BOT: "is a bot",
}


class PeerTalk:
    """Tells the news about the peers of one table, and has the commands for them."""

    def __init__(self, talk: TableTalk, peers: Peers) -> None:
        self._talk, self._peers, self._table = talk, peers, talk.table
        status = peers.status
        self._seen = status._replace(stopped=None, problem="", pause="", warning="", stand_in_report="")

    def tell(self) -> None:
        """Say what is new since the last time."""
        before, self._seen = self._seen, self._peers.status
        self._talk.say(*_news(before, self._seen, seat_names(self._table), self._talk))

    @property
    def is_sending(self) -> bool:
        """Whether a move of this terminal is on its way to the host, and nothing is known to hold it up."""
        status = self._peers.status
        return bool(status.sent) and not (status.stopped or status.problem or status.pause)

    def waiting(self) -> str:
        """Return what the table waits for."""
        status, table, names = self._peers.status, self._table, seat_names(self._table)
        if status.stopped is not None:
            return f"Play has stopped here. {_ways_on(status)}"
        if status.problem:
            retry = "" if status.retry_at is None else f" Next try in {max(0, round(status.retry_at - monotonic()))} s."
            return f"{status.problem}{retry}"
        if status.pause:
            return status.pause
        if status.missing_entries:
            return "The match is being fetched from the host."
        if status.held:
            return "Your choice is kept until the host's own players have chosen."
        if status.sent:
            return "Your move is on its way to the host."
        others = [seat for seat in table.due.seats if seat not in status.decided]
        away = [names[seat] for seat in others if status.presence[seat : seat + 1] == (Presence.AWAY,)]
        if away:
            bot = " Type bot to let a bot play, or wait." if status.role is Role.HOST else " The seat is kept."
            return f"{listed(away)} {'is' if len(away) == 1 else 'are'} away.{bot}"
        return f"Waiting for {listed(names[seat] for seat in others)}." if others else ""

    def presence(self, seat: int) -> str:
        """Return whether the player of a seat is there, e.g. "is away"; empty while unknown."""
        status = self._peers.status
        return _PRESENCE[status.presence[seat]] if seat < len(status.presence) else ""

    def commands(self) -> tuple[Command, ...]:
        """Return the commands for a table with others."""
        chat = Command(("chat", "t", "say"), "sends a line to everyone at the table.", self._chat, "TEXT")
        if self._peers.status.role is not Role.HOST:
            return (chat,)
        return (
            chat,
            Command(("invite", "o"), "reads the table code, and explains how to join.", self._invite),
            Command(("bot",), "lets a bot play for an absent guest.", self._bot, "SEAT"),
            Command(("unbot",), "waits for the guest again instead of the bot.", self._unbot, "SEAT"),
            Command(("remove", "x"), "removes and blocks a guest. The seat is kept.", self._remove, "SEAT"),
            Command(("unblock",), "unblocks everyone who was blocked.", self._unblock),
            Command(("newcode",), "makes a new table code.", self._new_code),
            Command(("fetch",), "fetches what this older copy of the match lacks from a guest.", self._fetch),
        )

    async def _chat(self, text: str) -> None:
        if not text:
            self._talk.say("Type chat and what you want to say.")
            return
        self._try(lambda: self._peers.say(text), "")

    async def _invite(self, _: str) -> None:
        self._talk.say(*self._peers.status.invite.splitlines())

    async def _bot(self, word: str) -> None:
        presence = self._peers.status.presence
        away = [Seat(seat) for seat, it in enumerate(presence) if it is Presence.AWAY]
        self._for_seat(word, away, self._peers.seat_bot, "Nobody is away.", "A bot plays on seat {seat}.")

    async def _unbot(self, word: str) -> None:
        lent = self._peers.status.stand_ins
        self._for_seat(
            word, lent, self._peers.unseat_bot, "No bot plays for a guest.", "Seat {seat} waits for its guest again."
        )

    async def _remove(self, word: str) -> None:
        presence = self._peers.status.presence
        guests = [Seat(seat) for seat, it in enumerate(presence) if it in (Presence.ONLINE, Presence.AWAY)]
        if not word:
            self._talk.say("Type remove and the number of a seat.")
        else:
            said = "The guest of seat {seat} is removed, and the seat is kept."
            self._for_seat(word, guests, self._peers.remove_guest, "There is no guest.", said)

    async def _unblock(self, _: str) -> None:
        self._try(self._peers.unblock, "Nobody is blocked now.")

    async def _new_code(self, _: str) -> None:
        if self._try(self._peers.change_code, ""):
            await self._invite("")

    async def _fetch(self, _: str) -> None:
        self._try(self._peers.fetch, "The guests are asked for what is missing here.")

    def _for_seat(self, word: str, seats: Sequence[Seat], act: Callable[[Seat], None], nobody: str, said: str) -> None:
        """Act for the seat named, or for the only one that it can be; `said` is what to say then, with `{seat}`."""
        chosen = next((seat for seat in seats if word == str(seat + 1)), None)
        if chosen is None and len(seats) == 1 and not word:
            chosen = seats[0]
        if chosen is not None:
            self._try(lambda: act(chosen), said.format(seat=chosen + 1))
        elif not seats:
            self._talk.say(nobody)
        else:
            self._talk.say(f"Which seat? It can be seat {listed([str(seat + 1) for seat in seats], 'or')}.")

    def _try(self, act: Callable[[], None], said: str) -> bool:
        """Do something and say so, or why it is not possible."""
        try:
            act()
        except (SaveError, ValueError) as error:
            self._talk.say(str(error))
            return False
        self._talk.say(*filter(None, [said]))
        return True


def _ways_on(status: TableStatus) -> str:
    """Return what can be typed where play has stopped."""
    if status.bot_continues:
        return "Type bot to let a bot play, or scores, log, quit."
    if status.can_fetch:
        return "Type scores, log or quit; fetch gets what is missing."
    return "Type scores, log or quit."


def _news(before: TableStatus, now: TableStatus, names: tuple[str, ...], talk: TableTalk) -> Iterator[str]:
    """Yield a sentence for everything that has changed."""
    for seat, presence in enumerate(now.presence):
        was = before.presence[seat] if seat < len(before.presence) else presence
        if presence is not was:
            yield f"{names[seat]} {_PRESENCE[presence]}."
    yield from now.transfers[len(before.transfers) :]
    said = before.chat[-1].number if before.chat else 0
    yield from (f"{line.name} says: {line.text}" for line in now.chat if line.number > said)
    pointed = before.pointers[-1].number if before.pointers else 0
    for sign in now.pointers:
        where = talk.texts.target(talk.table, sign.kind, sign.target)
        if sign.number > pointed and where and 0 <= sign.seat < len(names):
            yield f"{names[sign.seat]} points at {where}."
    if now.notices != before.notices:
        yield from (notice for notice in now.notices if notice not in before.notices)
    for was_told, told in (
        (before.warning, now.warning),
        (before.stand_in_report, now.stand_in_report),
        (before.blocked, now.blocked),
        (before.problem, now.problem),
        (before.audit, now.audit),
    ):
        if told and told != was_told:
            yield told
    if before.problem and not now.problem:
        yield "The connection is back."
    if now.stopped is not None and now.stopped != before.stopped:
        yield f"{now.stopped.heading}. {now.stopped.detail}"
