"""An open match file as far as it can be read: the present, the past, and the notes beside it; for host and guest.

What changes the log is left to `match` and `followed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Self

from rules.engine.game import AnyGame, Due, Event
from rules.engine.plain import Plain
from rules.engine.secrecy import Seat, Viewer, redact
from saves.format.entries import AbandonedBody, JoinBody, NonceBody, RekeyBody, TakebackBody
from saves.format.header import Header
from saves.format.private_records import PrivateState, note_record, with_record
from saves.format.records import Record
from saves.log.chain import links_since
from saves.log.fold import Log, LogStage, links_of
from saves.log.history import history_steps
from saves.storage.file import MatchFile
from saves.storage.summary import remove_summary


class HistoryKind(Enum):
    """What kind of thing happened."""

    MOVE = "move"
    OUTCOME = "outcome"
    TAKEBACK = "takeback"
    JOIN = "join"
    """A guest committed to its nonce."""
    NONCE = "nonce"
    """A guest opened it."""
    REKEY = "rekey"
    """A seat was given to another client, or to a bot."""


class HistoryRow(NamedTuple):
    """One thing that happened at the table."""

    entry: int
    """Its number in the log."""
    kind: HistoryKind
    seat: Seat | None
    """Whose; None for the dealer's outcomes."""
    event: Event | None
    """For moves and outcomes alone."""
    in_force: bool
    """Whether it has not been taken back since."""
    rekey: RekeyBody | None = None
    """For REKEY: to whom the seat was given."""


class TimelineEvent(NamedTuple):
    """One event in force as a viewer may know it, and that viewer's view right after it."""

    entry: int
    event: Event
    view: Any


_WHAT: Final[Mapping[type, HistoryKind]] = {
    TakebackBody: HistoryKind.TAKEBACK,
    JoinBody: HistoryKind.JOIN,
    NonceBody: HistoryKind.NONCE,
}


class OpenMatch:
    """An open match file. Close it, or use it as a context manager."""

    def __init__(self, file: MatchFile, log: Log, private: PrivateState) -> None:
        self._file = file
        self._log = log
        self._private = private
        self.game: AnyGame = log.config.game
        self.header: Header = log.config.header
        self.path: Path = file.path
        self.notices: tuple[str, ...] = file.notices
        """What the player should know about the opening, a sentence each."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file; it can be opened again."""
        self._file.close()

    @property
    def begun(self) -> bool:
        """Whether the match has its start in the log, and so something that could be played on."""
        return self._log.stage not in (LogStage.FRESH, LogStage.COMMITTED)

    def discard(self) -> None:
        """Lets go of a match that never began and removes its file. Raises ValueError for one that has begun."""
        if self.begun:
            raise ValueError("this match has begun, so its file is kept")
        with suppress(OSError):  # What is left can do no harm: it is listed, and can be put in the trash.
            self.path.unlink()
        remove_summary(self.path)
        self.close()

    @property
    def match_id(self) -> str:
        """The match's id, 32 hexadecimal digits; the first eight serve for titles."""
        return self.header.match.hex()

    @property
    def log(self) -> Log:
        """The log as far as it is durable; of a copy, as far as it is shown."""
        return self._log

    @property
    def state(self) -> Any:
        """The present state: the dealer's own where this program is the host, else what its keys open."""
        return self._log.state

    def view(self, viewer: Viewer) -> Any:
        """The present state as the viewer may know it."""
        return self.game.view(self._log.state, viewer)

    @property
    def due(self) -> Due:
        """Who must act now."""
        return self._log.due

    @property
    def over(self) -> bool:
        """Whether no more moves can come."""
        return self._log.over

    @property
    def abandoned(self) -> bool:
        """Whether the match was ended before its time."""
        return was_abandoned(self._log)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in force, oldest first."""
        return tuple(step.event for step in history_steps(self._log.last_step))

    @property
    def history(self) -> tuple[HistoryRow, ...]:
        """Everything that happened, what was taken back included."""
        return history_rows(self._log)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        """The last events in force, oldest first, as the viewer may know them."""
        steps = history_steps(self._log.last_step)
        if not steps:
            return []
        after = [*(step.state for step in steps[1:]), self._log.state]
        last = list(zip(steps, after, strict=True))[-most:] if most > 0 else []
        return [
            TimelineEvent(step.entry, redact(step.event, viewer), self.game.view(state, viewer)) for step, state in last
        ]

    def raw_entries(self, since: int = 0) -> tuple[bytes, ...]:
        """The entries from this number on, as they are sent and kept."""
        return tuple(link.raw for link in links_since(self._log.last_link, since))

    @property
    def notes(self) -> MappingProxyType[str, Plain]:
        """What was noted beside the match, never sent and never exported; the last note of a key counts."""
        return MappingProxyType(dict(self._private.notes))

    def note(self, key: str, value: Plain) -> None:
        """Notes something; on return it is durable. Raises `SaveError`; ValueError for what is no key or plain data."""
        self._keep(note_record(key, value))

    def _keep(self, *records: Record) -> None:
        """Adds private records. Raises `SaveError`; then nothing happened."""
        private = self._private
        for record in records:
            private = with_record(private, record.body)
        self._file.append(records)
        self._private = private


def was_abandoned(log: Log) -> bool:
    """Whether the match was ended before its time."""
    return any(isinstance(link.entry.body, AbandonedBody) for link in links_of(log)[-2:])


def history_rows(log: Log) -> tuple[HistoryRow, ...]:
    """All that happened in a log, as far as its reader knows it."""
    in_force = {step.entry for step in history_steps(log.last_step)}
    rows: list[HistoryRow] = []
    for link in links_of(log):
        number, body = link.entry.number, link.entry.body
        if link.event is not None:
            seat = None if link.submission is None else link.submission.seat
            what = HistoryKind.OUTCOME if seat is None else HistoryKind.MOVE
            rows.append(HistoryRow(number, what, seat, link.event, number in in_force))
        elif link.submission is not None:
            what = _WHAT[type(link.submission.body)]
            rows.append(HistoryRow(number, what, link.submission.seat, None, in_force=True))
        elif isinstance(body, RekeyBody):
            rows.append(HistoryRow(number, HistoryKind.REKEY, body.seat, None, in_force=True, rekey=body))
    return tuple(rows)
