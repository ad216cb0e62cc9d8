"""A placement as it is read aloud: what it covers, what its symbols earn, and what else happens at once."""

from __future__ import annotations

from collections.abc import Iterator

from galli_tui.games.campus_galli.card_texts import task_short
from galli_tui.games.campus_galli.symbol_words import placement_gain
from galli_tui.games.campus_galli.words import building_words, space_words
from galli_tui.style.wording import counted, listed
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State
from rules.engine.tellings import Told


def placement_words(game: CampusGalli, view: State, move: LaySection) -> str:
    """Return what a legal placement covers and brings: "2 spaces of the church (A), completes the church (A)"."""
    setting = game.setting
    gain = placement_gain(setting, view, setting.layout.placements[move.placement])
    effects = "".join(f", {it}" for told in game.apply(view, move).told for it in _effect(setting, told))
    return f"{covered_words(setting, move.placement)}{gain}{effects}"


def covered_words(setting: Setting, placement: int) -> str:
    """Return what a placement covers: "2 spaces of the church (A) and 2 of grass"."""
    found = setting.layout.placements[placement]
    parts = [
        (found.mask & area, building_words(building))
        for building, area in zip(setting.box.plan.buildings, setting.layout.areas, strict=True)
        if found.mask & area
    ]
    grass = found.mask & ~setting.layout.lettered
    (first, name), *others = [*parts, *([(grass, "grass")] if grass else [])]
    told = (f"{mask.bit_count()} of {name}" for mask, name in others)
    return listed([f"{counted(first.bit_count(), 'space')} of {name}", *told])


def _effect(setting: Setting, told: Told) -> Iterator[str]:
    """Yield what an effect of a placement means to its player, if neither the section nor its symbols say it."""
    match told.key:
        case EffectKind.COMPLETED:
            yield f"completes {building_words(setting.box.plan.buildings[told.facts[0]])}"
        case EffectKind.TASK_FULFILLED:
            yield f"fulfils {task_short(setting.box, setting.box.tasks[told.facts[0]])}"
        case EffectKind.LAZY_MONK:
            yield f"leaves a small gap at {space_words(setting.box.plan, told.facts[0])} to a lazy monk"
        case _:
            pass
