"""What has changed about the peers at a table, and the questions about their seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from galli_tui.screens.dialogs import Choice, Question
from galli_tui.screens.network.chat import MOST_CELLS, chat_line_words
from galli_tui.style.key_names import KEY
from galli_tui.tables.peers import Pointer, Presence, Stopped, TableStatus
from galli_tui.tables.seat_names import SHORT_NAME
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.line_widget import ellipsize
from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

if TYPE_CHECKING:
    from galli_tui.game_api.game_texts import GameTexts

_LAST = 6
"""Decisions shown of those that a guest has missed."""


class PeerNews(NamedTuple):
    """What is new and should be shown now."""

    words: str = ""
    """The latest message, pointer or notice; empty if there is none."""
    brief: str = ""
    """The same with short names."""
    signs: tuple[Pointer, ...] = ()
    """New pointers to something in this game, oldest first."""
    halt: Stopped | None = None
    """Why the match has stopped, if that is new."""
    stood_in: str = ""
    """What a bot has decided for a player here who was away, if that is new."""
    warning: str = ""
    """Why a move made here was not accepted, if that is new."""


class NewsTracker:
    """Finds what has changed since the last look."""

    def __init__(self, table: Table, texts: GameTexts, status: TableStatus) -> None:
        """Start with the current state as seen, except that the match has stopped."""
        self._table, self._texts = table, texts
        self._seen = status._replace(stopped=None, problem="", stand_in_report="", warning="")

    def look(self, status: TableStatus) -> PeerNews:
        """Return what has changed since the last status."""
        before, self._seen = self._seen, status
        names = [sanitize(player.name) for player in self._table.players]
        changes = [_seat_change(Seat(seat), name, before, status) for seat, name in enumerate(names)]
        undone = [now > was for was, now in zip(before.undos, status.undos, strict=False)]
        changes += [
            f"{name} takes back the last move."
            for name, player, is_undone in zip(names, self._table.players, undone, strict=False)
            if is_undone and not player.here
        ]
        words = " ".join(filter(None, changes))
        if status.notices and status.notices != before.notices and not status.problem:
            words = sanitize(status.notices[-1], MOST_CELLS)
        last = before.pointers[-1].number if before.pointers else 0
        told = [
            (sign, found)
            for sign in status.pointers
            if sign.number > last and (found := sign_words(self._table, self._texts, sign))
        ]
        if told:
            words = told[-1][1]
        if status.blocked and status.blocked != before.blocked:
            words = f"{status.blocked} Press {KEY:table.invite} for details."
        last = before.chat[-1].number if before.chat else 0
        if status.chat and status.chat[-1].number > last:
            words = chat_line_words(status.chat[-1])
        if status.problem:
            words = status.problem if status.problem != before.problem else words
        elif before.problem:
            words = "Connection restored."
        return PeerNews(
            words,
            self._with_short_names(words),
            tuple(sign for sign, _ in told),
            status.stopped if status.stopped != before.stopped else None,
            status.stand_in_report if status.stand_in_report != before.stand_in_report else "",
            status.warning if status.warning != before.warning else "",
        )

    def _with_short_names(self, words: str) -> str:
        """Return news whose first word is a player's name with that name cut."""
        for player in self._table.players:
            name = sanitize(player.name)
            if words.startswith(name):
                return ellipsize(name, SHORT_NAME) + words.removeprefix(name)
        return words


def _seat_change(seat: Seat, name: str, before: TableStatus, now: TableStatus) -> str:
    """Return that a player is back, or that a bot has begun or ceased to stand in; empty if neither."""
    if not (seat < len(before.presence) and seat < len(now.presence)):
        return ""
    match before.presence[seat], now.presence[seat]:
        case ((Presence.AWAY | Presence.BOT), Presence.ONLINE):
            return f"{name} is back."
        case ((Presence.AWAY | Presence.ONLINE), Presence.BOT):
            return f"A bot plays for {name}."
        case Presence.BOT, Presence.AWAY:
            return f"The bot has stopped: the match waits for {name}."
        case _:
            return ""


def decisions_among(table: Table, texts: GameTexts, viewer: Viewer, numbers: Collection[int]) -> str:
    """Return the last decisions among these events, one on each line, as the viewer may know them; or ""."""
    lines: list[str] = []
    view: Any = None
    for timeline_event in table.timeline(viewer, table.game.bound):
        event = timeline_event.event
        if timeline_event.entry in numbers and isinstance(event, Move) and view is not None:
            lines.append(
                sanitize(f"{table.players[event.seat].name}: {texts.decision(table, view, event)}", MOST_CELLS)
            )
        view = timeline_event.view
    if not lines:
        return ""
    heading = "The bot's decisions" if len(lines) <= _LAST else "The bot's last decisions"
    return "\n".join((f"{heading} ({KEY:table.log} shows the whole log):", *lines[-_LAST:]))


def sign_words(table: Table, texts: GameTexts, sign: Pointer) -> str:
    """Return who points at what; empty if the game has no such target."""
    where = texts.target(table, sign.kind, sign.target)
    if not where or not 0 <= sign.seat < len(table.players):
        return ""
    return f"{sanitize(table.players[sign.seat].name)} points at {where}."


def seat_to_fill(status: TableStatus) -> Seat | None:
    """Return the seat of an absent guest, for which a bot could play."""
    return next((Seat(seat) for seat, presence in enumerate(status.presence) if presence is Presence.AWAY), None)


def guests_online(status: TableStatus, first: Collection[Seat]) -> list[Seat]:
    """Return the seats of guests who are online, those in `first` before the others."""
    there = [Seat(seat) for seat, presence in enumerate(status.presence) if presence is Presence.ONLINE]
    return sorted(there, key=lambda seat: seat not in first)


def removal_choice(names: Sequence[str]) -> Choice:
    """Return the choice of a guest to remove."""
    return Choice(
        "Remove a guest?",
        f"The seat is kept, and a bot can play meanwhile ({KEY:table.fill-seat}). The guest is blocked until you "
        f"unblock them ({KEY:table.invite}, then {KEY:invite.unblock}).",
        tuple(f"remove {name}" for name in names),
        "remove nobody",
    )


def bot_question(name: str) -> Question:
    """Return the question whether a bot plays for an absent guest."""
    return Question(
        f"Let a bot play for {name}?",
        f"An abbot, the strongest bot, plays until {name} returns to the seat. Everyone is told.",
        "let a bot play",
        "wait",
        careful=True,
    )


def wait_question(name: str) -> Question:
    """Return the question whether to wait for a guest instead of the bot."""
    return Question(
        f"Wait for {name} again?", f"The bot stops, and the match waits until {name} is back.", "wait", "keep the bot"
    )
