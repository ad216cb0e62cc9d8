"""An open match file for reading: the present state, the history and the notes, for host and guest alike."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Self

from rules.engine.events import Event
from rules.engine.game import AnyGame
from rules.engine.plain_data import Plain
from rules.engine.referee import Due
from rules.engine.secrecy import Seat, Viewer, redact
from saves.format.entries import AbandonedBody, JoinBody, NonceBody, RekeyBody, TakebackBody
from saves.format.header import Header
from saves.format.private_records import PrivateState, note_record, with_record
from saves.format.records import Record
from saves.log.chain import links_since
from saves.log.history import history_steps
from saves.log.match_log import Log, LogStage, links_of
from saves.storage.match_file import MatchFile
from saves.storage.sidecar import remove_sidecars


class HistoryKind(Enum):
    """The kinds of history rows."""

    MOVE = "move"
    OUTCOME = "outcome"
    TAKEBACK = "takeback"
    JOIN = "join"
    """A guest committed to its nonce."""
    NONCE = "nonce"
    """A guest opened its nonce."""
    REKEY = "rekey"
    """A seat was transferred to another client, or to a bot."""


class HistoryRow(NamedTuple):
    """One thing that happened in a match."""

    entry: int
    """Its number in the log."""
    kind: HistoryKind
    seat: Seat | None
    """Who acted; None for outcomes of the dealer."""
    event: Event | None
    """For moves and outcomes only."""
    in_force: bool
    """Whether it was not taken back since."""
    rekey: RekeyBody | None = None
    """For REKEY: the new holder."""


class TimelineEvent(NamedTuple):
    """One event in force as a viewer may know it, and the viewer's view after it."""

    entry: int
    event: Event
    view: Any


_KINDS: Final[Mapping[type, HistoryKind]] = {
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
        """Sentences for the player about opening the file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def begun(self) -> bool:
        """Whether the match has started."""
        return self._log.stage not in (LogStage.FRESH, LogStage.COMMITTED)

    def discard(self) -> None:
        """Close a match that never started and delete its file. Raises ValueError if it has started."""
        if self.begun:
            raise ValueError("this match has begun, so its file is kept")
        with suppress(OSError):  # What is left can do no harm: it is listed, and can be put in the trash.
            self.path.unlink()
        remove_sidecars(self.path)
        self.close()

    @property
    def match_id(self) -> str:
        """The match's id, 32 hexadecimal digits; the first eight are used in titles."""
        return self.header.match.hex()

    @property
    def log(self) -> Log:
        """The durable part of the log; for a replica, the part that is shown."""
        return self._log

    @property
    def state(self) -> Any:
        """The present state as this program's keys show it; complete for the host."""
        return self._log.state

    def view(self, viewer: Viewer) -> Any:
        """Return the present state as the viewer may know it."""
        return self.game.view(self._log.state, viewer)

    @property
    def due(self) -> Due:
        """Who must act now."""
        return self._log.due

    @property
    def over(self) -> bool:
        """Whether no more moves are possible."""
        return self._log.over

    @property
    def abandoned(self) -> bool:
        """Whether the match was ended early."""
        return was_abandoned(self._log)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in force, oldest first."""
        return tuple(step.event for step in history_steps(self._log.last_step))

    @property
    def history(self) -> tuple[HistoryRow, ...]:
        """Everything that happened, including what was taken back."""
        return history_rows(self._log)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        """Return the last `most` events in force, oldest first, as the viewer may know them."""
        steps = history_steps(self._log.last_step)
        if not steps:
            return []
        after = [*(step.state for step in steps[1:]), self._log.state]
        last = list(zip(steps, after, strict=True))[-most:] if most > 0 else []
        return [
            TimelineEvent(step.entry, redact(step.event, viewer), self.game.view(state, viewer)) for step, state in last
        ]

    def raw_entries(self, since: int = 0) -> tuple[bytes, ...]:
        """Return the bytes of the entries from this number on."""
        return tuple(link.raw for link in links_since(self._log.last_link, since))

    @property
    def notes(self) -> MappingProxyType[str, Plain]:
        """Private notes on the match, never sent or exported; the last note of a key counts."""
        return MappingProxyType(dict(self._private.notes))

    def note(self, key: str, value: Plain) -> None:
        """Store a note durably. Raises `SaveError`; ValueError for an invalid key or value."""
        self._save_private(note_record(key, value))

    def _save_private(self, *records: Record) -> None:
        """Append private records. Raises `SaveError`; then nothing happened."""
        private = self._private
        for record in records:
            private = with_record(private, record.body)
        self._file.append(records)
        self._private = private


def was_abandoned(log: Log) -> bool:
    """Return whether the match was ended early."""
    return any(isinstance(link.entry.body, AbandonedBody) for link in links_of(log)[-2:])


def history_rows(log: Log) -> tuple[HistoryRow, ...]:
    """Return everything that happened in a log, as its reader knows it."""
    in_force = {step.entry for step in history_steps(log.last_step)}
    rows: list[HistoryRow] = []
    for link in links_of(log):
        number, body = link.entry.number, link.entry.body
        if link.event is not None:
            seat = None if link.submission is None else link.submission.seat
            what = HistoryKind.OUTCOME if seat is None else HistoryKind.MOVE
            rows.append(HistoryRow(number, what, seat, link.event, number in in_force))
        elif link.submission is not None:
            what = _KINDS[type(link.submission.body)]
            rows.append(HistoryRow(number, what, link.submission.seat, None, in_force=True))
        elif isinstance(body, RekeyBody):
            rows.append(HistoryRow(number, HistoryKind.REKEY, body.seat, None, in_force=True, rekey=body))
    return tuple(rows)
