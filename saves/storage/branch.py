"""A "what if": a new match that begins like a saved one and continues differently.

The events in force at the chosen moment are signed again in a new log, whose header names its origin. What follows is
dealt from the new match's own secret: nobody at the table knows it in advance, and nothing about the draws of a match
that is still running can be learned.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rules.engine.events import Event
from rules.engine.secrecy import knows, secrets
from rules.registry import game_box
from saves.errors import BrokenLog, NotNow, NotYours, quoted
from saves.faults import InvalidEntry
from saves.format.header import (
    HOST,
    ID_SIZE,
    SCRIPTED,
    BranchPoint,
    GameLookup,
    Header,
    Player,
    game_of,
    named_players,
)
from saves.format.header_fields import MAX_TIME
from saves.format.identity import Identity
from saves.format.private_records import SECRET_SIZE
from saves.log.decryption import ClientReader
from saves.log.history import history_steps
from saves.log.match_log import Log, LogStage, new_log
from saves.log.writer import LogWriter
from saves.storage.disk import DISK, Disk
from saves.storage.file_contents import FileContents, append_all, parse_records, reader_for, replay
from saves.storage.match import Match
from saves.storage.match_file import MatchFile


def branch_match(
    source: Path,
    entries: int,
    players: Sequence[Player],
    folder: Path,
    *,
    identity: Identity,
    now: int,
    boxes: GameLookup = game_box,
    disk: Disk = DISK,
    random: Callable[[int], bytes] = os.urandom,
) -> Match:
    """Start a match in a new file that begins with the first `entries` entries of the match in `source`.

    All seats are at this computer. Raises `SaveError`: `NotYours` where that would show what a seat may not know yet,
    `NotNow` for a moment at which the match is over; ValueError for players who do not fit.
    """
    contents = parse_records(MatchFile.view(source).records, source)
    game = game_of(contents.header, boxes)
    if len(players) != contents.header.options.seats or any(it.colour not in game.meta.colours for it in players):
        raise ValueError("each seat needs a player in one of the game's colours")
    log, problem = replay(contents, game, reader_for(contents, identity))
    if problem is not None:
        raise BrokenLog(f"{quoted(source)} is not valid from entry {problem.entry} on: {problem}", problem)
    events, over = _course(contents, log, entries)
    if over:
        raise NotNow("The match is over at that moment, so nothing can go differently: choose an earlier one.")
    if log.stage is not LogStage.CLOSED:
        _require_open_course(log, events, identity)
    header = Header(
        match=random(ID_SIZE),
        created=min(max(now, 0), MAX_TIME),
        game=contents.header.game,
        rules_version=contents.header.rules_version,
        options=contents.header.options,
        components=contents.header.components,
        players=named_players(players),
        clients=(identity.public,),
        holders=(HOST,) * len(players),
        dealer=SCRIPTED,
        origin=BranchPoint(contents.header.match, entries),
    )
    secret = random(SECRET_SIZE)
    writer = LogWriter(identity, secret)
    try:
        begun = writer.append_course(new_log(header, game, ClientReader(identity, HOST, secret)), events)
    except InvalidEntry as problem:
        raise NotNow(f"That moment cannot be played again: {problem}") from None
    return Match.begin(folder, header, secret, begun.entries, identity, boxes=boxes, disk=disk)


def _course(contents: FileContents, log: Log, entries: int) -> tuple[tuple[Event, ...], bool]:
    """Return the events in force after this number of entries, and whether the match is over there."""
    if not 0 <= entries <= log.length:
        raise NotNow(f"This match has {log.length} entries, not {entries}.")
    start = new_log(contents.header, log.config.game, log.config.reader)
    then, _ = append_all(start, contents.entries[:entries], verify=False)
    return tuple(step.event for step in history_steps(then.last_step)), then.over


def _require_open_course(log: Log, events: Sequence[Event], identity: Identity) -> None:
    """Raise `NotYours` unless everyone who plays here knows everything that a match in play has hidden so far."""
    if log.clients != (identity.public,):
        raise NotYours(
            "This match is still being played with other people, so a what-if could show what they hide: wait until it "
            "is over."
        )
    people = [seat for seat in log.config.header.seats if log.bots[seat] is None]
    hidden = (secret for event in events for secret in secrets(event))
    if any(not all(knows(secret.audience, seat) for seat in people) or not people for secret in hidden):
        raise NotYours(
            "This match is still being played, and something in it is hidden from you, which a what-if could show: "
            "wait until it is over."
        )
