"""How the way in over SSH looks, at the three sizes and in plain terminals."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator

import pytest

from galli_tui.ssh_guest_app import SshGuestApp
from galli_tui.terminal.capabilities import Colours, Terminal
from net.ssh.socket_handoff import SocketSender
from tests.support.app_driver import SIZES

pytestmark = pytest.mark.network

Compare = Callable[..., bool]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
PLAIN = Terminal(ascii=True, colours=Colours.SIXTEEN, theme="lamp-black-16")


@pytest.fixture
def hatch() -> Generator[SocketSender, None, None]:
    host, inner = socket.socketpair()
    with host, SocketSender(inner.detach()) as found:
        yield found


@sizes
def test_the_first_screen(snap_compare: Compare, hatch: SocketSender, size: tuple[int, int]) -> None:
    assert snap_compare(SshGuestApp(Terminal(), hatch, "Anna"), press=["escape"], terminal_size=size)


@sizes
def test_the_question_for_the_code(snap_compare: Compare, hatch: SocketSender, size: tuple[int, int]) -> None:
    assert snap_compare(SshGuestApp(Terminal(), hatch, "Anna"), press=["c", "e"], terminal_size=size)


def test_both_in_a_plain_terminal(snap_compare: Compare, hatch: SocketSender) -> None:
    assert snap_compare(SshGuestApp(PLAIN, hatch, "Anna"), press=["escape"], terminal_size=(80, 24))
