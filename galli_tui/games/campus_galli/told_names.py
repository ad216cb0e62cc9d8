"""The names of things in the sentences of the log (`rules.campus_galli.state.EffectKind`)."""

from __future__ import annotations

from functools import lru_cache

from galli_tui.games.campus_galli.card_texts import card_number, card_short, task_name
from galli_tui.games.campus_galli.points import points_words, signed_points
from galli_tui.games.campus_galli.words import (
    building_verb,
    building_words,
    colour_word,
    place_words,
    section_words,
    shape_words,
    space_words,
    tile_words,
)
from galli_tui.style.wording import counted, listed
from rules.campus_galli.box import DIE_FACES
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.scoring import BUILDER, COOPERATION, LARGE_GAP, large_gaps
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.tellings import Names


@lru_cache(maxsize=4)
def told_names(setting: Setting) -> Names:
    """Return the names that sentences about events use, by kind of thing."""
    box, plan, placements = setting.box, setting.box.plan, setting.layout.placements
    return {
        "cards": lambda facts: counted(facts[0], "card"),
        "task": [task_name(box, task) for task in box.tasks],
        "worth": [f", worth {points_words(task.points)}" if task.points else "" for task in box.tasks],
        "points": [signed_points(task.points) for task in box.tasks],
        "building": [building_words(building) for building in plan.buildings],
        "letter": [building.letter for building in plan.buildings],
        "flip-points": lambda _: "",
        "gaps": lambda _: "",
        "gaps-short": lambda _: "",
        "is": [f"{building_words(building)} {building_verb(building)}" for building in plan.buildings],
        "card": [f"{card_number(card)}, {card_short(box, card)}" for card in box.cards],
        "number": [card_number(card) for card in box.cards],
        "name": [card.name for card in box.cards],
        "stock": ("hut", "pouch"),
        "origin": [section.origin.value for section in box.sections],
        "section": [section_words(box, section) for section in range(len(box.sections))],
        "shape": [shape_words(box, shape) for shape in range(len(box.shapes))],
        "space": lambda facts: space_words(plan, facts[0]),
        "place": lambda facts: space_words(plan, placements[facts[0]].spaces[0]),
        "spaces": lambda facts: place_words(plan, placements[facts[0]].mask),
        "tiles": lambda facts: tile_words(facts[:4]),
        "swapped": lambda facts: colour_word(facts[4]),
        "guests": lambda facts: counted(facts[1], "guest monk"),
        "guest-points": lambda facts: signed_points(facts[1] * BUILDER),
        "piles": lambda facts: listed(map(str, facts)),
        "dice": lambda facts: listed(DIE_FACES[face] for face in facts[1:]),
        "cooperation": lambda facts: _cooperation(facts[1]),
    }


def names_after(game: CampusGalli, state: State, names: Names) -> Names:
    """Return names for the sentences about what led to a state, with what it scores for all.

    That is what a building flipped is worth in it, and what a section placed or gone does to the large gaps.
    """
    shared = shared_score(game.setting)

    def flip_points(facts: tuple[int, ...]) -> str:
        now, before = (game.sheet(it).team for it in (state, state._replace(open=state.open & ~(1 << facts[0]))))
        gain = 0 if now is None or before is None else now - before
        return f": {shared} {signed_points(gain)}" if gain else ""

    def gaps(facts: tuple[int, ...]) -> str:
        words = _gap_words(_more_large_gaps(game.setting, state, facts[0]))
        return f" ({words[0]}: {shared} {words[1]})" if words else ""

    def gaps_short(facts: tuple[int, ...]) -> str:
        words = _gap_words(_more_large_gaps(game.setting, state, facts[0]))
        return f"; {' '.join(words)}" if words else ""

    return {**names, "flip-points": flip_points, "gaps": gaps, "gaps-short": gaps_short}


def _more_large_gaps(setting: Setting, state: State, placement: int) -> int:
    """Return how many more large gaps there are since a placement was covered, or uncovered; 0 where none costs."""
    if not setting.together:
        return 0
    before = state._replace(covered=state.covered ^ setting.layout.placements[placement].mask)
    return large_gaps(setting, state) - large_gaps(setting, before)


def _gap_words(more: int) -> tuple[str, str] | None:
    """Return how many large gaps there are more or fewer, and the points for that; None if the number stays.

    What is placed may split a gap and what falls may join two, so neither opens nor closes one by itself.
    """
    if not more:
        return None
    return f"{counted(abs(more), 'large gap')} {'more' if more > 0 else 'fewer'}", signed_points(more * LARGE_GAP)


def shared_score(setting: Setting) -> str:
    """Return the name of the score that all share: the team's, or just the score of a single player."""
    return "team" if len(setting.seats) > 1 else "score"


def _cooperation(count: int) -> str:
    cards = "a “good cooperation” card" if count == 1 else f"{count} “good cooperation” cards"
    return f"{cards}: {signed_points(count * COOPERATION)}"
