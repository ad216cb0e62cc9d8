"""The hash of the public state: equal for all readers of the same entries, different for other states."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box
from rules.simulate import play as simulated
from saves.format.header import COMMITTED, Player, encode_header
from saves.log.decryption import ClientReader
from saves.log.public_hash import public_hash, state_hash
from saves.storage.match import Match
from saves.storage.replica import Replica
from tests.support.sample_match import BEGUN, GUEST_KEYS, HOST_KEYS, SECRET, guest_reader, public_reader, two_clients
from tests.support.sample_match import STRANGER_KEYS as OTHER_KEYS


def test_every_reader_has_the_same_hash_after_every_entry() -> None:
    table = two_clients().play()
    dealers = ClientReader(HOST_KEYS, 0, SECRET)
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


def test_every_view_of_campus_galli_has_the_hash_of_its_state() -> None:
    game = game_box("campus-galli").new(Options(2, "coop", 3))
    states = [game.initial()]
    for event in simulated(game, [bot_named("novice")] * 2, 5).events[:60]:
        states.append(game.apply(states[-1], event))
    for state in states[::7]:
        views = [game.view(state, viewer) for viewer in (Seat(0), Seat(1), PUBLIC)]
        assert {state_hash(game, view) for view in views} == {state_hash(game, state)}
    assert all(state_hash(game, one) != state_hash(game, two) for one, two in pairwise(states[1::7]))


def test_in_campus_galli_all_replicas_agree_at_every_entry_even_after_seat_transfers(tmp_path: Path) -> None:
    random = bot_named("novice")
    with ExitStack() as files:
        match = files.enter_context(
            Match.create(
                tmp_path / "host",
                "campus-galli",
                Options(3, "versus", 3),
                [Player("Anna", "red"), Player("Bruno", "green"), Player("Clara", "blue")],
                COMMITTED,
                identity=HOST_KEYS,
                now=BEGUN,
                guests=[GUEST_KEYS.public, OTHER_KEYS.public],
                holders=[0, 1, 2],
            )
        )
        header = encode_header(match.header)
        guests = {
            name: files.enter_context(Replica.create(tmp_path / name, header, keys))
            for name, keys in (("guest", GUEST_KEYS), ("other", OTHER_KEYS), ("watcher", None))
        }

        def follow() -> None:
            """Append the entries one by one, so that each length is compared."""
            for raw in match.raw_entries(guests["watcher"].log.length):
                length = guests["watcher"].log.length + 1
                assert len({copy.take([raw], {length})[length] for copy in guests.values()}) == 1

        for sign in (Replica.sign_join, Replica.sign_nonce):
            follow()
            for name in ("guest", "other"):
                match.enter(sign(guests[name]))
        keys = (None, GUEST_KEYS.public, OTHER_KEYS.public)
        for turn in range(150):
            follow()
            assert public_hash(match.log) == public_hash(guests["watcher"].log)
            if match.due.over:
                break
            if turn % 10 == 9:
                seat = Seat(1 + turn // 10 % 2)
                lent = match.log.bots[seat] is not None
                match.rekey(seat, keys[seat] if lent else None, None if lent else "novice")
                continue
            seat = match.due.seats[0]
            move = random.decide(
                match.game, match.view(seat), seat, RandomStream(derive_entropy("public", turn)), EventBudget(0)
            )
            holder = {1: "guest", 2: "other"}.get(match.log.holders[seat])
            if holder is None:
                match.submit(move)
            else:
                match.enter(guests[holder].sign(move))
        assert {match.log.bots[seat] for seat in match.header.seats} == {None, "novice"}
