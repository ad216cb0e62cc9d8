"""A placement as it is read aloud: what it covers, what its symbols earn, and what else happens at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import task_names
from galli_tui.games.campus_galli.symbol_words import FOR_BUILDER, placement_gain
from galli_tui.games.campus_galli.words import building_words, place_words
from galli_tui.style.wording import counted, listed
from rules.bots.score_change import score_change
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.laying_sections import LaySection, LaySectionStep
from rules.campus_galli.move_parts import BestUse
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

_KINDS: Final = (EffectKind.TASK_FULFILLED, EffectKind.COMPLETED, EffectKind.LAZY_MONK)
"""Effects that are told of a placement."""


def placement_words(game: CampusGalli, view: State, move: LaySection) -> str:
    """Return what a legal placement covers and brings: "2 spaces of the church (A), completes the church (A)"."""
    setting = game.setting
    gain = placement_gain(setting, view, setting.layout.placements[move.placement])
    after, told, flips = _told(game, view, move)
    effects = "".join(f", {words}" for _, words in _effects(setting, after, told))
    then = "; then you may flip a building" if flips else ""
    return f"{covered_words(setting, move.placement)}{gain}{effects}{then}"


def placement_mentions(game: CampusGalli, view: State, move: LaySection) -> dict[str, str]:
    """Return what `placement_words` say of rows of the score sheet, by their keys."""
    setting = game.setting
    after, told, _ = _told(game, view, move)
    found = {key: words for key, words in _effects(setting, after, told) if key}
    builds = placement_gain(setting, view, setting.layout.placements[move.placement]).endswith(FOR_BUILDER)
    return {**found, "builders": FOR_BUILDER} if builds else found


def points_at_best(game: CampusGalli, view: State, seat: Seat, use: BestUse) -> int:
    """Return how a section at its best place would change the score now, for the team in one; 0 without a place."""
    if use.section is None or use.placement is None:
        return 0
    taken = LaySectionStep(seat, game.setting.box.sections.index(use.section))
    asked = view._replace(agenda=(*view.agenda, taken))
    return score_change(game, asked, LaySection(seat, use.placement.index)).total


def _told(game: CampusGalli, view: State, move: LaySection) -> tuple[State, Sequence[Told], bool]:
    """Return a placement's result, what is told of it, also of gaps settled after a flip, and whether there is one."""
    applied = game.apply(view, move)
    settled = game.foreseen(applied, move.seat)
    if settled is applied:
        return applied, applied.told, False
    return applied, (*applied.told, *settled.told), True


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


def _effects(setting: Setting, after: State, told: Sequence[Told]) -> Iterator[tuple[str, str]]:
    """Yield what effects of a placement mean to its player, if neither the section nor its symbols say it.

    Each comes with the row of the score sheet that it changes; "" for none.
    """
    box, facts = setting.box, {kind: [it.facts[0] for it in told if it.key is kind] for kind in _KINDS}
    if done := facts[EffectKind.TASK_FULFILLED]:
        yield "tasks", f"fulfils {task_names(box, done)}"
    if whole := facts[EffectKind.COMPLETED]:
        yield "", f"completes {listed(building_words(box.plan.buildings[building]) for building in whole)}"
    if small := facts[EffectKind.LAZY_MONK]:
        layout, free = setting.layout, free_spaces(setting.layout, after)
        masks = [layout.small_gap_at(space, free)[0] for space in small]
        sizes = (f"{counted(mask.bit_count(), 'space')} at {place_words(box.plan, mask)}" for mask in masks)
        gaps, monks = ("a gap", "a lazy monk") if len(small) == 1 else ("gaps", "lazy monks")
        yield "lazy", f"leaves {gaps} of {listed(sizes)} to {monks}"
