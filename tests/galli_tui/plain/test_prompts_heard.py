"""Prompts in plain mode: each is heard once, and again only after new output or an answer."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.guest_lobby import GuestLobbyTalk
from galli_tui.plain.host_lobby import HostLobbyTalk
from net.status import Phase
from net.wire.messages import SeatKind
from tests.support.fake_network import (
    FakeGuestSession,
    FakeHostSession,
    guest_status,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.plain_talk import ReadyLines
from tests.support.terminal import Terminal

_LOBBY = "Lobby:"
_NEWS_AT_ONCE = """
import asyncio
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.line_reader import LineReader

async def talk():
    dialogue, changed = Dialogue(LineReader()), asyncio.Event()
    changed.set()
    await dialogue.line("Lobby:", changed)
    dialogue.say("News.")

asyncio.run(talk())
"""


class SlowGuest(FakeGuestSession):
    """A guest whose host answers a little later, as over a network."""

    def ready(self, *, yes: bool) -> None:
        asyncio.get_running_loop().call_soon(lambda: super(SlowGuest, self).ready(yes=yes))


class ConnectedLater(FakeGuestSession):
    """A guest who is connected as soon as somebody waits for it."""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        unsubscribe = super().subscribe(changed)
        asyncio.get_running_loop().call_soon(self.put, Phase.LOBBY)
        return unsubscribe


def said_in(talk: GuestLobbyTalk | HostLobbyTalk, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what is said in a lobby until the input ends, after a check that no prompt is said twice in a row."""

    async def run() -> None:
        with contextlib.suppress(InputEnded):
            await talk.run()

    capsys.readouterr()
    asyncio.run(run())
    said = capsys.readouterr().out.splitlines()
    assert (_LOBBY, _LOBBY) not in itertools.pairwise(said)
    return said


def test_an_answer_of_the_host_comes_before_the_next_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    seats = lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True)
    session = SlowGuest(guest_status(Phase.LOBBY, lobby(*seats)))
    said = said_in(GuestLobbyTalk(Dialogue(ReadyLines(["ready"])), session), capsys)
    first = said.index(_LOBBY)
    assert said[first + 1 :] == [
        "Seat 2: Bruno, green, which is you, ready.",
        "Everyone is ready. The host starts the match.",
        _LOBBY,
    ]


def test_a_guest_is_asked_for_nothing_while_connecting(capsys: pytest.CaptureFixture[str]) -> None:
    session = ConnectedLater(guest_status(Phase.CONNECTING, lobby(lobby_seat(yours=True))))
    said = said_in(GuestLobbyTalk(Dialogue(ReadyLines([])), session), capsys)
    assert said[0].startswith("Connecting to")
    assert said[1].startswith("You are in the lobby")
    assert said.index(_LOBBY) == len(said) - 1


def test_a_host_hears_a_prompt_after_each_answer(capsys: pytest.CaptureFixture[str]) -> None:
    session = FakeHostSession(host_status(host_seat(SeatKind.HERE, "Anna"), host_seat(SeatKind.OPEN, "")))
    said = said_in(HostLobbyTalk(Dialogue(ReadyLines(["seats", "seat 2 bot abbot"])), session), capsys)
    assert said.count(_LOBBY) == 3
    assert said[-1] == _LOBBY


def test_what_is_said_while_a_line_is_read_comes_after_its_prompt(tmp_path: Path) -> None:
    with Terminal(home=tmp_path, command=(sys.executable, "-c", _NEWS_AT_ONCE)) as terminal:
        terminal.wait()
    assert terminal.written == b"Lobby: \r\nNews.\r\n"


@pytest.mark.parametrize("resumed", [False, True])
@pytest.mark.parametrize("line", ["sit 2", "sit 2 Bruno"])
def test_a_guest_who_takes_the_same_seat_again_is_answered(
    line: str, capsys: pytest.CaptureFixture[str], *, resumed: bool
) -> None:
    seats = lobby_seat(SeatKind.HERE, "Anna", "red"), lobby_seat(yours=True)
    session = FakeGuestSession(guest_status(Phase.LOBBY, lobby(*seats, resumed=resumed)))
    assert "Seat 2 is already yours: Bruno, green." in said_in(
        GuestLobbyTalk(Dialogue(ReadyLines([line])), session), capsys
    )
