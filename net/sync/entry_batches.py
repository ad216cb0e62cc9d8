"""What a host sends of its log: batches of entries, and hashes of the public state for readers to compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from net.wire.messages import MAX_BATCH, Entries, Have, StateHash
from rules.engine.events import Outcome
from saves.format.header import encode_header, header_hash
from saves.log.chain import ChainLink
from saves.log.match_log import Log
from saves.log.public_hash import public_hash, state_hash

BATCH_BYTES: Final = 256 << 10
"""Bytes of entries in one message; a single entry may be as large."""


def batches(log: Log, first: int, raws: Sequence[bytes]) -> Iterator[Entries]:
    """Yield messages with these entries, of which the first has this number."""
    start = 0
    while start < len(raws):
        end, size = start, 0
        while end < len(raws) and end - start < MAX_BATCH and (end == start or size + len(raws[end]) <= BATCH_BYTES):
            size += len(raws[end])
            end += 1
        yield Entries(first + start, tuple(raws[start:end]), (), log.length)
        start = end


def hashes_of_new_entries(log: Log, since: int) -> list[StateHash]:
    """Return the state hash after each of the entries that were appended together, from this number on.

    Only the first of such entries may be a move or a takeback. So the state before every outcome among them is still in
    the history, and the other entries do not change the state.
    """
    found = [StateHash(log.length, public_hash(log))]
    state, step = log.state, log.last_step
    for length in range(log.length - 1, since, -1):
        if step is not None and step.entry == length:
            state, step = step.state, step.before
        found.append(StateHash(length, state_hash(log.config.game, state)))
    return found[::-1]


def hashes_of_rounds(log: Log, first: int, end: int, known: Mapping[int, bytes]) -> list[StateHash]:
    """Return state hashes for a reader that catches up, from `first` to `end`: at rounds' starts and the log's end.

    `known` are hashes by length that need not be computed again.
    """
    game = log.config.game
    found = [StateHash(end, known.get(end) or public_hash(log))] if end == log.length > 0 else []
    step = log.last_step
    while step is not None and step.entry > first:
        # An outcome in force still follows the state that it was written for; a move may not, after takebacks.
        if step.entry <= end and isinstance(step.event, Outcome) and game.draw(step.state).opens_round:
            found.append(StateHash(step.entry, known.get(step.entry) or state_hash(game, step.state)))
        step = step.before
    return found[::-1]


def is_prefix(log: Log, have: Have) -> bool:
    """Return whether what a peer has is a prefix of the log."""
    if have.length > log.length:
        return False
    if have.length == 0:
        return have.head == header_hash(encode_header(log.config.header))
    link = link_at(log, have.length - 1)
    return link is not None and link.hash == have.head


def have_at(log: Log, length: int) -> Have:
    """Return the position of a peer that has this number of entries of the log."""
    header = log.config.header
    link = link_at(log, length - 1) if length else None
    return Have(header.match, length, header_hash(encode_header(header)) if link is None else link.hash)


def link_at(log: Log, number: int) -> ChainLink | None:
    """Return the entry with this number, None if there is none; fast near the end."""
    link = log.last_link
    while link is not None and link.entry.number > number:
        link = link.before
    return link
