"""Opening the match of the setup form to the network."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from galli_tui.game_api.last_game import remember_game
from galli_tui.tables.match_store import Setup
from saves.format.header_fields import Player

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase
    from galli_tui.tables.network import HostSession, Network


def open_to_network(
    app: AppBase,
    setup: Setup,
    ssh_port: int,
    bots: Mapping[int, Player],
    left: Awaitable[None],
    ask_again: Callable[[], object],
) -> None:
    """Open the match to the network, once the last table is `left` and has freed its ports.

    Seats without a person here or a bot are open to guests. An `ssh_port` of 0 allows no SSH. The other settings are
    those of this program's last table. If opening fails, `ask_again` is called.
    """
    # The network modules load the cryptography, which takes time and the form does not need.
    from galli_tui.screens.network.open_table import open_table
    from galli_tui.tables.network import HostOptions, HostPlan
    from net.host.lobby import SeatAssignment
    from net.wire.messages import SeatKind

    here = [SeatAssignment(SeatKind.HERE, seat.name, seat.colour) for seat in setup.seats]
    names, colours = {seat.name.casefold() for seat in here}, {seat.colour for seat in here}
    plans: list[SeatAssignment] = []
    for number in range(setup.options.seats):
        bot = bots.get(number)
        if bot is not None and bot.name.casefold() not in names:
            colour = "" if bot.colour in colours else bot.colour
            plans.append(SeatAssignment(SeatKind.BOT, bot.name, colour, bot.bot))
        else:
            plans.append(here.pop(0) if here else SeatAssignment(SeatKind.OPEN))
    plan = HostPlan(setup.game, setup.options, tuple(plans), setup.components)
    host_options = (app.host_options or HostOptions())._replace(ssh_port=ssh_port or None)

    def refused() -> None:
        if len(app.screen_stack) == 1:
            ask_again()

    async def opened(network: Network) -> HostSession:
        await left
        session = await network.host(plan, host_options)
        remember_game(setup.game)
        return session

    open_table(app, opened, refused)
