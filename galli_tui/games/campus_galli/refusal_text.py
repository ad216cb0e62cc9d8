"""Sentences that say why the rules reject a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from galli_tui.games.campus_galli.words import (
    building_verb,
    building_words,
    colour_word,
    cost_words,
    section_words,
    shape_words,
    space_words,
    tile_words,
)
from galli_tui.style.wording import sentence_start
from rules.campus_galli.box import Box
from rules.campus_galli.tiles import COST_FACTS, TILE_FACTS, Cost
from rules.engine.refusal import Refusal

Facts = Mapping[str, int]


def _at(box: Box, facts: Facts) -> str:
    return f" at {space_words(box.plan, facts['space'])}" if "space" in facts else ""


def _shape(box: Box, facts: Facts) -> str:
    return shape_words(box, facts["shape"]) if 0 <= facts.get("shape", -1) < len(box.shapes) else "section"


def _section(box: Box, facts: Facts) -> str:
    known = 0 <= facts.get("section", -1) < len(box.sections)
    return section_words(box, facts["section"]) if known else "section"


def _building(box: Box, facts: Facts) -> str:
    """Return the building with its verb, e.g. "The church (A) is"."""
    if not 0 <= facts.get("building", -1) < len(box.plan.buildings):
        return "It is"
    building = box.plan.buildings[facts["building"]]
    return f"{sentence_start(building_words(building))} {building_verb(building)}"


def _what(box: Box, facts: Facts) -> str:
    return _section(box, facts) if "section" in facts else _shape(box, facts)


def _tiles(facts: Facts) -> str:
    """Return what a payment takes and what the seat has, e.g. ": that takes 2 red tiles, and you have 1 red tile"."""
    if not facts.keys() >= {*COST_FACTS, *TILE_FACTS}:
        return ""
    *tiles, more = (max(0, facts[name]) for name in COST_FACTS)
    red, green, blue, yellow = tiles
    has = tile_words([max(0, facts[name]) for name in TILE_FACTS])
    return f": that takes {cost_words(Cost((red, green, blue, yellow), more))}, and you have {has}"


REFUSALS: Final[Mapping[str, Callable[[Box, Facts], str]]] = {
    "match-over": lambda _box, _facts: "The match is over.",
    "not-your-turn": lambda _box, _facts: "It's another player's turn.",
    "not-now": lambda _box, _facts: "You can't do that now.",
    "card-not-in-hand": lambda _box, _facts: "That card isn't in your hand.",
    "not-face-down": lambda _box, _facts: "The card must be chosen face down.",
    "card-does-not-allow": lambda box, facts: f"The card doesn't allow the {_what(box, facts)}.",
    "not-in-hut": lambda box, facts: f"The {_section(box, facts)} isn't in the hut.",
    "not-in-pouch": lambda box, facts: f"No {_shape(box, facts)} is left in the pouch.",
    "no-place": lambda box, facts: f"The {_shape(box, facts)} has no legal place on the plan.",
    "wrong-shape": lambda _box, _facts: "The section has a different shape.",
    "no-such-place": lambda _box, _facts: "It must lie entirely on the plan.",
    "covers-tree": lambda box, facts: f"It would cover a tree{_at(box, facts)}.",
    "covers-section": lambda box, facts: f"It would cover another section{_at(box, facts)}.",
    "covers-parchment": lambda box, facts: f"It would cover a parchment building{_at(box, facts)}.",
    "covers-no-wood": lambda _box, _facts: "It must cover an uncovered space of a wooden building.",
    "not-parchment": lambda box, facts: f"{_building(box, facts)} no longer parchment.",
    "no-builder-there": lambda _box, _facts: "You have no master builder there.",
    "cannot-pay": lambda _box, facts: f"Not enough tiles, even after swapping{_tiles(facts)}.",
    "could-not-pay": lambda _box, _facts: "After that swap you couldn't pay for your card.",
    "tiles-missing": lambda _box, facts: f"Not enough tiles{_tiles(facts)}.",
    "wrong-payment": lambda _box, _facts: "That's not what it costs.",
    "wrong-swap": lambda _box, _facts: "A swap is three tiles of yours for one.",
    "tile-run-out": lambda _box, facts: f"No {colour_word(facts.get('colour'))} tile is left.",
    "wrong-tiles": lambda _box, _facts: "You can't receive those tiles.",
    "wrong-cards": lambda _box, _facts: "You can't score those cards again.",
    "task-not-fulfilled": lambda _box, _facts: "You don't fulfil that task now.",
    "covers-cordon": lambda box, facts: f"It would cover a building under the cordon{_at(box, facts)}.",
    "same-place": lambda _box, _facts: "It must go to a different place.",
    "no-such-book": lambda _box, _facts: "That book isn't in your library.",
    "no-guest-there": lambda _box, _facts: "You have no guest monk there.",
    "no-monk-there": lambda _box, _facts: "You have no monk there.",
    "nothing-borrowed": lambda _box, _facts: "No card is turned up there.",
    "cannot-be-carried-out": lambda _box, facts: (
        "No section that the card allows has a legal place on the plan."
        if facts.get("left")
        else "No section that the card allows is left."
    ),
    "not-for-rebuilding": lambda _box, _facts: "No reconstruction of that shape is on the board.",
    "section-not-there": lambda _box, _facts: "That section isn't on the plan.",
    "cannot-be-moved": lambda _box, _facts: "That section has no other legal place.",
    "not-for-tiles": lambda _box, _facts: "No task there is fulfilled by paying.",
    "bad-deal": lambda _box, _facts: "The piles weren't dealt by the rules.",
    "bad-draw": lambda _box, _facts: "That can't have been drawn there.",
    "bad-reveal": lambda _box, _facts: "The revealed cards aren't the chosen ones.",
}
"""A sentence for every refusal code."""


def refusal_text(box: Box, refusal: Refusal, *, amounts: bool = True) -> str:
    """Return one sentence that says why a move is illegal, without its clause.

    Without `amounts` it counts no tiles, for lines that stand beside the cost and the player's tiles.
    """
    numbers = {name: value for name, value in refusal.facts if isinstance(value, int)}
    facts = {name: value for name, value in numbers.items() if amounts or name not in (*COST_FACTS, *TILE_FACTS)}
    sentence = REFUSALS.get(refusal.code)
    return sentence(box, facts) if sentence else "The rules don't allow it."
