"""Figures about results: exact counts, quantiles that were really reached, and Wilson's interval for a share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from galli_tui.lab.runs import MatchResult, TableSetup

Z95: Final = NormalDist().inv_cdf(0.975)


class Quartiles(NamedTuple):
    """Five of some scores. Each is a score that was reached: the lowest that at least this part does not exceed."""

    lowest: int
    quarter: int
    median: int
    three_quarters: int
    highest: int


class Proportion(NamedTuple):
    """A share, and the interval that holds the true part with 95 % confidence."""

    of: int
    part: Fraction
    low: float
    high: float


class WinRecord(NamedTuple):
    """How a seat or a bot has done. A win that k seats share counts 1/k for each of them."""

    scores: Quartiles
    won: int
    """Matches won alone."""
    tied: int
    """Matches in which the win was shared."""
    share: Proportion


class PairedResult(NamedTuple):
    """How the first of two bots has done, by seeds: both matches of a seed together, in one seat and in the other."""

    before: int
    """Seeds with more wins than the other; a shared win is half a one."""
    level: int
    behind: int
    share: Proportion
    """Of the seeds, level ones half."""


def spread(scores: Iterable[int]) -> Quartiles:
    """Return the quartiles of scores. Raises ValueError if there are none."""
    ordered = sorted(scores)
    if not ordered:
        raise ValueError("no scores")
    # The k-th quarter of n, rounded up, is a place counted from 1.
    return Quartiles(*[ordered[max(0, -(-quarter * len(ordered) // 4) - 1)] for quarter in range(5)])


def wilson(wins: Fraction | int, of: int, z: float = Z95) -> Proportion:
    """Return Wilson's score interval without continuity correction; `wins` may contain halves.

    Raises ValueError unless 0 <= wins <= of and of > 0.
    """
    if not 0 <= wins <= of or of <= 0:
        raise ValueError(f"{wins} wins of {of}")
    part = Fraction(wins) / of
    p, square = float(part), z * z
    middle = (p + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(p * (1 - p) / of + square / (4 * of * of)) / (1 + square / of)
    # At either end the interval begins or ends there exactly; sums of floats may miss it by a hair.
    return Proportion(of, part, 0.0 if part == 0 else middle - half, 1.0 if part == 1 else middle + half)


def bands(keys: Sequence[str], results: Iterable[MatchResult]) -> dict[str, int]:
    """Return how many results are in each of a game's bands, in its order, including empty ones."""
    found = Counter(result.band for result in results)
    return {key: found[key] for key in keys}


def reasons(results: Iterable[MatchResult]) -> dict[str, int]:
    """Return how often each reason decided, the most frequent first; empty where the score alone did."""
    return dict(Counter(result.reason for result in results if result.reason).most_common())


def by_seat(table: TableSetup, results: Sequence[MatchResult]) -> list[WinRecord]:
    """Return the record of each seat, whatever bot played it."""
    return [_wins([(result, (seat,)) for result in results]) for seat in range(table.options.seats)]


def by_bot(table: TableSetup, results: Sequence[MatchResult]) -> dict[str, WinRecord]:
    """Return the record of each bot over all its seats; empty if there is only one bot."""
    names = list(dict.fromkeys(table.bots))
    return {name: _wins([(it, _seats_of(name, table, it)) for it in results]) for name in names if len(names) > 1}


def in_pairs(results: Sequence[MatchResult]) -> PairedResult:
    """Return the record of the bot on the first seat (before swapping) against the other, by seeds."""
    wins: dict[int, Fraction] = {}
    for result in results:
        wins[result.seed] = wins.get(result.seed, Fraction(0)) + _part((int(result.swapped),), result)
    before = sum(won > 1 for won in wins.values())
    level = sum(won == 1 for won in wins.values())
    return PairedResult(before, level, len(wins) - before - level, wilson(before + Fraction(level, 2), len(wins)))


def _seats_of(name: str, table: TableSetup, result: MatchResult) -> tuple[int, ...]:
    return tuple(seat for seat, bot in enumerate(table.seated(result.swapped)) if bot == name)


def _wins(sat: Sequence[tuple[MatchResult, tuple[int, ...]]]) -> WinRecord:
    """Return the record of the given seats of each match."""
    parts = [_part(seats, result) for result, seats in sat]
    won = sum(part == 1 for part in parts)
    return WinRecord(
        spread(result.scores[seat] for result, seats in sat for seat in seats),
        won,
        sum(part > 0 for part in parts) - won,
        wilson(sum(parts, Fraction(0)), len(parts)),
    )


def _part(seats: tuple[int, ...], result: MatchResult) -> Fraction:
    """Return these seats' share of a match's win."""
    return Fraction(sum(seat + 1 in result.winners for seat in seats), len(result.winners))
