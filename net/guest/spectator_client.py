"""The machine of somebody who watches: the same entries as everybody's, no seat, no seal opened."""

from __future__ import annotations

from net.guest.replica import Copy
from net.guest.table_client import Follower


class SpectatorMachine(Follower[Copy]):
    """Follows a match; see `Follower`. All it may say is chat, where the host lets it."""
