"""Saved matches for tests, and the commands of the real program run on them in separate processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from galli_tui.matches.local import LocalMatchStore
from galli_tui.tables.match_store import Setup
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.registry import game_box
from rules.simulate import play
from saves.format.header import COMMITTED, encode_header, seeded
from saves.format.header_fields import Player
from saves.format.identity import Identity
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home, matches_folder
from saves.storage.replica import Replica

GUEST = Identity(bytes([7]) * 32)
PLAYERS = (Player("Anna", "red"), Player("Bruno", "blue"), Player("Cara", "green"), Player("Dora", "yellow"))


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def galli(*words: str) -> Done:
    """Run `galli-tui` with these words in a separate process, with this test's home, as a player would."""
    done = subprocess.run(
        (sys.executable, "-m", "galli_tui", *words),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "GALLI_TUI_DEBUG"},
    )
    assert "Traceback" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def hot_seat(moves: int, *, seed: int = 1, mode: str = "versus", level: int = 1, seats: int = 2) -> Match:
    """Return a closed match of players at this computer after a number of moves."""
    options, bot = Options(seats, mode, level), bot_named("novice")
    identity = load_identity(home())
    with Match.create(
        matches_folder(), "campus-galli", options, PLAYERS[:seats], seeded(seed), identity=identity, now=0
    ) as match:
        played = play(game_box("campus-galli").new(options), [bot] * seats, seed).events
        for move in [event for event in played if isinstance(event, Move)][:moves]:
            match.submit(move)
    return match


def saved_duel(moves: int = 10_000, *, seed: int = 3) -> tuple[LocalMatchStore, str]:
    """Return the store with a Builders' Duel of two people after a number of moves, and the match's id."""
    match_store = LocalMatchStore()
    players = (Player("Anna", "blue"), Player("Bruno", "red"))
    table = match_store.begin(Setup("builders-duel", Options(2, "versus", 1), players, seed=seed))
    bot = bot_named("brother")
    while moves and not table.due.over:
        if table.paused:
            table.resume_play()
            continue
        seat, moves = table.due.seats[0], moves - 1
        stream = RandomStream(derive_entropy("saved duel", moves))
        table.submit(bot.decide(table.game, table.view(seat), seat, stream, EventBudget(bot.max_events)))
    table.close()
    return match_store, table.match_id


def with_a_guest(folder: Path, moves: int) -> tuple[Match, Replica]:
    """Return a match hosted for a guest on seat 2, and the guest's replica in the folder; both are open."""
    match = Match.create(
        matches_folder(),
        "campus-galli",
        Options(2, "versus", 1),
        PLAYERS[:2],
        COMMITTED,
        identity=load_identity(home()),
        now=0,
        guests=(GUEST.public,),
        holders=(0, 1),
    )
    copy = Replica.create(folder, encode_header(match.header), GUEST)
    copy.take(match.raw_entries())
    for sign in (copy.sign_join, copy.sign_nonce):
        match.enter(sign())
        copy.take(match.raw_entries(copy.log.length))
    for number in range(moves):
        play_once(match, copy, number)
    return match, copy


def play_once(match: Match, copy: Replica, number: int = 0) -> None:
    """Make a random legal move of a due seat; the guest signs its own."""
    seat = match.due.seats[0]
    stream = RandomStream(derive_entropy("saved program", number, match.log.length))
    if seat == Seat(0):
        match.submit(stream.choice(match.game.legal(match.view(seat), seat)))
    else:
        match.enter(copy.sign(stream.choice(copy.game.legal(copy.view(seat), seat))))
    copy.take(match.raw_entries(copy.log.length))


def own_replica(*, noted: bool) -> Replica:
    """Return our open copy of a match at another host; `noted` for one with an address at which no table answers."""
    host, own = Identity(b"h" * 32), load_identity(home())
    folder = home() / "elsewhere"
    folder.mkdir(parents=True)
    options = Options(2, "versus", 1)
    with Match.create(
        folder,
        "campus-galli",
        options,
        PLAYERS[:2],
        COMMITTED,
        identity=host,
        now=0,
        guests=[own.public],
        holders=[0, 1],
    ) as match:
        replica = Replica.create(matches_folder(), encode_header(match.header), own)
    if noted:
        where: list[Plain] = ["127.0.0.1:1", 7, "no address"]
        notes: dict[str, Plain] = {"code": "abbey-abbot-100", "table": b"8 bytes.", "address": where}
        for key, value in notes.items():
            replica.note(key, value)
    return replica
