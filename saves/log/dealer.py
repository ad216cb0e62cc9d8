"""The dealer: the outcome of each draw, derived from the secret or the seed of a match."""

from __future__ import annotations

from typing import Any

from rules.engine.entropy import derive_entropy
from rules.engine.events import Outcome
from rules.engine.referee import Referee
from saves.format.header import Dealer, DealerKind


def next_outcome(
    dealer: Dealer, secret: bytes, nonces: tuple[bytes, ...], game: Referee[Any], state: Any
) -> Outcome | None:
    """Return the outcome that is due in this state; None if it must be given from outside.

    Each draw has its own entropy, whatever came before it. A seeded dealer deals as simulated matches of that seed do.
    """
    if dealer.kind is DealerKind.SCRIPTED:
        return None
    source, number, _ = game.draw(state)
    if dealer.kind is DealerKind.SEEDED:
        return game.deal(state, derive_entropy("dealer", dealer.seed or 0, source, number))
    return game.deal(state, derive_entropy("galli-tui draw", secret, derive_entropy(*nonces), source, number))


def dealer_commitment(secret: bytes, match: bytes) -> bytes:
    """Return the commitment to the dealer's secret that the host publishes before the start."""
    return derive_entropy("galli-tui dealer", match, secret)
