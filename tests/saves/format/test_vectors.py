"""The test vectors of docs/match-log.md, with which another implementation of these files can be checked."""

from __future__ import annotations

import re
from hashlib import blake2b

from rules.engine.entropy import derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.entries import (
    OPENINGS,
    CommitBody,
    Entry,
    JoinBody,
    MoveBody,
    NonceBody,
    Opening,
    RekeyBody,
    SeatBody,
    StartBody,
    Submission,
    entry_hash,
    sign_entry,
    sign_submission,
)
from saves.format.header import COMMITTED, Header, Player, encode_header, header_hash
from saves.format.identity import Identity
from saves.format.records import Record, RecordKind, frame, prefix
from saves.format.seals import derive_blind, entry_context, make_seal, submission_context, transfer_context
from saves.log.dealer import dealer_commitment
from saves.log.nonces import nonce_commitment
from tests.support.paths import ROOT

DOCUMENT = ROOT / "docs" / "match-log.md"


def vectors() -> dict[str, str]:
    """Return every vector by its name in the document, in hexadecimal."""
    host, guest = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32)
    secret, match = bytes([4]) * 32, bytes(range(16))
    header = encode_header(
        Header(
            match=match,
            created=1_700_000_000,
            game="candles",
            rules_version=1,
            options=Options(2, "versus", 1),
            components=bytes.fromhex("789c9b000000910091"),
            players=(Player("Anna", "red"), Player("Bruno", "blue")),
            clients=(host.public, guest.public),
            holders=(0, 1),
            dealer=COMMITTED,
            origin=None,
        )
    )
    commit = sign_entry(Entry(match, 0, header_hash(header), CommitBody(dealer_commitment(secret, match))), host)
    nonce = bytes([5]) * 32
    commitment = nonce_commitment(nonce, match, guest.public.sign)
    join = sign_submission(Submission(match, Seat(1), 0, entry_hash(commit), JoinBody(commitment)), guest)
    joined = sign_entry(Entry(match, 1, entry_hash(commit), SeatBody(join)), host)
    opening = sign_submission(Submission(match, Seat(1), 1, entry_hash(joined), NonceBody(nonce)), guest)
    opened = sign_entry(Entry(match, 2, entry_hash(joined), SeatBody(opening)), host)
    start = sign_entry(Entry(match, 3, entry_hash(opened), StartBody((nonce,))), host)
    submission = Submission(match, Seat(1), 2, entry_hash(start), MoveBody(["light", 1, 4], ()))
    raw_submission = sign_submission(submission, guest)
    decided = Entry(match, 4, entry_hash(start), SeatBody(raw_submission))
    context = entry_context(decided, 0)
    blind = derive_blind(secret, context)
    seal = make_seal((2, 1), [3, 9], blind, context, [guest.public.box])
    other = Identity(bytes([3]) * 32)
    draft = Entry(match, 4, entry_hash(start), RekeyBody(Seat(0), other.public, None, None))
    handing = transfer_context(draft, Seat(0), other.public)
    openings = OPENINGS.encode((Opening(2, 0, bytes([6]) * 32),))
    box = make_seal((), openings, derive_blind(secret, handing), handing, [other.public.box])
    rekey = draft._replace(body=RekeyBody(Seat(0), other.public, None, box))
    found = {
        "canonical": canonical.encode([None, True, -7, 300, "Änne", b"\x01", [], [[1]]]),
        "derived": derive_entropy("galli", b"\x01\x02", 7),
        "host sign": host.public.sign,
        "host box": host.public.box,
        "guest sign": guest.public.sign,
        "guest box": guest.public.box,
        "guest blinding": guest.blinding_key,
        "header": header,
        "header hash": header_hash(header),
        "commitment": dealer_commitment(secret, match),
        "entry 0": commit,
        "entry 0 hash": entry_hash(commit),
        "nonce commitment": commitment,
        "join": join,
        "entry 1": joined,
        "entry 1 hash": entry_hash(joined),
        "nonce": opening,
        "entry 2": opened,
        "entry 2 hash": entry_hash(opened),
        "entry 3": start,
        "entry 3 hash": entry_hash(start),
        "submission": raw_submission,
        "entry 4": sign_entry(decided, host),
        "context dealt": context,
        "context chosen": submission_context(submission, 0),
        "seal blind": blind,
        "seal commitment": seal.commitment,
        "seal ephemeral": seal.ephemeral,
        "seal ciphertext": seal.ciphertext,
        "seal wrap": seal.wraps[0],
        "context handed": handing,
        "rekey": sign_entry(rekey, host),
        "draw committed": derive_entropy("galli-tui draw", secret, derive_entropy(), "pile", 3),
        "draw with nonces": derive_entropy("galli-tui draw", secret, derive_entropy(nonce), "pile", 3),
        "draw seeded": derive_entropy("dealer", 7, "pile", 3),
        "prefix": prefix(),
        "record": frame(Record(RecordKind.ENTRY, b"body")),
    }
    return {name: value.hex() for name, value in found.items()}


def documented() -> dict[str, str]:
    """Return the vectors in the form of the document: lines of `name = hex`, wrapped."""
    block = re.search(r"```text vectors\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert block is not None
    unwrapped = re.sub(r"\n\s+", "", block[1])
    return dict(line.split(" = ") for line in unwrapped.splitlines() if line)


def test_the_documents_vectors_are_what_this_program_makes() -> None:
    assert documented() == vectors()


def h(*parts: bytes | str | int) -> bytes:
    """Return H, implemented from the description in docs/match-log.md alone."""
    letters = {bytes: b"b", str: b"s", int: b"i"}
    whole = b""
    for part in parts:
        own = part if isinstance(part, bytes) else str(part).encode("utf-8")
        with_letter = letters[type(part)] + own
        whole += len(with_letter).to_bytes(8, "big") + with_letter
    return blake2b(whole, digest_size=32).digest()


def test_h_is_what_the_document_says() -> None:
    for parts in (
        (),
        ("",),
        (b"",),
        ("galli", 7),
        (-12, "Änne", b"\xff\0"),
        ("galli-tui draw", bytes(32), h(), "pile", 3),
    ):
        assert derive_entropy(*parts) == h(*parts)
    example = bytes.fromhex("0000000000000006 73 67616c6c69 0000000000000002 69 37")
    assert derive_entropy("galli", 7) == blake2b(example, digest_size=32).digest()
    words = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    assert "the hash of the 24 bytes `0000000000000006 73 67616c6c69 0000000000000002 69 37`" in words
