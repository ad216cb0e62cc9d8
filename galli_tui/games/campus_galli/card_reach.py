"""Whether a card could take anything now, and what is missing if not."""

from __future__ import annotations

from galli_tui.games.campus_galli.words import shape_words
from galli_tui.style.wording import listed
from rules.campus_galli.box import ActionCard, CardKind, Origin
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.campus_galli.takeable import CLAUSES, allows_section, hut_kinds, pouch_shapes

TAKES_NOTHING = "the card would take nothing and be spent"
_SOURCES = {
    CardKind.BUILD: "the hut",
    CardKind.MASTER: "the hut",
    CardKind.PRAY: "the pouch",
    CardKind.SEER: "the pouch",
}


def missing_words(setting: Setting, view: State, card: ActionCard, declared: Origin | None = None) -> str:
    """Return why a card can take no section now: "no hall is left in the pouch"; empty if it can, or takes none.

    A double-coloured card that is not declared yet has both ways.
    """
    ways = [*Origin] if card.kind is CardKind.DOUBLE and declared is None else [declared]
    if card.kind not in CLAUSES or any(allows_section(setting, view, card, way) for way in ways):
        return ""
    where = f"the {declared.value}" if declared else _SOURCES.get(card.kind, "the hut or the pouch")
    if any(view.hut & hut_kinds(setting, card, way) or pouch_shapes(setting, view, card, way) for way in ways):
        return f"nothing that it may take from {where} fits on the plan"
    if not card.shapes:
        return f"nothing that it may take is left in {where}"
    shapes = listed((shape_words(setting.box, shape) for shape in card.shapes), "or")
    return f"no {shapes} is left in {where}"


def warning(setting: Setting, view: State, card: ActionCard, declared: Origin | None = None) -> str:
    """Return the sentence that a card would take nothing, and why; empty if it can take something or takes none."""
    missing = missing_words(setting, view, card, declared)
    return f"{missing[0].upper()}{missing[1:]}: {TAKES_NOTHING}." if missing else ""
