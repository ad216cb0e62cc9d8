"""Practice: one person may undo anything, as far back as the match goes, and the log stays valid for every reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move, Outcome
from rules.engine.game import PRACTICE, OptionError, Options
from rules.engine.secrecy import Seat
from rules.registry import game_box, game_meta, games
from saves.errors import NotNow
from saves.format.header import COMMITTED, GameLookup, Player
from saves.format.identity import PublicKeys
from saves.log.match_log import allowed_takeback
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.sample_game.game import META
from tests.sample_game.registered import boxes
from tests.support.sample_match import BEGUN, GUEST_KEYS, HOST_KEYS, PLAYERS, any_move, fixed, play, resume

PERSON = Seat(0)
BOT = Player("Bruno", "blue", "novice")


def practice(
    folder: Path,
    *players: Player,
    key: str = META.key,
    mode: str = "versus",
    registry: GameLookup = boxes,
    guests: tuple[PublicKeys, ...] = (),
) -> Match:
    """Begin a practice match."""
    options = Options(len(players), mode, 1).with_practice(on=True)
    holders = (0,) * (len(players) - len(guests)) + tuple(range(1, len(guests) + 1))
    return Match.create(
        folder,
        key,
        options,
        players,
        COMMITTED,
        identity=HOST_KEYS,
        now=BEGUN,
        boxes=registry,
        random=fixed(),
        guests=guests,
        holders=holders,
    )


def moves_of(match: Match) -> list[Move]:
    return [event for event in match.events if isinstance(event, Move) and event.seat == PERSON]


def undo_everything(match: Match) -> int:
    """Undo until nothing is left; return how often."""
    count = 0
    while match.can_take_back(PERSON):
        match.take_back(PERSON)
        count += 1
        assert PERSON in match.due.seats
    return count


def test_everything_can_be_undone_up_to_the_first_move(tmp_path: Path) -> None:
    with practice(tmp_path, PLAYERS[0], BOT) as match:
        first = match.events
        play(match, 9)
        revealed = [event for event in match.events if isinstance(event, Outcome) and event.opens_choices]
        assert revealed, "choices were shown, which ends every other undo"
        made = len(moves_of(match))
        assert undo_everything(match) == made > 2
        assert match.events[: len(first)] == first
        assert moves_of(match) == []
        with pytest.raises(NotNow):
            match.take_back(PERSON)
        play(match)
        assert match.over
        assert not match.can_take_back(PERSON), "the dealer's secret is open"
    report = verify_file(match.path, boxes=boxes)
    assert (report.sound, report.audited) == (True, True)


@pytest.mark.parametrize("seed", range(12))
def test_a_log_with_many_undone_moves_is_valid_for_every_reader(tmp_path: Path, seed: int) -> None:
    stream = RandomStream(derive_entropy("practice", seed))
    with practice(tmp_path, PLAYERS[0], BOT, Player("Clara", "green", "novice")) as match:
        for _ in range(60):
            if match.over:
                break
            if match.can_take_back(PERSON) and stream.below(3) == 0:
                match.take_back(PERSON)
            else:
                match.submit(any_move(match.game, match.log, stream))
        events = match.events
    with resume(match.path) as again:
        assert again.events == events
        play(again)
    with resume(match.path, identity=None, read_only=True) as public:
        assert public.over
    report = verify_file(match.path, boxes=boxes)
    assert (report.sound, report.audited) == (True, True)


def test_the_same_draw_deals_the_same_again(tmp_path: Path) -> None:
    with practice(tmp_path, PLAYERS[0], BOT) as match:
        play(match, 7)
        events, made = match.events, [event for event in match.events if isinstance(event, Move)]
        undo_everything(match)
        done = sum(isinstance(event, Move) for event in match.events)
        for move in made[done:]:
            match.submit(move)
        assert match.events == events, "undo is no second throw"


def test_a_bots_seat_undoes_by_the_usual_rules(tmp_path: Path) -> None:
    with practice(tmp_path, PLAYERS[0], BOT) as match:
        play(match, 9)
        assert allowed_takeback(match.log, PERSON) is not None
        while not match.over and allowed_takeback(match.log, Seat(1)) is not None:
            play(match, 1)
        assert allowed_takeback(match.log, Seat(1)) is None


def test_practice_is_for_one_person_without_guests(tmp_path: Path) -> None:
    for players in (PLAYERS[:2], (BOT, BOT._replace(name="Clara", colour="red"))):
        with pytest.raises(OptionError, match="one person"):
            practice(tmp_path, *players)
    with pytest.raises(OptionError, match="one person"):
        practice(tmp_path, BOT, PLAYERS[0], guests=(GUEST_KEYS.public,))
    assert not list(tmp_path.iterdir())


def test_a_guest_ends_the_freedom(tmp_path: Path) -> None:
    with practice(tmp_path, PLAYERS[0], BOT) as match:
        play(match, 9)
        assert match.can_take_back(PERSON)
        match.rekey(Seat(1), GUEST_KEYS.public)
        match.rekey(Seat(1), None, "novice")
        assert not match.can_take_back(PERSON)


def test_without_practice_nothing_changes(tmp_path: Path) -> None:
    options = Options(2, "versus", 1)
    assert PRACTICE not in options.variants
    assert options.with_practice(on=True).with_practice(on=False) == options
    with Match.create(
        tmp_path,
        META.key,
        options,
        (PLAYERS[0], BOT),
        COMMITTED,
        identity=HOST_KEYS,
        now=BEGUN,
        boxes=boxes,
        random=fixed(),
    ) as match:
        play(match, 2)
        assert not match.can_take_back(PERSON)


@pytest.mark.parametrize("key", games())
def test_every_game_has_practice(tmp_path: Path, key: str) -> None:
    meta = game_meta(key)
    mode, (seats, _) = min(meta.modes.items(), key=lambda item: item[1])
    people = (Player("Anna", meta.colours[0]), *(Player(f"B{n}", meta.colours[n], "novice") for n in range(1, seats)))
    with practice(tmp_path, *people, key=key, mode=mode, registry=game_box) as match:
        for number in range(30):
            match.submit(any_move(match.game, match.log, RandomStream(derive_entropy(key, number))))
        assert undo_everything(match) > 1
        assert moves_of(match) == []
        match.abandon()
    assert verify_file(match.path).sound
