"""A guest that plays the sample game with a host beside it until its disk kills it: folder, seed and call.

What is safe is told on standard output: `taken` with the length of the copy, `signed` with a submission in
hexadecimal. The host's own disk is never the one that kills.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.engine.entropy import RandomStream, derive_entropy
from saves.format.header import COMMITTED, encode_header
from saves.storage.match import Match
from saves.storage.replica import Replica
from tests.sample_game.game import META
from tests.sample_game.registered import boxes
from tests.support.kill_program import Mortal, run
from tests.support.sample_match import GUEST_KEYS, HOST_KEYS, PLAYERS, any_move, options, resume


def host(folder: Path) -> Match:
    """Return the host's match with its guest at seat 1, new or resumed."""
    found = sorted(folder.glob("*.galli"))
    if found:
        return resume(found[0])
    return Match.create(
        folder,
        META.key,
        options(),
        PLAYERS[:2],
        COMMITTED,
        identity=HOST_KEYS,
        now=1_700_000_000,
        guests=[GUEST_KEYS.public],
        holders=(0, 1),
        boxes=boxes,
    )


def report(word: str, what: str) -> None:
    """Print something that is safe on the disk."""
    sys.stdout.write(f"{word} {what}\n")
    sys.stdout.flush()


def turn(match: Match, copy: Replica, chance: RandomStream) -> None:
    """Send what is pending or sign what is due, then take the new entries in one part or two."""
    raws = copy.pending() or signed(match, copy, chance)
    for raw in raws:
        report("signed", raw.hex())
        match.enter(raw)
    new = match.raw_entries(copy.log.length)
    cut = chance.below(len(new) + 1)
    for part in (new[:cut], new[cut:]):
        copy.take(part)
        report("taken", str(copy.log.length))


def signed(match: Match, copy: Replica, chance: RandomStream) -> tuple[bytes, ...]:
    """Return the guest's signed decision if it has to decide; otherwise move for the host."""
    if not copy.log.counters[1]:
        return (copy.sign_join(),)
    if copy.log.counters[1] == 1:
        return (copy.sign_nonce(),)
    if 1 not in match.due.seats:
        match.submit(any_move(match.game, match.log, chance))
        return ()
    move = chance.choice(copy.game.legal(copy.state, copy.seats[0]))
    if chance.below(2):
        copy.sign(move, hold=True)
        copy.mark_sent(move.seat)
        return copy.pending()
    return (copy.sign(move),)


def play(folder: Path, seed: int, at: int) -> None:
    """Play to the end of the match."""
    match = host(folder / "host")
    disk = Mortal(at, RandomStream(derive_entropy("death", seed)))
    copy = Replica.follow(folder / "guest", encode_header(match.header), GUEST_KEYS, boxes=boxes, disk=disk)
    chance = RandomStream(derive_entropy("moves", seed, match.log.length))
    copy.take(match.raw_entries(copy.log.length))
    while not copy.over:
        turn(match, copy, chance)
    report("over", "")


if __name__ == "__main__":
    run(play)
