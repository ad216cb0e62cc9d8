"""What a table waits for: peers who choose, an absent guest, a bot, a connection, or nothing since it has stopped."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from galli_tui.style.key_names import KEY
from galli_tui.style.wording import listed
from galli_tui.tables.peers import Presence, Role, TableStatus
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.turn_flow import face_down_choosers, local_seats
from galli_tui.terminal.safe_text import sanitize
from rules.engine.secrecy import PUBLIC, Seat

if TYPE_CHECKING:
    from galli_tui.game_api.game_texts import GameTexts
    from galli_tui.tables.table import Table


def waiting_words(table: Table, texts: GameTexts, status: TableStatus, now: float) -> str:
    """Return one or two sentences for a screen with nothing to decide; `now` is `time.monotonic`."""
    if status.stopped is not None:
        return status.stopped.brief
    if table.due.over:
        return ""
    if status.problem:
        kept = "Your move is saved." if status.decided else retry_words(status, now)
        return f"{status.problem} {kept}".rstrip()
    if status.pause:
        return status.pause
    if status.missing_entries:
        count = status.missing_entries
        return f"Catching up: {count} {'entry' if count == 1 else 'entries'} to go."
    names = list(seat_names(table))
    if own := _own_words(table, status, names):
        return own
    others = [seat for seat in table.due.seats if seat not in status.decided]
    away = [seat for seat in others if _presence(status, seat) is Presence.AWAY]
    if away:
        return _away_words([names[seat] for seat in away], status.role)
    if len(others) == 1 and (thinks := thinking_words(table, texts)):
        return thinks
    watching = "You are watching. " if status.role is Role.SPECTATOR else ""
    if len(others) > 1 or face_down_choosers(table.timeline(PUBLIC, len(names))):
        return f"{watching}Waiting for {listed([names[seat] for seat in others])} to choose."
    return f"{watching}{texts.waiting(table)}"


def thinking_words(table: Table, texts: GameTexts) -> str:
    """Return which bot is thinking here, and the key that makes it play now; empty if none is."""
    if table.thinking is None:
        return ""
    player = table.players[table.thinking]
    if table.watched is not None:
        return f"{sanitize(player.name)} ({player.bot}) is next, {table.watched.words}. Enter: next move."
    return f"{sanitize(player.name)} ({player.bot}) {texts.pondered(table) or 'is thinking'}... Enter: play now."


def retry_words(status: TableStatus, now: float) -> str:
    """Return when the connection is retried; empty if it is not."""
    if status.retry_at is None:
        return ""
    seconds = seconds_left(status, now)
    return f"Retrying in {seconds} s." if seconds else "Retrying now."


def seconds_left(status: TableStatus, now: float) -> int:
    """Return the seconds until the next attempt; 0 during it, or if there is none."""
    return 0 if status.retry_at is None else max(0, ceil(status.retry_at - now))


def presence_word(status: TableStatus, seat: int) -> str:
    """Return "away" or "bot" for a seat; empty if a person is there."""
    match _presence(status, seat):
        case Presence.AWAY:
            return "away"
        case Presence.BOT:
            return "bot"
        case _:
            return ""


def _presence(status: TableStatus, seat: int) -> Presence | None:
    return status.presence[seat] if seat < len(status.presence) else None


def _own_words(table: Table, status: TableStatus, names: list[str]) -> str:
    """Return what happens to moves made here that are not in the match yet."""
    several = len(local_seats(table)) > 1

    def whose(seats: tuple[Seat, ...], kind: str) -> str:
        return f"{listed([names[seat] for seat in seats])}: the {kind}" if several else f"Your {kind}"

    if status.held:
        first = [seat for seat in table.due.seats if _presence(status, seat) in (Presence.HOST, Presence.BOT)]
        until = listed([names[seat] for seat in first]) or "the host"
        have = "have" if len(first) > 1 else "has"
        return f"{whose(status.held, 'choice')} is sent once {until} {have} chosen; {KEY:table.undo} undoes it."
    if status.sent:
        return f"{whose(status.sent, 'move')} is being sent to the host."
    return ""


def _away_words(names: list[str], role: Role) -> str:
    are = f"{listed(names)} {'is' if len(names) == 1 else 'are'} away"
    kept = "the seat is kept" if len(names) == 1 else "their seats are kept"
    return f"{are}: wait, or {KEY:table.fill-seat} lets a bot play." if role is Role.HOST else f"{are}; {kept}."
