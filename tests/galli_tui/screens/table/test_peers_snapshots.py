"""How a table with company looks at the three sizes; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest
from textual.pilot import Pilot

from galli_tui.games.campus_galli.peer_marks import SPACE, TASK
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.matches.network.connection_status import stopped_at
from galli_tui.tables.peers import Role
from galli_tui.terminal.capabilities import Colours, Terminal
from net.wire.messages import StateHash
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCardStep
from rules.engine.secrecy import Seat
from tests.support.app_driver import SIZES
from tests.support.peers_table import FakePeers, at_seats, with_peers
from tests.support.table_positions import at_table, played

Compare = Callable[..., bool]
Make = Callable[[], InMemoryTable]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
BRUNO, CLARA = Seat(1), Seat(2)


def choosing(here: str = "1", skip: int = 6) -> InMemoryTable:
    """Three play together, and all are asked for a card."""
    return at_seats(played(ChooseCardStep, skip, mode="coop", seats=3), here)


def chosen(table: InMemoryTable, *seats: int) -> InMemoryTable:
    """These seats, counted from 1, choose the first of their cards."""
    for number in seats:
        seat = Seat(number - 1)
        table.submit(table.game.legal(table.view(seat), seat)[0])
    return table


def guest_choosing() -> InMemoryTable:
    table = choosing("2")
    with_peers(table, presence="htt", spectators=1)
    return chosen(table, 3)


def waiting() -> InMemoryTable:
    table = choosing("2")
    with_peers(table, presence="htt")
    return chosen(table, 2)


def kept() -> InMemoryTable:
    table = choosing("2")
    with_peers(table, presence="htt", held=(BRUNO,))
    return table


def guest_away() -> InMemoryTable:
    table = choosing("1")
    with_peers(table, Role.HOST, "hab")
    return chosen(table, 1, 3)


def talk() -> InMemoryTable:
    table = choosing("2")
    peers = with_peers(table, presence="htt")
    peers.hear(Seat(0), "Shall we finish the church first? I have a wing for it.")
    peers.hear(BRUNO, "Yes; I would lay at e4 then, and you flip the guests' house.")
    peers.hear(None, "Greetings from the gallery.", "Dora")
    return table


def lost() -> InMemoryTable:
    table = chosen(choosing("2"), 2)
    with_peers(table, presence="htt", problem="The connection to the host is lost.", retry_at=monotonic() - 1)
    return table


def stopped() -> InMemoryTable:
    table = choosing("2")
    with_peers(table, presence="htt", stopped=stopped_at(StateHash(58, bytes(32))))
    return table


def watching() -> InMemoryTable:
    table = at_seats(played(LaySectionStep, 6, mode="versus", seats=3), "")
    with_peers(table, Role.SPECTATOR, "htt", spectators=2, muted="The host has not opened talk to those who watch.")
    return table


AT_ALL_SIZES: dict[str, tuple[Make, tuple[str, ...]]] = {
    "guest-choosing": (guest_choosing, ("down",)),
    "waiting": (waiting, ()),
    "kept": (kept, ()),
    "guest-away": (guest_away, ()),
    "asking-for-a-bot": (guest_away, ("B",)),
    "talk": (talk, ("t",)),
    "lost": (lost, ()),
    "stopped": (stopped, ()),
    "stopped-and-read": (stopped, ("escape",)),
    "watching": (watching, ()),
}


@sizes
@pytest.mark.parametrize(("make", "keys"), AT_ALL_SIZES.values(), ids=AT_ALL_SIZES)
def test_state(snap_compare: Compare, make: Make, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(at_table(make()), press=keys, terminal_size=size)


def heard(peers: FakePeers) -> None:
    peers.hear(Seat(0), "Shall we finish the church first? I have a wing for it, and Clara could flip the school.")


def shown(peers: FakePeers) -> None:
    for number in (33, 34, 48, 5):
        peers.see(CLARA, SPACE, number)
    peers.see(Seat(0), TASK, 2)
    peers.see(Seat(0), SPACE, 86)


HAPPENS: dict[str, tuple[Callable[[FakePeers], None], tuple[str, ...]]] = {
    "heard": (heard, ()),
    "shown": (shown, ()),
    "shown-while-looking": (shown, ("i", "up")),
}


@sizes
@pytest.mark.parametrize(("happens", "keys"), HAPPENS.values(), ids=HAPPENS)
def test_news(
    snap_compare: Compare,
    happens: Callable[[FakePeers], None],
    keys: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    table = choosing("2")
    peers = with_peers(table, presence="htt")

    async def before(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        happens(peers)
        await pilot.pause()

    assert snap_compare(at_table(table), run_before=before, terminal_size=size)


@pytest.mark.parametrize(
    "terminal", [Terminal(ascii=True, colours=Colours.NONE, theme="none"), Terminal(theme="parchment")]
)
def test_signs_in_plain_terminals(snap_compare: Compare, terminal: Terminal) -> None:
    table = guest_choosing()
    peers = table.peers
    assert isinstance(peers, FakePeers)

    async def before(pilot: Pilot[None]) -> None:
        shown(peers)
        await pilot.pause()

    assert snap_compare(at_table(table, terminal), run_before=before, terminal_size=SIZES[0])
