"""How a plain conversation answers the signals that end a program, even while its loop waits for something else."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import pytest

from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.program import run_plain
from galli_tui.startup.exit_codes import Exit

ENDING = (signal.SIGTERM, signal.SIGHUP)
FATAL = (signal.SIGQUIT, signal.SIGABRT)


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (*ENDING, *FATAL)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING, ids=lambda it: it.name)
def test_a_second_signal_ends_a_program_whose_loop_does_not_turn(number: signal.Signals) -> None:
    second: list[object] = []
    left: list[bool] = []

    async def conversation(_: Dialogue) -> None:
        signal.raise_signal(number)
        second.append(signal.getsignal(number))
        try:
            await asyncio.Event().wait()
        finally:
            left.append(True)

    assert run_plain(conversation) is Exit.OK
    assert second == [signal.SIG_DFL]
    assert left == [True]


@pytest.mark.parametrize("number", [*ENDING, *FATAL], ids=lambda it: it.name)
def test_a_signal_that_is_ignored_stays_ignored(number: signal.Signals) -> None:
    ended: list[bool] = []

    async def conversation(_: Dialogue) -> None:
        signal.raise_signal(number)
        await asyncio.sleep(0)
        ended.append(True)

    signal.signal(number, signal.SIG_IGN)
    assert run_plain(conversation) is Exit.OK
    assert ended == [True]
    assert signal.getsignal(number) is signal.SIG_IGN


@pytest.mark.parametrize("number", ENDING, ids=lambda it: it.name)
def test_after_the_conversation_a_signal_ends_the_program_again(number: signal.Signals) -> None:
    async def conversation(_: Dialogue) -> None:
        assert callable(signal.getsignal(number))

    run_plain(conversation)
    assert signal.getsignal(number) is signal.SIG_DFL


@pytest.mark.parametrize("number", ENDING, ids=lambda it: it.name)
def test_without_its_terminal_the_program_ends_at_once(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(BaseException):
        pass

    def end(code: int) -> None:
        raise Ended(code)

    async def conversation(_: Dialogue) -> None:
        with pytest.raises(Ended):
            signal.raise_signal(number)

    monkeypatch.setattr("galli_tui.plain.program.terminal_is_gone", lambda: True)
    monkeypatch.setattr("galli_tui.plain.program.os._exit", end)
    assert run_plain(conversation) is Exit.OK
