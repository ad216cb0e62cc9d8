"""What the clients of guests and spectators ask of their own copy of a match, which `saves.storage.replica` keeps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat
from saves.format.header import Header
from saves.log.fold import Log


class Copy(Protocol):
    """A copy that is open. Whatever returns is durable, but for `show`; `SaveError` means that nothing has happened."""

    @property
    def header(self) -> Header:
        """The match's."""
        ...

    @property
    def game(self) -> AnyGame:
        """The match's."""
        ...

    @property
    def log(self) -> Log:
        """The copy as far as it goes, and as far as its keys open it."""
        ...

    def take(self, entries: Sequence[bytes], hashed: Collection[int] = ()) -> Mapping[int, bytes]:
        """Adds entries. The hash of the public state at each of these lengths, as far as it came by them.

        Raises `SaveError`, or `InvalidEntry` with the entries before the bad one kept.
        """
        ...

    def show(self, entries: Sequence[bytes]) -> None:
        """As `take`, but may leave it to `prove` to verify signatures and to save. Raises as `take`."""
        ...

    @property
    def unproven(self) -> bool:
        """Whether `prove` has something to do."""
        ...

    def prove(self) -> None:
        """Verifies and saves what is shown. Raises as `take`. Whatever signs or forgets does it first."""
        ...

    @property
    def begun(self) -> bool:
        """Whether the match has its start in the log."""
        ...

    def discard(self) -> None:
        """Lets go of a match that never began, of which nothing is kept."""
        ...

    def close(self) -> None:
        """Lets go of the file."""
        ...


class SeatCopy(Copy, Protocol):
    """A copy whose holder may play seats: it keeps what was signed."""

    def sign(self, move: Move, *, keep: bool = False) -> bytes:
        """The submission. With `keep` another may take its place until `mark_sent`. Raises `Refused` or `SaveError`."""
        ...

    def mark_sent(self, seat: Seat) -> None:
        """From here on what is kept for the seat stands. Raises `SaveError`."""
        ...

    def sign_takeback(self, seat: Seat) -> bytes:
        """The submission. Raises `SaveError`."""
        ...

    def sign_join(self) -> bytes:
        """The submission. Raises `SaveError`."""
        ...

    def sign_nonce(self) -> bytes:
        """The submission. Raises `SaveError`."""
        ...

    def pending(self) -> tuple[bytes, ...]:
        """What was signed, may have been sent, does not stand in the log yet, and still answers it."""
        ...

    def kept(self) -> tuple[bytes, ...]:
        """What was signed with `keep`, was never sent, and still answers the log."""
        ...

    def decided(self) -> tuple[bytes, ...]:
        """The last submission of each seat that was signed and not dropped, whatever has become of it since."""
        ...

    def drop(self, seat: Seat) -> None:
        """Forgets what was signed for the seat and no longer stands, or is kept. Raises `SaveError`."""
        ...
