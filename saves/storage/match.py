"""A match that this program hosts: every change is durable before it takes effect."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rules.engine.events import Event, Move, Outcome
from rules.engine.game import OptionError, Options
from rules.engine.plain_data import Plain
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.errors import BrokenLog, HostedElsewhere, NotNow, NotYours, ReadOnlyMatch, SaveError, quoted
from saves.faults import InvalidEntry
from saves.format.header import (
    HOST,
    ID_SIZE,
    BranchPoint,
    Dealer,
    DealerKind,
    GameLookup,
    Header,
    Player,
    encode_header,
    game_of,
    named_players,
    pack_components,
)
from saves.format.header_fields import MAX_TIME
from saves.format.identity import Identity, PublicKeys
from saves.format.private_records import SECRET_SIZE, PrivateState, note_record, secret_record
from saves.format.records import Record, RecordKind
from saves.log.chain import links_since
from saves.log.match_log import Log, allowed_takeback
from saves.log.signing import require_takeback, sign_move, sign_takeback
from saves.log.writer import LogWriter, NewEntries, is_paused
from saves.storage.disk import DISK, Disk
from saves.storage.file_contents import FileContents, append_all, client_number, parse_records, reader_for, replay
from saves.storage.file_scan import unfinished_error
from saves.storage.match_file import MatchFile, create_file
from saves.storage.open_match import OpenMatch
from saves.storage.paths import match_path


class Match(OpenMatch):
    """An open match of this host, for play or for viewing. Close it, or use it as a context manager."""

    def __init__(
        self, file: MatchFile, log: Log, private: PrivateState, identity: Identity | None, host: LogWriter | None
    ) -> None:
        """Create it by `create` or `open`. Without `host` it can only be viewed."""
        super().__init__(file, log, private)
        self._identity = identity
        self._host = host

    @classmethod
    def create(
        cls,
        folder: Path,
        game_key: str,
        options: Options,
        players: Sequence[Player],
        dealer: Dealer,
        *,
        identity: Identity,
        now: int,
        components: Plain | None = None,
        origin: BranchPoint | None = None,
        guests: Sequence[PublicKeys] = (),
        holders: Sequence[int] | None = None,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
        random: Callable[[int], bytes] = os.urandom,
    ) -> Match:
        """Start a match in a new file. `now` is in seconds since 1970; a wrong clock does no harm.

        All seats are at this computer, unless `holders` gives for each seat its client: 0 for the host, bots included,
        1 for the first of the `guests`. With guests it starts once all have joined and opened their nonces.

        Raises `SaveError`; KeyError, `OptionError` or `ComponentError` for a game that does not exist in this form;
        ValueError for players, colours or holders that do not fit it.
        """
        box = boxes(game_key)
        if len(players) != options.seats or any(player.colour not in box.meta.colours for player in players):
            raise ValueError("each seat needs a player in one of the game's colours")
        sitting = (HOST,) * options.seats if holders is None else tuple(holders)
        if len(sitting) != options.seats or {HOST, *sitting} != set(range(len(guests) + 1)):
            raise ValueError("each seat needs a holder, and each guest a seat")
        if options.practice and (guests or sum(player.bot is None for player in players) != 1):
            raise OptionError("practice is for one person, alone or against bots")
        used = box.standard_components() if components is None else components
        box.new(options, used)
        header = Header(
            match=random(ID_SIZE),
            created=min(max(now, 0), MAX_TIME),
            game=game_key,
            rules_version=box.meta.rules_version,
            options=options,
            components=pack_components(used),
            players=named_players(players),
            clients=(identity.public, *guests),
            holders=sitting,
            dealer=dealer,
            origin=origin,
        )
        return cls.begin(folder, header, random(SECRET_SIZE), (), identity, boxes=boxes, disk=disk)

    @classmethod
    def begin(
        cls,
        folder: Path,
        header: Header,
        secret: bytes,
        entries: Sequence[bytes],
        identity: Identity,
        *,
        boxes: GameLookup,
        disk: Disk,
    ) -> Match:
        """Create the file of a match with its first entries, which may be none, and open it. Raises `SaveError`."""
        path = match_path(folder, header)
        records = [Record(RecordKind.HEADER, encode_header(header)), secret_record(secret)]
        create_file(path, [*records, *(Record(RecordKind.ENTRY, raw) for raw in entries)], disk)
        try:
            return cls.open(path, identity, boxes=boxes, disk=disk)
        except SaveError:
            with contextlib.suppress(OSError):
                path.unlink()
            raise

    @classmethod
    def open(
        cls,
        path: Path,
        identity: Identity | None,
        *,
        read_only: bool = False,
        pause: bool = False,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
    ) -> Match:
        """Open a saved match for play; with `read_only` its intact part for viewing. Raises `SaveError`.

        With `pause` a paused match waits for `resume_play`; otherwise it continues at once. Without an identity, or
        with one that is not in the match, only public information is visible.
        """
        file = MatchFile.view(path) if read_only else MatchFile.open(path, disk)
        try:
            return cls._opened(file, identity, boxes, pause=pause)
        except BaseException:
            file.close()
            raise

    @classmethod
    def _opened(cls, file: MatchFile, identity: Identity | None, boxes: GameLookup, *, pause: bool) -> Match:
        if identity is not None and identity.notice and not file.read_only:
            file.notices += (identity.notice,)
        contents = parse_records(file.records, file.path)
        game = game_of(contents.header, boxes)
        secret = contents.private.secret
        if not file.read_only:
            _require_resumable(file.path, contents, identity)
        log, problem = replay(contents, game, reader_for(contents, identity))
        if problem is not None:
            sentence = (
                f"{quoted(file.path)} is not valid from entry {problem.entry} on: {problem} "
                f"You can view the {log.length} entries before it."
            )
            if not file.read_only:
                raise BrokenLog(sentence, problem)
            file.notices += (sentence,)
        if file.read_only or identity is None or secret is None:
            return cls(file, log, contents.private, identity, None)
        match = cls(file, log, contents.private, identity, LogWriter(identity, secret))
        match._append_own(lambda host: host.append_due(log, pause=pause))
        return match

    @property
    def read_only(self) -> bool:
        """Whether the match was opened for viewing."""
        return self._host is None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this program's key holds now."""
        log, own = self._log, None if self._identity is None else self._identity.public
        return tuple(seat for seat in self.header.seats if log.clients[log.holders[seat]] == own)

    # Changes

    def submit(self, move: Move, *, pause: bool = False) -> tuple[Event, ...]:
        """Make a move durably; return its event and those of all outcomes that followed.

        With `pause` the dealer waits for `resume_play` before a new part of the game, as long as the move can be taken
        back. Raises `Refused` or `SaveError`; then nothing happened, and the move can be made again.
        """
        self._require_open()
        refusal = self.game.refusal(self._log.state, move)
        if refusal is not None:
            raise Refused(refusal)
        identity = self._signer(move.seat)
        return self._append_own(
            lambda host: host.append_submission(self._log, sign_move(self._log, identity, move), pause=pause)
        )

    @property
    def paused(self) -> bool:
        """Whether the dealer waits for `resume_play`."""
        return self._host is not None and is_paused(self._log)

    def resume_play(self) -> tuple[Event, ...]:
        """Let the dealer continue a paused match; return the new events. Raises `SaveError`; then nothing happened."""
        self._require_open()
        return self._append_own(lambda host: host.append_due(self._log))

    @property
    def shared(self) -> bool:
        """Whether the match needs a network table: guests hold seats, or bots in their place, or bots all seats."""
        log = self._log
        guests = len(log.clients) > 1
        return any(holder != HOST for holder in log.holders) or (guests and any(log.bots)) or all(log.bots)

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether the seat's last move can be taken back."""
        if self._host is None or self._log.over:
            return False
        return allowed_takeback(self._log, seat) is not None

    def take_back(self, seat: Seat) -> None:
        """Take back the seat's last move. Raises `SaveError`; then nothing happened."""
        self._require_open()
        identity = self._signer(seat)
        require_takeback(self._log, seat)
        self._append_own(lambda host: host.append_submission(self._log, sign_takeback(self._log, identity, seat)))

    def deal(self, outcome: Outcome) -> tuple[Event, ...]:
        """Give a scripted match its next outcome; return the new events. Raises `Refused` or `SaveError`."""
        self._require_open()
        if self.header.dealer.kind is not DealerKind.SCRIPTED or not self._log.due.dealer:
            raise NotNow("No outcome is due now.")
        refusal = self.game.refusal(self._log.state, outcome)
        if refusal is not None:
            raise Refused(refusal)
        return self._append_own(lambda host: host.append_outcome(self._log, outcome))

    def enter(self, submission: bytes) -> tuple[bytes, ...]:
        """Append what a guest has signed; return the new entries, which are durable.

        Raises `InvalidEntry` for an invalid submission, or `SaveError`; then nothing happened.
        """
        return self._persist(lambda host: host.append_submission(self._log, submission))

    def rekey(self, seat: Seat, keys: PublicKeys | None, bot: str | None = None) -> tuple[bytes, ...]:
        """Transfer a seat to the guest with these keys, or without keys to this host. Return the new entries.

        Raises `SaveError`; then nothing happened.
        """
        self._require_open()
        try:
            return self._persist(lambda host: host.append_rekey(self._log, seat, keys, bot))
        except InvalidEntry as problem:
            raise NotNow(f"That seat cannot be transferred: {problem}") from None

    def abandon(self) -> None:
        """End the match early and open all secrets. Raises `SaveError`."""
        self._require_open()
        self._append_own(lambda host: host.append_abandonment(self._log))

    def with_later(self, first: int, entries: Sequence[bytes]) -> tuple[Log, InvalidEntry | None]:
        """Return the log with these entries in place of its own from number `first` on, and the first fault.

        The log ends before the first entry that is invalid or not signed by this host.
        """
        base = self._log
        if first < base.length:
            contents = FileContents(self.header, self._private, self.raw_entries()[:first])
            base, _ = replay(contents, self.game, reader_for(contents, self._identity), verify=False)
        return append_all(base, entries)

    def restore(self, log: Log) -> Path | None:
        """Adopt a later log of this match, as returned by `with_later`, durably.

        Returns the file that keeps own entries which the log lacks; None if it lacks none. Raises `SaveError`; then
        nothing happened.
        """
        if self._host is None:
            raise ReadOnlyMatch("This match is open for viewing only, so nothing can be changed.")
        own, raws, kept = self.raw_entries(), tuple(link.raw for link in links_since(log.last_link)), None
        if raws[: len(own)] == own:
            self._file.append([Record(RecordKind.ENTRY, raw) for raw in raws[len(own) :]])
        else:
            entries = [Record(RecordKind.ENTRY, raw) for raw in raws]
            kept = self._file.rewrite(
                [Record(RecordKind.HEADER, encode_header(self.header)), *self._private_records(), *entries]
            )
        self._log = log
        if not log.over:
            self._append_own(lambda host: host.append_due(log))
        return kept

    def _private_records(self) -> list[Record]:
        """Return the private records of a hosted match as they are now."""
        secret, notes = self._private.secret, self._private.notes
        own = [] if secret is None else [secret_record(secret)]
        return [*own, *(note_record(key, value) for key, value in notes.items())]

    def _require_open(self) -> None:
        if self._host is None:
            raise ReadOnlyMatch("This match is open for viewing only, so nothing can be changed.")
        if self._log.over:
            raise NotNow("This match is over.")

    def _signer(self, seat: Seat) -> Identity:
        if self._identity is None or not 0 <= seat < len(self._log.holders):
            raise NotNow("There is no such seat at this table.")
        if self._log.holders[seat] != HOST:
            raise NotNow("That seat is played on another computer.")
        return self._identity

    def _append_own(self, write: Callable[[LogWriter], NewEntries]) -> tuple[Event, ...]:
        """Append entries that this program makes; return their events."""
        before = self._log.length
        try:
            self._persist(write)
        except InvalidEntry as problem:
            raise NotNow(f"That cannot be added to the match: {problem}") from None
        return tuple(link.event for link in links_since(self._log.last_link, before) if link.event is not None)

    def _persist(self, write: Callable[[LogWriter], NewEntries]) -> tuple[bytes, ...]:
        """Build entries in memory, save them, then adopt the new log. Raises `InvalidEntry` or `SaveError`."""
        if self._host is None:
            raise ReadOnlyMatch("This match is open for viewing only, so nothing can be changed.")
        log, entries = write(self._host)
        if entries:
            self._file.append([Record(RecordKind.ENTRY, raw) for raw in entries])
            self._log = log
        return entries


def _require_resumable(path: Path, contents: FileContents, identity: Identity | None) -> None:
    """Raise a `SaveError` unless the match can be continued from this file with this identity."""
    if contents.private.guest:
        raise HostedElsewhere(f"{quoted(path)} is your copy of a match that is hosted elsewhere.")
    if client_number(contents.header, identity) != HOST:
        raise NotYours(f"{quoted(path)} is hosted with another key than yours, so you cannot resume it here.")
    if contents.private.secret is None:
        if not contents.entries:
            raise unfinished_error(path)
        raise NotYours(f"{quoted(path)} is a copy without the dealer's secret, so you cannot resume it.")
