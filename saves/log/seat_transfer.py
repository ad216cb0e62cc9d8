"""Transferring a seat to another client: who may take it, and the sealed box of blinds for what the seat has seen.

No state is sent. The new holder replays the log from its first entry as if it had always held the seat. For that it
receives the blinds of those seals of the seat that were not wrapped for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from rules.engine.plain_data import MAX_ITEMS, PlainError
from rules.engine.secrecy import Seat
from saves.faults import Fault, InvalidEntry
from saves.format.canonical import CanonicalError, encode
from saves.format.entries import (
    OPENINGS,
    Entry,
    MoveBody,
    Opening,
    OutcomeBody,
    RekeyBody,
    Seal,
    SeatBody,
    read_entry,
    read_submission,
)
from saves.format.header import HOST, MAX_CLIENTS, Header
from saves.format.identity import Identity
from saves.format.seals import (
    SealError,
    derive_blind,
    entry_context,
    make_seal,
    open_seal,
    sealed_size,
    submission_context,
    transfer_context,
    unwrap_blind,
)
from saves.log.chain import BoundSeal, ChainLink, Seating, bound_seals
from saves.log.decode_entry import require
from saves.log.decryption import LocatedSeal, SealReader

MAX_REKEYS: Final = 512
"""Transfers in one match."""

MAX_TRANSFER_SEALS: Final = MAX_ITEMS
"""Seals that one box opens. No game makes as many for a seat; a seat that has seen more cannot be transferred."""

_TAG: Final = b"\xa5rekey"
"""Part of the bytes of every entry that transfers a seat."""


def transfer_seat(seating: Seating, entry: Entry, body: RekeyBody) -> Seating:
    """Return who holds the seats after this entry. Raises `InvalidEntry`."""
    require(body.seat < len(seating.holders), Fault.NO_SUCH_SEAT, entry)
    clients = seating.clients
    if body.keys not in clients:
        require(len(clients) < MAX_CLIENTS, Fault.WRONG_REKEY, entry, f"more than {MAX_CLIENTS} clients")
        clients += (body.keys,)
    client, seat = clients.index(body.keys), body.seat
    require(body.bot is None or client == HOST, Fault.WRONG_REKEY, entry, "only the host has bots")
    changed = (client, body.bot) != (seating.holders[seat], seating.bots[seat])
    require(changed, Fault.WRONG_REKEY, entry, "it holds the seat already")
    holders = (*seating.holders[:seat], client, *seating.holders[seat + 1 :])
    return Seating(clients, holders, (*seating.bots[:seat], body.bot, *seating.bots[seat + 1 :]))


def missing_seals(links: Iterable[ChainLink], seating: Seating, seat: Seat) -> list[BoundSeal]:
    """Return the seals of the seat that its holder cannot open, oldest first; none for the host, who opens all."""
    client = seating.holders[seat]
    if client == HOST:
        return []
    found: list[BoundSeal] = []
    open_to: set[tuple[int, int]] = set()
    for link in links:
        body = link.entry.body
        if isinstance(body, RekeyBody) and body.keys == seating.clients[client]:
            open_to.update(_place(one) for one in found if one.audience >> body.seat & 1)
        for one in bound_seals(link):
            found.append(one)
            if client == one.located.author or client in one.located.readers:
                open_to.add(_place(one))
    return [one for one in found if one.audience >> seat & 1 and _place(one) not in open_to]


def seal_transfer(
    entry: Entry,
    body: RekeyBody,
    seals: Sequence[BoundSeal],
    secret: bytes,
    blind: Callable[[LocatedSeal, bytes], bytes],
) -> Seal | None:
    """Return the box with the blinds of these seals for the new holder; None if there are none.

    Raises `SealError`, or `InvalidEntry` if one box cannot hold this many.
    """
    if not seals:
        return None
    _expect_room(entry, seals)
    context = transfer_context(entry, body.seat, body.keys)
    openings = tuple(Opening(*_place(one), blind(one.located, one.context)) for one in seals)
    return make_seal((), OPENINGS.encode(openings), derive_blind(secret, context), context, [body.keys.box])


def check_transfer(entry: Entry, body: RekeyBody, seals: Sequence[BoundSeal], client: int, reader: SealReader) -> None:
    """Check that the box holds exactly the blinds of these seals. Raises `InvalidEntry`.

    Every reader checks its size; those who can open it also check its content, and that it was made as it should be.
    """
    box = body.transfer
    _expect_room(entry, seals)
    if box is None or not seals:
        require(box is None and not seals, Fault.WRONG_TRANSFER, entry)
        return
    size = len(encode(OPENINGS.encode(tuple(Opening(*_place(one), bytes(32)) for one in seals))))
    shape = (box.path, len(box.ephemeral), len(box.wraps), len(box.ciphertext))
    require(shape == ((), 32, 1, sealed_size(size)), Fault.WRONG_TRANSFER, entry)
    located = LocatedSeal(box, entry.number, 0, None, (client,))
    if not reader.can_open(located):
        return
    context = transfer_context(entry, body.seat, body.keys)
    try:
        blind = reader.blind_for(located, context)
        openings = OPENINGS.decode(open_seal(box, blind, context))
        places = [(opening.entry, opening.place) for opening in openings]
        require(places == [_place(one) for one in seals], Fault.WRONG_TRANSFER, entry)
        for one, opening in zip(seals, openings, strict=True):
            open_seal(one.located.seal, opening.blind, one.context)
    except (PlainError, SealError) as error:
        raise InvalidEntry(Fault.BROKEN_SEAL, entry.number, str(error)) from None
    made = make_seal((), OPENINGS.encode(openings), blind, context, [body.keys.box])
    require(made == box, Fault.BROKEN_SEAL, entry)


class ReceivedBlinds(NamedTuple):
    """What the unverified entries of a log hold for one identity."""

    client: int | None
    """Its number; None if it never held a seat."""
    blinds: dict[tuple[int, int], bytes]
    """The blinds it received that open their seals, by entry and place."""


def received_blinds(header: Header, entries: Sequence[bytes], identity: Identity) -> ReceivedBlinds:
    """Return the blinds that came with seats given to this identity.

    Invalid ones are skipped here and reported by `append_entry.append`.
    """
    clients, blinds = list(header.clients), dict[tuple[int, int], bytes]()
    for raw in entries:
        if _TAG not in raw:
            continue
        try:
            entry = read_entry(raw)
            body = entry.body
            if not isinstance(body, RekeyBody):
                continue
            if body.keys not in clients:
                clients.append(body.keys)
            if body.keys == identity.public and body.transfer is not None:
                context = transfer_context(entry, body.seat, body.keys)
                blind = unwrap_blind(body.transfer, 0, identity, context)
                for opening in OPENINGS.decode(open_seal(body.transfer, blind, context)):
                    _try(entries, opening)
                    blinds[opening.entry, opening.place] = opening.blind
        except (CanonicalError, PlainError, SealError):
            continue
    return ReceivedBlinds(clients.index(identity.public) if identity.public in clients else None, blinds)


def _try(entries: Sequence[bytes], opening: Opening) -> None:
    """Open the seal that an opening is for. Raises `SealError`, `CanonicalError` or `PlainError`."""
    if opening.entry >= len(entries):
        raise SealError("no such entry")
    entry = read_entry(entries[opening.entry])
    seals: tuple[Seal, ...] = ()
    if isinstance(entry.body, OutcomeBody):
        seals, context = entry.body.seals, entry_context(entry, opening.place)
    elif isinstance(entry.body, SeatBody):
        submission = read_submission(entry.body.submission)
        seals = submission.body.seals if isinstance(submission.body, MoveBody) else ()
        context = submission_context(submission, opening.place)
    else:
        context = b""
    if opening.place >= len(seals):
        raise SealError("no such seal")
    open_seal(seals[opening.place], opening.blind, context)


def _expect_room(entry: Entry, seals: Sequence[BoundSeal]) -> None:
    """Raise `InvalidEntry` if one box cannot hold this many seals."""
    require(
        len(seals) <= MAX_TRANSFER_SEALS, Fault.WRONG_REKEY, entry, f"more than {MAX_TRANSFER_SEALS} seals to hand over"
    )


def _place(one: BoundSeal) -> tuple[int, int]:
    return one.located.entry, one.located.place
