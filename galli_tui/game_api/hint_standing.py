"""Where hints stand: their estimates compared with the best, and whether the difference could be chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.game_api.gain_words import lost_match_words
from galli_tui.game_api.hint_text import Hint, equal_count
from galli_tui.style.wording import amount, counted
from rules.engine.game import Meta

BEST: Final = "best"
EQUAL: Final = "equal"
CHANCE: Final = "could be chance"
"""What is said of a difference that is not certain."""
ROUGH: Final = "?"
"""The sign after an estimated loss, or a tie, that could be chance."""


def tied_words(hints: Sequence[Hint]) -> str:
    """Return "both" or e.g. "all 5" if several hints are all rated equal; empty if they are not."""
    if len(hints) < 2 or any(hint.behind or hint.wins for hint in hints):
        return ""
    return "both" if len(hints) == 2 else f"all {len(hints)}"


def order_words(hints: Sequence[Hint]) -> str:
    """Return in which order hints are listed, for a prompt: "best first", or "all equal" if all tie."""
    tied = tied_words(hints)
    return f"{tied.split()[0]} {EQUAL}" if tied else "best first"


def final_words(hints: Sequence[Hint], meta: Meta) -> str:
    """Return the heading over the estimated losses, with their unit if it is not that of scores, or that all tie."""
    unit = f" {meta.estimates.many}" if meta.estimates else ""
    tied = tied_words(hints)
    return f"{tied} {EQUAL}" if tied else f"final{unit} (est.)"


def standing_words(hints: Sequence[Hint], place: int, meta: Meta, half: str = "½") -> str:
    """Return a hint compared with the best: "best", "equal", what is lost, or that it wins or loses the match.

    Of several that are best together, each is "equal". What could be chance has the sign `ROUGH`: "-5?". It is empty
    where all are equal, which the heading says.
    """
    if tied_words(hints):
        return ""
    if place == 0 and equal_count(hints) == 1:
        return "wins the match" if hints[0].wins else BEST
    behind, rough = hints[place].behind, is_rough(hints, place)
    if not behind:
        return f"{EQUAL}{ROUGH if is_rough_tie(hints) else ''}"
    lost = lost_match_words(behind, meta, won=hints[0].wins, rough=rough)
    return lost or f"{amount(-behind, meta.estimate_unit, half)}{ROUGH if rough else ''}"


def _margin(hints: Sequence[Hint], place: int) -> int:
    """Return how much a hint is behind the best, or the best ahead of the next."""
    return hints[place].behind if place else min((it.behind for it in hints[1:]), default=0)


def is_rough(hints: Sequence[Hint], place: int) -> bool:
    """Return whether it could be chance that a hint is behind or equals the best, or that the best is best."""
    return not (hints[place].certain or hints[0].wins or tied_words(hints))


def is_rough_tie(hints: Sequence[Hint]) -> bool:
    """Return whether it could be chance that the hints that are best together are equal."""
    return any(is_rough(hints, place) for place in range(1, equal_count(hints)))


def is_sure(hints: Sequence[Hint], place: int) -> bool:
    """Return whether a hint is certainly behind the best, or certainly best alone."""
    return hints[place].certain and _margin(hints, place) > 0


def tie_words(hints: Sequence[Hint]) -> str:
    """Return that several hints, but not all, are best together, as a clause; empty if they are not."""
    equal = equal_count(hints)
    if not 1 < equal < len(hints):
        return ""
    rough = spoken_chance(min(it.simulations for it in hints[:equal])) if is_rough_tie(hints) else ""
    return f"the abbot rates the first {equal} equal, and best{rough}"


def certainty_words(hints: Sequence[Hint], place: int, meta: Meta) -> tuple[str, ...]:
    """Return that a hint is certainly best or behind, and whether by more than a point, the longest form first.

    Without that certainty, return how many simulations support it, and that a difference could be chance.
    """
    simulations = hints[place].simulations
    if is_rough(hints, place):
        return (chance_words(simulations), CHANCE)
    if not is_sure(hints, place):
        return (simulated_words(simulations),)
    if _margin(hints, place) <= meta.estimate_unit.parts:
        return ("slightly behind" if place else "narrowly best", "slightly")
    return ("clearly behind" if place else "clearly best", "clear")


def simulated_words(simulations: int) -> str:
    """Return how many times a move was simulated."""
    return counted(simulations, "simulation") if simulations else "not simulated"


def chance_words(simulations: int) -> str:
    """Return what a difference that could be chance rests on: "5 simulations, could be chance"."""
    return f"{simulated_words(simulations)}, {CHANCE}"


def spoken_chance(simulations: int) -> str:
    """Return the same as the end of a sentence: "; with 5 simulations that could be chance"."""
    return f"; {f'with {simulated_words(simulations)}' if simulations else 'without simulations'} that {CHANCE}"
