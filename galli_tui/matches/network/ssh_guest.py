"""The network of an SSH guest: one table, reached through a socket that its host hands over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar

from galli_tui.matches.network.guest_session import LiveGuestSession
from galli_tui.matches.network.live_network import LiveNetwork
from galli_tui.tables.network import NetworkError
from net.discovery.routes import Route
from net.ssh.socket_handoff import SocketSender
from net.ssh.table_entrance import save_code
from net.status import Phase
from net.wire.messages import PeerRole
from net.wire.table_code import BadCode
from saves.errors import SaveError
from saves.storage.paths import home
from saves.storage.replica import Replica

MAX_FAILURES = 5
"""Wrong codes and other failed sessions before the guest is disconnected."""


class SshGuestNetwork(LiveNetwork):
    """A network with one table: every session goes to it. Hosting and finding are never called."""

    RETURN_HINTS: ClassVar[Mapping[PeerRole, str]] = {
        PeerRole.PLAYER: "Your seat and every move are kept at the host's computer for your SSH key: return with the "
        "same key and the same ssh command.",
        PeerRole.SPECTATOR: "To watch again, use the same SSH key and the same ssh command.",
    }

    def __init__(self, socket_sender: SocketSender, too_many_failures: Callable[[], None]) -> None:
        """Create the network; `too_many_failures` is called after too many failures."""
        super().__init__()
        self._make_backend = None  # A friend's program runs at the host's computer, which is not theirs to keep busy.
        self._socket_sender = socket_sender
        self._too_many_failures = too_many_failures
        self._failures = 0

    def _connect(
        self, route: Route, code: str, role: PeerRole, name: str, replica: Replica | None = None
    ) -> LiveGuestSession:
        try:
            sock = self._socket_sender.connect()
        except OSError:
            if replica is not None:
                replica.close()
            raise NetworkError("The host's program has ended: join again when the table is open.") from None
        session = super()._connect(Route(table_id=route.table_id, sock=sock), code, role, name, replica)
        self._watch_session(session, code)
        return session

    def _watch_session(self, session: LiveGuestSession, code: str) -> None:
        """Save a code that was right, and count the sessions that failed."""
        ends: list[Callable[[], None]] = []

        def changed() -> None:
            if session.connection.connected:
                self._failures = 0
                # Without the file the friend is asked for the code again, which is no harm.
                with suppress(OSError, BadCode, SaveError):
                    save_code(home(), code)
            elif session.status.phase is Phase.ENDED:
                self._failures += 1
                if self._failures >= MAX_FAILURES:
                    self._too_many_failures()
            else:
                return
            for end in ends:
                end()

        ends.append(session.subscribe(changed))
