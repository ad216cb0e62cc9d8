"""What is new about the company at a table since the last look, and the question about a guest who is away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from galli_tui.screens.dialogs import Choice, Question
from galli_tui.screens.network.chat import MOST_CELLS, remark_words
from galli_tui.tables.peers import Pointer, Presence, Stopped, TableStatus
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

if TYPE_CHECKING:
    from galli_tui.game_api.game_texts import GameTexts

_LAST = 6
"""So many lines are told of what somebody has missed."""


class PeerNews(NamedTuple):
    """What is to be told now."""

    words: str = ""
    """The latest of what was said, pointed at or noticed; empty if nothing was."""
    signs: tuple[Pointer, ...] = ()
    """New ones that stand for something in this game, oldest first."""
    halt: Stopped | None = None
    """Why nothing more is played, if that is new."""
    stood_in: str = ""
    """What a bot has decided here for somebody who was away, if that is new."""
    warning: str = ""
    """What became of a move made here, if that is new."""


class NewsTracker:
    """Remembers how much of the company has been noticed."""

    def __init__(self, table: Table, face: GameTexts, status: TableStatus) -> None:
        """All that stands so far counts as noticed, but for a halt."""
        self._table, self._face = table, face
        self._seen = status._replace(stopped=None, problem="", stand_in_report="", warning="")

    def look(self, status: TableStatus) -> PeerNews:
        """What is new."""
        before, self._seen = self._seen, status
        back = [seat for seat in range(len(status.presence)) if _is_back(seat, before, status)]
        words = " ".join(f"{sanitize(self._table.players[seat].name)} is back." for seat in back)
        if status.notices and status.notices != before.notices and not status.problem:
            words = sanitize(status.notices[-1], MOST_CELLS)
        last = before.pointers[-1].number if before.pointers else 0
        told = [
            (sign, found)
            for sign in status.pointers
            if sign.number > last and (found := sign_words(self._table, self._face, sign))
        ]
        if told:
            words = told[-1][1]
        if status.blocked and status.blocked != before.blocked:
            words = f"w shows the way in: {status.blocked}"
        last = before.chat[-1].number if before.chat else 0
        if status.chat and status.chat[-1].number > last:
            words = remark_words(status.chat[-1])
        if status.problem:
            words = status.problem if status.problem != before.problem else words
        elif before.problem:
            words = "The connection stands again."
        return PeerNews(
            words,
            tuple(sign for sign, _ in told),
            status.stopped if status.stopped != before.stopped else None,
            status.stand_in_report if status.stand_in_report != before.stand_in_report else "",
            status.warning if status.warning != before.warning else "",
        )


def _is_back(seat: int, before: TableStatus, now: TableStatus) -> bool:
    """Whether somebody sits there again who was away."""
    was_away = before.presence[seat : seat + 1] == (Presence.AWAY,) or seat in before.stand_ins
    return was_away and now.presence[seat] is Presence.ONLINE


def decided_then(table: Table, face: GameTexts, viewer: Viewer, numbers: Collection[int]) -> str:
    """What was decided by these happenings, the last of it, a line each, as the viewer may know it; or empty."""
    lines: list[str] = []
    view: Any = None
    for happening in table.timeline(viewer, table.game.bound):
        event = happening.event
        if happening.entry in numbers and isinstance(event, Move) and view is not None:
            lines.append(sanitize(f"{table.players[event.seat].name}: {face.decision(table, view, event)}", MOST_CELLS))
        view = happening.view
    if not lines:
        return ""
    heading = "What it decided" if len(lines) <= _LAST else "The last that it decided"
    return "\n".join((f"{heading} (l shows all that has happened):", *lines[-_LAST:]))


def sign_words(table: Table, face: GameTexts, sign: Pointer) -> str:
    """Who points at what; empty where that is nothing of this game."""
    where = face.target(table, sign.kind, sign.target)
    if not where or not 0 <= sign.seat < len(table.players):
        return ""
    return f"{sanitize(table.players[sign.seat].name)} points at {where}."


def seat_to_fill(status: TableStatus) -> Seat | None:
    """An absent guest's seat, at which a bot could play meanwhile."""
    return next((Seat(seat) for seat, chair in enumerate(status.presence) if chair is Presence.AWAY), None)


def guests_there(status: TableStatus, first: Collection[Seat]) -> list[Seat]:
    """The seats of guests who are there, those that `first` names before the others."""
    there = [Seat(seat) for seat, chair in enumerate(status.presence) if chair is Presence.ONLINE]
    return sorted(there, key=lambda seat: seat not in first)


def parting_choice(names: Sequence[str]) -> Choice:
    """Which of these guests is to be sent away, if any."""
    return Choice(
        "Send a guest away?",
        "The guest keeps the seat, and a bot can play meanwhile (a). That program's key is kept out until you let it "
        "in again (w, then l).",
        tuple(f"send {name} away" for name in names),
        "all stay",
    )


def bot_question(name: str) -> Question:
    """Whether a bot is to play for somebody."""
    return Question(
        f"Let a bot play for {name}?",
        f"An abbot, the strongest bot, plays until {name} is back, who then has the seat again. Everybody sees it.",
        "let a bot play",
        "wait",
        careful=True,
    )


def wait_question(name: str) -> Question:
    """Whether somebody is to be waited for again."""
    return Question(
        f"Wait for {name} again?", f"The bot plays no more, and the match waits until {name} is back.", "wait", "go on"
    )
