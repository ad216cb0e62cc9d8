"""Write the screenshots in this folder: every scene at three sizes, from seeded matches, so always the same.

`python screenshots/make.py` writes all of them; `python screenshots/make.py menu end` those whose names begin so.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from galli_tui.app import GalliApp  # noqa: E402
from galli_tui.matches.in_memory import InMemoryTable  # noqa: E402
from galli_tui.screens.network.find_table import FindTableScreen  # noqa: E402
from galli_tui.screens.network.guest_lobby import GuestLobby  # noqa: E402
from galli_tui.screens.network.host_lobby import HostLobby  # noqa: E402
from galli_tui.screens.start.statistics import StatisticsScreen  # noqa: E402
from galli_tui.screens.start.welcome import WelcomeScreen  # noqa: E402
from galli_tui.ssh_guest_app import SshGuestApp  # noqa: E402
from galli_tui.tables.match_store import Condition, SavedRow, Setup  # noqa: E402
from galli_tui.tables.network import RejoinOption  # noqa: E402
from galli_tui.tables.peers import Role  # noqa: E402
from galli_tui.tables.table import Table, TablePlayer  # noqa: E402
from galli_tui.terminal.capabilities import Colours, Terminal  # noqa: E402
from net.ssh.socket_handoff import SocketSender  # noqa: E402
from net.wire.messages import SeatKind  # noqa: E402
from rules.bots.abbot import Abbot  # noqa: E402
from rules.engine.entropy import RandomStream, derive_entropy  # noqa: E402
from rules.engine.events import Move  # noqa: E402
from rules.engine.game import AnyGame, Options  # noqa: E402
from rules.engine.secrecy import Seat  # noqa: E402
from rules.registry import game_box, games  # noqa: E402
from saves.format.header_fields import Player  # noqa: E402
from tests.support import bd_tables  # noqa: E402
from tests.support.bot_backends import InstantAdvice  # noqa: E402
from tests.support.fake_network import (  # noqa: E402
    OPEN,
    FakeGuestSession,
    FakeHostSession,
    FakeNetwork,
    found,
    guest_status,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.ora_tables import in_the_middle  # noqa: E402
from tests.support.peers_table import at_seats, with_peers  # noqa: E402
from tests.support.results import season  # noqa: E402

SIZES = ((80, 24), (120, 36), (160, 48))
GAME = games()[0]
NAMES = ("Anna", "Bruno", "Clara", "David")
NIGHT, DAY = Terminal(), Terminal(theme="parchment")
IDLE = {"SwapTiles", "Beg"}
"""Kinds of moves that are made only if there is no other."""
FEW = 40
"""The number of moves that are compared at each decision; more would only take longer."""


AT_A_GLANCE = 300
"""Simulated events for each decision when a whole match is analysed."""


class Scene(NamedTuple):
    """A screenshot: what the app starts with, and the keys that lead to the picture."""

    name: str
    keys: tuple[str, ...] = ()
    table: Callable[[], Table] | None = None
    terminal: Terminal = NIGHT
    sizes: tuple[tuple[int, int], ...] = SIZES
    app: Callable[[Terminal], GalliApp] | None = None
    """Makes the app; by default it is a `GalliApp` at `table`, or in the menu."""


def match(
    seats: int, mode: str, decisions: int, seed: int = 819, *, level: int = 1, until: Sequence[str] = ()
) -> InMemoryTable:
    """Return a match after this number of decisions (or at its end), each the best by its immediate score.

    With `until` it continues to a decision that offers moves of all these classes.
    """
    game = game_box(GAME).new(Options(seats, mode, level))
    players = tuple(TablePlayer(NAMES[seat], game.meta.colours[seat], here=True) for seat in range(seats))
    table = InMemoryTable(game, players, seed)
    stream = RandomStream(derive_entropy("screenshots", seed))
    while table.due.seats and (decisions > 0 or until):
        seat = table.due.seats[0]
        legal = game.legal(table.view(seat), seat)
        if decisions <= 0 and {type(move).__name__ for move in legal} >= set(until):
            break
        table.submit(good_move(game, table, seat, legal, stream))
        decisions -= 1
    if until and table.due.over:
        raise LookupError(f"no moment of seed {seed} offers {', '.join(until)}")
    return table


def good_move(game: AnyGame, table: InMemoryTable, seat: Seat, legal: Sequence[Move], stream: RandomStream) -> Move:
    """Return the best of a few legal moves by the score right after it; swaps and begging only if nothing else."""
    view = table.view(seat)
    useful = [move for move in legal if type(move).__name__ not in IDLE] or legal
    tried = stream.sample(useful, min(FEW, len(useful)))

    def score_after(move: Move) -> int:
        sheet = game.sheet(game.apply(view, move))
        return sheet.seats[seat] if sheet.team is None else sheet.team

    return max(tried, key=score_after)


class FakeMatchStore:
    """A fixed list of saved matches, none of which can be opened. Implements `tables.match_store.MatchStore`."""

    def saved(self) -> list[SavedRow]:
        def row(
            number: str, day: int, condition: Condition, *names: str, title: str = "Campus Galli I", why: str = ""
        ) -> SavedRow:
            return SavedRow(number, title, names, datetime(2026, 3, day, 19, 30, tzinfo=UTC), condition, why)

        damaged = "The file is damaged after entry 41; what comes before can be looked at. Bring it back from a copy."
        return [
            row("9f86d081", 28, Condition.PLAYING, "Anna", "Bruno"),
            row("60303ae2", 21, Condition.PLAYING, "Clara"),
            row("fd61a03a", 14, Condition.OVER, "Anna", "Bruno", "Clara", "David"),
            row("a4e624d6", 7, Condition.DAMAGED, "Bruno", "David", why=damaged),
            row(
                "from-afar.galli",
                1,
                Condition.FOREIGN,
                title="from-afar.galli",
                why="Made by a newer version of this program: update it to open the match.",
            ),
        ]

    def about(self, match_id: str) -> str:  # noqa: ARG002
        return "year 1, round 4"

    def begin(self, setup: Setup) -> Table:
        raise NotImplementedError

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        raise NotImplementedError

    def resume(self, match_id: str) -> Table:
        raise NotImplementedError

    def inspect(self, match_id: str) -> Table:  # noqa: ARG002
        return ended("versus", 4)()

    def verify(self, match_id: str) -> list[str]:  # noqa: ARG002
        return []

    def import_file(self, path: Path) -> str:
        raise NotImplementedError

    def export_file(self, match_id: str, path: Path) -> None:
        raise NotImplementedError

    def discard(self, match_id: str) -> None:
        raise NotImplementedError


def choosing() -> Table:
    return match(2, "versus", 12)


def special() -> Table:
    return match(2, "coop", 120, 823, level=3, until=["Pass", "PayTask", "BuyFromHut"])


def advised(make: Callable[[], InMemoryTable], work: int = Abbot.max_events) -> Callable[[], Table]:
    """Return a function that makes the table with hints by the abbot, who simulates this number of events."""

    def made() -> Table:
        table = make()
        table.advice = InstantAdvice(table.game, work)
        return table

    return made


def waiting() -> Table:
    """Return a network table of three as Bruno sees it: he has chosen and waits for the others."""
    table = at_seats(match(3, "coop", 36, until=["ChooseCard"]), "2")
    with_peers(table, presence="htt")
    return chosen(table, Seat(1))


def away() -> Table:
    """Return the same table as the host sees it: Bruno is disconnected, and all others have chosen."""
    table = at_seats(match(3, "coop", 36, until=["ChooseCard"]))
    with_peers(table, Role.HOST, "hat")
    return chosen(table, Seat(0), Seat(2))


def chosen(table: InMemoryTable, *seats: Seat) -> InMemoryTable:
    """Return the table after these seats have chosen their first card."""
    for seat in seats:
        table.submit(table.game.legal(table.view(seat), seat)[0])
    return table


def ended(mode: str, seats: int) -> Callable[[], Table]:
    return lambda: match(seats, mode, 1_000)


def ssh_guest(terminal: Terminal) -> SshGuestApp:
    """Return the app of a guest over SSH, with no host at the other end of its socket."""
    own_end, _ = socket.socketpair()
    return SshGuestApp(terminal, SocketSender(own_end.detach()), "Anna")


def host_lobby(terminal: Terminal) -> GalliApp:
    """Return the app of a host in the lobby of a new match."""
    guest = host_seat(SeatKind.GUEST, "Bruno", "green", ready=True, key="3fa0b1c2d3e4f506")
    bot = host_seat(SeatKind.BOT, "Tuotilo", "blue", bot="novice")
    host_session = FakeHostSession(
        host_status(host_seat(SeatKind.HERE, "Anna", "red"), guest, bot, host_seat(), mode="coop", game=GAME)
    )
    host_session.addresses = ("192.168.1.20:7341", "[2001:db8::7334]:7341")
    return GalliApp(terminal, FakeMatchStore(), first=lambda app: app.push_screen(HostLobby(host_session)))


def guest_lobby(terminal: Terminal) -> GalliApp:
    """Return the app of a guest in the lobby."""
    at = lobby(
        lobby_seat(SeatKind.HERE, "Anna", "red"),
        lobby_seat(ready=True, yours=True),
        lobby_seat(SeatKind.BOT, "Tuotilo", "blue"),
        OPEN,
        mode="coop",
        game=GAME,
    )
    guest_session = FakeGuestSession(guest_status(at=at))
    return GalliApp(terminal, FakeMatchStore(), first=lambda app: app.push_screen(GuestLobby(guest_session)))


def welcome(terminal: Terminal) -> GalliApp:
    """Return the app at its first start."""
    return GalliApp(terminal, FakeMatchStore(), first=lambda app: app.push_screen(WelcomeScreen(asking=True)))


def lesson(terminal: Terminal) -> GalliApp:
    """Return the first lesson."""
    return GalliApp(terminal, FakeMatchStore(), first=lambda app: app.learn(GAME, "level-1"))


def statistics(terminal: Terminal) -> GalliApp:
    """Return the statistics of two weeks."""
    return GalliApp(
        terminal, FakeMatchStore(), first=lambda app: app.push_screen(StatisticsScreen(lambda _name: season()))
    )


def join_list(terminal: Terminal) -> GalliApp:
    """Return the app at the list of tables, with a match to return to."""
    title = "Campus Galli I"
    network = FakeNetwork(
        found()._replace(title=title),
        found("b2", "Clara", vacant=0)._replace(title="Campus Galli III", mode="versus"),
        found("c3", "David", barrier="newer version")._replace(title=title),
    )
    network.back = [RejoinOption("9f86d081", title, ("Anna", "Bruno"), "192.168.1.20:7341")]
    return GalliApp(terminal, FakeMatchStore(), network=network, first=lambda app: app.push_screen(FindTableScreen()))


SCENES = (
    Scene("welcome", tuple("Anna"), app=welcome),
    Scene("menu"),
    Scene("menu-day", terminal=DAY),
    Scene("new-game", ("n",)),
    Scene("saved-games", ("m", "down", "down", "down")),
    Scene("verified", ("m", "c")),
    Scene("help", ("f1",)),
    Scene("help-bots", ("f1", "tab")),
    Scene("rulebook", ("f1", "tab", "tab", "tab", *["down"] * 20)),
    Scene("commands", ("ctrl+p",)),
    Scene("handover", table=choosing),
    Scene("table-choosing", ("enter",), table=choosing),
    Scene("table-choosing-day", ("enter",), table=choosing, terminal=DAY),
    Scene("table-laying", table=lambda: match(2, "versus", 16)),
    Scene("table-hints", ("h",), table=advised(lambda: match(2, "versus", 16))),
    Scene("table-hints-cards", ("enter", "h"), table=advised(lambda: match(2, "coop", 36, until=["ChooseCard"]))),
    Scene("table-late", table=lambda: match(1, "solo", 60)),
    Scene("table-guests", table=lambda: match(2, "versus", 40, level=2, until=["ScoreAgain"])),
    Scene("table-special", table=special),
    Scene("table-danger", table=lambda: match(2, "coop", 60, 800, level=3, until=["PayTiles", "Decline"])),
    Scene("boards", ("b",), table=special),
    Scene("log", ("enter", "l"), table=choosing),
    Scene("end-versus", table=ended("versus", 3)),
    Scene("end-together", table=ended("coop", 2)),
    Scene("review", ("a", "down"), table=advised(lambda: match(2, "coop", 1_000), AT_A_GLANCE)),
    Scene("replay", ("v",), table=lambda: match(2, "coop", 60)),
    Scene("end-table", ("enter",), table=ended("coop", 2), terminal=DAY),
    Scene("too-small", sizes=((72, 20),)),
    Scene("menu-16-colours", terminal=Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"), sizes=((80, 24),)),
    Scene(
        "table-16-colours",
        ("enter",),
        table=choosing,
        terminal=Terminal(colours=Colours.SIXTEEN, theme="lamp-black-16"),
        sizes=((80, 24),),
    ),
    Scene(
        "table-no-color",
        ("enter",),
        table=choosing,
        terminal=Terminal(colours=Colours.NONE, theme="none"),
        sizes=((80, 24),),
    ),
    Scene("table-ascii", ("enter",), table=choosing, terminal=Terminal(ascii=True), sizes=((80, 24),)),
    Scene("table-waiting", table=waiting),
    Scene("table-away", table=away),
    Scene("duel-claiming", ("down",), table=bd_tables.claiming),
    Scene("duel-claiming-day", ("down",), table=bd_tables.claiming, terminal=DAY),
    Scene("duel-conflict", ("down",), table=bd_tables.conflict),
    Scene("duel-market", ("enter", "down"), table=bd_tables.using),
    Scene("duel-building", ("enter",), table=bd_tables.building),
    Scene("duel-end", ("escape",), table=bd_tables.ended),
    Scene("duel-ascii", ("down",), table=bd_tables.conflict, terminal=Terminal(ascii=True), sizes=((80, 24),)),
    Scene("ora-turn", table=lambda: in_the_middle("three")),
    Scene("ora-turn-day", table=lambda: in_the_middle("three"), terminal=DAY),
    Scene("ora-display", ("b",), table=lambda: in_the_middle("three")),
    Scene("ora-settling", ("b", *["right"] * 5), table=lambda: in_the_middle("three")),
    Scene("ora-solo", table=lambda: in_the_middle("solo")),
    Scene("ora-ascii", table=lambda: in_the_middle("two-ireland"), terminal=Terminal(ascii=True), sizes=((80, 24),)),
    Scene("lessons", ("f4",)),
    Scene("statistics", app=statistics),
    Scene("lesson", ("enter",) * 5, app=lesson),
    Scene("host-form", ("o",)),
    Scene("lobby-host", app=host_lobby),
    Scene("lobby-guest", app=guest_lobby),
    Scene("join", app=join_list),
    Scene("join-code", ("down", "enter", *"cellar"), app=join_list),
    Scene("ssh-first", ("escape",), app=ssh_guest),
    Scene("ssh-code", tuple("cellar"), app=ssh_guest),
)


async def picture(scene: Scene, size: tuple[int, int]) -> str:
    """Return a scene as SVG."""
    if scene.app is not None:
        app = scene.app(scene.terminal)
    else:
        app = GalliApp(scene.terminal, FakeMatchStore(), scene.table() if scene.table else None)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in scene.keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.wait_for_animation()
        await pilot.pause()
        return app.export_screenshot(title="galli-tui")


def main(wanted: list[str]) -> int:
    """Write the screenshots; return the exit code."""
    scenes = [scene for scene in SCENES if not wanted or scene.name.startswith(tuple(wanted))]
    if not scenes:
        print(f"No such scene. Available: {', '.join(scene.name for scene in SCENES)}.", file=sys.stderr)
        return 2
    for scene in scenes:
        for width, height in scene.sizes:
            path = HERE / f"{scene.name}-{width}x{height}.svg"
            with TemporaryDirectory() as home:  # What the player has set, played or learned must not be in a picture.
                os.environ["GALLI_TUI_HOME"] = home
                path.write_text(asyncio.run(picture(scene, (width, height))), encoding="utf-8")
            print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
