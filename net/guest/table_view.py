"""What a guest knows of the host's table: lobby, attendance, chat, and whether it is stopped."""

from __future__ import annotations

from net.chat import Chat
from net.sync.header_check import disagreement, terms_disagreement
from net.wire.messages import Lobby, StateHash, TableAttendance
from saves.format.header import HOST, DealerKind, Header
from saves.format.identity import PublicKeys


class TableView:
    """The table as the host has described it. Nothing of it is trusted."""

    def __init__(self) -> None:
        self.lobby: Lobby | None = None
        """The last lobby, perhaps of an earlier connection."""
        self.in_lobby = False
        """Whether the host is in its lobby, by what this connection has shown."""
        self.attendance: TableAttendance | None = None
        self.stopped: StateHash | None = None
        """The host's hash at the point where the public states differ, if it has stopped the table."""
        self.chat = Chat()

    def connected(self) -> None:
        """Forget what the host said on an earlier connection, except the terms of the lobby."""
        self.in_lobby, self.attendance, self.stopped = False, None, None

    @property
    def may_chat(self) -> bool:
        """Whether this client may chat."""
        table = self.attendance if self.attendance is not None else self.lobby
        return table is not None and table.may_chat

    def header_disagreement(
        self, header: Header, host: PublicKeys | None, own: PublicKeys, *, has_replica: bool
    ) -> str:
        """Return how a header differs from what was agreed with this host; empty if it does not.

        A lobby of an earlier connection may be out of date about seats, but not about the game and its options. With
        a replica, the header is compared with the replica's instead.
        """
        if header.clients[HOST] != host:
            return "its host has another key than this table's host"
        if header.dealer.kind is not DealerKind.COMMITTED:
            return "its draws are fixed beforehand, by a seed or by hand, instead of by a secret that all can check"
        if self.lobby is None or has_replica:
            return ""
        if self.in_lobby:
            return disagreement(header, host, self.lobby, own)
        return terms_disagreement(header, self.lobby)
