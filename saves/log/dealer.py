"""Who produces the dealer's next event. Today the host by its secret, or by a seed, or a script from outside.

A dealer whom nobody has to trust would be one more `Hand`.
"""

from __future__ import annotations

from typing import Any, Protocol

from rules.engine.entropy import derive_entropy
from rules.engine.events import Outcome
from rules.engine.game import AnyGame
from saves.format.header import Dealer, DealerKind


class Hand(Protocol):
    """What deals."""

    def next(self, game: AnyGame, state: Any) -> Outcome | None:
        """The outcome that is due in this state, which is the dealer's; None if it must come from outside."""
        ...


class SecretHand:
    """Deals from the dealer's secret and the nonces of the start: each draw its own entropy, whatever came between."""

    def __init__(self, secret: bytes, nonces: tuple[bytes, ...]) -> None:
        self._secret = secret
        self._nonces = nonces

    def next(self, game: AnyGame, state: Any) -> Outcome | None:
        """The one outcome that secret and nonces stand for."""
        source, number, _ = game.draw(state)
        nonces = derive_entropy(*self._nonces)
        return game.deal(state, derive_entropy("galli-tui draw", self._secret, nonces, source, number))


class SeededHand:
    """Deals from a number that everybody knows, the same way as simulated matches of that seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def next(self, game: AnyGame, state: Any) -> Outcome | None:
        """The one outcome that the seed stands for."""
        source, number, _ = game.draw(state)
        return game.deal(state, derive_entropy("dealer", self._seed, source, number))


class EmptyHand:
    """Deals nothing: all outcomes are given from outside."""

    def next(self, game: AnyGame, state: Any) -> Outcome | None:  # noqa: ARG002
        """Nothing."""
        return None


def hand_of(dealer: Dealer, secret: bytes, nonces: tuple[bytes, ...]) -> Hand:
    """Who deals in a match of this header, once its secret is known."""
    match dealer.kind, dealer.seed:
        case DealerKind.COMMITTED, _:
            return SecretHand(secret, nonces)
        case DealerKind.SEEDED, int(seed):
            return SeededHand(seed)
        case _:
            return EmptyHand()


def dealer_commitment(secret: bytes, match: bytes) -> bytes:
    """What the host publishes of the dealer's secret before the start."""
    return derive_entropy("galli-tui dealer", match, secret)
