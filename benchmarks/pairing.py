"""Paired measurements: ours and a peer's alternate, and the ratio is taken pair by pair, so that drift cancels out."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Ratio:
    """One figure: the ratio ours / peer of every pair, and the bound for its median."""

    name: str
    peer: str
    ours: float
    """Median of ours, in `unit`."""
    peers: float
    """Median of the peer's, in `unit`."""
    unit: str
    ratios: tuple[float, ...]
    bound: float | None
    """The largest ratio allowed; None if there is no bound."""
    at_least: bool = False
    """Whether the bound is the smallest ratio allowed instead."""

    @property
    def held(self) -> bool:
        """Whether the median ratio is within the bound."""
        if self.bound is None:
            return True
        middle = median(self.ratios)
        return middle >= self.bound if self.at_least else middle <= self.bound

    def __str__(self) -> str:
        spread = f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"
        verdict = ""
        if self.bound is not None:
            sign = ">=" if self.at_least else "<="
            verdict = f", bound {sign} {self.bound:g}: {'held' if self.held else 'NOT HELD'}"
        return (
            f"{self.name}\n    ours {self.ours:.3g} {self.unit}, {self.peer} {self.peers:.3g} {self.unit}: "
            f"ratio {median(self.ratios):.2f} ({spread} over {len(self.ratios)} pairs){verdict}"
        )


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that one call takes, without garbage collection."""
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        work()
        return perf_counter() - start
    finally:
        gc.enable()


def paired(
    name: str,
    ours: Callable[[], float],
    peer: Callable[[], float],
    peer_name: str,
    *,
    unit: str,
    bound: float | None,
    pairs: int = 11,
    at_least: bool = False,
) -> Ratio:
    """Return the ratio of two measurements, each a function that returns a figure, after one warm-up of both."""
    ours()
    peer()
    figures = [(ours(), peer()) for _ in range(pairs)]
    return Ratio(
        name=name,
        peer=peer_name,
        ours=median(own for own, _ in figures),
        peers=median(other for _, other in figures),
        unit=unit,
        ratios=tuple(own / other for own, other in figures),
        bound=bound,
        at_least=at_least,
    )
