"""How a table on the network stands, in the words and signs of the screens: made from what net's machines tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from galli_tui.company import Chair, Halt, Remark, Role, Sign, Standing
from galli_tui.screens.lobby_words import KEY_DIGITS, kept_out
from galli_tui.terminal import safe
from net.messages import Attendance, Check, Company, Pointed, Reason, Said
from net.reasons import HOST_LOST, told
from net.status import GuestStatus, HostStatus, Phase, Problem
from rules.engine.secrecy import Seat
from saves.header import HOST
from saves.reading import Reading

TEXT_CELLS: Final = 400
"""More of a remark or a sentence is never shown."""
_CHAIRS: Final = {
    Attendance.HERE: Chair.HOST,
    Attendance.ONLINE: Chair.THERE,
    Attendance.AWAY: Chair.AWAY,
    Attendance.BOT: Chair.BOT,
}
_PAUSE: Final = "The host has opened the table again, and goes on when all are there."
_LOST: Final = "The connection to the host is lost."
_SILENT_TABLE: Final = "Nobody talks at this table, as you play against each other: the host can switch talk on."
_SILENT_GUESTS: Final = "The host has not opened talk to those who watch."
_SEATED: Final = "Whoever holds a seat comes back to it without the code."
_ENDED: Final = "The table is closed here"
_LOOK: Final = "s shows the score, l the log, q goes to the menu."
_STOPPED: Final = (
    "After entry {entry} the programs at this table do not see the same public state. Nobody plays on from two "
    "states, so nothing is decided {until}. Every program keeps its own record: check each with `galli-tui verify`, "
    "and bring all to one version of galli-tui."
)
_WITHOUT: Final = "until the host goes on without the one that sees another, or opens the match again"
_HOST_WITHOUT: Final = (
    "until you let a bot play for the guest that was let go (a); or close the table, and open the match again later"
)

_GONE: Final = frozenset({Reason.CLOSED, Reason.LEFT, Reason.FAULT})
"""After these nobody knows whether the host comes back."""

T = TypeVar("T")
N = TypeVar("N", Remark, Sign)


class Numbered(Generic[T, N]):
    """Gives numbers to a short list of which the oldest are forgotten, so that what is new can be told."""

    def __init__(self, make: Callable[[int, T], N]) -> None:
        self._make = make
        self._before: tuple[T, ...] = ()
        self._shown: tuple[N, ...] = ()
        self._last = 0

    def of(self, now: tuple[T, ...]) -> tuple[N, ...]:
        """The list as it is now, with the numbers that were given before to what stood in it already."""
        kept = next(
            k
            for k in range(min(len(now), len(self._before)), -1, -1)
            if now[:k] == self._before[len(self._before) - k :]
        )
        old = self._shown[len(self._shown) - kept :]
        new = tuple(self._make(self._last + place, item) for place, item in enumerate(now[kept:], 1))
        self._last += len(new)
        self._before, self._shown = now, (*old, *new)
        return self._shown


def remark(number: int, said: Said) -> Remark:
    """A line of chat, clean."""
    name = safe(said.name) or ("somebody who watches" if said.seat is None else f"seat {said.seat + 1}")
    return Remark(number, said.seat, name, safe(said.text, TEXT_CELLS))


def sign(number: int, pointed: Pointed) -> Sign:
    """A sign."""
    return Sign(number, pointed.seat, pointed.kind, pointed.target)


def given_seats(record: Reading) -> tuple[str, ...]:
    """Seats given away so far: to a bot, to the host, or to a guest's key."""
    if not record.log.rekeys:
        return ()
    host, names = record.log.clients[HOST], [safe(player.name) for player in record.header.players]
    told: list[str] = []
    for row in record.history:
        if row.given is None or row.seat is None:
            continue
        if row.given.bot is not None:
            whom = f"a bot of the host's, {safe(row.given.bot)}"
        elif row.given.keys == host:
            whom = "the host's own terminal"
        else:
            whom = f"the guest with the key {row.given.keys.sign.hex()[:KEY_DIGITS]}"
        told.append(f"Entry {row.entry} gives {names[row.seat]}'s seat to {whom}.")
    return tuple(told)


def host_standing(
    status: HostStatus,
    talk: tuple[Remark, ...],
    signs: tuple[Sign, ...],
    stand_ins: Sequence[Seat],
    ways: Sequence[str],
) -> Standing:
    """The host's own table; `ways` are the lines that friends may type to come to it."""
    company = status.company
    return Standing(
        Role.HOST,
        _chairs(company),
        watchers=status.watchers,
        stand_ins=tuple(stand_ins),
        way_in=_way_in(status, ways),
        shut=kept_out(status),
        halt=stopped_at(None if company is None else company.stopped, _HOST_WITHOUT),
        remarks=talk,
        signs=signs,
        notices=tuple(safe(notice, TEXT_CELLS) for notice in status.notices),
        mute="" if status.may_chat else _SILENT_TABLE,
    )


def guest_standing(
    role: Role, status: GuestStatus, stopped: Check | None, talk: tuple[Remark, ...], signs: tuple[Sign, ...]
) -> Standing:
    """A table that somebody else hosts; `stopped` is where the public states differ, if they do."""
    company = status.company
    away = status.phase is Phase.CONNECTING
    sentence = safe(status.problem.sentence, TEXT_CELLS) if status.problem is not None else ""
    return Standing(
        role,
        _chairs(company),
        watchers=0 if company is None else company.watchers,
        sent=status.sent,
        held=status.held,
        missing=status.of - status.entries if status.phase is Phase.CATCHING_UP else 0,
        pause=_PAUSE if status.phase in (Phase.LOBBY, Phase.BEGINNING) else "",
        trouble=_LOST if away else "",
        again_at=status.again_at if away else None,
        halt=stopped_at(stopped) or _ended(status.phase, status.problem),
        remarks=talk,
        signs=signs,
        notices=(sentence,) if sentence and away else (),
        warning=sentence if status.phase is Phase.PLAYING else "",
        parting=HOST_LOST if away else "",
        mute=_mute(role, company),
    )


def stopped_at(check: Check | None, until: str = _WITHOUT) -> Halt | None:
    """Why a table stops whose public states differ, and the entry after which they do; None if they do not.

    `until` ends the sentence that nothing is decided.
    """
    if check is None:
        return None
    entry = check.length - 1
    heading = f"The table stopped at entry {entry}"
    return Halt(heading, f"{heading}: {_LOOK}", _STOPPED.format(entry=entry, until=until))


def _way_in(status: HostStatus, ways: Sequence[str]) -> str:
    lines = "\n".join(safe(way, TEXT_CELLS) for way in ways)
    watch = "Anybody else can come to watch." if status.may_watch else "Nobody else may watch."
    return f"The table code is {safe(status.code)}.\n\n{lines}\n\n{_SEATED} {watch}"


def _mute(role: Role, company: Company | None) -> str:
    if company is None or company.may_chat:
        return ""
    return _SILENT_GUESTS if role is Role.SPECTATOR else _SILENT_TABLE


def _chairs(company: Company | None) -> tuple[Chair, ...]:
    return () if company is None else tuple(_CHAIRS[seat] for seat in company.seats)


def _ended(phase: Phase, problem: Problem | None) -> Halt | None:
    """The way to the host is at its end."""
    if phase is not Phase.ENDED:
        return None
    sentence = "" if problem is None else safe(problem.sentence, TEXT_CELLS)
    reason = Reason.LEFT if problem is None or problem.reason is None else problem.reason
    gone = f" {HOST_LOST}" if not sentence and reason in _GONE else ""
    return Halt(_ENDED, f"{_ENDED}: {_LOOK}", f"{sentence or told(reason)}{gone}")
