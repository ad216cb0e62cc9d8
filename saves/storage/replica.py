"""A guest's or spectator's own copy of a match that is hosted elsewhere: it grows as the host sends.

What the guest signs is durable before it is sent, and the same question never gets two answers.
When to send and to whom is left to `net`; what a submission is to `submitting`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rules.engine.events import Move
from rules.engine.plain import Plain, PlainError
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.errors import BrokenLog, NotNow, NotYours, SaveError, quoted
from saves.faults import InvalidEntry
from saves.format.canonical import CanonicalError
from saves.format.entries import MoveBody, RekeyBody, Submission, TakebackBody, read_submission
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
from saves.format.seals import SealError, derive_blind, fill_secrets, open_seal, submission_context
from saves.log.chain import ChainLink, links_since
from saves.log.decryption import ClientReader
from saves.log.fold import Log, LogStage, OwnSignatures, allowed_takeback
from saves.log.public_hash import public_hash
from saves.log.signing import require_takeback, sign_join, sign_move, sign_nonce, sign_takeback
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
    """An open copy. Close it, or use it as a context manager."""

    def __init__(
        self,
        file: MatchFile,
        log: Log,
        private: PrivateState,
        identity: Identity | None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Made by `create`, `open` and `follow`."""
        super().__init__(file, log, private)
        self._identity = identity
        self._random = random
        self._signed: dict[Seat, bytes] = {}
        """By seat: the submission that was signed last. Not from the file, which may tell what is false."""
        self._proven: Log | None = None
        """The log without what is shown already and still to be proven; None where all is proven and saved."""

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
        """Begins a copy in a new file, with the header that the host has sent.

        Without an identity, or with a stranger's, one sees what is public. Raises `SaveError`.
        """
        found = _checked(header, identity, boxes)
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
        """Opens a copy to go on with it; it stays locked until it is closed. Raises `SaveError`."""
        file = MatchFile.open(path, disk)
        try:
            if identity is not None and identity.notice:
                file.notices += (identity.notice,)
            contents = parse_records(file.records, path)
            _refuse_own(contents.header, identity)
            if contents.hosted:
                raise NotYours(f"{quoted(path)} is the file of a match's host, and no copy to follow it with.")
            game = game_of(contents.header, boxes)
            log, problem = replay(contents, game, reader_for(contents, identity))
            if problem is not None:
                raise BrokenLog(
                    f"{quoted(path)} is not a valid match from entry {problem.entry} on: {problem} Move the file away, "
                    "and the host sends all of the match again.",
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
        """Opens the copy that is there for this header, or begins one. Raises `SaveError`."""
        path = latest_rescue_path(match_path(folder, _checked(header, identity, boxes)))
        if not path.exists():
            return cls.create(folder, header, identity, boxes=boxes, disk=disk, random=random)
        copy = cls.open(path, identity, boxes=boxes, disk=disk, random=random)
        if encode_header(copy.header) != header:
            copy.close()
            raise SaveError(
                f"{quoted(path)} is another match than the one at this table, though both have one id: do not trust "
                "the host that sent it, or move the file away."
            )
        return copy

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this program's key holds now; none for a spectator."""
        return tuple(seat for seat in self.header.seats if self._holds(seat))

    def _holds(self, seat: Seat) -> bool:
        return self._is_mine(self._log.clients[self._log.holders[seat]])

    # What comes from the host

    def take(self, entries: Sequence[bytes], hashed: Collection[int] = ()) -> Mapping[int, bytes]:
        """Checks and adds what the host has sent; on return it is durable.

        Returns the hash of the public state at each of these lengths of the log that it came by. Raises `InvalidEntry`
        for the first entry that is not valid; those before it are kept. Raises `SaveError` if they could not be saved;
        then none is.
        """
        self.prove()
        hashes: dict[int, bytes] = {}

        def hash_at(log: Log) -> None:
            if log.length in hashed:
                hashes[log.length] = public_hash(log)

        log, problem = append_all(self._log, entries, on_append=hash_at, own=self._own)
        links = links_since(log.last_link, self._log.length)
        given = self._first_given(links)
        if given is not None:
            log, problem = self._with_new_eyes(log, problem, given, entries)
            links = links_since(log.last_link, self._log.length)
        new = [Record(RecordKind.ENTRY, link.raw) for link in links]
        if new:
            self._file.append(new)
            self._log = log
        if problem is not None:
            raise problem
        return hashes

    def show(self, entries: Sequence[bytes]) -> None:
        """As `take`, but their signatures are verified, and they are saved, only by `prove`: until then they are seen.

        That is for moves that everybody waits for, from a host that the channel has proven. What changes more than the
        state of a match under way is taken at once. Raises as `take`.
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
        """Whether anything is shown that is still to be proven."""
        return self._proven is not None

    def prove(self) -> None:
        """Verifies and saves what is shown; on return it is durable. Whatever signs or forgets does it first.

        Raises `InvalidEntry` for the first entry without its signatures; it and what follows it are hidden again.
        Raises `SaveError` if all bear theirs and could not be saved; then they are still to be proven.
        """
        if self._proven is None:
            return
        links = links_since(self._log.last_link, self._proven.length)
        problem = find_bad_signature(self._log.clients, links, self._own)
        if problem is None:
            self._file.append([Record(RecordKind.ENTRY, link.raw) for link in links])
            self._proven = None
            return
        self._log, self._proven = self._proven, None
        with suppress(SaveError):  # Of no use to whoever leaves this host.
            self.take([link.raw for link in links[: problem.entry - self._log.length]])
        raise problem

    def close(self) -> None:
        """As `OpenMatch.close`. What cannot be proven or saved now, the host sends again."""
        try:
            with suppress(SaveError, InvalidEntry):
                self.prove()
        finally:
            super().close()

    @property
    def _own(self) -> OwnSignatures | None:
        """What needs no verifying."""
        return None if self._identity is None else OwnSignatures(self._identity.public.sign, self._signed.values())

    def _first_given(self, links: Sequence[ChainLink]) -> int | None:
        """The first of these new entries that lets this program read more of the log than before."""
        blind = not isinstance(self._log.config.reader, ClientReader)
        for link in links:
            body = link.entry.body
            if isinstance(body, RekeyBody) and self._is_mine(body.keys) and (blind or body.transfer is not None):
                return link.entry.number
        return None

    def _is_mine(self, keys: PublicKeys) -> bool:
        return self._identity is not None and keys == self._identity.public

    def _with_new_eyes(
        self, log: Log, problem: InvalidEntry | None, given: int, entries: Sequence[bytes]
    ) -> tuple[Log, InvalidEntry | None]:
        """The whole log, folded again as the holder of a seat that was given to this program."""
        contents = FileContents(self.header, self._private, tuple(link.raw for link in links_since(log.last_link)))
        whole, trouble = replay(contents, self.game, reader_for(contents, self._identity), verify=False)
        if trouble is None:
            return whole, problem
        if trouble.entry > given:
            return whole, trouble
        before, _ = append_all(self._log, entries[: given - self._log.length], verify=False)
        return before, trouble

    def audit(self) -> InvalidEntry | None:
        """Makes every deal and every seal of a match again whose secret is open, and then shows all that was hidden.

        Returns what is wrong, if anything is. Raises `NotNow` before the end.
        """
        if self._log.stage is not LogStage.CLOSED:
            raise NotNow("The dealer's secret is not open yet, so deals and sealed choices cannot be checked.")
        contents = FileContents(self.header, self._private, self.raw_entries())
        log, problem = replay(contents, self.game, reader_for(contents, None), verify=False)
        if problem is None:
            self._log = log
        return problem

    # What this program signs

    def sign(self, move: Move, *, keep: bool = False) -> bytes:
        """The submission of a move, to be sent; it is durable before it is returned.

        With `keep` it is not to be sent yet, and another may take its place until `mark_sent`. Otherwise the same
        move for the same question gives the same bytes. Raises `Refused` or `SaveError`: `NotNow` if another answer
        may have been sent already.
        """
        identity = self._signer(move.seat)
        raw = self._move(move, identity)
        if not keep:
            return self._send(raw)
        self._demand_free(raw)
        self._keep(held_record(move.seat, encrypt_held(identity, raw, self.game.encode_event(move))))
        return raw

    def mark_sent(self, seat: Seat) -> None:
        """From here on the move that was kept for the seat is one to be sent. Raises `SaveError`."""
        self.prove()
        found = self._kept(seat)
        if found is None:
            raise NotNow("No choice is kept back for that seat.")
        self._send(found[0])

    def kept(self) -> tuple[bytes, ...]:
        """What was signed to be kept back, and still answers the question that its seat is asked."""
        found = [self._kept(seat) for seat in sorted(self._private.held)]
        return tuple(one[0] for one in found if one is not None)

    def decided_move(self, seat: Seat) -> Move | None:
        """The move that answers the question which the seat is asked now, kept back or signed to be sent.

        Own seals open by the blinds that they were made with, so a choice in secret is whole again.
        """
        found = self._kept(seat)
        return self._sent_move(seat) if found is None else found[1]

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last move, and all that followed, revealed nothing."""
        if seat not in self.seats or self._log.over:
            return False
        return allowed_takeback(self._log, seat) is not None

    def sign_takeback(self, seat: Seat) -> bytes:
        """The submission that takes back the seat's last move, as `sign` for a move."""
        identity = self._signer(seat)
        require_takeback(self._log, seat)
        return self._send(sign_takeback(self._log, identity, seat))

    def sign_join(self) -> bytes:
        """The submission with which this program joins before the start, as `sign` for a move."""
        identity, nonce = self._guest(), self._private.nonce or self._random(SECRET_SIZE)
        try:
            raw = sign_join(self._log, identity, nonce)
        except ValueError:
            raise NotNow("This program has nothing to join now.") from None
        if self._private.nonce is None:
            self._keep(nonce_record(nonce))
        return self._send(raw)

    def sign_nonce(self) -> bytes:
        """The submission that opens what this program joined with, as `sign` for a move."""
        if self._private.nonce is None:
            raise NotNow("What this program joined with is lost, so this match cannot start: let the host begin anew.")
        identity = self._guest()
        try:
            return self._send(sign_nonce(self._log, identity, self._private.nonce))
        except ValueError:
            raise NotNow("Not every guest has joined yet.") from None

    def pending(self) -> tuple[bytes, ...]:
        """What was signed to be sent, is not in the log yet, and can still be entered: to be sent again, as it is."""
        return tuple(
            signed.submission
            for _, signed in sorted(self._private.signed.items())
            if signed.status is SubmissionStatus.SENT and self._stands(read_submission(signed.submission))
        )

    def decided(self) -> tuple[bytes, ...]:
        """The last submission of each seat that was signed here and not dropped, whatever has become of it since."""
        found = {
            seat: one.submission for seat, one in self._private.signed.items() if one.status is SubmissionStatus.SENT
        }
        for seat, box in self._private.held.items():
            opened = None if self._identity is None else decrypt_held(self._identity, box)
            if opened is not None:
                found[seat] = opened[0]
        return tuple(found[seat] for seat in sorted(found))

    def drop(self, seat: Seat) -> None:
        """Forgets the move that is kept back for the seat; without one, what it has signed is sent no more.

        As that may be out in the world, no other answer to the same question is signed. Raises `SaveError`.
        """
        self.prove()
        signed = self._private.signed.get(seat)
        if seat in self._private.held or (signed is not None and signed.status is SubmissionStatus.SENT):
            self._keep(dropped_record(seat))

    def _move(self, move: Move, identity: Identity) -> bytes:
        if self._log.over:
            raise NotNow("This match is over.")
        refusal = self.game.refusal(self._log.state, move)
        if refusal is not None:
            raise Refused(refusal)
        try:
            return sign_move(self._log, identity, move)
        except ValueError:
            raise NotNow("That seat is not asked now.") from None

    def _signer(self, seat: Seat) -> Identity:
        identity = self._guest()
        if not 0 <= seat < len(self._log.holders):
            raise NotNow("There is no such seat at this table.")
        if not self._holds(seat):
            raise NotNow("That seat decides at another computer.")
        return identity

    def _guest(self) -> Identity:
        if self._identity is None:
            raise NotYours("This match is open to watch it only.")
        self.prove()
        return self._identity

    def _send(self, raw: bytes) -> bytes:
        """Keeps a submission, unless it is kept already."""
        seat = self._demand_free(raw)
        self._signed[seat] = raw
        if self._private.signed.get(seat) != SignedSubmission(raw, SubmissionStatus.SENT):
            # Durable before it counts, as with `_keep`, but nobody waits while what was written is read again.
            self._file.append([sent_record(raw)])
            self._private = with_sent(self._private, raw)
        return raw

    def _demand_free(self, raw: bytes) -> Seat:
        """Raises `NotNow` if another decision of the seat's may be out: one at a time, and one for each question."""
        new = read_submission(raw)
        signed = self._private.signed.get(new.seat)
        if signed is None or signed.submission == raw:
            return new.seat
        old = read_submission(signed.submission)
        on_its_way = signed.status is SubmissionStatus.SENT and self._stands(old)
        if on_its_way or (old.counter, old.answers) == (new.counter, new.answers):
            raise NotNow("Another decision of that seat has been signed already and may be on its way; it stands.")
        return new.seat

    def _stands(self, submission: Submission) -> bool:
        """Whether the submission can still be entered, as far as this copy knows."""
        seat = submission.seat
        if submission.counter != self._log.counters[seat] or self._log.over or not self._holds(seat):
            return False
        if isinstance(submission.body, TakebackBody):
            found = allowed_takeback(self._log, seat)
            return found is not None and found.step.hash == submission.answers
        return submission.answers == self._log.openers[seat]

    def _sent_move(self, seat: Seat) -> Move | None:
        signed = self._private.signed.get(seat)
        if signed is None or signed.status is not SubmissionStatus.SENT or self._identity is None:
            return None
        submission = read_submission(signed.submission)
        if not isinstance(submission.body, MoveBody) or not self._stands(submission):
            return None
        values: dict[tuple[int, ...], Plain] = {}
        try:
            for place, seal in enumerate(submission.body.seals):
                context = submission_context(submission, place)
                values[seal.path] = open_seal(seal, derive_blind(self._identity.blinding_key, context), context)
            event = self.game.decode_event(fill_secrets(submission.body.event, values))
        except (SealError, PlainError):
            return None  # Nobody but this key writes there; what it could not have signed is shown to nobody.
        return event if isinstance(event, Move) else None

    def _kept(self, seat: Seat) -> tuple[bytes, Move] | None:
        box = self._private.held.get(seat)
        found = None if box is None or self._identity is None else decrypt_held(self._identity, box)
        if found is None or not self._stands(read_submission(found[0])):
            return None
        event = self.game.decode_event(found[1])
        return (found[0], event) if isinstance(event, Move) else None


def _checked(header: bytes, identity: Identity | None, boxes: GameLookup) -> Header:
    """The header that a host has sent, if it can be followed here. Raises `SaveError`."""
    try:
        found = decode_header(header)
    except (CanonicalError, PlainError) as error:
        raise SaveError(f"The host has sent a match that is none ({error}), so nothing of it was kept.") from None
    _refuse_own(found, identity)
    game_of(found, boxes)
    return found


def _refuse_own(header: Header, identity: Identity | None) -> None:
    if client_number(header, identity) == HOST:
        raise NotYours("This match is hosted by your own key: `galli-tui resume` goes on with it.")
