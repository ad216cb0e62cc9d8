"""A match that this program hosts, open: every change is durable before it counts. The hot seat's way to the log."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rules.engine.events import Move, Outcome
from rules.engine.game import Event, Options
from rules.engine.plain import Plain
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.errors import BrokenLog, NotNow, NotYours, ReadOnlyMatch, SaveError, quoted
from saves.faults import InvalidEntry
from saves.format.header import (
    HOST,
    ID_SIZE,
    Dealer,
    DealerKind,
    GameLookup,
    Header,
    Origin,
    Player,
    clean_name,
    encode_header,
    game_of,
    pack_components,
)
from saves.format.header_fields import MAX_TIME
from saves.format.identity import Identity, PublicKeys
from saves.format.private_records import SECRET_SIZE, PrivateState, note_record, secret_record
from saves.format.records import Record, RecordKind
from saves.log.chain import links_since
from saves.log.fold import Log, allowed_takeback
from saves.log.signing import require_takeback, sign_move, sign_takeback
from saves.log.writer import LogWriter, NewEntries, is_paused
from saves.storage.disk import DISK, Disk
from saves.storage.file import MatchFile, create_file, unfinished_error
from saves.storage.file_contents import FileContents, append_all, client_number, parse_records, reader_for, replay
from saves.storage.open_match import OpenMatch
from saves.storage.paths import match_path

_LOOK = "and o in the list of saved matches opens it to look at"


class Match(OpenMatch):
    """An open match. Close it, or use it as a context manager."""

    def __init__(
        self, file: MatchFile, log: Log, private: PrivateState, identity: Identity | None, host: LogWriter | None
    ) -> None:
        """Made by `create` and `open`. Without `host` it can only be looked at."""
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
        origin: Origin | None = None,
        guests: Sequence[PublicKeys] = (),
        holders: Sequence[int] | None = None,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
        random: Callable[[int], bytes] = os.urandom,
    ) -> Match:
        """Begin a match in a new file. `now` is in seconds since 1970; a clock far from the truth does no harm.

        All seats are at this computer, unless `holders` says by seat whose each is: 0 for the host, bots included,
        1 for the first of the `guests`. With guests it begins when all have joined and opened their nonces.

        Raises `SaveError`; KeyError, `OptionError` or `ComponentError` for a game that does not exist in this form;
        ValueError for players, colours or holders that do not fit it.
        """
        box = boxes(game_key)
        if len(players) != options.seats or any(player.colour not in box.meta.colours for player in players):
            raise ValueError("each seat needs a player in one of the game's colours")
        sitting = (HOST,) * options.seats if holders is None else tuple(holders)
        if len(sitting) != options.seats or {HOST, *sitting} != set(range(len(guests) + 1)):
            raise ValueError("each seat needs a holder, and each guest a seat")
        used = box.standard_components() if components is None else components
        box.new(options, used)
        header = Header(
            match=random(ID_SIZE),
            created=min(max(now, 0), MAX_TIME),
            game=game_key,
            rules_version=box.meta.rules_version,
            options=options,
            components=pack_components(used),
            players=tuple(
                player._replace(name=clean_name(player.name) or f"Seat {number}")
                for number, player in enumerate(players, 1)
            ),
            clients=(identity.public, *guests),
            holders=sitting,
            dealer=dealer,
            origin=origin,
        )
        path = match_path(folder, header)
        create_file(path, [Record(RecordKind.HEADER, encode_header(header)), secret_record(random(SECRET_SIZE))], disk)
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
        """Opens a saved match to go on with it, or with `read_only` the sound part of it to look at.

        One that rests goes on at once, or with `rest` when it is told to.

        Raises `SaveError`. Without an identity, or with a stranger's, one sees what is public.
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
        if not file.read_only and contents.private.guest:
            raise NotYours(
                f"{quoted(file.path)} is your copy of a match that is hosted elsewhere: `galli-tui join` takes you "
                f"back to its table, {_LOOK}."
            )
        if not file.read_only and client_number(contents.header, identity) != HOST:
            raise NotYours(
                f"{quoted(file.path)} is hosted by another key than yours, so it cannot be played on here; {_LOOK}."
            )
        if not file.read_only and secret is None and not contents.entries:
            raise unfinished_error(file.path)
        if not file.read_only and secret is None:
            raise NotYours(
                f"{quoted(file.path)} is a copy without the dealer's secret, so nobody can deal on; {_LOOK}."
            )
        log, problem = replay(contents, game, reader_for(contents, identity))
        if problem is not None:
            sentence = (
                f"{quoted(file.path)} is not a valid match from entry {problem.entry} on: {problem} "
                f"The {log.length} entries before it can be looked at."
            )
            if not file.read_only:
                raise BrokenLog(sentence, problem)
            file.notices += (sentence,)
        if file.read_only or identity is None or secret is None:
            return cls(file, log, contents.private, identity, None)
        match = cls(file, log, contents.private, identity, LogWriter(identity, secret))
        match._grow(lambda host: host.append_due(log, pause=pause))
        return match

    @property
    def read_only(self) -> bool:
        """Whether the match was opened to look at it."""
        return self._host is None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this program's key holds now."""
        log, own = self._log, None if self._identity is None else self._identity.public
        return tuple(seat for seat in self.header.seats if log.clients[log.holders[seat]] == own)

    # What changes it

    def submit(self, move: Move, *, pause: bool = False) -> tuple[Event, ...]:
        """Makes a move. On return it is durable, with every outcome that followed; these events are returned.

        With `rest` the dealer waits for `go_on` before a new part of the game, as long as the move can be taken back.
        Raises `Refused` or `SaveError`; then nothing happened, and the same may be tried again.
        """
        self._demand_open()
        refusal = self.game.refusal(self._log.state, move)
        if refusal is not None:
            raise Refused(refusal)
        identity = self._signer(move.seat)
        return self._grow(
            lambda host: host.append_submission(self._log, sign_move(self._log, identity, move), pause=pause)
        )

    @property
    def paused(self) -> bool:
        """Whether the dealer waits for `go_on`."""
        return self._host is not None and is_paused(self._log)

    def resume_play(self) -> tuple[Event, ...]:
        """Lets the dealer deal on where the match rests. Raises `SaveError`; then nothing happened."""
        self._demand_open()
        return self._grow(lambda host: host.append_due(self._log))

    @property
    def shared(self) -> bool:
        """Whether it goes on at a table for several: guests hold seats, or bots where guests were, or bots hold all."""
        log = self._log
        guests = len(log.clients) > 1
        return any(holder != HOST for holder in log.holders) or (guests and any(log.bots)) or all(log.bots)

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last move, and all that followed, revealed nothing."""
        if self._host is None or self._log.over:
            return False
        return allowed_takeback(self._log, seat) is not None

    def take_back(self, seat: Seat) -> None:
        """Takes back the seat's last move. Raises `SaveError`; then nothing happened."""
        self._demand_open()
        identity = self._signer(seat)
        require_takeback(self._log, seat)
        self._grow(lambda host: host.append_submission(self._log, sign_takeback(self._log, identity, seat)))

    def deal(self, outcome: Outcome) -> tuple[Event, ...]:
        """Gives a scripted match its next outcome, as `submit` a move. Raises `Refused` or `SaveError`."""
        self._demand_open()
        if self.header.dealer.kind is not DealerKind.SCRIPTED or not self._log.due.dealer:
            raise NotNow("Nothing is to be dealt by hand now.")
        refusal = self.game.refusal(self._log.state, outcome)
        if refusal is not None:
            raise Refused(refusal)
        return self._grow(lambda host: host.append_outcome(self._log, outcome))

    def enter(self, submission: bytes) -> tuple[bytes, ...]:
        """Enters what a guest has signed; the entries that this makes are durable when they are returned.

        Raises `InvalidEntry` for what cannot stand, or `SaveError`; then nothing happened.
        """
        return self._write(lambda host: host.append_submission(self._log, submission))

    def rekey(self, seat: Seat, keys: PublicKeys | None, bot: str | None = None) -> tuple[bytes, ...]:
        """Gives a seat to the guest with these keys; without keys, to people or a bot here. Returns the new entries.

        Raises `SaveError`; then nothing happened.
        """
        self._demand_open()
        try:
            return self._write(lambda host: host.append_rekey(self._log, seat, keys, bot))
        except InvalidEntry as problem:
            raise NotNow(f"That seat cannot be given away so: {problem}") from None

    def abandon(self) -> None:
        """Ends the match before its time; all that was hidden is opened. Raises `SaveError`."""
        self._demand_open()
        self._grow(lambda host: host.append_abandonment(self._log))

    def with_later(self, first: int, entries: Sequence[bytes]) -> tuple[Log, InvalidEntry | None]:
        """Return the log with these entries in place of its own from number `first` on, and the first one's fault.

        The log ends before an entry that is not valid or does not bear this host's signature.
        """
        base = self._log
        if first < base.length:
            contents = FileContents(self.header, self._private, self.raw_entries()[:first])
            base, _ = replay(contents, self.game, reader_for(contents, self._identity), verify=False)
        return append_all(base, entries)

    def restore(self, log: Log) -> Path | None:
        """Go on from a later log of this match, as made by `with_later`; on return it is durable.

        Own entries that the log lacks stay in the file that is returned. Raises `SaveError`; then nothing happened.
        """
        if self._host is None:
            raise ReadOnlyMatch("This match is open to look at it only.")
        own, raws, kept = self.raw_entries(), tuple(link.raw for link in links_since(log.last_link)), None
        if raws[: len(own)] == own:
            self._file.append([Record(RecordKind.ENTRY, raw) for raw in raws[len(own) :]])
        else:
            entries = [Record(RecordKind.ENTRY, raw) for raw in raws]
            kept = self._file.rewrite(
                [Record(RecordKind.HEADER, encode_header(self.header)), *self._records_kept(), *entries]
            )
        self._log = log
        if not log.over:
            self._grow(lambda host: host.append_due(log))
        return kept

    def _records_kept(self) -> list[Record]:
        """The private records of a hosted match, as they stand now."""
        secret, notes = self._private.secret, self._private.notes
        own = [] if secret is None else [secret_record(secret)]
        return [*own, *(note_record(key, value) for key, value in notes.items())]

    def _demand_open(self) -> None:
        if self._host is None:
            raise ReadOnlyMatch("This match is open to look at it only.")
        if self._log.over:
            raise NotNow("This match is over.")

    def _signer(self, seat: Seat) -> Identity:
        if self._identity is None or not 0 <= seat < len(self._log.holders):
            raise NotNow("There is no such seat at this table.")
        if self._log.holders[seat] != HOST:
            raise NotNow("That seat decides at another computer.")
        return self._identity

    def _grow(self, write: Callable[[LogWriter], NewEntries]) -> tuple[Event, ...]:
        """Writes entries of this program's own making, and returns their events."""
        before = self._log.length
        try:
            self._write(write)
        except InvalidEntry as problem:
            raise NotNow(f"That cannot be entered into the match: {problem}") from None
        return tuple(link.event for link in links_since(self._log.last_link, before) if link.event is not None)

    def _write(self, write: Callable[[LogWriter], NewEntries]) -> tuple[bytes, ...]:
        """Build entries in memory, then save them and adopt the new log. Raises `InvalidEntry` or `SaveError`."""
        if self._host is None:
            raise ReadOnlyMatch("This match is open to look at it only.")
        log, entries = write(self._host)
        if entries:
            self._file.append([Record(RecordKind.ENTRY, raw) for raw in entries])
            self._log = log
        return entries
