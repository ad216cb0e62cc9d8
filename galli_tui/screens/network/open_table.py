"""Opening a table to the network: from any screen to its lobby, or to an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.network.host_lobby import HostLobby
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.network import HostSession, NetworkError, TableOpener
from galli_tui.widgets.prompt import Prompt
from rules.engine.game import ComponentError, OptionError
from saves.errors import NotFound, SaveError

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase

_GROUP = "opening"
_BEING_OPENED = "Opening the table..."


def open_table(app: AppBase, opened: TableOpener, refused: Callable[[], None] | None = None) -> None:
    """Open a table and show its lobby in place of all screens above the menu.

    If it cannot be opened, call `refused`, if given, and show why.
    """

    async def opening() -> None:
        try:
            session = await opened(app.network)
        except (NetworkError, OptionError, SaveError) as error:
            if refused is not None:
                refused()
            app.push_screen(Notice("The table could not be opened", str(error)))
        else:
            _show(app, session)

    _open(app, opening)


def open_first(app: AppBase, opened: TableOpener) -> None:
    """Open a table at the start of the program; on failure, exit with the reason."""

    async def opening() -> None:
        try:
            session = await opened(app.network)
        except NetworkError as error:
            app.exit_with_error(str(error), Exit.NETWORK)
        except (OptionError, ComponentError) as error:
            app.exit_with_error(str(error), Exit.USAGE)
        except NotFound as error:
            app.exit_with_error(str(error), Exit.NO_INPUT)
        except SaveError as error:
            app.exit_with_error(str(error), Exit.SAVE)
        else:
            _show(app, session)

    _open(app, opening)


def _open(app: AppBase, opening: Callable[[], Awaitable[None]]) -> None:
    if any(worker.group == _GROUP and worker.is_running for worker in app.workers):
        return  # A second key, typed while the first one's table is being opened.
    screen = app.screen
    lines = list(screen.query(Prompt)) if isinstance(screen, GalliScreen) else []

    async def told() -> None:
        before = [line.text for line in lines]
        for line in lines:
            line.show_next(_BEING_OPENED)
        await opening()
        for line, text in zip(lines, before, strict=True):
            if line.text == _BEING_OPENED:
                line.show_next(text)

    app.run_worker(told(), group=_GROUP)


def _show(app: AppBase, session: HostSession) -> None:
    app.go_to_menu()
    app.push_screen(HostLobby(session))
