"""Reasons for a move that name the spaces, gaps, buildings, tasks and cards that make the difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from galli_tui.game_api.reason_text import OTHER_MOVE
from galli_tui.games.campus_galli.card_texts import card_number, card_title, task_name, task_names
from galli_tui.games.campus_galli.words import building_words, place_words, section_words, space_words
from galli_tui.style.wording import counted, listed
from rules.bots.reasons import Advantage
from rules.campus_galli.box import Box
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.move_parts import BestUse
from rules.engine.grid import union

_MOST: Final = 3
"""The most things that a clause names."""
_ALIKE: Final = 2
"""The most spaces by which the gaps of two moves may differ in all; beyond that, they are different gaps."""
_NAMED: Final = 12
"""The most spaces of a gap whose size a clause names: a player can see how three sections would fill it."""
_ASKS: Final = "a task on the board asks for"
_PLACED: Final = frozenset({"tasks", "builders", "gaps", "progress", "completed", "tiles"})
"""The parts that depend on where a section is placed."""


def reason_words(box: Box, reason: Advantage, plain: str) -> str:
    """Return the clause for a reason with what it is about; `plain` is the clause that names no place."""
    match reason.key:
        case "gaps":
            return _gaps(box, reason) or plain
        case "progress":
            return _progress(box, reason) or plain
        case "tasks":
            return _tasks(box, reason) or plain
        case "builders" | "tiles" if reason.count > max(0, reason.other) and reason.where:
            symbols = "symbol" if len(reason.where) == 1 else "symbols"
            return f"{plain} ({symbols} at {_spaces(box, reason.where)})"
        case "lazy" if reason.count < min(0, reason.other) and reason.where:
            return f"{plain} (from {_spaces(box, reason.where)})"
        case "saved" if 0 < len(reason.where) <= _MOST:
            asks = "asks" if len(reason.where) == 1 else "ask"
            return plain.replace(_ASKS, f"{task_names(box, reason.where)} {asks} for")
        case "joins" if reason.where and not reason.other_where:
            return f"{plain}, so it makes no new gap"
        case "kept" if reason.other_where:
            card = box.cards[reason.other_where[0]]
            return f"keeps card {card_number(card)}, {card_title(card)}, for later"
        case _:
            return plain


def task_points(box: Box, tasks: Iterable[int]) -> int:
    """Return the half-points of these tasks."""
    return sum(box.tasks[task].points for task in tasks)


def rest_on_place(reasons: Sequence[Advantage]) -> bool:
    """Return whether any of the reasons depends on where a section is placed."""
    return any(it.key in _PLACED for it in reasons)


def place_of_use(box: Box, use: BestUse, *, taken: bool) -> str:
    """Return the place of a best use: "on e4 f4"; with the section unless it is the one `taken` by the move."""
    if use.section is None or use.placement is None:
        return ""
    where = f"on {place_words(box.plan, use.placement.mask)}"
    return where if taken else f"with a {section_words(box, box.sections.index(use.section))} {where}"


def _gaps(box: Box, reason: Advantage) -> str:
    if reason.count >= reason.other:
        return _sizes(reason)
    small = [mask for mask in reason.where if mask.bit_count() <= SMALL_GAP]
    if reason.count < 0:
        return f"fills the {_gap_places(box, small)}" if len(small) == -reason.count else ""
    if reason.count > 0:
        return f"leaves only {_count_at(box, small)}" if len(small) == reason.count else ""
    others = [mask for mask in reason.other_where if mask.bit_count() <= SMALL_GAP]
    if reason.other != len(others):
        return ""
    each = "" if len(others) == 1 else ", each"
    return f"leaves no new small gap ({OTHER_MOVE} leaves {_count_at(box, others)}{each} for a lazy monk)"


def _count_at(box: Box, gaps: Sequence[int]) -> str:
    places = listed(place_words(box.plan, mask) for mask in gaps)
    return f"{counted(len(gaps), 'small gap')} at {places}"


def _gap_places(box: Box, gaps: Sequence[int]) -> str:
    return f"small {'gap' if len(gaps) == 1 else 'gaps'} at {listed(place_words(box.plan, mask) for mask in gaps)}"


def _sizes(reason: Advantage) -> str:
    """Return how many large gaps a move leaves of those that both reach into, small ones by their sizes.

    Empty if they are others, or differ only in sizes that say nothing to a player.
    """
    if min(reason.count, reason.other) < 0 or not union(reason.where) & union(reason.other_where):
        return ""
    left, other = _large(reason.where), _large(reason.other_where)
    if left == other or not 0 < len(left) <= _MOST or not 0 < len(other) <= _MOST:
        return ""
    if abs(sum(left) - sum(other)) > _ALIKE:
        return ""
    if max(*left, *other) > _NAMED:
        fewer = len(left) < len(other)
        return f"leaves {counted(len(left), 'large gap')} instead of {len(other)}" if fewer else ""
    return f"leaves {_gaps_of(left)}, easier to fill than {_gaps_of(other)}"


def _large(gaps: Sequence[int]) -> list[int]:
    return sorted(size for size in (mask.bit_count() for mask in gaps) if size > SMALL_GAP)


def _gaps_of(sizes: Sequence[int]) -> str:
    return f"{'a gap' if len(sizes) == 1 else 'gaps'} of {listed(map(str, sizes))} spaces"


def _progress(box: Box, reason: Advantage) -> str:
    if not 0 < len(reason.where) < _MOST:
        return ""
    where = listed(building_words(box.plan.buildings[it]) for it in reason.where)
    if reason.count > max(0, reason.other):
        return f"covers {counted(reason.count, 'space')} of {where}"
    return "" if reason.where == reason.other_where else f"brings {where} closer to completion"


def _tasks(box: Box, reason: Advantage) -> str:
    names, others = reason.names, reason.other_names
    if not 0 < len(names) == reason.count <= _MOST:
        return ""
    if reason.count > reason.other:
        # A task that both fulfil is no difference.
        more = tuple(it for it in names if it not in others)
        return f"fulfils {task_names(box, more)}"
    alone = len(names) == len(others) == reason.other == 1
    if alone and task_points(box, names) > task_points(box, others):
        return f'fulfils {task_names(box, names)}, worth more than "{task_name(box, box.tasks[others[0]])}"'
    return ""


def _spaces(box: Box, spaces: Sequence[int]) -> str:
    return listed(space_words(box.plan, space) for space in spaces)
