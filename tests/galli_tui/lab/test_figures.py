"""The lab's figures, against numbers worked out by hand or printed in the literature."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest

from galli_tui.lab.figures import PairedResult, Quartiles, bands, by_bot, by_seat, in_pairs, spread, wilson
from galli_tui.lab.runs import MatchResult, TableSetup
from rules.engine.game import Options


def ended(winners: tuple[int, ...], points: tuple[int, ...] = (0, 0), seed: int = 1, swapped: int = 0) -> MatchResult:
    """A match against each other."""
    return MatchResult(0, seed, bool(swapped), 1, points, None, "", winners)


def table(*bots: str) -> TableSetup:
    return TableSetup(Options(len(bots), "versus", 1), bots, ())


@pytest.mark.parametrize(
    ("scores", "five"),
    [
        ([7], (7, 7, 7, 7, 7)),
        ([2, 1], (1, 1, 1, 2, 2)),
        ([3, 1, 2], (1, 1, 2, 3, 3)),
        ([4, 3, 2, 1], (1, 1, 2, 3, 4)),
        ([5, 4, 3, 2, 1], (1, 2, 3, 4, 5)),
        (range(-100, 101), (-100, -50, 0, 50, 100)),
        ([-3, -3, -3, 9], (-3, -3, -3, -3, 9)),
    ],
)
def test_quartiles_are_scores_that_were_reached(scores: list[int], five: tuple[int, ...]) -> None:
    assert spread(scores) == Quartiles(*five)


def test_nothing_has_no_quartiles() -> None:
    with pytest.raises(ValueError, match="no scores"):
        spread([])


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_the_published_one(wins: int, of: int, low: float, high: float) -> None:
    share = wilson(wins, of)
    assert (share.of, share.part) == (of, Fraction(wins, of))
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    mirrored = wilson(of - wins, of)
    assert isclose(mirrored.low, 1 - share.high)
    assert isclose(mirrored.high, 1 - share.low)


def test_wilsons_interval_ends_at_zero_and_one_exactly() -> None:
    assert [wilson(0, of).low for of in range(1, 200)] == [0.0] * 199
    assert [wilson(of, of).high for of in range(1, 200)] == [1.0] * 199


def test_halves_count_among_the_wins() -> None:
    lower, share, higher = wilson(2, 5), wilson(Fraction(5, 2), 5), wilson(3, 5)
    assert share.part == Fraction(1, 2)
    assert isclose(share.low + share.high, 1)
    assert lower.low < share.low < higher.low


@pytest.mark.parametrize(("wins", "of"), [(1, 0), (0, 0), (-1, 5), (6, 5)])
def test_a_proportion_has_a_total_and_at_most_one(wins: int, of: int) -> None:
    with pytest.raises(ValueError, match="wins of"):
        wilson(wins, of)


def test_bands_are_counted_in_order_empty_ones_included() -> None:
    endings = [MatchResult(0, seed, False, 1, (0,), 0, band, ()) for seed, band in enumerate(("b", "a", "b"))]  # noqa: FBT003
    assert list(bands(("a", "b", "c"), endings).items()) == [("a", 1), ("b", 2), ("c", 0)]


def test_a_shared_win_counts_its_part_for_each_seat() -> None:
    endings = [ended((1,), (9, 1, 2)), ended((1, 3), (5, 0, 5)), ended((1, 2, 3), (4, 4, 4)), ended((2,), (0, 3, 1))]
    first, second, third = by_seat(table("x", "x", "x"), endings)
    assert (first.won, first.tied, first.share.part) == (1, 2, Fraction(1 + Fraction(1, 2) + Fraction(1, 3), 4))
    assert (second.won, second.tied, second.share.part) == (1, 1, Fraction(1 + Fraction(1, 3), 4))
    assert (third.won, third.tied, third.share.part) == (0, 2, Fraction(Fraction(1, 2) + Fraction(1, 3), 4))
    assert first.share.part + second.share.part + third.share.part == 1
    assert first.scores == Quartiles(0, 0, 4, 5, 9)


def test_a_bot_is_counted_on_all_its_seats_wherever_it_sat() -> None:
    endings = [ended((1, 2), (5, 5, 1)), ended((3,), (0, 2, 6)), ended((1, 3), (4, 1, 4))]
    found = by_bot(table("a", "a", "b"), endings)
    assert list(found) == ["a", "b"]
    assert (found["a"].won, found["a"].tied, found["a"].share.part) == (1, 1, Fraction(1, 2))
    assert (found["b"].won, found["b"].tied, found["b"].share.part) == (1, 1, Fraction(1, 2))
    assert found["a"].scores == Quartiles(0, 1, 2, 5, 5)
    swapped = by_bot(table("a", "b"), [ended((1,), (9, 3)), ended((1,), (8, 2), swapped=1)])
    assert (swapped["a"].won, swapped["b"].won) == (1, 1)
    assert swapped["a"].scores == Quartiles(2, 2, 2, 9, 9)
    assert by_bot(table("a", "a"), endings) == {}


def test_pairs_combine_both_seatings_of_a_seed() -> None:
    def pair(seed: int, straight: tuple[int, ...], other_way: tuple[int, ...]) -> list[MatchResult]:
        return [ended(straight, seed=seed), ended(other_way, seed=seed, swapped=1)]

    endings = [
        *pair(1, (1,), (2,)),  # won in both seats
        *pair(2, (1,), (1,)),  # the seat won, not the bot
        *pair(3, (1, 2), (2,)),  # one shared, one won
        *pair(4, (1, 2), (1, 2)),
        *pair(5, (2,), (1,)),  # lost in both
    ]
    assert in_pairs(endings) == PairedResult(2, 2, 1, wilson(3, 5))
