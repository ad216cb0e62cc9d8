"""The texts of a lobby: a line for each seat, and who is missing. Text from peers is cleaned here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.game_api.match_words import known_meta
from galli_tui.style.key_names import KEY
from galli_tui.style.theme import PAINTS
from galli_tui.style.wording import listed
from galli_tui.tables.network import KEY_DIGITS
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.widgets.line_widget import cells
from galli_tui.widgets.option_list import OptionRow, heading
from net.status import HostStatus
from net.sync.rules_hash import earlier_components_hashes, standard_components_hash
from net.wire.messages import Lobby, SeatKind
from rules.registry import game_meta
from saves.text import ellipsize

SET_DIGITS = 8
"""Digits shown of the hash of a set of components."""
_WHO, _NAME, _COLOUR, _STATE = 7, NAME_CELLS + 2, 9, 16
_KINDS = {SeatKind.OPEN: "open", SeatKind.HERE: "player", SeatKind.GUEST: "guest", SeatKind.BOT: "bot"}
_BRUSHES = {SeatKind.OPEN: "gold", SeatKind.HERE: "ink", SeatKind.GUEST: "ink", SeatKind.BOT: "faint"}


class SeatLine(NamedTuple):
    """A seat in a lobby, for host and guests alike. The texts are cleaned."""

    kind: SeatKind
    name: str
    colour: str
    ready: bool
    """Whether the match can start with it; in a saved match a guest only has to be online."""
    online: bool
    yours: bool
    """Whether it is the seat of this guest."""
    bot: str = ""
    key: str = ""


def at_the_host(status: HostStatus) -> tuple[SeatLine, ...]:
    """Return the seats as the host sees them."""
    return tuple(
        SeatLine(
            seat.kind,
            sanitize(seat.name),
            sanitize(seat.colour, _COLOUR - 1),
            seat.ready or (status.resumed and seat.online),
            seat.online,
            yours=False,
            bot=sanitize(seat.bot or "", _STATE - 1),
            key=sanitize(seat.key[:KEY_DIGITS]),
        )
        for seat in status.seats
    )


def at_a_guest(lobby: Lobby) -> tuple[SeatLine, ...]:
    """Return the seats as a guest or spectator sees them."""
    return tuple(
        SeatLine(
            seat.kind,
            sanitize(seat.name),
            sanitize(seat.colour, _COLOUR - 1),
            seat.ready or (lobby.resumed and seat.online),
            seat.online,
            seat.yours,
            sanitize(seat.bot or "", _STATE - 1),
        )
        for seat in lobby.seats
    )


def seat_rows(seats: Sequence[SeatLine], roles: Sequence[str] = (), *, ascii_only: bool) -> list[OptionRow]:
    """Return a heading and a row for each seat; a row's key is the seat's number from 0.

    `roles` are the names of fixed sides, in place of the colours.
    """
    head = f"    {'who':<{_WHO}}{'name':<{_NAME}}{'side' if roles else 'colour':<{_COLOUR}}"
    sides = roles or [seat.colour for seat in seats]
    return [heading(head), *(_row(number, seat, sides[number], ascii_only) for number, seat in enumerate(seats))]


def _row(number: int, seat: SeatLine, side: str, ascii_only: bool) -> OptionRow:
    who = "you" if seat.yours else _KINDS[seat.kind]
    tone = f"{seat.colour}_text" if seat.colour in PAINTS else "ink"
    state, state_tone = _state(seat, "+" if ascii_only else "✔")
    return OptionRow(
        (
            (f"{number + 1:<4}", "faint"),
            (who.ljust(_WHO), "gold" if seat.yours else _BRUSHES[seat.kind]),
            (_wide(seat.name, _NAME), "strong"),
            (_wide(side, _COLOUR), tone),
            (_wide(state, _STATE), state_tone),
            (f"key {seat.key}" if seat.key else "", "faint"),
        ),
        key=str(number),
    )


def _state(seat: SeatLine, yes: str) -> tuple[str, str]:
    """Return the state of a seat in one or two words, and its colour."""
    match seat.kind:
        case SeatKind.OPEN:
            return "no guest yet", "gold"
        case SeatKind.BOT:
            return (seat.bot, "faint") if seat.bot else (f"{yes} ready", "good")
        case SeatKind.HERE:
            return f"{yes} ready", "good"
        case SeatKind.GUEST:
            if not seat.online:
                return "away", "refusal"
            return (f"{yes} ready", "good") if seat.ready else ("not ready", "gold")


def _wide(text: str, room: int) -> str:
    short = ellipsize(text, room - 1)
    return short + " " * (room - cells(short))


def other_components(game: str, components: bytes) -> str:
    """Return a sentence about components other than the standard ones; empty for those."""
    try:
        if components == standard_components_hash(game):
            return ""
        if components in earlier_components_hashes(game):
            return "Uses the components of an earlier version; they come with the match and are the same for everyone."
    except KeyError:
        return ""
    return (
        f"Uses other components than the standard ones (set {components.hex()[:SET_DIGITS]}); they come with the match "
        "and are the same for everyone."
    )


def roles_of(game: str) -> tuple[str, ...]:
    """Return the names of a game's fixed sides; none for a game without, or for an unknown one."""
    meta = known_meta(game)
    return () if meta is None else tuple(role.name for role in meta.roles)


def colours_of(game: str) -> tuple[str, ...]:
    """Return the colours of a game; none for an unknown game, whose match could not start either."""
    try:
        return tuple(game_meta(game).colours)
    except KeyError:
        return ()


def open_seats(seats: Sequence[SeatLine]) -> list[int]:
    """Return the numbers, from 1, of the open seats."""
    return [number for number, seat in enumerate(seats, 1) if seat.kind is SeatKind.OPEN]


def unready(seats: Sequence[SeatLine]) -> list[str]:
    """Return the names of guests who are online but not ready, without this program's own seats."""
    return [
        seat.name for seat in seats if seat.kind is SeatKind.GUEST and seat.online and not seat.ready and not seat.yours
    ]


def away(seats: Sequence[SeatLine]) -> list[str]:
    """Return the names of guests whose connection is lost."""
    return [seat.name for seat in seats if seat.kind is SeatKind.GUEST and not seat.online]


def waited_for(seats: Sequence[SeatLine]) -> str:
    """Return who is missing before the match can start: "a guest on seat 4 and for Bruno to be ready"; or ""."""
    parts: list[str] = []
    if numbers := open_seats(seats):
        guests = "a guest" if len(numbers) == 1 else "guests"
        parts.append(f"{guests} on {_seats_words(numbers)}")
    if names := away(seats):
        parts.append(f"{listed(names)} to come back")
    if names := unready(seats):
        parts.append(f"{listed(names)} to be ready")
    return " and for ".join(parts) if len(parts) < 3 else f"{parts[0]}, {', '.join(parts[1:-1])} and {parts[-1]}"


def not_yet(seats: Sequence[SeatLine], *, resumed: bool) -> str:
    """Return why a match cannot start yet and what to do; empty if it can."""
    if numbers := open_seats(seats):
        are = "is" if len(numbers) == 1 else "are"
        return f"{_seats_words(numbers).capitalize()} {are} open: wait for guests, or change it with Left/Right."
    if resumed:
        return ""  # The match can resume without the previous players.
    if names := away(seats):
        return f"{listed(names)} {_is(names)} away: wait, or press {KEY:host-lobby.remove} to remove."
    if names := unready(seats):
        return f"{listed(names)} {_is(names)} not ready."
    return ""


def closing_words(guests: Sequence[str], *, resumed: bool, fixed: bool) -> str:
    """Return the consequences of closing the host's lobby, for the guests who are online and for the match."""
    sent = f"{listed(guests)} will be disconnected. " if guests else ""
    if fixed:
        return (
            f"{sent}The match has not started. It stays in the saved matches, where you can delete it. When you open "
            "it again, its guests return to their seats without the code, and nobody else can take them."
        )
    if resumed:
        return (
            f"{sent}The match stays in the saved matches. When you open it again, guests who have played in it return "
            "to their seats without the code; others need it."
        )
    return (
        f"{sent}The match has not started, so nothing is saved, neither here nor at your guests. The next table has a "
        "new code."
    )


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _seats_words(numbers: Sequence[int]) -> str:
    word = "seat" if len(numbers) == 1 else "seats"
    return f"{word} {listed([str(number) for number in numbers])}"
