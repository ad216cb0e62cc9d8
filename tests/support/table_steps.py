"""What people do at terminals to come to one table over loopback: the table code, a seat, and the start."""

from __future__ import annotations

import re
import socket
from typing import Final

from tests.support.terminal import Terminal

_CODE: Final = re.compile(r"[a-z]+-[a-z]+-[0-9]{3}")


def free_port() -> int:
    """Return a free port of this computer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def sees(terminal: Terminal, text: str) -> str:
    """Wait until a text is on the screen, and return the screen."""
    return terminal.until(lambda screen: text in screen, text)


def code_of(host: Terminal) -> str:
    """Return the table code on a host's screen, once it is there."""
    found = _CODE.search(host.until(lambda screen: _CODE.search(screen) is not None, "the table code"))
    assert found is not None
    return found[0]


def sit_down(guest: Terminal, seat: int = 2) -> None:
    """Take the first open seat, which has this number, and say that the guest is ready."""
    guest.until(lambda screen: "takes the selected seat" in screen or "select an open seat" in screen, "an open seat")
    guest.press(*["down"] * (seat - 2), "enter")
    sees(guest, f"Take seat {seat}")
    guest.settled()
    guest.press("ctrl+s")
    sees(guest, "Press y when you are ready")
    guest.press("y")


def begin(host: Terminal) -> None:
    """Begin the match once every guest is ready."""
    sees(host, "Everyone is ready")
    host.press("ctrl+s")


def is_the_end(screen: str) -> bool:
    """Return whether the match is over: on its score sheet, or at the table."""
    return "Final score" in screen or "The match is over" in screen
