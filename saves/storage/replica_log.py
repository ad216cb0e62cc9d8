"""The log of a replica: a guest's or spectator's copy of a match hosted elsewhere, to which the host sends entries.

Entries are verified and saved at once (`take`), or shown first and then verified and saved (`show`, `prove`). `replica`
adds what this program signs for its own seats.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from rules.engine.plain_data import PlainError
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.errors import BrokenLog, NotNow, NotYours, SaveError, quoted
from saves.faults import InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import RekeyBody
from saves.format.header import HOST, GameLookup, Header, decode_header, encode_header, game_of
from saves.format.identity import Identity, PublicKeys
from saves.format.private_records import PrivateState, guest_record
from saves.format.records import Record, RecordKind
from saves.log.chain import ChainLink, links_since
from saves.log.decryption import ClientReader
from saves.log.match_log import Log, LogStage
from saves.log.public_hash import public_hash
from saves.log.signatures import OwnSignatures
from saves.storage.disk import DISK, Disk
from saves.storage.file_contents import (
    FileContents,
    append_all,
    client_number,
    find_bad_signature,
    parse_records,
    reader_for,
    replay,
)
from saves.storage.match_file import MatchFile, create_file
from saves.storage.open_match import OpenMatch
from saves.storage.paths import latest_rescue_path, match_path


class ReplicaLog(OpenMatch):
    """An open replica that receives entries. `Replica` can also sign for seats of its own."""

    def __init__(
        self,
        file: MatchFile,
        log: Log,
        private: PrivateState,
        identity: Identity | None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Create it by `create`, `open` or `follow`."""
        super().__init__(file, log, private)
        self._identity = identity
        self._random = random
        self._signed: dict[Seat, bytes] = {}
        """By seat: the last submission that this process has signed. Those in the file may be forged."""
        self._proven: Log | None = None
        """The log up to the last saved entry while further entries are shown; else None."""

    @classmethod
    def create(
        cls,
        folder: Path,
        header: bytes,
        identity: Identity | None,
        *,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
        random: Callable[[int], bytes] = os.urandom,
    ) -> Self:
        """Create a replica in a new file, with the header that the host has sent. Raises `SaveError`.

        Without an identity, or with a stranger's, only public information is visible.
        """
        found = _decode_header(header, identity, boxes)
        path = match_path(folder, found)
        create_file(path, [Record(RecordKind.HEADER, header), guest_record()], disk)
        return cls.open(path, identity, boxes=boxes, disk=disk, random=random)

    @classmethod
    def open(
        cls,
        path: Path,
        identity: Identity | None,
        *,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
        random: Callable[[int], bytes] = os.urandom,
    ) -> Self:
        """Open a replica for play; it stays locked until it is closed. Raises `SaveError`."""
        file = MatchFile.open(path, disk)
        try:
            if identity is not None and identity.notice:
                file.notices += (identity.notice,)
            contents = parse_records(file.records, path)
            _refuse_own(contents.header, identity)
            if contents.hosted:
                raise NotYours(
                    f"{quoted(path)} is the host's file of the match, not a guest's copy. Only the host can resume it."
                )
            game = game_of(contents.header, boxes)
            log, problem = replay(contents, game, reader_for(contents, identity))
            if problem is not None:
                raise BrokenLog(
                    f"{quoted(path)} is not valid from entry {problem.entry} on: {problem} Move the file away and join "
                    "again: the host will send the whole match.",
                    problem,
                )
            return cls(file, log, contents.private, identity, random)
        except BaseException:
            file.close()
            raise

    @classmethod
    def follow(
        cls,
        folder: Path,
        header: bytes,
        identity: Identity | None,
        *,
        boxes: GameLookup = game_box,
        disk: Disk = DISK,
        random: Callable[[int], bytes] = os.urandom,
    ) -> Self:
        """Open the replica for this header; create it if there is none. Raises `SaveError`."""
        path = latest_rescue_path(match_path(folder, _decode_header(header, identity, boxes)))
        if not path.exists():
            return cls.create(folder, header, identity, boxes=boxes, disk=disk, random=random)
        copy = cls.open(path, identity, boxes=boxes, disk=disk, random=random)
        if encode_header(copy.header) != header:
            copy.close()
            raise SaveError(
                f"The match at this table has the id of the one in {quoted(path)}, but it is a different match. Leave "
                "the table; or if you trust its host, move that file away and join again."
            )
        return copy

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this program's key holds now; none for a spectator."""
        return tuple(seat for seat in self.header.seats if self._holds(seat))

    def _holds(self, seat: Seat) -> bool:
        return self._is_mine(self._log.clients[self._log.holders[seat]])

    # Entries from the host

    def take(self, entries: Sequence[bytes], hashed: Collection[int] = ()) -> Mapping[int, bytes]:
        """Verify entries from the host, append them and save them.

        Returns the hash of the public state at each log length in `hashed` that was reached. Raises `InvalidEntry` for
        the first invalid entry; those before it are kept. Raises `SaveError` if the file could not be written to; then
        no entry is kept.
        """
        self.prove()
        hashes: dict[int, bytes] = {}

        def hash_at(log: Log) -> None:
            if log.length in hashed:
                hashes[log.length] = public_hash(log)

        log, problem = append_all(self._log, entries, on_append=hash_at, own=self._own_signatures)
        links = links_since(log.last_link, self._log.length)
        given = self._first_transfer(links)
        if given is not None:
            log, problem = self._replay_as_holder(log, problem, given, entries)
            links = links_since(log.last_link, self._log.length)
        new = [Record(RecordKind.ENTRY, link.raw) for link in links]
        if new:
            self._file.append(new)
            self._log = log
        if problem is not None:
            raise problem
        return hashes

    def show(self, entries: Sequence[bytes]) -> None:
        """Append entries from the host at once; `prove` verifies their signatures and saves them later.

        This shows a move without delay, and is safe because the channel has authenticated the host. Entries that start
        or end the match, or transfer a seat, are verified and saved at once. Raises the same errors as `take`.
        """
        self.prove()
        log, problem = append_all(self._log, entries, verify=False)
        under_way = self._log.stage is log.stage is LogStage.PLAYING and not log.over
        if problem is not None or not under_way or log.seating is not self._log.seating:
            self.take(entries)
        else:
            self._proven, self._log = self._log, log

    @property
    def unproven(self) -> bool:
        """Whether entries are shown that `prove` has not verified and saved yet."""
        return self._proven is not None

    def prove(self) -> None:
        """Verify and save the entries that are only shown so far. Methods that sign or drop a submission do this first.

        Raises `InvalidEntry` for the first entry with an invalid signature; it and all entries after it are removed
        from the log. Raises `SaveError` if valid entries could not be saved; then they are still only shown.
        """
        if self._proven is None:
            return
        links = links_since(self._log.last_link, self._proven.length)
        problem = find_bad_signature(self._log.clients, links, self._own_signatures)
        if problem is None:
            self._file.append([Record(RecordKind.ENTRY, link.raw) for link in links])
            self._proven = None
            return
        self._log, self._proven = self._proven, None
        with suppress(SaveError):  # The guest leaves this host anyway.
            self.take([link.raw for link in links[: problem.entry - self._log.length]])
        raise problem

    def close(self) -> None:
        """Close the file. Entries that cannot be verified or saved now are lost; the host sends them again."""
        try:
            with suppress(SaveError, InvalidEntry):
                self.prove()
        finally:
            super().close()

    @property
    def _own_signatures(self) -> OwnSignatures | None:
        """The submissions whose signatures need no verification; None without an identity."""
        return None if self._identity is None else OwnSignatures(self._identity.public.sign, self._signed.values())

    def _first_transfer(self, links: Sequence[ChainLink]) -> int | None:
        """Return the number of the first new entry that gives this program a seat, and with it more secrets to read."""
        spectator = not isinstance(self._log.config.reader, ClientReader)
        for link in links:
            body = link.entry.body
            if isinstance(body, RekeyBody) and self._is_mine(body.keys) and (spectator or body.transfer is not None):
                return link.entry.number
        return None

    def _is_mine(self, keys: PublicKeys) -> bool:
        return self._identity is not None and keys == self._identity.public

    def _replay_as_holder(
        self, log: Log, problem: InvalidEntry | None, given: int, entries: Sequence[bytes]
    ) -> tuple[Log, InvalidEntry | None]:
        """Replay the whole log, since the seat received with entry `given` can read secrets in earlier entries."""
        contents = FileContents(self.header, self._private, tuple(link.raw for link in links_since(log.last_link)))
        whole, fault = replay(contents, self.game, reader_for(contents, self._identity), verify=False)
        if fault is None:
            return whole, problem
        if fault.entry > given:
            return whole, fault
        before, _ = append_all(self._log, entries[: given - self._log.length], verify=False)
        return before, fault

    def audit(self) -> InvalidEntry | None:
        """Recompute all deals and seals of a finished match; if they are valid, reveal everything that was hidden.

        Returns the first fault; None if there is none. Raises `NotNow` before the dealer's secret is open.
        """
        if self._log.stage is not LogStage.CLOSED:
            raise NotNow(
                "Deals and sealed choices cannot be verified yet: the dealer's secret is not open before the end of "
                "the match."
            )
        contents = FileContents(self.header, self._private, self.raw_entries())
        log, problem = replay(contents, self.game, reader_for(contents, None), verify=False)
        if problem is None:
            self._log = log
        return problem


def _decode_header(header: bytes, identity: Identity | None, boxes: GameLookup) -> Header:
    """Return the header that a host has sent, if this program can follow it. Raises `SaveError`."""
    try:
        found = decode_header(header)
    except (CanonicalError, PlainError) as error:
        raise SaveError(
            f"The host sent an invalid match ({error}), so nothing was saved. Check that you both have the same "
            "version of galli-tui."
        ) from None
    _refuse_own(found, identity)
    game_of(found, boxes)
    return found


def _refuse_own(header: Header, identity: Identity | None) -> None:
    if client_number(header, identity) == HOST:
        raise NotYours("You host this match yourself, so you cannot be its guest: resume it as its host.")
