"""The abbot's advice to people: asked in the process of the bots, checked, given up, and said to be missing."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from galli_tui.bots.advice import AdviceUnavailable
from galli_tui.bots.adviser import BotAdviser
from galli_tui.bots.messages import GameSettings
from galli_tui.bots.pool import BotBackend, MoveEstimate
from galli_tui.bots.worker import BotWorker
from rules.bots.abbot import Abbot
from rules.bots.budget import EventBudget
from rules.bots.review import Decision
from rules.bots.rollout_search import RankedMove
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.plain_data import Plain
from rules.engine.secrecy import PUBLIC, Seat
from saves.format.header import pack_components
from tests.galli_tui.bots.test_worker import ANNA, BRUNO, SETTING, STREAM, Seated, begun, question, run
from tests.sample_game.game import BOX, META
from tests.support.bot_backends import PATIENCE, InProcessBackend, process
from tests.support.sample_match import options


def rounded(found: list[RankedMove]) -> list[RankedMove]:
    return [it._replace(loss=float(round(it.loss)), error=float(round(it.error))) for it in found]


def window(game: AnyGame) -> Decision:
    """The first open decision of a match, and the move that looks worst."""
    state = game.initial()
    while True:
        due = game.due(state)
        if due.dealer:
            state = game.apply(state, game.deal(state, STREAM))
        elif len(legal := game.legal(state, due.seats[0])) > 2:
            return Decision(7, 1, due.seats[0], game.view(state, due.seats[0]), legal[-1])
        else:
            state = game.apply(state, legal[0])


def test_the_process_rates_moves_as_the_abbot_does_and_continues_deciding(tmp_path: Path) -> None:
    async def script() -> None:
        game = match.game
        _, seat, view, stream = question(match)
        with closing(process("honest")(SETTING)) as thinker:
            weights = await thinker.options(seat, view, stream, 0)
            expected = Abbot().rank_moves(game, match.view(BRUNO), seat, RandomStream(stream), EventBudget(0))
            assert weights == tuple(
                MoveEstimate(game.encode_event(it.move), round(it.loss), it.samples, round(it.error)) for it in expected
            )
            assert game.decode_event(await thinker.decide(*question(match))) in game.legal(match.view(BRUNO), BRUNO)

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_past_decision_is_compared_within_a_fixed_budget() -> None:
    game = BOX.new(options())
    decision = window(game)

    async def script() -> None:
        mind = process("honest", grace=2 * PATIENCE)(SETTING)
        adviser = BotAdviser(game, mind)
        with closing(adviser):
            found = await adviser.beside(decision)
        view, seat = decision.view, decision.seat
        alone = Abbot().rank_moves(
            game, view, seat, RandomStream(mind.streams[0]), EventBudget(Abbot.max_events), decision.move
        )
        assert found == rounded(alone)
        assert found[0].samples > 1

    run(script)


def test_equal_questions_have_equal_answers_and_different_ones_their_own_stream(tmp_path: Path) -> None:
    async def script() -> None:
        mind = InProcessBackend(SETTING)
        questions = 0
        for seat, view in ((ANNA, match.view(ANNA)), (ANNA, match.view(PUBLIC)), (BRUNO, match.view(BRUNO))):
            if match.game.legal(view, seat):
                questions += 1
                # As after the table was left and opened again.
                first, second = [await BotAdviser(match.game, mind).options(seat, view) for _ in range(2)]
                assert first == second
                assert first[0].loss == 0
                assert {it.move.seat for it in first} == {seat}
        assert questions >= 2
        assert len(set(mind.streams)) == questions

    with begun(tmp_path, None, None) as match:
        run(script)


def test_a_move_that_a_hint_ranked_first_is_no_mistake() -> None:
    game = BOX.new(options())
    decision = window(game)
    view, seat = decision.view, decision.seat

    async def script() -> None:
        hints = await BotAdviser(game, backend_of(game)).options(seat, view)
        found = await BotAdviser(game, backend_of(game)).beside(decision._replace(move=hints[0].move))
        assert hints[0].samples > 1
        assert found == hints

    run(script)


@pytest.mark.parametrize("kind", ["dies", "cheats", "babbles"])
def test_one_sentence_says_that_no_process_answers(tmp_path: Path, kind: str) -> None:
    async def script() -> None:
        adviser = BotAdviser(match.game, process(kind)(SETTING))
        with closing(adviser), pytest.raises(AdviceUnavailable, match="failed twice"):
            await adviser.options(BRUNO, match.view(BRUNO))

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_an_answer_without_the_move_is_ignored() -> None:
    game = BOX.new(options())
    decision = window(game)
    first = decision._replace(move=game.legal(decision.view, decision.seat)[0])

    async def script() -> None:
        for kind, made in (("odd", True), ("forgets", False)):
            adviser = BotAdviser(game, process(kind)(SETTING))
            with closing(adviser):
                if made:
                    found = await adviser.beside(first)
                    assert [it.move for it in found] == [decision.move, first.move]
                    assert found[1].loss > 0
                else:
                    with pytest.raises(AdviceUnavailable):
                        await adviser.beside(first)

    run(script)


class Flaky(InProcessBackend):
    """Answers nonsense the first time. Implements `Mind`."""

    def __init__(self, setting: GameSettings, nonsense: tuple[MoveEstimate, ...]) -> None:
        super().__init__(setting)
        self._nonsense: list[tuple[MoveEstimate, ...]] = [nonsense]

    async def options(
        self, seat: Seat, view: Plain, stream: bytes, work: int, played: Plain = None
    ) -> tuple[MoveEstimate, ...]:
        if self._nonsense:
            return self._nonsense.pop()
        return await super().options(seat, view, stream, work, played)


@pytest.mark.parametrize("nonsense", [(), (MoveEstimate(["what"], 0, 1, 0),), (MoveEstimate(None, 0, 1, 0),)])
def test_a_retry_finds_the_same(tmp_path: Path, nonsense: tuple[MoveEstimate, ...]) -> None:
    async def script() -> None:
        mind = Flaky(SETTING, nonsense)
        found = await BotAdviser(match.game, mind).options(BRUNO, match.view(BRUNO))
        assert found[0].move in match.game.legal(match.view(BRUNO), BRUNO)
        assert mind.closed == 1

    with begun(tmp_path, None, "novice") as match:
        run(script)


async def until_asked(thinker: BotWorker) -> None:
    """Waits until the question lies with the process."""
    for _ in range(100_000):
        if thinker._asked:  # pyright: ignore[reportPrivateUsage]
            return
        await asyncio.sleep(0)
    pytest.fail("the question never came to the process")


def test_a_player_who_leaves_cancels_the_search(tmp_path: Path) -> None:
    """The thought that was given up would take ten minutes, and the next question is answered at once."""

    async def script() -> None:
        view = match.game.encode_state(match.view(BRUNO))
        with closing(process("ponders", seconds=600, grace=PATIENCE)(SETTING)) as thinker:
            left = asyncio.create_task(thinker.options(BRUNO, view, STREAM, Abbot.max_events))
            await until_asked(thinker.first)
            pid = thinker.first.pid
            left.cancel()
            with pytest.raises(asyncio.CancelledError):
                await left
            after = asyncio.create_task(thinker.decide(*question(match)))
            while not after.done():
                thinker.hurry()
                await asyncio.sleep(0)
            assert match.game.decode_event(await after) in match.game.legal(match.view(BRUNO), BRUNO)
            assert thinker.first.pid == pid

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_a_hint_waits_for_a_thinking_bot_and_is_not_hurried_with_it(tmp_path: Path) -> None:
    async def script() -> None:
        view = match.game.encode_state(match.view(BRUNO))
        with closing(process("ponders", seconds=600, grace=PATIENCE)(SETTING)) as thinker:
            deciding = asyncio.create_task(thinker.decide(*question(match)))
            await until_asked(thinker.first)
            waiting = asyncio.create_task(thinker.options(BRUNO, view, STREAM, Abbot.max_events))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert thinker.first._asked  # pyright: ignore[reportPrivateUsage]
            while not deciding.done():
                thinker.hurry()
                await asyncio.sleep(0)
            assert await deciding

    with begun(tmp_path, None, "novice") as match:
        run(script)


def test_neither_a_hurry_nor_a_cancelled_bot_cuts_a_hint_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[BotWorker] = []

    def note(self: BotWorker) -> None:
        cut.append(self)

    monkeypatch.setattr(BotWorker, "_cut_short", note)

    async def script() -> None:
        view = match.game.encode_state(match.view(BRUNO))
        mind = process("ponders", seconds=600, grace=PATIENCE)(SETTING)
        bots = Seated(match, make_backend=lambda _: mind).bots
        with closing(bots):
            hint = asyncio.create_task(mind.options(BRUNO, view, STREAM, Abbot.max_events))
            await until_asked(mind.first)
            bots.update()
            assert bots.thinking == BRUNO
            await asyncio.sleep(0)
            bots.hurry()
            match.rekey(BRUNO, None)
            bots.update()
            await asyncio.sleep(0)
            assert cut == []
            hint.cancel()
            with pytest.raises(asyncio.CancelledError):
                await hint
            assert cut == [mind.first]

    with begun(tmp_path, None, "novice") as match:
        run(script)


def backend_of(game: AnyGame) -> BotBackend:
    """Return a backend in this process for the sample game."""
    return InProcessBackend(
        GameSettings(META.key, game.options, pack_components(BOX.standard_components()), META.rules_version)
    )


def test_without_a_seat_there_is_no_advice() -> None:
    game: Any = BOX.new(options())
    decision = window(game)
    absent = Seat(1 - decision.seat)

    async def script() -> None:
        adviser = BotAdviser(game, backend_of(game))
        found = await adviser.options(decision.seat, decision.view)
        assert all(isinstance(it.move, Move) and it.move.seat != absent for it in found)
        with pytest.raises(ValueError, match="nothing to decide"):
            await adviser.options(absent, decision.view)

    run(script)
