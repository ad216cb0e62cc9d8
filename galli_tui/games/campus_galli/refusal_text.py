"""Refusal sentences: why the rules reject a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    section_words,
    space_words,
)
from rules.campus_galli.box import Box
from rules.engine.refusal import Refusal

Facts = Mapping[str, int]


def _at(box: Box, facts: Facts) -> str:
    return f" at {space_words(box.plan, facts['space'])}" if "space" in facts else ""


def _shape(box: Box, facts: Facts) -> str:
    return box.shapes[facts["shape"]].name if 0 <= facts.get("shape", -1) < len(box.shapes) else "section"


def _section(box: Box, facts: Facts) -> str:
    known = 0 <= facts.get("section", -1) < len(box.sections)
    return section_words(box, facts["section"]) if known else "section"


def _building(box: Box, facts: Facts) -> str:
    known = 0 <= facts.get("building", -1) < len(box.plan.buildings)
    return building_words(box.plan.buildings[facts["building"]]) if known else "It"


def _what(box: Box, facts: Facts) -> str:
    return _section(box, facts) if "section" in facts else _shape(box, facts)


REFUSALS: Final[Mapping[str, Callable[[Box, Facts], str]]] = {
    "match-over": lambda _box, _facts: "The match is over.",
    "not-your-turn": lambda _box, _facts: "It is somebody else's turn.",
    "not-now": lambda _box, _facts: "That is not what is to be done now.",
    "card-not-in-hand": lambda _box, _facts: "That card is not in the hand.",
    "not-face-down": lambda _box, _facts: "The card must lie face down.",
    "card-does-not-allow": lambda box, facts: f"The card does not allow the {_what(box, facts)}.",
    "not-in-hut": lambda box, facts: f"The {_section(box, facts)} does not lie in the hut.",
    "not-in-pouch": lambda box, facts: f"The pouch holds no {_shape(box, facts)} any more.",
    "no-place": lambda box, facts: f"The {_shape(box, facts)} fits nowhere on the plan.",
    "wrong-shape": lambda _box, _facts: "The section has another shape.",
    "no-such-place": lambda _box, _facts: "It must lie wholly on the plan.",
    "covers-tree": lambda box, facts: f"It would cover a tree{_at(box, facts)}.",
    "covers-section": lambda box, facts: f"It would cover another section{_at(box, facts)}.",
    "covers-parchment": lambda box, facts: f"It would cover a parchment building{_at(box, facts)}.",
    "covers-no-wood": lambda _box, _facts: "It must cover a free space of a wooden building.",
    "not-parchment": lambda box, facts: f"{_building(box, facts)} is not parchment any more.",
    "no-builder-there": lambda _box, _facts: "No monk of that seat stands there.",
    "cannot-pay": lambda _box, _facts: "There are not the tiles to pay for it, swaps counted in.",
    "could-not-pay": lambda _box, _facts: "After that swap the card could not be paid for any more.",
    "tiles-missing": lambda _box, _facts: "There are not the tiles to pay for it.",
    "wrong-payment": lambda _box, _facts: "That is not what it costs.",
    "wrong-swap": lambda _box, _facts: "A swap gives three tiles that one has for one.",
    "tile-run-out": lambda _box, facts: f"There is no {colour_word(facts.get('colour'))} tile left.",
    "wrong-tiles": lambda _box, _facts: "Those are not the tiles that may be received.",
    "wrong-cards": lambda _box, _facts: "Those cannot be scored again like that.",
    "task-not-fulfilled": lambda _box, _facts: "That task is not fulfilled now.",
    "covers-cordon": lambda box, facts: f"It would cover a building under the cordon{_at(box, facts)}.",
    "same-place": lambda _box, _facts: "It must lie elsewhere than before.",
    "no-such-book": lambda _box, _facts: "That book is not in the library.",
    "no-guest-there": lambda _box, _facts: "No guest monk of that seat stands there.",
    "no-monk-there": lambda _box, _facts: "No monk of that seat stands there.",
    "nothing-borrowed": lambda _box, _facts: "No card is turned up there.",
    "cannot-be-carried-out": lambda _box, _facts: "That card cannot be carried out now.",
    "not-for-rebuilding": lambda _box, _facts: "No reconstruction of that shape lies there.",
    "section-not-there": lambda _box, _facts: "That section does not lie on the plan.",
    "cannot-be-moved": lambda _box, _facts: "That section fits nowhere else.",
    "not-for-tiles": lambda _box, _facts: "No task lies there that is fulfilled by paying.",
    "bad-deal": lambda _box, _facts: "The piles were not dealt as the rules say.",
    "bad-draw": lambda _box, _facts: "What was drawn cannot have been drawn there.",
    "bad-reveal": lambda _box, _facts: "The cards turned up are not those that were chosen.",
}
"""A sentence for every code of the rules."""


def refusal_text(box: Box, refusal: Refusal) -> str:
    """One sentence that says why, without the clause's number."""
    facts = {name: value for name, value in refusal.facts if isinstance(value, int)}
    sentence = REFUSALS.get(refusal.code)
    return sentence(box, facts) if sentence else "The rules do not allow it."
