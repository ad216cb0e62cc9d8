"""The hash chain of a log: its links, the seals in them, and who holds the seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.engine.events import Event
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Audience
from saves.format.entries import Entry, MoveBody, OutcomeBody, Seal, Submission
from saves.format.header import HOST, Header
from saves.format.identity import PublicKeys
from saves.format.seals import audience_at, entry_context, submission_context
from saves.log.decryption import LocatedSeal


class Seating(NamedTuple):
    """Who holds the seats at one point of a log."""

    clients: tuple[PublicKeys, ...]
    """All clients that ever held a seat; the host is number 0. New ones are added at the end, so numbers never change.
    """
    holders: tuple[int, ...]
    """By seat: the number of its client."""
    bots: tuple[str | None, ...]
    """By seat: the key of the bot that plays it; None for a person."""

    def seal_readers(self, audience: Audience, author: int | None) -> tuple[int, ...]:
        """Return the clients that a seal is wrapped for: its audience, and the dealer for choices of seats."""
        clients = {holder for seat, holder in enumerate(self.holders) if audience >> seat & 1}
        if author is not None:
            clients.add(HOST)
        return tuple(sorted(clients))

    def box_keys(self, clients: Iterable[int]) -> list[bytes]:
        """Return the encryption keys of these clients."""
        return [self.clients[client].box for client in clients]


def initial_seating(header: Header) -> Seating:
    """Return who holds the seats when the match begins."""
    return Seating(header.clients, header.holders, tuple(player.bot for player in header.players))


class ChainLink(NamedTuple):
    """One entry of a log, decoded, at the end of the chain that leads back to the first."""

    before: ChainLink | None
    raw: bytes
    hash: bytes
    entry: Entry
    submission: Submission | None
    event: Event | None
    """The event as the log's reader knows it."""
    author: int | None
    """The client that signed the submission."""
    readers: tuple[tuple[int, ...], ...]
    """For each seal: the clients that it is wrapped for."""

    @property
    def sealed(self) -> tuple[Plain, tuple[Seal, ...]]:
        """The public form of the event, and its seals; (None, ()) for an entry without an event."""
        if isinstance(self.entry.body, OutcomeBody):
            return self.entry.body.event, self.entry.body.seals
        if self.submission is not None and isinstance(self.submission.body, MoveBody):
            return self.submission.body.event, self.submission.body.seals
        return None, ()


class BoundSeal(NamedTuple):
    """A located seal with its audience and the context that it is bound to."""

    located: LocatedSeal
    audience: Audience
    context: bytes


def bound_seals(link: ChainLink) -> Iterator[BoundSeal]:
    """Yield the seals of one valid entry."""
    public, seals = link.sealed
    for place, (seal, readers) in enumerate(zip(seals, link.readers, strict=True)):
        context = (
            entry_context(link.entry, place) if link.submission is None else submission_context(link.submission, place)
        )
        located = LocatedSeal(seal, link.entry.number, place, link.author, readers)
        yield BoundSeal(located, audience_at(public, seal.path), context)


def links_since(last: ChainLink | None, since: int = 0) -> list[ChainLink]:
    """Return the entries from this number on, oldest first."""
    found: list[ChainLink] = []
    while last is not None and last.entry.number >= since:
        found.append(last)
        last = last.before
    found.reverse()
    return found
