"""Ours and a peer's in turn, and the ratio pair by pair, so that a machine that drifts spoils neither."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Ratio:
    """One figure: the ratio ours / peer of every pair, and what it is meant to stay under (or over)."""

    name: str
    peer: str
    ours: float
    """Median of ours, in `unit`."""
    peers: float
    """Median of the peer's, in `unit`."""
    unit: str
    ratios: tuple[float, ...]
    bound: float | None
    """None where the figure is only told."""
    at_least: bool = False
    """Whether the bound is a floor."""

    @property
    def held(self) -> bool:
        """Whether the median ratio keeps the bound."""
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
    """How long one call takes, the garbage collector kept out of it."""
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
    """The ratio of two measurements, each a function that returns its own figure, after one warm-up of both."""
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
