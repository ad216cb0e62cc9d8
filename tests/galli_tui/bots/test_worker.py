"""Bots think in a process of their own: asked, hurried, ended, and done without when it fails."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from galli_tui.bots.messages import (
    MAX_MILLISECONDS,
    CandidatesReply,
    CandidatesRequest,
    DecideReply,
    DecideRequest,
    GameSettings,
    HurryRequest,
    Message,
    RolloutReply,
    RolloutRequest,
    RolloutResult,
    decode_message,
    encode_message,
)
from galli_tui.bots.seats import PACE, BotPlayers, MakeBackend, pause
from galli_tui.bots.worker import BotWorker, BotWorkerError
from net.wire.frames import FrameReader
from rules.bots import bot_named
from rules.bots.budget import EventBudget
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.plain_data import Plain, PlainError
from rules.engine.secrecy import Seat
from rules.registry import game_box
from saves.format import canonical
from saves.format.header import Player, pack_components
from saves.storage.disk import Disk
from saves.storage.match import Match
from saves.storage.paths import home
from tests.sample_game.game import BOX, META
from tests.sample_game.registered import boxes
from tests.sample_game.rules import LightWindow
from tests.support.bot_backends import PATIENCE, InProcessBackend, RecordingPool, process
from tests.support.sample_match import BEGUN, COMMITTED, HOST_KEYS, fixed, options

ANNA, BRUNO = Seat(0), Seat(1)
SETTING = GameSettings(META.key, options(), pack_components(BOX.standard_components()), META.rules_version)
STREAM = bytes(range(32))


def run(script: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await script()

    asyncio.run(whole())


def begun(folder: Path, *bots: str | None, disk: Disk | None = None) -> Match:
    """A match of the sample game with these bots."""
    players = [Player(name, colour, bot) for name, colour, bot in zip("ABC", META.colours, bots, strict=False)]
    return Match.create(
        folder,
        META.key,
        options(len(players)),
        players,
        COMMITTED,
        identity=HOST_KEYS,
        now=BEGUN,
        boxes=boxes,
        random=fixed(),
        disk=disk or Disk(),
    )


def question(match: Match, seat: Seat = BRUNO) -> tuple[str, Seat, Plain, bytes]:
    return "novice", seat, match.game.encode_state(match.view(seat)), STREAM


@pytest.mark.parametrize(
    "message",
    [
        SETTING,
        DecideRequest(7, "prior", BRUNO, [1, [b"x", None]], STREAM, 1000),
        CandidatesRequest(7, BRUNO, [1, [b"x", None]], None),
        CandidatesRequest(7, BRUNO, None, ["light", 1, 4]),
        RolloutRequest(7, BRUNO, [1, [b"x", None]], STREAM, 63, (["light", 1, 4], None), 900),
        CandidatesReply(7, (["light", 1, 4], ["light", 1, 3]), (250, -90), 100, 64),
        RolloutReply(7, (RolloutResult(-250, 9), None)),
        HurryRequest(7),
        DecideReply(7, ["light", 1, 4]),
    ],
)
def test_messages_survive_their_encoding(message: Message) -> None:
    (body,) = FrameReader(1 << 16).feed(encode_message(message))
    assert decode_message(body) == message


@pytest.mark.parametrize(
    "value",
    [
        ["answer", 7],
        ["answer", -1, None],
        ["question", 7, "Prior!", 1, None, STREAM, 1000],
        ["question", 7, "prior", 1, None, STREAM[1:], 1000],
        ["question", 7, "prior", 1, None, STREAM, MAX_MILLISECONDS + 1],
        ["trial", 7, 1, None, STREAM, 0, [], -1],
        ["trial", 7, 1, None, STREAM, -1, [], 1],
        ["trial", 7, 1, None, STREAM, 0, [None] * 65, 1],
        ["rated", 7, [None], [1 << 41]],
        ["tried", 7, [[0, -1]]],
        ["tried", 7, [[0, 0]] * 65],
        ["shout", 7],
        None,
    ],
)
def test_a_malformed_message_is_rejected(value: Plain) -> None:
    with pytest.raises(PlainError):
        decode_message(canonical.encode(value))


def test_the_process_decides_as_the_bot_does_and_ends_when_closed(tmp_path: Path) -> None:
    async def script() -> None:
        game, thinker = match.game, process("honest")(SETTING).first
        for _ in range(2):
            answer = await thinker.decide(*question(match))
            expected = bot_named("novice").decide(game, match.view(BRUNO), BRUNO, RandomStream(STREAM), EventBudget(0))
            assert game.decode_event(answer) == expected
        child = thinker._process  # pyright: ignore[reportPrivateUsage]
        assert child is not None
        thinker.close()
        assert thinker.pid is None
        assert await asyncio.to_thread(child.wait, PATIENCE) == -signal.SIGKILL

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_the_real_process_plays_every_registered_game() -> None:
    box = game_box("campus-galli")
    game = box.new(options=options()._replace(mode="versus"))
    state = game.initial()
    while game.due(state).dealer:
        state = game.apply(state, game.deal(state, STREAM))
    seat = game.due(state).seats[0]
    view = game.view(state, seat)

    async def script() -> None:
        components = pack_components(box.standard_components())
        setting = GameSettings(box.meta.key, game.options, components, box.meta.rules_version)
        with closing(BotWorker(setting, grace=PATIENCE)) as thinker:
            answer = await thinker.decide("brother", seat, game.encode_state(view), STREAM)
        assert game.decode_event(answer) in game.legal(view, seat)

    run(script)


def test_the_process_ends_with_its_parent(tmp_path: Path) -> None:
    async def script() -> None:
        thinker = process("honest")(SETTING).first
        await thinker.decide(*question(match))
        child, channel = thinker._process, thinker._channel  # pyright: ignore[reportPrivateUsage]
        assert child is not None
        assert channel is not None
        # As if this program had been killed: nobody says goodbye, only the channel ends.
        channel.shutdown(socket.SHUT_RDWR)
        assert await asyncio.to_thread(child.wait, PATIENCE) == 0
        thinker.close()

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_call_that_waits_for_another_starts_no_process_after_the_end(tmp_path: Path) -> None:
    async def script() -> None:
        thinker = process("hangs")(SETTING).first
        calls = [asyncio.create_task(thinker.decide(*question(match))) for _ in range(2)]
        await asyncio.sleep(0)
        assert thinker.pid is not None
        thinker.close()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(it) for it in ended] == [BotWorkerError, BotWorkerError]
        assert thinker.pid is None

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_slow_bot_can_be_hurried_and_stops_at_its_time_limit(tmp_path: Path) -> None:
    async def script() -> None:
        with closing(process("ponders", seconds=600, grace=0)(SETTING)) as thinker:
            thought = asyncio.create_task(thinker.decide(*question(match)))
            while not thought.done():
                thinker.hurry()
                await asyncio.sleep(0)
            assert await thought
        with closing(process("ponders", seconds=0.01)(SETTING)) as thinker:
            assert await thinker.decide(*question(match))

    with begun(tmp_path, None, "novice") as match:
        run(script)


@pytest.mark.parametrize(
    ("kind", "grace"),
    [("dies", PATIENCE), ("fails", PATIENCE), ("babbles", PATIENCE), ("hangs", 0.05), ("floods", 2)],
)
def test_a_process_that_does_not_answer_is_reported_as_lost(tmp_path: Path, kind: str, grace: float) -> None:
    async def script() -> None:
        with closing(process(kind, grace=grace)(SETTING)) as thinker, pytest.raises(BotWorkerError):
            await thinker.decide(*question(match))

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_process_that_cannot_start_is_reported_as_lost() -> None:
    async def script() -> None:
        thinker = BotWorker(SETTING, ("/nowhere/at/all",))
        thinker.warm()
        with pytest.raises(BotWorkerError):
            await thinker.decide("novice", BRUNO, None, STREAM)
        assert thinker.pid is None

    run(script)


def test_without_a_channel_the_process_is_reported_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left() -> NoReturn:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    async def script() -> None:
        thinker = BotWorker(SETTING)
        monkeypatch.setattr(socket, "socketpair", none_left)
        thinker.warm()
        with pytest.raises(BotWorkerError):
            await thinker.decide("novice", BRUNO, None, STREAM)
        assert thinker.pid is None

    run(script)


class Seated:
    """A match with bots at it, and what was made of it."""

    def __init__(self, match: Match, make_backend: MakeBackend, pace: float = 0) -> None:
        self.match = match
        self.moves: list[Move] = []
        self.changed = asyncio.Event()
        self.bots = BotPlayers(match, self.asked, self.submit, self.changed.set, make_backend=make_backend, pace=pace)

    def asked(self) -> list[Seat]:
        return [seat for seat in self.match.due.seats if self.match.log.bots[seat]]

    def submit(self, move: Move) -> None:
        self.match.submit(move)
        self.moves.append(move)
        self.bots.update()
        self.changed.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not done():
                self.changed.clear()
                await self.changed.wait()

    async def finish(self) -> None:
        """Bots play; people take what is first."""
        self.bots.update()
        while not self.match.due.over:
            await self.until(lambda: not self.asked())
            if not self.match.due.over:
                seat = self.match.due.seats[0]
                self.match.submit(self.match.game.legal(self.match.view(seat), seat)[0])
                self.bots.update()


@pytest.mark.parametrize("kind", ["dies", "cheats", "babbles"])
def test_without_an_answer_the_match_continues_and_one_sentence_says_so(tmp_path: Path, kind: str) -> None:
    async def script() -> None:
        seated = Seated(match, make_backend=process(kind))
        with closing(seated.bots):
            await seated.finish()
        (notice,) = seated.bots.notices
        assert "failed twice for B" in notice
        assert any(move.seat == BRUNO for move in seated.moves)

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_killed_process_is_restarted_silently(tmp_path: Path) -> None:
    async def script() -> None:
        make_backend: list[RecordingPool] = []

        def make(setting: GameSettings) -> RecordingPool:
            make_backend.append(process("honest")(setting))
            return make_backend[-1]

        seated = Seated(match, make_backend=make)
        with closing(seated.bots):
            seated.bots.update()
            pid = make_backend[0].first.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await seated.finish()
            assert make_backend[0].first.pid not in (None, pid)
        assert seated.bots.notices == ()

    with begun(tmp_path, None, "novice") as match:
        run(script)


class Refusing(Disk):
    """Without room while `full` is set."""

    def __init__(self) -> None:
        self.full = True

    def write(self, handle: int, data: memoryview) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "no room")
        return super().write(handle, data)


@pytest.mark.parametrize("hurried", [False, True])
def test_a_bots_unsaved_move_is_reported_once_and_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hurried: bool
) -> None:
    monkeypatch.setattr("galli_tui.bots.seats.AGAIN", 3600 if hurried else 0)

    async def script() -> None:
        seated = Seated(match, make_backend=InProcessBackend)
        bots = seated.bots
        with closing(bots):
            for _ in range(3):
                seated.changed.clear()
                if hurried:
                    bots.hurry()
                bots.update()
                async with asyncio.timeout(PATIENCE):
                    await seated.changed.wait()
            (notice,) = bots.notices
            assert notice.startswith("B's move could not be saved: ")
            assert seated.moves == []
            disk.full = False
            if hurried:
                bots.hurry()
            await seated.until(lambda: bool(seated.moves))
            assert len(bots.notices) == 1

    disk = Refusing()
    disk.full = False
    with begun(tmp_path, None, "novice", disk=disk) as match:
        disk.full = True
        run(script)


def test_a_move_that_can_never_be_saved_is_not_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galli_tui.bots.seats.AGAIN", 0)

    async def script() -> None:
        seated = Seated(match, make_backend=InProcessBackend)
        with closing(seated.bots):
            match.path.unlink()
            seated.bots.update()
            async with asyncio.timeout(PATIENCE):
                await seated.changed.wait()
            for _ in range(9):
                await asyncio.sleep(0)
            (notice,) = seated.bots.notices
            assert "was deleted or moved while the match was open" in notice
            assert notice.endswith(": leave the table and open that file from the saved matches.")
            assert seated.bots.thinking is None

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_an_unknown_bot_is_replaced_by_a_known_one(tmp_path: Path) -> None:
    async def script() -> None:
        seated = Seated(match, make_backend=InProcessBackend)
        with closing(seated.bots):
            await seated.finish()
        assert match.due.over

    with begun(tmp_path, None, "grandmaster") as match:
        run(script)


def test_each_decision_and_each_table_has_its_own_stream(tmp_path: Path) -> None:
    made: list[InProcessBackend] = []

    def make(setting: GameSettings) -> InProcessBackend:
        made.append(InProcessBackend(setting))
        return made[-1]

    async def script() -> None:
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
            with begun(tmp_path / folder, None, "novice", "novice") as match:
                seated = Seated(match, make_backend=make)
                with closing(seated.bots):
                    await seated.finish()

    run(script)
    streams = [stream for mind in made for stream in mind.streams]
    assert len(streams) == len(set(streams)) > 8


def test_visible_moves_of_bots_are_paced_until_the_player_hurries(tmp_path: Path) -> None:
    async def script() -> None:
        seated = Seated(match, make_backend=InProcessBackend, pace=3600)
        bots = seated.bots
        with closing(bots):
            bots.update()
            # Choices face down show nothing that one would have to follow.
            await seated.until(lambda: not seated.asked())
            seat = match.due.seats[0]
            match.submit(match.game.legal(match.view(seat), seat)[0])
            while match.due.seats == (ANNA,):
                match.submit(match.game.legal(match.view(ANNA), ANNA)[0])
            bots.update()
            assert bots.thinking in match.due.seats
            before = len(seated.moves)
            for _ in range(20):
                await asyncio.sleep(0)
            assert len(seated.moves) == before
            bots.hurry()
            await seated.until(lambda: len(seated.moves) > before)
            assert isinstance(seated.moves[before], LightWindow)

    with begun(tmp_path, None, "novice", "novice") as match:
        run(script)


def test_pauses_between_visible_moves_shrink_in_a_long_sequence() -> None:
    pauses, passed = list[float](), 0.0
    for _ in range(26):
        pauses.append(pause(PACE, passed))
        passed += pauses[-1]
    assert pauses[0] == PACE
    assert pauses == sorted(pauses, reverse=True)
    assert 6 < passed < 6.3
    assert pause(PACE, 3600) == 0
    assert pause(0, 0) == 0


def test_hurried_bots_decide_quickly_until_a_person_has_to_decide(tmp_path: Path) -> None:
    """Each decision would take ten minutes, and `enter` is pressed once."""

    async def script() -> None:
        seated = Seated(match, make_backend=process("ponders", seconds=600), pace=3600)
        bots = seated.bots
        with closing(bots):
            bots.update()
            while len(seated.moves) < 2:  # The first choices, face down, are hurried one by one.
                bots.hurry()
                await asyncio.sleep(0)
            await seated.until(lambda: not seated.asked())
            while len(seated.asked()) == 0:
                seat = match.due.seats[0]
                match.submit(match.game.legal(match.view(seat), seat)[0])
                bots.update()
            before = len(seated.moves)
            while len(seated.moves) == before:
                bots.hurry()
                await asyncio.sleep(0)
            await seated.until(lambda: not seated.asked())
            assert len(seated.moves) > before + 1

    with begun(tmp_path, None, "novice", "novice") as match:
        run(script)


def test_a_search_that_is_no_longer_needed_is_dropped(tmp_path: Path) -> None:
    async def script() -> None:
        seated = Seated(match, make_backend=process("ponders", seconds=600))
        bots = seated.bots
        with closing(bots):
            bots.update()
            assert bots.thinking == BRUNO
            match.rekey(BRUNO, None)
            bots.update()
            assert bots.thinking is None
            match.rekey(BRUNO, None, "novice")
            bots.update()
            bots.hurry()
        assert bots.thinking is None
        bots.update()
        assert bots.thinking is None
        assert seated.moves == []

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_an_internal_error_of_the_process_leaves_a_report() -> None:
    async def script() -> None:
        with closing(BotWorker(SETTING)) as worker, pytest.raises(BotWorkerError):
            await worker.decide("novice", ANNA, None, STREAM)

    run(script)
    (report,) = (home() / "reports").iterdir()
    text = report.read_text()
    assert "In: a bot's process" in text
    assert "in game_box\n" in text
