"""What the fold looks back on: the links of a log's chain, the seals in them, and who holds the seats.

What may be linked is left to `log`, who may take a seat to `handing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.engine.game import Event
from rules.engine.plain import Plain
from rules.engine.secrecy import Audience
from saves.format.entries import Entry, MoveBody, OutcomeBody, Seal, Submission
from saves.format.header import HOST, Header
from saves.format.identity import PublicKeys
from saves.format.seals import audience_at, entry_context, submission_context
from saves.log.decryption import LocatedSeal


class Seating(NamedTuple):
    """Who holds the seats at one point of a log."""

    clients: tuple[PublicKeys, ...]
    """All that ever held a seat, and the host as number 0. New ones come at the end, so numbers stay what they are."""
    holders: tuple[int, ...]
    """By seat: the number of its client."""
    bots: tuple[str | None, ...]
    """By seat: the key of the bot that decides; None for people."""

    def seal_readers(self, audience: Audience, author: int | None) -> tuple[int, ...]:
        """The clients that a seal is wrapped for: those of its audience, and the dealer for what seats choose."""
        clients = {holder for seat, holder in enumerate(self.holders) if audience >> seat & 1}
        if author is not None:
            clients.add(HOST)
        return tuple(sorted(clients))

    def box_keys(self, clients: Iterable[int]) -> list[bytes]:
        """The keys that these clients are written to with."""
        return [self.clients[client].box for client in clients]


def initial_seating(header: Header) -> Seating:
    """Who holds the seats when the match begins."""
    return Seating(header.clients, header.holders, tuple(player.bot for player in header.players))


class ChainLink(NamedTuple):
    """One entry of a log, at the end of the chain that leads back to the first."""

    before: ChainLink | None
    raw: bytes
    hash: bytes
    entry: Entry
    submission: Submission | None
    event: Event | None
    """As far as the reader knows it."""
    author: int | None
    """The client that made the submission."""
    readers: tuple[tuple[int, ...], ...]
    """For each of its seals, the clients that it is wrapped for."""

    @property
    def sealed(self) -> tuple[Plain, tuple[Seal, ...]]:
        """The event as the public may know it, and its seals; none for what is no event."""
        if isinstance(self.entry.body, OutcomeBody):
            return self.entry.body.event, self.entry.body.seals
        if self.submission is not None and isinstance(self.submission.body, MoveBody):
            return self.submission.body.event, self.submission.body.seals
        return None, ()


class BoundSeal(NamedTuple):
    """A seal in its place in the log."""

    located: LocatedSeal
    audience: Audience
    context: bytes


def bound_seals(link: ChainLink) -> Iterator[BoundSeal]:
    """The seals of one entry that was found in order."""
    public, seals = link.sealed
    for place, (seal, readers) in enumerate(zip(seals, link.readers, strict=True)):
        context = (
            entry_context(link.entry, place) if link.submission is None else submission_context(link.submission, place)
        )
        located = LocatedSeal(seal, link.entry.number, place, link.author, readers)
        yield BoundSeal(located, audience_at(public, seal.path), context)


def links_since(last: ChainLink | None, since: int = 0) -> list[ChainLink]:
    """The entries from this number on, oldest first."""
    found: list[ChainLink] = []
    while last is not None and last.entry.number >= since:
        found.append(last)
        last = last.before
    found.reverse()
    return found
