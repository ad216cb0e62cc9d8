"""The status of a network table, as screens show it: made from the status values of `net`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from galli_tui.startup.own_command import own_command
from galli_tui.style.key_names import KEY, with_keys
from galli_tui.style.wording import listed
from galli_tui.tables.network import KEY_DIGITS, TEXT_CELLS, blocklist_text, chat_lines
from galli_tui.tables.peers import Pointer, Presence, Role, Stopped, TableStatus
from galli_tui.terminal.safe_text import sanitize
from net.error_text import HOST_LOST, reason_text
from net.status import ClientProblem, GuestStatus, HostStatus, Phase
from net.sync.older_copy import older_copy_text
from net.wire.messages import Attendance, Lobby, LobbySeat, Reason, SeatKind, StateHash, TableAttendance
from rules.engine.secrecy import Seat
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.storage.open_match import HistoryKind, OpenMatch

_PRESENCE: Final = {
    Attendance.HERE: Presence.HOST,
    Attendance.ONLINE: Presence.ONLINE,
    Attendance.AWAY: Presence.AWAY,
    Attendance.BOT: Presence.BOT,
}
_PAUSE: Final = "The host is back and continues when everyone is here."
_LOST: Final = "Connection to the host lost."
_HOST_CLOSED: Final = "The host has closed the table; waiting for it to reopen."
_MAX_BRIEF: Final = 57
"""Most characters that leave room for the next retry in a window of 80 columns."""
_CLAUSE_END: Final = re.compile(r"[:;.] ")
"""Where the first words of a sentence end that say what has happened, without what it rests on and what to do."""
_OFFLINE: Final = "You are offline: messages can be sent once you reconnect."
_CHAT_OFF: Final = "Chat is off at this table; the host can allow it in the lobby."
_CHAT_OFF_HOST: Final = (
    "Chat is off at this table; {key:host-lobby.chat} in the lobby allows it when you reopen the match."
)
_NO_SPECTATOR_CHAT: Final = "Spectators cannot chat at this table."
_RETURN_WITHOUT_CODE: Final = "Players who have a seat return to it without the code."
_ENDED: Final = "This table is closed"
_KEYS: Final = "{key:table.scores} scores, {key:table.log} log, {key:table.leave} menu."
_STOPPED: Final = (
    "After entry {entry} the programs at this table show different positions, so the match cannot continue {until}. "
    "Each program keeps its own match file: check them with `{verify}`, and install the same version of "
    "galli-tui everywhere."
)
_UNTIL: Final = "until the host continues without the program that differs, or reopens the match"
_UNTIL_HOST: Final = "until you let a bot play for the disconnected guest, or reopen the match later"
_OLDER: Final = "This file is an older copy"
_CHANGED: Final = "Another program changed the match file"

_MAYBE_FOR_GOOD: Final = frozenset({Reason.CLOSED, Reason.LEFT, Reason.FAULT})
"""After these it is unknown whether the host comes back."""


def _pointers(status: GuestStatus | HostStatus) -> tuple[Pointer, ...]:
    """Return the recent pointers of all players, numbered since the table opened."""
    return tuple(
        Pointer(number, pointed.seat, pointed.kind, pointed.target)
        for number, pointed in enumerate(status.pointers, status.pointer_count - len(status.pointers) + 1)
    )


def seat_transfers(record: OpenMatch) -> tuple[str, ...]:
    """Return a sentence for each seat transferred so far: to a bot, to the host, or to a guest's key."""
    if not record.log.rekeys:
        return ()
    header, host = record.header, record.log.clients[HOST]
    names = [sanitize(player.name) for player in header.players]
    holders = [header.clients[holder] for holder in header.holders]
    sentences: list[str] = []
    for row in record.history:
        if row.rekey is None or row.seat is None:
            continue
        name = names[row.seat]
        if row.rekey.bot is not None:
            sentences.append(f"The host's bot ({sanitize(row.rekey.bot)}) now plays for {name}.")
        elif row.rekey.keys == host:
            sentences.append(f"A player at the host's computer now plays for {name}.")
        elif row.rekey.keys == holders[row.seat]:
            sentences.append(f"The bot no longer plays for {name}, whose seat it is again.")
        else:
            sentences.append(f"A new guest (key {row.rekey.keys.sign.hex()[:KEY_DIGITS]}) now plays for {name}.")
        if row.rekey.bot is None:
            holders[row.seat] = row.rekey.keys
    return tuple(sentences)


def stand_in_report(record: OpenMatch, keys: PublicKeys, since: int) -> tuple[str, tuple[int, ...]]:
    """Return what bots decided for the seats of these keys, in words, and the entries; empty if they decided nothing.

    Counts only stand-ins that ended at entry `since` or later: the seat was given back, or the match was over.
    """
    if not record.log.rekeys:
        return "", ()
    header, sentences, found = record.header, list[str](), list[int]()
    holders = [header.clients[holder] for holder in header.holders]
    played: dict[int, list[int]] = {}
    for row in record.history:
        if row.seat is None:
            continue
        if row.rekey is None:
            if row.kind is HistoryKind.MOVE and row.seat in played:
                played[row.seat].append(row.entry)
        elif row.rekey.bot is not None:
            if holders[row.seat] == keys:
                played[row.seat] = []
        else:
            entries = played.pop(row.seat, [])
            if entries and row.rekey.keys == keys and row.entry >= since:
                name = sanitize(header.players[row.seat].name)
                sentences.append(f"{_decided(name, len(entries))}. You have the seat again.")
                found += entries
            holders[row.seat] = row.rekey.keys
    if record.log.over:
        for seat, entries in played.items():
            if entries and holders[seat] == keys and entries[-1] >= since:
                sentences.append(
                    f"{_decided(sanitize(header.players[seat].name), len(entries))}, until the match was over."
                )
                found += entries
    return " ".join(sentences), tuple(sorted(found))


def _decided(name: str, times: int) -> str:
    return f"A bot has decided {'once' if times == 1 else f'{times} times'} for {name}"


def host_table_status(
    status: HostStatus,
    stand_ins: Sequence[Seat],
    join_commands: Sequence[str],
) -> TableStatus:
    """Return the status of the host's own table; `join_commands` are as `galli-tui join ADDRESS`."""
    attendance = status.attendance
    presence = _presence(attendance)
    unusable = _older_copy(status) or _unsaved(status)
    differs = None if attendance is None else attendance.stopped
    return TableStatus(
        Role.HOST,
        presence,
        spectators=status.spectators,
        stand_ins=tuple(stand_ins),
        invite=_invite(status, join_commands),
        blocked=blocklist_text(status),
        stopped=unusable or stopped_at(differs, _UNTIL_HOST),
        can_fetch=status.newer_copy is not None and status.newer_copy.whole,
        bot_continues=unusable is None and differs is not None and Presence.AWAY in presence,
        chat=chat_lines(status),
        pointers=_pointers(status),
        notices=tuple(sanitize(notice, TEXT_CELLS) for notice in status.notices),
        muted="" if status.may_chat else with_keys(_CHAT_OFF_HOST),
    )


def _older_copy(status: HostStatus) -> Stopped | None:
    """Return that the host's file is an older copy, if it is."""
    newer = status.newer_copy
    if newer is None:
        return None
    brief = f"{_OLDER}: {KEY:table.fetch} fetches what is missing." if newer.whole else f"{_OLDER}."
    return Stopped(_OLDER, brief, sanitize(older_copy_text(newer), 2 * TEXT_CELLS))


def _unsaved(status: HostStatus) -> Stopped | None:
    """Return that another program has changed the file, so that guests' moves cannot be saved, if so."""
    if not status.unsaved:
        return None
    return Stopped(
        _CHANGED, f"{_CHANGED}: leave the table; {KEY:table.log} shows more.", sanitize(status.unsaved, TEXT_CELLS)
    )


def guest_table_status(role: Role, status: GuestStatus, stopped: StateHash | None) -> TableStatus:
    """Return the status at a guest or spectator; `stopped` is where the public states differ, if they do."""
    attendance = status.attendance
    away = status.phase is Phase.CONNECTING
    sentence = sanitize(status.problem.sentence, TEXT_CELLS) if status.problem is not None else ""
    waits = status.phase is Phase.LOBBY
    given_away = _given_away(status) if waits else ""
    noticed = sentence if away or status.phase is Phase.CATCHING_UP else given_away
    table = attendance or (status.lobby if waits else None)
    behind = sentence if status.phase is Phase.CATCHING_UP and status.host_entries == status.entries else ""
    return TableStatus(
        role,
        _presence(table),
        spectators=0 if table is None else table.spectators,
        sent=status.sending,
        held=status.withheld,
        missing_entries=status.host_entries - status.entries if status.phase is Phase.CATCHING_UP else 0,
        pause=given_away or behind or (_PAUSE if waits or status.phase is Phase.BEGINNING else ""),
        problem=_lost(status.problem) if away else "",
        retry_at=status.retry_at if away else None,
        stopped=stopped_at(stopped) or _ended(status.phase, status.problem),
        chat=chat_lines(status),
        pointers=_pointers(status),
        notices=(noticed,) if noticed else (),
        warning=sentence if status.phase is Phase.PLAYING else "",
        leave_warning=f"{sentence} {HOST_LOST}".strip() if away else "",
        muted=_OFFLINE if away or status.phase is Phase.ENDED else _muted(role, table),
    )


def _given_away(status: GuestStatus) -> str:
    """Return that the host resumes the match with this program's seats given to others; empty if it does not."""
    lobby = status.lobby
    seats = () if lobby is None else [lobby.seats[seat] for seat in status.seats if seat < len(lobby.seats)]
    lost = [sanitize(seat.name) for seat in seats if not seat.yours]
    return f"The host is back, but has given the seat of {listed(lost)} to another player." if lost else ""


def stopped_at(check: StateHash | None, until: str = _UNTIL) -> Stopped | None:
    """Return why a table with differing public states stopped, and after which entry; None if they agree.

    `until` ends the sentence that nothing is decided.
    """
    if check is None:
        return None
    entry = check.length - 1
    heading = f"The table stopped at entry {entry}"
    detail = _STOPPED.format(entry=entry, until=until, verify=own_command("verify"))
    return Stopped(heading, f"{heading}: {with_keys(_KEYS)}", detail)


def _invite(status: HostStatus, join_commands: Sequence[str]) -> str:
    lines = "\n".join(sanitize(command, TEXT_CELLS) for command in join_commands)
    watch = "Others can watch." if status.may_watch else "Spectators are not allowed."
    return f"The table code is {sanitize(status.code)}.\n\n{lines}\n\n{_RETURN_WITHOUT_CODE} {watch}"


def _lost(problem: ClientProblem | None) -> str:
    """Return why there is no connection, short enough to leave room for the next retry."""
    if problem is not None and problem.reason is Reason.CLOSED:
        return _HOST_CLOSED
    sentence = "" if problem is None else sanitize(problem.sentence, TEXT_CELLS)
    brief = f"{re.split(_CLAUSE_END, sentence)[0].rstrip('.')}."
    return brief if sentence and len(brief) <= _MAX_BRIEF else _LOST


def _muted(role: Role, table: TableAttendance | Lobby | None) -> str:
    if table is None or table.may_chat:
        return ""
    return _NO_SPECTATOR_CHAT if role is Role.SPECTATOR else _CHAT_OFF


def _presence(table: TableAttendance | Lobby | None) -> tuple[Presence, ...]:
    """Return who is present by seat: in the match or, until the host resumes it, in the lobby."""
    if table is None:
        return ()
    return tuple(_lobby_presence(seat) if isinstance(seat, LobbySeat) else _PRESENCE[seat] for seat in table.seats)


def _lobby_presence(seat: LobbySeat) -> Presence:
    match seat.kind:
        case SeatKind.HERE:
            return Presence.HOST
        case SeatKind.BOT:
            return Presence.BOT
        case _:
            return Presence.ONLINE if seat.online else Presence.AWAY


def _ended(phase: Phase, problem: ClientProblem | None) -> Stopped | None:
    """Return why the connection to the host has ended for good; None while it has not."""
    if phase is not Phase.ENDED:
        return None
    sentence = "" if problem is None else sanitize(problem.sentence, TEXT_CELLS)
    reason = Reason.LEFT if problem is None or problem.reason is None else problem.reason
    gone = f" {HOST_LOST}" if not sentence and reason in _MAYBE_FOR_GOOD else ""
    return Stopped(_ENDED, f"{_ENDED}: {with_keys(_KEYS)}", f"{sentence or reason_text(reason)}{gone}")
