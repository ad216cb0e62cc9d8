"""The hash of the public state: the same for all who read the same entries, another one for another state."""

from __future__ import annotations

from itertools import pairwise

from rules.bots import bot_named
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box
from rules.simulate import play as simulated
from saves.public import public_hash, state_hash
from saves.readers import Owner
from tests.pocket_match import HOST_KEYS, SECRET, guest_reader, public_reader, two_clients


def test_every_reader_has_the_same_hash_after_every_entry() -> None:
    table = two_clients().play()
    dealers = Owner(HOST_KEYS, 0, SECRET)
    for length in range(table.log.length + 1):
        hashes = {
            public_hash(table.seen_by(reader, entries=length)) for reader in (dealers, guest_reader(), public_reader())
        }
        assert len(hashes) == 1


def test_another_public_state_has_another_hash() -> None:
    table = two_clients()
    before = table.play(2)
    after = table.play(3)
    assert public_hash(before.log) != public_hash(after.log)


def test_every_view_of_the_great_game_has_the_hash_of_its_state() -> None:
    game = game_box("campus-galli").new(Options(2, "coop", 3))
    states = [game.initial()]
    for event in simulated(game, [bot_named("random")] * 2, 5).events[:60]:
        states.append(game.apply(states[-1], event))
    for state in states[::7]:
        views = [game.view(state, viewer) for viewer in (Seat(0), Seat(1), PUBLIC)]
        assert {state_hash(game, view) for view in views} == {state_hash(game, state)}
    assert all(state_hash(game, one) != state_hash(game, two) for one, two in pairwise(states[1::7]))
