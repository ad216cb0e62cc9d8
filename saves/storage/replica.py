"""A guest's or spectator's copy of a match that is hosted elsewhere: it grows as the host sends entries.

What the guest signs is durable before it is sent, and a question never gets two answers. `net` decides when to send.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rules.engine.events import Move
from rules.engine.plain import PlainError
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.errors import BrokenLog, NotNow, NotYours, SaveError, quoted
from saves.faults import InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import RekeyBody, Submission, read_submission
from saves.format.header import HOST, GameLookup, Header, decode_header, encode_header, game_of
from saves.format.identity import Identity, PublicKeys
from saves.format.private_records import (
    SECRET_SIZE,
    PrivateState,
    SignedSubmission,
    SubmissionStatus,
    decrypt_held,
    dropped_record,
    encrypt_held,
    guest_record,
    held_record,
    nonce_record,
    sent_record,
    with_sent,
)
from saves.format.records import Record, RecordKind
from saves.log.chain import ChainLink, links_since
from saves.log.decryption import ClientReader
from saves.log.log import Log, LogStage, allowed_takeback
from saves.log.public_hash import public_hash
from saves.log.signatures import OwnSignatures
from saves.log.signing import (
    is_pending,
    open_own_move,
    require_takeback,
    sign_join,
    sign_move,
    sign_nonce,
    sign_takeback,
)
from saves.storage.disk import DISK, Disk
from saves.storage.file import MatchFile, create_file
from saves.storage.file_contents import (
    FileContents,
    append_all,
    client_number,
    find_bad_signature,
    parse_records,
    reader_for,
    replay,
)
from saves.storage.open_match import OpenMatch
from saves.storage.paths import latest_rescue_path, match_path


class Replica(OpenMatch):
    """An open replica. Close it, or use it as a context manager."""

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
        """By seat: the submission signed last by this process. The file may be forged, so it is not used here."""
        self._proven: Log | None = None
        """The log without the entries that are shown but not verified and saved; None if there are none."""

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
    ) -> Replica:
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
    ) -> Replica:
        """Open a replica for play; it stays locked until it is closed. Raises `SaveError`."""
        file = MatchFile.open(path, disk)
        try:
            if identity is not None and identity.notice:
                file.notices += (identity.notice,)
            contents = parse_records(file.records, path)
            _refuse_own(contents.header, identity)
            if contents.hosted:
                raise NotYours(f"{quoted(path)} is the host's own file of the match, not a guest's copy.")
            game = game_of(contents.header, boxes)
            log, problem = replay(contents, game, reader_for(contents, identity))
            if problem is not None:
                raise BrokenLog(
                    f"{quoted(path)} is not valid from entry {problem.entry} on: {problem} Move the file away, and the "
                    "host sends the whole match again.",
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
    ) -> Replica:
        """Open the replica for this header; create it if there is none. Raises `SaveError`."""
        path = latest_rescue_path(match_path(folder, _decode_header(header, identity, boxes)))
        if not path.exists():
            return cls.create(folder, header, identity, boxes=boxes, disk=disk, random=random)
        copy = cls.open(path, identity, boxes=boxes, disk=disk, random=random)
        if encode_header(copy.header) != header:
            copy.close()
            raise SaveError(
                f"{quoted(path)} is not the match at this table, although both have the same id. Do not trust this "
                "host, or move the file away."
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
        """Verify and append entries from the host durably.

        Returns the hash of the public state at each log length in `hashed` that was reached. Raises `InvalidEntry` for
        the first invalid entry; those before it are kept. Raises `SaveError` if they could not be saved; then none is
        kept.
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
        """Show entries from the host before they are verified and saved, which `prove` does.

        This is for moves that everyone waits for, from a host that the channel has authenticated. Entries that change
        more than the state of a match in play are verified and saved at once. Raises as `take`.
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
        """Whether entries are shown that `prove` has not verified and saved."""
        return self._proven is not None

    def prove(self) -> None:
        """Verify and save the entries that are shown. Every method that signs or drops something does this first.

        Raises `InvalidEntry` for the first entry without valid signatures; it and all after it are hidden again. Raises
        `SaveError` if the entries are valid but could not be saved; then they stay unproven.
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
        """Close the file. The host sends entries again that cannot be verified or saved now."""
        try:
            with suppress(SaveError, InvalidEntry):
                self.prove()
        finally:
            super().close()

    @property
    def _own_signatures(self) -> OwnSignatures | None:
        """The signatures that need no verification."""
        return None if self._identity is None else OwnSignatures(self._identity.public.sign, self._signed.values())

    def _first_transfer(self, links: Sequence[ChainLink]) -> int | None:
        """Return the number of the first new entry that lets this program read more of the log than before."""
        blind = not isinstance(self._log.config.reader, ClientReader)
        for link in links:
            body = link.entry.body
            if isinstance(body, RekeyBody) and self._is_mine(body.keys) and (blind or body.transfer is not None):
                return link.entry.number
        return None

    def _is_mine(self, keys: PublicKeys) -> bool:
        return self._identity is not None and keys == self._identity.public

    def _replay_as_holder(
        self, log: Log, problem: InvalidEntry | None, given: int, entries: Sequence[bytes]
    ) -> tuple[Log, InvalidEntry | None]:
        """Replay the whole log as the holder of a seat that was transferred to this program."""
        contents = FileContents(self.header, self._private, tuple(link.raw for link in links_since(log.last_link)))
        whole, trouble = replay(contents, self.game, reader_for(contents, self._identity), verify=False)
        if trouble is None:
            return whole, problem
        if trouble.entry > given:
            return whole, trouble
        before, _ = append_all(self._log, entries[: given - self._log.length], verify=False)
        return before, trouble

    def audit(self) -> InvalidEntry | None:
        """Recompute all deals and seals of a match whose secret is open, then show everything that was hidden.

        Returns the first fault; None if there is none. Raises `NotNow` before the end.
        """
        if self._log.stage is not LogStage.CLOSED:
            raise NotNow("The dealer's secret is not open yet, so deals and sealed choices cannot be verified.")
        contents = FileContents(self.header, self._private, self.raw_entries())
        log, problem = replay(contents, self.game, reader_for(contents, None), verify=False)
        if problem is None:
            self._log = log
        return problem

    # Submissions of this program

    def sign(self, move: Move, *, keep: bool = False) -> bytes:
        """Return the signed submission of a move; it is durable before it is returned.

        With `keep` it is held back, and may be replaced until `mark_sent`. Otherwise the same move for the same
        question gives the same bytes. Raises `Refused` or `SaveError`: `NotNow` if another answer may have been sent
        already.
        """
        identity = self._signer(move.seat)
        raw = self._sign_move(move, identity)
        if not keep:
            return self._save_sent(raw)
        self._require_unanswered(raw)
        self._save_private(held_record(move.seat, encrypt_held(identity, raw, self.game.encode_event(move))))
        return raw

    def mark_sent(self, seat: Seat) -> None:
        """Mark the seat's held move as one to be sent. Raises `SaveError`."""
        self.prove()
        found = self._held_move(seat)
        if found is None:
            raise NotNow("No choice is held back for that seat.")
        self._save_sent(found[0])

    def kept(self) -> tuple[bytes, ...]:
        """Return the held submissions that still answer their seats' questions."""
        found = [self._held_move(seat) for seat in sorted(self._private.held)]
        return tuple(one[0] for one in found if one is not None)

    def decided_move(self, seat: Seat) -> Move | None:
        """Return the move with which the seat answers its present question, held or sent; None if there is none."""
        found = self._held_move(seat)
        return self._sent_move(seat) if found is None else found[1]

    def can_take_back(self, seat: Seat) -> bool:
        """Return whether the seat's last move can be taken back."""
        if seat not in self.seats or self._log.over:
            return False
        return allowed_takeback(self._log, seat) is not None

    def sign_takeback(self, seat: Seat) -> bytes:
        """Return the signed submission that takes back the seat's last move; see `sign`."""
        identity = self._signer(seat)
        require_takeback(self._log, seat)
        return self._save_sent(sign_takeback(self._log, identity, seat))

    def sign_join(self) -> bytes:
        """Return the signed submission with which this program joins before the start; see `sign`."""
        identity, nonce = self._guest(), self._private.nonce or self._random(SECRET_SIZE)
        try:
            raw = sign_join(self._log, identity, nonce)
        except ValueError:
            raise NotNow("There is nothing to join now.") from None
        if self._private.nonce is None:
            self._save_private(nonce_record(nonce))
        return self._save_sent(raw)

    def sign_nonce(self) -> bytes:
        """Return the signed submission that opens this program's nonce; see `sign`."""
        if self._private.nonce is None:
            raise NotNow(
                "Your file of this match lacks the nonce you joined with, so it cannot start: ask for a new match."
            )
        identity = self._guest()
        try:
            return self._save_sent(sign_nonce(self._log, identity, self._private.nonce))
        except ValueError:
            raise NotNow("Not every guest has joined yet.") from None

    def pending(self) -> tuple[bytes, ...]:
        """Return the submissions to be sent again, unchanged: signed, not in the log yet, and still answering it."""
        return tuple(
            signed.submission
            for _, signed in sorted(self._private.signed.items())
            if signed.status is SubmissionStatus.SENT and self._is_pending(read_submission(signed.submission))
        )

    def decided(self) -> tuple[bytes, ...]:
        """Return each seat's last submission that was signed here and not dropped, even if it is in the log."""
        found = {
            seat: one.submission for seat, one in self._private.signed.items() if one.status is SubmissionStatus.SENT
        }
        for seat, box in self._private.held.items():
            opened = None if self._identity is None else decrypt_held(self._identity, box)
            if opened is not None:
                found[seat] = opened[0]
        return tuple(found[seat] for seat in sorted(found))

    def drop(self, seat: Seat) -> None:
        """Drop the seat's held move; without one, stop sending what it has signed. Raises `SaveError`.

        A sent submission may still arrive, so no other answer to its question is ever signed.
        """
        self.prove()
        signed = self._private.signed.get(seat)
        if seat in self._private.held or (signed is not None and signed.status is SubmissionStatus.SENT):
            self._save_private(dropped_record(seat))

    def _sign_move(self, move: Move, identity: Identity) -> bytes:
        if self._log.over:
            raise NotNow("This match is over.")
        refusal = self.game.refusal(self._log.state, move)
        if refusal is not None:
            raise Refused(refusal)
        try:
            return sign_move(self._log, identity, move)
        except ValueError:
            raise NotNow("That seat has nothing to decide now.") from None

    def _signer(self, seat: Seat) -> Identity:
        identity = self._guest()
        if not 0 <= seat < len(self._log.holders):
            raise NotNow("There is no such seat at this table.")
        if not self._holds(seat):
            raise NotNow("That seat is played on another computer.")
        return identity

    def _guest(self) -> Identity:
        if self._identity is None:
            raise NotYours("You are only watching this match.")
        self.prove()
        return self._identity

    def _save_sent(self, raw: bytes) -> bytes:
        """Save a submission to be sent, unless it is saved already."""
        seat = self._require_unanswered(raw)
        self._signed[seat] = raw
        if self._private.signed.get(seat) != SignedSubmission(raw, SubmissionStatus.SENT):
            # As `_save_private`, but faster: the record need not be parsed.
            self._file.append([sent_record(raw)])
            self._private = with_sent(self._private, raw)
        return raw

    def _require_unanswered(self, raw: bytes) -> Seat:
        """Raise `NotNow` if the seat has another submission on its way, or has answered this question differently."""
        new = read_submission(raw)
        signed = self._private.signed.get(new.seat)
        if signed is None or signed.submission == raw:
            return new.seat
        old = read_submission(signed.submission)
        on_its_way = signed.status is SubmissionStatus.SENT and self._is_pending(old)
        if on_its_way or (old.counter, old.answers) == (new.counter, new.answers):
            raise NotNow("That seat has already signed another decision, which may be on its way; it stands.")
        return new.seat

    def _is_pending(self, submission: Submission) -> bool:
        return self._identity is not None and is_pending(self._log, submission, self._identity.public)

    def _sent_move(self, seat: Seat) -> Move | None:
        signed = self._private.signed.get(seat)
        if signed is None or signed.status is not SubmissionStatus.SENT or self._identity is None:
            return None
        submission = read_submission(signed.submission)
        return open_own_move(self.game, self._identity, submission) if self._is_pending(submission) else None

    def _held_move(self, seat: Seat) -> tuple[bytes, Move] | None:
        box = self._private.held.get(seat)
        found = None if box is None or self._identity is None else decrypt_held(self._identity, box)
        if found is None or not self._is_pending(read_submission(found[0])):
            return None
        event = self.game.decode_event(found[1])
        return (found[0], event) if isinstance(event, Move) else None


def _decode_header(header: bytes, identity: Identity | None, boxes: GameLookup) -> Header:
    """Return the header that a host has sent, if this program can follow it. Raises `SaveError`."""
    try:
        found = decode_header(header)
    except (CanonicalError, PlainError) as error:
        raise SaveError(f"The host sent an invalid match ({error}), so nothing was saved.") from None
    _refuse_own(found, identity)
    game_of(found, boxes)
    return found


def _refuse_own(header: Header, identity: Identity | None) -> None:
    if client_number(header, identity) == HOST:
        raise NotYours("You host this match yourself: `galli-tui resume` continues it.")
