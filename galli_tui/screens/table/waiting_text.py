"""What a table with company waits for, in words: others who choose, a guest who is away, a connection, a halt."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from galli_tui.style.wording import listed
from galli_tui.tables.peers import Chair, Role, Standing
from galli_tui.tables.turn_flow import have_chosen, local_seats
from galli_tui.terminal.safe_text import sanitize
from rules.engine.secrecy import PUBLIC, Seat

if TYPE_CHECKING:
    from galli_tui.game_api.game_texts import GameTexts
    from galli_tui.tables.table import Table


def waiting_words(table: Table, face: GameTexts, standing: Standing, now: float) -> str:
    """One sentence or two for whoever decides nothing here; `now` is `time.monotonic`."""
    if standing.halt is not None:
        return standing.halt.brief
    if table.due.over:
        return ""
    if standing.trouble:
        kept = "Your move is kept." if standing.busy else again_words(standing, now)
        return f"{standing.trouble} {kept}".rstrip()
    if standing.pause:
        return standing.pause
    if standing.missing:
        return (
            f"Catching up: {standing.missing} {'entry is' if standing.missing == 1 else 'entries are'} still to come."
        )
    names = [sanitize(player.name) for player in table.players]
    if own := _own_words(table, standing, names):
        return own
    others = [seat for seat in table.due.seats if seat not in standing.busy]
    away = [seat for seat in others if _chair(standing, seat) is Chair.AWAY]
    if away:
        return _away_words([names[seat] for seat in away], standing.role)
    if len(others) == 1 and (thinks := thinking_words(table)):
        return thinks
    watching = "You watch. " if standing.role is Role.SPECTATOR else ""
    if len(others) > 1 or have_chosen(table.happenings(PUBLIC, len(names))):
        return f"{watching}Waiting for {listed([names[seat] for seat in others])} to choose."
    return f"{watching}Waiting: {face.next_step(table)}"


def thinking_words(table: Table) -> str:
    """Which bot of this terminal is thinking, and the key that hurries it; empty while none is."""
    if table.thinking is None:
        return ""
    player = table.players[table.thinking]
    return f"{sanitize(player.name)}, the {player.bot}, is thinking: enter hurries."


def again_words(standing: Standing, now: float) -> str:
    """When the connection is tried again; empty if it is not."""
    if standing.again_at is None:
        return ""
    seconds = seconds_left(standing, now)
    return f"Next try in {seconds} s." if seconds else "Trying now."


def seconds_left(standing: Standing, now: float) -> int:
    """Seconds until the next try; 0 while it is made, or if none is."""
    return 0 if standing.again_at is None else max(0, ceil(standing.again_at - now))


def chair_word(standing: Standing, seat: int) -> str:
    """What is special about who sits there, in a word; empty where a person is there."""
    match _chair(standing, seat):
        case Chair.AWAY:
            return "away"
        case Chair.BOT:
            return "bot"
        case _:
            return ""


def _chair(standing: Standing, seat: int) -> Chair | None:
    return standing.chairs[seat] if seat < len(standing.chairs) else None


def _own_words(table: Table, standing: Standing, names: list[str]) -> str:
    """What becomes of the moves made here, while the match does not hold them yet."""
    several = len(local_seats(table)) > 1

    def whose(seats: tuple[Seat, ...], kind: str) -> str:
        return f"{listed([names[seat] for seat in seats])}: the {kind}" if several else f"Your {kind}"

    if standing.held:
        first = [seat for seat in table.due.seats if _chair(standing, seat) in (Chair.HOST, Chair.BOT)]
        until = listed([names[seat] for seat in first]) or "the host"
        have = "have" if len(first) > 1 else "has"
        return f"{whose(standing.held, 'choice')} is kept here until {until} {have} chosen; u takes it back."
    if standing.sent:
        return f"{whose(standing.sent, 'move')} is on its way to the host."
    return ""


def _away_words(names: list[str], role: Role) -> str:
    are = f"{listed(names)} {'is' if len(names) == 1 else 'are'} away"
    return f"{are}: wait, or a seats a bot." if role is Role.HOST else f"Waiting: {are}, the seat is kept."
